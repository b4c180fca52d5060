//! `get_elnino_signal`: the effect of El Niño and La Niña on one resort's winters, and the state of the present winter.

use climate::enso::{MissingReason, Signal, analogues};
use climate::{Policy, Winter, normals};
use conditions_core::time::Timestamp;
use conditions_core::units::{Hundredths, Tenths};
use schemars::JsonSchema;
use serde::Serialize;

use world::credits::SourceFamilies;
use world::enso::EnsoData;
use crate::enso::{EffectRow, EnsoState, Evidence, GroupName, PhaseName, TierRow, effects, percent};
use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use world::Tier;
use crate::shapes::OneResort;
use crate::text::{Text, count_text, hundredths, reported, tenths, word};
use world::{VisibleResort, View};

pub struct Op;

/// Effect of El Niño on one resort.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ElNinoSignal<'w> {
    /// Slug of the resort.
    pub slug: &'w str,
    /// Name in international use.
    pub name: &'w str,
    /// Whether there is a result for the resort.
    pub available: bool,
    /// Reason if there is none.
    pub reason: Option<String>,
    /// The present state of the tropical Pacific; null if the index does not show one.
    pub state: Option<EnsoState>,
    /// Reason if there is no present state.
    pub state_reason: Option<String>,
    /// Rank among the resorts by the lower end of El Niño's interval, from 1.
    pub rank: Option<usize>,
    /// Number of ranked resorts.
    pub ranked: usize,
    /// Effect of El Niño here; null if the evidence does not support a tier.
    pub tier: Option<TierRow>,
    /// Complete winters with a known phase.
    pub winters: usize,
    /// Mean season total of those winters, centimetres.
    pub normal_cm: Option<Tenths>,
    /// Effects on the season by group of winters; empty if not available.
    pub effects: Vec<EffectRow>,
    /// El Niño's effect on the late half of the season, its last three months.
    pub late_half: Option<EffectRow>,
    /// The winter that today belongs to.
    pub winter: Option<String>,
    /// Past winters with a similar index at this time of year, nearest first.
    pub analogues: Vec<AnalogueRow>,
    /// The winter so far; null before its season, and if it is not on record.
    pub scorecard: Option<Scorecard>,
    /// Summary in one paragraph.
    pub paragraph: String,
    /// Explains the method and its limits.
    pub method: String,
}

/// A winter that began like this one.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnalogueRow {
    /// The winter, `2015-16` or in the south `2016`.
    pub winter: String,
    /// The season of its year that was compared.
    pub season: String,
    /// The index in that season, °C.
    pub anomaly_c: Hundredths,
    /// The index at the heart of the winter, °C.
    pub heart_anomaly_c: Hundredths,
    /// Phase of the winter; null while undecided.
    pub phase: Option<PhaseName>,
    /// Season total, centimetres; null if incomplete.
    pub season_cm: Option<Tenths>,
    /// Season total in percent of the mean of all winters.
    pub pct_of_normal: Option<Tenths>,
}

/// This winter's season so far.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Scorecard {
    /// The last day that counts.
    pub through: String,
    /// Snowfall of the season up to then, centimetres.
    pub total_cm: Tenths,
    /// Average up to that day, centimetres.
    pub normal_cm: Tenths,
    /// Snowfall in percent of that average; null if the average is too small.
    pub pct_of_normal: Option<Tenths>,
    /// Number of winters in the average.
    pub winters: u16,
    /// Whether the season so far agrees with the present phase; null while neutral, or if the effect is not clear.
    pub as_expected: Option<bool>,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_elnino_signal",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/resorts/{slug}/enso",
        title: "El Niño and one resort",
        description: "Effect of El Niño and La Niña on one resort's season snowfall: percent against \
            neutral winters with number and 95 % interval, tier, rank, the Pacific now. `low_evidence`: may \
            be chance. For forecasts use get_weather_forecast, to rank resorts get_elnino_rankings. \
            `available` false: `reason` says why.",
    };
    type Args = OneResort;
    type Data<'w> = ElNinoSignal<'w>;

    fn run<'w>(
        view: &View<'w>,
        args: OneResort,
        now: Timestamp,
    ) -> Result<Reply<ElNinoSignal<'w>>, OpError> {
        let seen = view.resort(&args.slug)?;
        let book: &EnsoData = view.dataset();
        let carries = SourceFamilies::CATALOGUE
            .and_if(view.credit_of::<EnsoData>(), book.deciding().is_some())
            .and_if(SourceFamilies::CLIMATE, !seen.winters().is_empty());
        let at = seen.position();
        Ok(Reply::one(answer(&SignalRequest { book, at, seen, now }), carries))
    }

    fn text(data: &ElNinoSignal<'_>) -> String {
        let mut text = Text::new();
        text.line(format_args!("El Niño at {} ({})", data.name, data.slug));
        text.line(&data.paragraph);
        if let Some(tier) = &data.tier {
            let rank = reported(data.rank, "");
            text.item("Tier", format_args!("{} {}", tier.letter, tier.label));
            text.item("Rank", format_args!("{rank} of {}", data.ranked));
        }
        for effect in &data.effects {
            text.line(format_args!("- {}: {}", word(&effect.group), effect.words()));
        }
        if let Some(late) = &data.late_half {
            text.line(format_args!("- el_nino, late half of the season: {}", late.words()));
        }
        for row in &data.analogues {
            text.line(format_args!(
                "- {} began alike ({} {}): {}, {} of the average winter",
                row.winter,
                row.season,
                hundredths(Some(row.anomaly_c), "°C"),
                tenths(row.season_cm, "cm"),
                percent(row.pct_of_normal)
            ));
        }
        if let Some(card) = &data.scorecard {
            text.line(format_args!(
                "This season through {}: {} cm; average of {}: {} cm, so {} of it",
                card.through,
                card.total_cm.get(),
                count_text(card.winters, "winter"),
                card.normal_cm.get(),
                percent(card.pct_of_normal)
            ));
        }
        text.item("Method", &data.method);
        text.done()
    }
}

