//! `compare_forecasts`: the weather models side by side, and how far they agree.

use conditions_core::forecast::{self, Agreement, Comparison};
use conditions_core::record::{Band, DailyRow};
use conditions_core::time::Timestamp;
use conditions_core::units::{Hundredths, Tenths};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use world::credits::SourceFamilies;
use crate::error::OpError;
use crate::local::whole_metres;
use crate::ops::get_weather_forecast::NO_FORECAST;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use world::Tier;
use crate::shapes::days_text;
use crate::text::{NOT_REPORTED, Text, hundredths, reported, tenths, word};
use world::{VisibleResort, View};

pub struct Op;

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Slug or unambiguous name.
    #[schemars(length(min = 1, max = 100))]
    pub slug: String,
    /// Days, default 7.
    ///
    /// The table of the models and days 8 to 14 need the Pro tier and are otherwise withheld.
    #[schemars(range(min = 1, max = 14))]
    pub days: Option<u32>,
}

/// The models of one resort side by side.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SideBySide<'w> {
    /// Slug of the resort.
    pub slug: &'w str,
    /// Name in international use.
    pub name: &'w str,
    /// IANA time zone of the days.
    pub timezone: &'static str,
    /// Whether there are models to compare.
    pub available: bool,
    /// Reason if there are none.
    pub reason: Option<&'static str>,
    /// When the models were fetched.
    pub captured_at: Option<Timestamp>,
    /// Elevation of all numbers, mid mountain, metres above sea level.
    pub elevation_m: Option<i32>,
    /// The blend, daily rows from today on, with the spread of the models.
    pub days: Vec<DailyRow>,
    /// Blended snow of the days that the caller may see, centimetres; days that are not reported add nothing.
    pub total_cm: Option<Tenths>,
    /// Agreement of the models that report all those days on their total, 0 to 1; null with fewer than two.
    pub agreement: Option<Hundredths>,
    /// The agreement as a word.
    pub rating: Option<Agreement>,
    /// One row per model, sorted by weight in the blend.
    pub models: Vec<ModelRow>,
}

/// One model.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModelRow {
    /// Model name, as the upstream uses it.
    pub model: String,
    /// When its run became available upstream; null if not known.
    pub available_at: Option<Timestamp>,
    /// New snow of each day, centimetres; null for a day that is withheld or only partly reported.
    pub snowfall_cm: Vec<Option<Tenths>>,
    /// Sum of the days; null when any is null.
    pub total_cm: Option<Tenths>,
    /// Whether numbers are withheld that the Pro tier shows.
    pub pro_required: bool,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "compare_forecasts",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/resorts/{slug}/models",
        title: "Weather models side by side",
        description: "Daily snow at mid mountain from each weather model and their blend, with spread, \
            agreement and age. For other quantities use get_weather_forecast. Without Pro the models and \
            days 8 to 14 are null with `proRequired`; else null: day not reported whole.",
    };
    type Args = Args;
    type Data<'w> = SideBySide<'w>;

    fn run<'w>(view: &View<'w>, args: Args, _: Timestamp) -> Result<Reply<SideBySide<'w>>, OpError> {
        let seen = view.resort(&args.slug)?;
        let days = args.days.unwrap_or(7) as usize;
        let compared = seen.models().filter(|compared| !compared.models.is_empty());
        let carries = SourceFamilies::CATALOGUE.and_if(SourceFamilies::FORECAST, compared.is_some());
        Ok(Reply::one(side_by_side(view, &seen, compared, days), carries))
    }

    fn text(data: &SideBySide<'_>) -> String {
        let mut text = Text::new();
        text.line(format_args!(
            "Weather models at {} ({}), mid mountain {}, days in {}",
            data.name,
            data.slug,
            reported(data.elevation_m, "m"),
            data.timezone
        ));
        if let Some(reason) = data.reason {
            text.item("Not available", reason);
            return text.done();
        }
        text.item("Weather models fetched", reported(data.captured_at, ""));
        text.line(format_args!(
            "Blend {} in all; agreement of the models {} ({})",
            tenths(data.total_cm, "cm"),
            hundredths(data.agreement, ""),
            word(&data.rating)
        ));
        days_text(&mut text, &data.days);
        models_text(&mut text, &data.models);
        text.done()
    }
}

fn side_by_side<'w>(
    view: &View<'w>,
    seen: &VisibleResort<'w>,
    compared: Option<Comparison>,
    days: usize,
) -> SideBySide<'w> {
    let resort = seen.resort();
    let visible = days.min(seen.visible_days());
    let mut rows = Vec::from(seen.days(Band::Mid));
    let total_cm = forecast::total(&rows, visible);
    rows.truncate(days);
    let agreement = compared.as_ref().and_then(|compared| compared.agreement(view.policy(), visible));
    SideBySide {
        slug: &resort.slug,
        name: &resort.name,
        timezone: resort.timezone.name(),
        available: compared.is_some(),
        reason: compared.is_none().then_some(NO_FORECAST),
        captured_at: compared.as_ref().map(|compared| compared.captured_at),
        elevation_m: conditions_core::hourly::request_elevation(seen.profile()).and_then(whole_metres),
        days: rows,
        total_cm,
        agreement: agreement.and_then(Hundredths::new),
        rating: agreement.map(|agreement| Agreement::from_value(view.policy(), agreement)),
        models: models(compared, days, seen.sees_14_days()),
    }
}

/// Returns the table of a resort over `days` days, with numbers withheld from callers who may not see them.
pub(crate) fn table(seen: &VisibleResort<'_>, days: usize) -> Vec<ModelRow> {
    models(seen.models(), days, seen.sees_14_days())
}

/// Returns the table with numbers withheld from callers who may not see them: the specification requires the Pro tier.
fn models(compared: Option<Comparison>, days: usize, entitled: bool) -> Vec<ModelRow> {
    let models = compared.map(|compared| compared.models).unwrap_or_default();
    let row = |model: forecast::ModelSnow| ModelRow {
        snowfall_cm: model.days.iter().take(days).map(|cm| cm.filter(|_| entitled)).collect(),
        total_cm: model.total(days).filter(|_| entitled),
        pro_required: !entitled,
        model: model.model,
        available_at: model.available_at,
    };
    models.into_iter().map(row).collect()
}

/// Describes the models in words. Models with withheld numbers share one line.
pub(crate) fn models_text(text: &mut Text, rows: &[ModelRow]) {
    let withheld: Vec<String> = rows
        .iter()
        .filter(|row| row.pro_required)
        .map(|row| match row.available_at {
            Some(run) => format!("{} (run available {run})", row.model),
            None => row.model.clone(),
        })
        .collect();
    if !withheld.is_empty() {
        text.item("Single models", format_args!("withheld; need the Pro tier: {}", withheld.join(", ")));
    }
    rows.iter().filter(|row| !row.pro_required).for_each(|row| model_text(text, row));
}

fn model_text(text: &mut Text, row: &ModelRow) {
    let day = |cm: &Option<Tenths>| cm.map_or_else(|| NOT_REPORTED.to_owned(), |cm| cm.get().to_string());
    let days: Vec<String> = row.snowfall_cm.iter().map(day).collect();
    text.line(format_args!(
        "{} (run available {}): snow by day, cm: {}; total {}",
        row.model,
        reported(row.available_at, ""),
        days.join(", "),
        tenths(row.total_cm, "cm")
    ));
}
