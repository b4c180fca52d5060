//! `get_my_snow_report`: all saved resorts of the account, ranked best first like `get_snow_report`. Resorts that
//! cannot be ranked come last, each with the reason.

use accounts::Scope;
use conditions_core::field::Field;
use conditions_core::score::WithheldReason;
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use world::credits::SourceFamilies;
use world::{VisibleResort, Tier, View};

use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Page, Reply};
use crate::account::{MOST_SAVED, account_data};
use crate::ranking::{Measure, ReportSort, is_in_season};
use crate::shapes::ResortRow;
use crate::text::{Text, tenths};

pub struct Op;

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Default score.
    pub sort: Option<ReportSort>,
}

/// A saved resort.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonalReportRow<'w> {
    /// Rank, from 1; null for a resort that is not ranked.
    pub rank: Option<usize>,
    /// Reason if it is not ranked; null if it is.
    pub not_ranked: Option<&'static str>,
    /// The resort.
    #[serde(flatten)]
    pub row: ResortRow<'w>,
    /// Forecast snowfall of the next 14 days, centimetres; not reported to callers who may not see it.
    #[serde(rename = "next14dCm")]
    pub next14d_cm: &'w Field<Tenths>,
}

impl<'w> PersonalReportRow<'w> {
    fn new(view: &View<'w>, seen: &VisibleResort<'w>, rank: Option<usize>, measure: Measure) -> Self {
        Self {
            rank,
            not_ranked: rank.is_none().then(|| reason(measure, seen)),
            row: ResortRow::new(seen, &view.service().base_url),
            next14d_cm: &seen.resolution().record.forecast.next14d_cm,
        }
    }
}

/// Returns why a ranking leaves out a resort.
fn reason(measure: Measure, seen: &VisibleResort<'_>) -> &'static str {
    match measure {
        Measure::Score if seen.score().withheld == Some(WithheldReason::OutOfSeason) => "no score: out of season",
        Measure::Score => "no score: too little is reported",
        _ if measure.value(seen).is_some() && !is_in_season(seen) => "no snow, out of season",
        Measure::Snowfall if measure.value(seen).is_some() => "no new snow in the past 24 hours",
        Measure::Snowfall => "snowfall of the past 24 hours is not reported",
        Measure::Depth => "snow depth is not reported",
        Measure::Next7d | Measure::Next14d => "no forecast",
    }
}

const RULE: &str = "saved resorts by the requested quantity, most first, equal values share a rank; resorts that are not ranked come last, by slug, \
    each with its reason";

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_my_snow_report",
        method: Method::Get,
        access: Tier::Reader,
        faces: Interfaces::Both,
        path: "/me/snow-report",
        title: "My snow report",
        description: "Ranks the account's saved resorts, best first; those without the quantity come last, with a reason. For every \
            resort use get_snow_report.",
    };
    const OWN: Option<Scope> = Some(Scope::Saved);
    type Args = Args;
    type Data<'w> = Vec<PersonalReportRow<'w>>;

    fn run<'w>(view: &View<'w>, args: Args, _: Timestamp) -> Result<Reply<Vec<PersonalReportRow<'w>>>, OpError> {
        let mut rest: Vec<VisibleResort<'w>> =
            account_data(view)?.saved.iter().filter_map(|saved| Some(view.of_slug(&saved.slug)?.for_lists())).collect();
        let measure = args.sort.unwrap_or_default().measure(&rest);
        let page = Page { total: rest.len(), limit: u32::try_from(MOST_SAVED).unwrap_or(u32::MAX), offset: 0 };
        let ranked = measure.rank(rest.iter().copied());
        rest.retain(|seen| measure.list_value(seen).is_none());
        rest.sort_unstable_by_key(|seen| seen.resort().slug.as_str());
        let all = ranked.iter().chain(&rest);
        let carries = all.fold(SourceFamilies::CATALOGUE, |carries, seen| carries.and(seen.carries()));
        let ranked = measure.ranks(&ranked).zip(&ranked).map(|(rank, seen)| PersonalReportRow::new(view, seen, Some(rank), measure));
        let rest = rest.iter().map(|seen| PersonalReportRow::new(view, seen, None, measure));
        Ok(Reply::ranked(ranked.chain(rest).collect(), carries, page, RULE))
    }

    fn text(data: &Vec<PersonalReportRow<'_>>) -> String {
        let mut text = Text::new();
        if data.is_empty() {
            text.line("No resort is saved.");
        }
        for PersonalReportRow { rank, not_ranked, row, next14d_cm } in data {
            let place = rank.map_or("-".to_owned(), |rank| format!("{rank}."));
            let more = match next14d_cm.value {
                None => String::new(),
                total => format!("; next 14 days {}", tenths(total, "cm")),
            };
            let reason = not_ranked.map(|reason| format!("; not ranked: {reason}")).unwrap_or_default();
            text.line(format_args!("{place} {row}{more}{reason}"));
        }
        text.done()
    }
}