/// The resort, the data and the time of a request.
struct SignalRequest<'w> {
    book: &'w EnsoData,
    at: usize,
    seen: VisibleResort<'w>,
    now: Timestamp,
}

fn answer<'w>(told: &SignalRequest<'w>) -> ElNinoSignal<'w> {
    let SignalRequest { book, at, seen, now } = *told;
    let resort = seen.resort();
    let (state, state_reason) = match EnsoState::new(book, now) {
        Ok(state) => (Some(state), None),
        Err(reason) => (None, Some(reason)),
    };
    let (signal, reason) = match told.signal() {
        Ok(signal) => (Some(signal), None),
        Err(reason) => (None, Some(reason)),
    };
    let today = now.local_date(seen.profile().zone);
    let winter = Winter::containing(seen.winters().hemisphere(), today);
    let rows = signal.map(effects).unwrap_or_default();
    let scorecard = winter.and_then(|winter| scorecard(&seen, winter, expected(&rows, state.as_ref())));
    let analogues = winter.map(|winter| told.analogues(winter)).unwrap_or_default();
    let paragraph = paragraph(&resort.name, state.as_ref(), signal.map(|_| &rows), reason.as_deref());
    ElNinoSignal {
        slug: &resort.slug,
        name: &resort.name,
        available: signal.is_some(),
        reason,
        state,
        state_reason,
        rank: book.rank(at),
        ranked: book.ranking().len(),
        tier: signal.and_then(|signal| signal.tier).map(TierRow::from),
        winters: signal.map_or(0, |signal| signal.winters),
        normal_cm: signal.and_then(|signal| Tenths::new(signal.normal_cm)),
        effects: rows,
        late_half: signal.map(|signal| EffectRow::from(&signal.late)),
        winter: winter.map(|winter| winter.to_string()),
        analogues,
        scorecard,
        paragraph,
        method: method(book),
    }
}

impl<'w> SignalRequest<'w> {
    /// Returns the signal of the resort.
    ///
    /// # Errors
    /// Returns the reason in words if there is none.
    fn signal(&self) -> Result<&'w Signal, String> {
        let Some(signal) = self.book.signal(self.at) else {
            return Err("no index of El Niño is on record".to_owned());
        };
        signal.as_ref().map_err(|missing| match missing {
            MissingReason::TooFewWinters { .. } if self.seen.winters().is_empty() => {
                "no winters of this resort are on record".to_owned()
            }
            MissingReason::TooFewWinters { have, need } => {
                format!("{need} complete winters of known phase are needed; on record: {have}")
            }
            MissingReason::TooLittleSnow => "the winters on record have almost no snow here".to_owned(),
        })
    }

    /// Returns the past winters that began like this one.
    fn analogues(&self, winter: Winter) -> Vec<AnalogueRow> {
        let winters = self.seen.winters();
        let Some(phases) = self.book.deciding().map(|index| &index.phases) else { return Vec::new() };
        let Some(Ok(state)) = self.book.state(self.now.utc().date_naive()) else { return Vec::new() };
        let normal_cm = self.signal().ok().map(|signal| signal.normal_cm);
        let found = analogues(phases, &state, winter, winters.iter().map(|days| days.winter()));
        let row = |found: climate::enso::Analogue| {
            let days = winters.get(found.winter).filter(|days| days.summary().complete);
            let season_cm = days.map(|days| days.summary().total);
            let of_normal = |(cm, normal): (Tenths, f64)| Tenths::new(cm.get() / normal * 100.0);
            AnalogueRow {
                winter: found.winter.to_string(),
                season: found.season.to_string(),
                anomaly_c: Hundredths::from_units(found.anomaly),
                heart_anomaly_c: Hundredths::from_units(found.heart),
                phase: phases.winter_phase(found.winter).map(|was| was.phase.into()),
                season_cm,
                pct_of_normal: season_cm.zip(normal_cm).and_then(of_normal),
            }
        };
        found.into_iter().map(row).collect()
    }
}

