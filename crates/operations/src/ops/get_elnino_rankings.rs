//! `get_elnino_rankings`: resorts by the effect of El Niño on their winters, by place and tier.

use climate::enso::{Signal, Tier};
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::API_PREFIX;
use world::unknown::shortened;
use world::credits::SourceFamilies;
use world::enso::{EnsoData, RankedEffect};
use crate::enso::{EffectRow, EnsoState, TierRow};
use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Page, Reply};
use world::place::Place;
use world::place::Region;
use crate::text::{Text, count_text, tenths};
use world::{VisibleResort, View};

pub struct Op;

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Part of the world.
    pub region: Option<Region>,
    /// ISO code or English name.
    #[schemars(length(min = 2, max = 60))]
    pub country: Option<String>,
    /// A prime, B favored, C ENSO-proof, D late bloomer, E timing play.
    ///
    /// The letter or the label.
    #[schemars(length(min = 1, max = 20))]
    pub tier: Option<String>,
    /// Rows, default 10.
    #[schemars(range(min = 1, max = 50))]
    pub limit: Option<u32>,
    /// Rows to skip.
    #[schemars(range(min = 0, max = 100_000))]
    pub offset: Option<u32>,
}

/// Resorts ranked by the effect of El Niño.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ElNinoRankings<'w> {
    /// Whether any of the requested resorts is ranked.
    pub available: bool,
    /// Reason if none is.
    pub reason: Option<String>,
    /// The present state of the tropical Pacific; null if the index does not show one.
    pub state: Option<EnsoState>,
    /// Ranked resorts of the place, in all tiers.
    pub ranked: usize,
    /// Number of those with a clear effect: p within the false discovery rate over all resorts.
    pub clear: usize,
    /// Expected number of chance results among the clear ones: that rate times their number.
    pub expected_by_chance: Tenths,
    /// The resorts, best first.
    pub resorts: Vec<Row<'w>>,
}

/// One resort.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Row<'w> {
    /// Rank among all resorts, from 1; equal values share it.
    pub rank: usize,
    /// Slug of the resort.
    pub slug: &'w str,
    /// Name in international use.
    pub name: &'w str,
    /// ISO 3166-1 alpha-2.
    pub country: &'w str,
    /// State, province or canton.
    pub state: Option<&'w str>,
    /// Continent, such as `europe`.
    pub region: &'w str,
    /// Effect of El Niño there; null if the evidence does not support a tier.
    pub tier: Option<TierRow>,
    /// Snowfall of El Niño winters compared with neutral ones.
    pub el_nino: EffectRow,
    /// Mean season total of the winters on record, centimetres.
    pub normal_cm: Option<Tenths>,
    /// Address of the full signal.
    pub url: String,
}

