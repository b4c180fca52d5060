//! `compare_resorts`: two to four resorts side by side, with a winner if the values can be compared.

mod dimension;

use conditions_core::source::Kind;
use conditions_core::time::Timestamp;
use conditions_core::units::{Confidence, Tenths};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use dimension::Dimension;

use world::credits::SourceFamilies;
use crate::error::OpError;
use crate::resort_arguments::find_resorts;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use world::Tier;
use crate::shapes::ResortRow;
use crate::text::{NOT_REPORTED, Text};
use world::{VisibleResort, View};

pub struct Op;

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Slugs, or unambiguous names.
    ///
    /// Two to four, separated by commas or by repeating the argument.
    #[schemars(length(min = 2, max = 4), inner(length(min = 1, max = 100)))]
    pub slugs: Vec<String>,
    /// What to compare, default everything.
    ///
    /// Separated by commas or by repeating the argument.
    #[schemars(length(min = 1, max = 12))]
    pub dimensions: Option<Vec<Dimension>>,
}

/// Resorts side by side.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Comparison<'w> {
    /// The resorts, in the requested order.
    pub resorts: Vec<ResortRow<'w>>,
    /// One entry per dimension.
    pub dimensions: Vec<DimensionComparison<'w>>,
}

/// One dimension.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Compared")]
pub struct DimensionComparison<'w> {
    /// The dimension.
    pub dimension: Dimension,
    /// Unit of the numbers; empty for pure numbers and words.
    pub unit: &'static str,
    /// One value per resort, in the requested order.
    pub values: Vec<ResortValue<'w>>,
    /// Slug of the resort with the highest number; null on a tie, if fewer than two resorts report one, and if more is
    /// not better.
    pub winner: Option<&'w str>,
    /// Slugs of the resorts that share the highest number; empty without a tie.
    pub tied: Vec<&'w str>,
    /// The outcome in words.
    pub verdict: String,
}

/// A resort's value in one dimension.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Valued")]
pub struct ResortValue<'w> {
    /// Slug of the resort.
    pub slug: &'w str,
    /// The number; null for a word, and when nothing is reported.
    pub value: Option<Tenths>,
    /// The value in words; null when nothing is reported.
    pub words: Option<String>,
    /// Where it comes from.
    pub source: Kind,
    /// When it was observed.
    pub observed_at: Option<Timestamp>,
    /// Trust in it, 0 to 1.
    pub confidence: Confidence,
    /// True when the value is withheld from this caller and the Pro tier would show it.
    pub pro_required: bool,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "compare_resorts",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/compare",
        title: "Compare resorts",
        description: "Two to four resorts side by side in snow, lifts and terrain, with source, time and \
            confidence. A winner needs two reported values and one higher; ties are named; status and snow \
            quality have no winner. Null: not reported. For one resort use get_resort, for slugs \
            search_resorts.",
    };
    type Args = Args;
    type Data<'w> = Comparison<'w>;

    fn run<'w>(view: &View<'w>, args: Args, _: Timestamp) -> Result<Reply<Comparison<'w>>, OpError> {
        let resorts = find_resorts(view, &args.slugs)?;
        let mut dimensions = Vec::new();
        for dimension in args.dimensions.unwrap_or_else(|| Dimension::ALL.into()) {
            if !dimensions.contains(&dimension) {
                dimensions.push(dimension);
            }
        }
        let carries = resorts.iter().map(VisibleResort::carries).fold(SourceFamilies::CATALOGUE, SourceFamilies::and);
        let comparison = Comparison {
            resorts: resorts.iter().map(|seen| ResortRow::new(seen, &view.service().base_url)).collect(),
            dimensions: dimensions.into_iter().map(|dimension| compared(view, dimension, &resorts)).collect(),
        };
        Ok(Reply::one(comparison, carries))
    }

    fn text(data: &Comparison<'_>) -> String {
        let mut text = Text::new();
        for row in &data.resorts {
            text.line(row);
        }
        for DimensionComparison { dimension, values, verdict, .. } in &data.dimensions {
            let values: Vec<String> = values
                .iter()
                .map(|valued| {
                    let words = valued.words.as_deref().unwrap_or(NOT_REPORTED);
                    let words = if valued.pro_required { "withheld; needs the Pro tier" } else { words };
                    format!("{} {words}", valued.slug)
                })
                .collect();
            text.line(format_args!("{}: {}. {verdict}", dimension.title(), values.join(", ")));
        }
        text.done()
    }
}

fn compared<'w>(view: &View<'w>, dimension: Dimension, resorts: &[VisibleResort<'w>]) -> DimensionComparison<'w> {
    let values: Vec<ResortValue<'w>> = resorts.iter().map(|seen| dimension.value(view, seen)).collect();
    let reporting = values.iter().filter(|valued| valued.value.is_some()).count();
    let most = values.iter().filter_map(|valued| valued.value).max();
    let leaders: Vec<&'w str> =
        values.iter().filter(|valued| valued.value.is_some() && valued.value == most).map(|v| v.slug).collect();
    let (winner, tied, verdict) = match leaders.as_slice() {
        _ if !dimension.is_ranked() => (None, Vec::new(), "Shown without a winner.".to_owned()),
        _ if reporting < 2 => (None, Vec::new(), "No winner: fewer than two resorts report it.".to_owned()),
        [winner] => (Some(*winner), Vec::new(), format!("Most: {winner}.")),
        tied => (None, tied.to_vec(), format!("A tie of {}.", tied.join(" and "))),
    };
    DimensionComparison { dimension, unit: dimension.unit(), values, winner, tied, verdict }
}