/// Returns the direction that the present phase predicts for a season, if its effect is clear.
fn expected(effects: &[EffectRow], state: Option<&EnsoState>) -> Option<bool> {
    let effect = of_phase(effects, state?.phase)?;
    (effect.evidence == Evidence::Clear).then_some(effect.change_pct? > Tenths::ZERO)
}

fn of_phase(effects: &[EffectRow], phase: PhaseName) -> Option<&EffectRow> {
    let group = match phase {
        PhaseName::ElNino => GroupName::ElNino,
        PhaseName::LaNina => GroupName::LaNina,
        PhaseName::Neutral => return None,
    };
    effects.iter().find(|effect| effect.group == group)
}

fn scorecard(seen: &VisibleResort<'_>, winter: Winter, more: Option<bool>) -> Option<Scorecard> {
    let policy = Policy::DEFAULT;
    let days = seen.winters().get(winter)?;
    let through = days.summary().last_known?.min(winter.season_last_day());
    let total = normals::season_to(&policy, days, winter.index(through)?)?;
    let normal = normals::snowfall_to(&policy, seen.winters(), through)?;
    let pct_of_normal = climate::seasons::percent(&policy, total, normal.spread.mean);
    let ahead = pct_of_normal.map(|pct| pct.get() > 100.0);
    Some(Scorecard {
        through: through.to_string(),
        total_cm: Tenths::new(total)?,
        normal_cm: Tenths::new(normal.spread.mean)?,
        pct_of_normal,
        winters: normal.winters,
        as_expected: more.zip(ahead).map(|(more, ahead)| more == ahead),
    })
}

fn paragraph(
    name: &str,
    state: Option<&EnsoState>,
    effects: Option<&Vec<EffectRow>>,
    reason: Option<&str>,
) -> String {
    let mut sentences = Vec::new();
    sentences.push(match state {
        Some(state) => format!("{}.", state.sentence()),
        None => "The present state of the tropical Pacific is not known.".to_owned(),
    });
    let Some(effects) = effects else {
        sentences.push(format!("There is no result for {name}: {}.", reason.unwrap_or("no data")));
        return sentences.join(" ");
    };
    let phase = state.map_or(PhaseName::ElNino, |state| state.phase);
    let Some(effect) = of_phase(effects, phase) else {
        sentences.push(format!("Neutral winters are the baseline, so no effect is expected for {name}."));
        return sentences.join(" ");
    };
    sentences.push(format!("{} seasons against neutral ones at {name}: {}.", phase.words(), effect.words()));
    sentences.push(match effect.evidence {
        Evidence::Clear => "Single winters differ from their mean by far more.".to_owned(),
        Evidence::LowEvidence => "That is not enough to expect an effect.".to_owned(),
    });
    sentences.join(" ")
}

fn method(book: &EnsoData) -> String {
    let policy = book.policy();
    format!(
        "Season snowfall of a reanalysis (November to April, in the south May to October), compared only \
         within that dataset. A winter has the phase of the event that includes DJF (in the south JJA): at \
         least {} overlapping seasons at {} °C or more from normal. Effect: difference of means to neutral \
         winters in percent of the mean of all winters; 95 % interval by Welch's t. low_evidence: the \
         interval spans zero or a side has fewer than {} winters, or p is not significant among all \
         resorts: at most {} % of the significant ones are expected to be chance (Benjamini-Hochberg). \
         Trends and the clustering of phases in decades are not removed. Not a forecast.",
        policy.event_seasons,
        f64::from(policy.threshold_tenths) / 10.0,
        policy.min_group,
        policy.false_discovery_rate * 100.0
    )
}
