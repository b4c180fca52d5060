//! `get_monthly_snow`: the usual snow of each month at a resort.

use climate::months::{self, Month};
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use schemars::JsonSchema;
use serde::Serialize;

use world::credits::SourceFamilies;
use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use world::Tier;
use crate::snow_record::{BiggestDay, NO_CLIMATE, POLICY, PastRecord, SpreadCm, month_name, spread};
use crate::shapes::OneResort;
use crate::text::{Text, count_text, reported, tenths};
use world::View;

pub struct Op;

/// The usual months of a resort.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MonthlySnow<'w> {
    /// Slug of the resort.
    pub slug: &'w str,
    /// Name in international use.
    pub name: &'w str,
    /// Whether any winter is on record.
    pub available: bool,
    /// Reason if there is none.
    pub reason: Option<&'static str>,
    /// Basis of the answer.
    pub record: Option<PastRecord>,
    /// The twelve months in the order of the winter; empty without a record.
    pub months: Vec<MonthRow>,
}

/// One calendar month.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MonthRow {
    /// English name.
    pub month: &'static str,
    /// 1 for January.
    pub number: u32,
    /// Winters in which the month is known; fewer than ten are not meaningful.
    pub seasons: u16,
    /// Snowfall of the month.
    pub snowfall: Option<SpreadCm>,
    /// Mean number of days with at least 1 cm.
    pub snow_days: Option<Tenths>,
    /// Mean number of days with at least 15 cm.
    pub powder_days: Option<Tenths>,
    /// Mean depth of the reanalysis, centimetres.
    pub depth_cm: Option<Tenths>,
    /// Mean of the month's greatest depth of the reanalysis, centimetres.
    pub peak_depth_cm: Option<Tenths>,
    /// The snowiest day of any winter.
    pub biggest_day: Option<BiggestDay>,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_monthly_snow",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/resorts/{slug}/monthly",
        title: "Usual snow by month",
        description: "Usual months at one resort over up to thirty winters: snowfall, snow and powder days, \
            depth. Reanalysis, not a forecast: for seasons use get_snow_history, for dates get_trip_window, \
            for coming days get_weather_forecast. Null: fewer than ten winters have the month; `available` \
            false: none on record.",
    };
    type Args = OneResort;
    type Data<'w> = MonthlySnow<'w>;

    fn run<'w>(view: &View<'w>, args: OneResort, _: Timestamp) -> Result<Reply<MonthlySnow<'w>>, OpError> {
        let seen = view.resort(&args.slug)?;
        let resort = seen.resort();
        let record = PastRecord::from_winters(seen.winters());
        let data = MonthlySnow {
            slug: &resort.slug,
            name: &resort.name,
            available: record.is_some(),
            reason: record.is_none().then_some(NO_CLIMATE),
            record,
            months: months::months(&POLICY, seen.winters()).iter().map(row).collect(),
        };
        let carries = SourceFamilies::CATALOGUE.and_if(SourceFamilies::CLIMATE, data.available);
        Ok(Reply::one(data, carries))
    }

    fn text(data: &MonthlySnow<'_>) -> String {
        let mut text = Text::new();
        text.line(format_args!("Usual snow by month at {} ({})", data.name, data.slug));
        let Some(record) = &data.record else {
            text.item("Not available", NO_CLIMATE);
            return text.done();
        };
        record.write(&mut text);
        for month in &data.months {
            text.line(format_args!(
                "- {}: {}; snow days {}, powder days {}; depth {}, greatest {}; snowiest day {}; known in {}",
                month.month,
                spread(month.snowfall),
                tenths(month.snow_days, ""),
                tenths(month.powder_days, ""),
                tenths(month.depth_cm, "cm"),
                tenths(month.peak_depth_cm, "cm"),
                reported(month.biggest_day, ""),
                count_text(month.seasons, "winter")
            ));
        }
        text.done()
    }
}

fn row(month: &Month) -> MonthRow {
    let usual = month.usual.as_ref();
    MonthRow {
        month: month_name(month.month),
        number: month.month,
        seasons: month.winters,
        snowfall: usual.map(|usual| SpreadCm::new(usual.snowfall, month.winters)),
        snow_days: usual.and_then(|usual| Tenths::new(usual.snow_days)),
        powder_days: usual.and_then(|usual| Tenths::new(usual.powder_days)),
        depth_cm: usual.and_then(|usual| Tenths::new(usual.depth_cm?)),
        peak_depth_cm: usual.and_then(|usual| Tenths::new(usual.peak_depth_cm?)),
        biggest_day: usual.and_then(|usual| usual.biggest).map(|(cm, date)| BiggestDay::new(cm, date)),
    }
}