const RULE: &str = "lower end of the 95 % interval of El Niño's effect on the season, highest first: the \
    effect that the evidence supports, not the estimate; resorts without an interval are left out; ties by \
    slug";

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_elnino_rankings",
        method: Method::Get,
        access: world::Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/enso",
        title: "El Niño rankings",
        description: "Ranks resorts by snowfall of El Niño winters against neutral ones: percent, 95 % \
            interval, tier if supported. `clear`: significant among all resorts (false discovery rate), \
            `expectedByChance` of them falsely. For one resort use get_elnino_signal. No resorts: `reason` \
            says why.",
    };
    type Args = Args;
    type Data<'w> = ElNinoRankings<'w>;

    fn run<'w>(view: &View<'w>, args: Args, now: Timestamp) -> Result<Reply<ElNinoRankings<'w>>, OpError> {
        let place = Place::new(args.region, args.country.as_deref())?;
        let tier = args.tier.as_deref().map(tier).transpose()?;
        let (limit, offset) = (args.limit.unwrap_or(10), args.offset.unwrap_or(0));
        let book: &EnsoData = view.dataset();
        let of_place = book.ranking().iter().filter(|ranked| view.atlas().is_within(ranked.at, place));
        let ranked: Vec<(usize, &RankedEffect)> =
            of_place.filter_map(|ranked| Some((book.rank(ranked.at)?, ranked))).collect();
        let clear = ranked.iter().filter(|(_, ranked)| ranked.clear).count();
        let by_chance = book.policy().false_discovery_rate * clear as f64;
        let of_tier = |ranked: &RankedEffect| tier.is_none_or(|tier| ranked.tier == Some(tier));
        let listed = || ranked.iter().filter(|(_, ranked)| of_tier(ranked));
        let page = Page { total: listed().count(), limit, offset };
        let row = |(rank, ranked): &(usize, &RankedEffect)| {
            let signal = book.signal(ranked.at)?.as_ref().ok()?;
            Some(Row::new(*rank, &view.at(ranked.at)?, signal, &view.service().base_url))
        };
        let resorts: Vec<Row<'w>> =
            listed().skip(offset as usize).take(limit as usize).filter_map(row).collect();
        let state = EnsoState::new(book, now);
        let reason = reason(&state, ranked.is_empty(), book.deciding().is_some());
        let data = ElNinoRankings {
            available: !ranked.is_empty(),
            reason,
            state: state.ok(),
            ranked: ranked.len(),
            clear,
            expected_by_chance: Tenths::new(by_chance).unwrap_or_default(),
            resorts,
        };
        let carries = SourceFamilies::CATALOGUE
            .and_if(view.credit_of::<EnsoData>(), book.deciding().is_some())
            .and_if(SourceFamilies::CLIMATE, !ranked.is_empty());
        Ok(Reply::ranked(data, carries, page, RULE))
    }

    fn text(data: &ElNinoRankings<'_>) -> String {
        let mut text = Text::new();
        match &data.state {
            Some(state) => text.line(format_args!("{}.", state.sentence())),
            None => text.line("The present state of the tropical Pacific is not known."),
        }
        if let Some(reason) = &data.reason {
            text.item("Not available", reason);
            return text.done();
        }
        text.line(format_args!(
            "{} ranked by the snowfall of El Niño winters; the effect is clear at {}, of which {} are \
             expected by chance",
            count_text(data.ranked, "resort"),
            data.clear,
            data.expected_by_chance.get()
        ));
        if data.resorts.is_empty() {
            text.line("No resort of this tier is ranked.");
        }
        for row in &data.resorts {
            let tier = row.tier.as_ref();
            let tier = tier.map_or_else(|| "no tier".to_owned(), |tier| format!("{} {}", tier.letter, tier.label));
            text.line(format_args!(
                "{}. {} ({}), {}: {tier}; El Niño {}; {} on average",
                row.rank,
                row.name,
                row.slug,
                row.country,
                row.el_nino.words(),
                tenths(row.normal_cm, "cm")
            ));
        }
        text.done()
    }
}

fn tier(asked: &str) -> Result<Tier, OpError> {
    Tier::parse(asked).ok_or_else(|| {
        let known = Tier::ALL.map(|tier| format!("{} ({})", tier.letter(), tier.label()));
        OpError::argument("tier", format!("must be one of {}, not `{}`", known.join(", "), shortened(asked)))
    })
}

fn reason(state: &Result<EnsoState, String>, none_ranked: bool, has_index: bool) -> Option<String> {
    let words = || match state {
        Err(reason) if !has_index => reason.clone(),
        Err(_) | Ok(_) => "no requested resort has enough winters on record".to_owned(),
    };
    none_ranked.then(words)
}

impl<'w> Row<'w> {
    fn new(rank: usize, seen: &VisibleResort<'w>, signal: &Signal, base_url: &str) -> Self {
        let resort = seen.resort();
        Self {
            rank,
            slug: &resort.slug,
            name: &resort.name,
            country: &resort.country,
            state: resort.state.as_deref(),
            region: resort.continent(),
            tier: signal.tier.map(TierRow::from),
            el_nino: EffectRow::from(signal.el_nino()),
            normal_cm: Tenths::new(signal.normal_cm),
            url: format!("{base_url}{API_PREFIX}/resorts/{}/enso", resort.slug),
        }
    }
}
