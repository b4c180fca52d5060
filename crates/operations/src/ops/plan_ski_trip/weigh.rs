//! Evaluates one resort in full on the dates of a trip: forecasts for the days that they reach, past winters for the
//! others, and a reason with its numbers for each.

use chrono::NaiveDate;
use climate::trip::{Odds, odds};
use conditions_core::record::Band;
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use world::{OPEN_DAYS, VisibleResort, View};

use super::Plan;
use super::points::{DepthOf, Estimate, Priority, ability_pct, depth_cm, terrain_km};
use crate::figure::Figure;
use crate::passes::{Terms, is_over};
use crate::snow_record::{POLICY, interval, likely, probability};
use crate::text::{count_text, word};
use crate::trips::{Reason, TripFact};

const FORECAST: &str = "blend of the weather models at mid mountain";
const CLIMATE: &str = "ERA5-Land, the same days of past winters";
const BOTH: &str = "blend of the weather models at mid mountain; beyond it ERA5-Land, the same days of past winters";

/// Returns points out of 100 and the reasons. A reason of which nothing is known says so.
pub(super) fn weighed(
    view: &View<'_>,
    seen: &VisibleResort<'_>,
    plan: &Plan<'_>,
    is_open: Option<bool>,
    now: Timestamp,
) -> Option<(Tenths, Vec<Reason>)> {
    let window = Window::for_plan(seen, plan);
    let estimate = Estimate {
        snow_cm: window.snow_a_day(),
        powder: window.powder(),
        depth_cm: depth_cm(view, seen, plan).map(|(cm, _)| cm),
        terrain_km: terrain_km(seen, plan.ability),
    };
    let scored = |part: Priority| Score {
        points: estimate.points(part, plan),
        maximum: Tenths::new(part.maximum(plan.priority)),
    };
    let mut reasons = vec![
        window.snow(scored(Priority::Snow)),
        window.powder_days(scored(Priority::Powder)),
        depth(view, seen, plan, scored(Priority::Depth)),
        terrain(seen, plan, scored(Priority::Terrain)),
        season(seen, is_open),
    ];
    reasons.extend(pass(seen, plan, now));
    Some((Tenths::new(estimate.total(plan))?, reasons))
}

/// Points of one part of the evaluation, out of its maximum.
#[derive(Clone, Copy)]
struct Score {
    points: Option<Tenths>,
    maximum: Option<Tenths>,
}

/// Known new snow on the days of a trip.
struct Window {
    days: u16,
    /// Snow of the first days, as far as they are forecast, centimetres.
    forecast: Vec<f64>,
    /// Probability of at least 15 cm on these days, if known.
    chances: Vec<f64>,
    /// Odds of the other days from past winters.
    odds: Option<Odds>,
}

impl Window {
    fn for_plan(seen: &VisibleResort<'_>, plan: &Plan<'_>) -> Self {
        let rows = seen.days(Band::Mid);
        let own = rows.iter().take(plan.reach).zip(seen.chances(Band::Mid).days);
        let own = own.skip_while(|(row, _)| row.date < plan.start).take_while(|(row, _)| row.date <= plan.end);
        let mut forecast = Vec::new();
        let mut chances = Vec::new();
        let mut from = Some(plan.start);
        for (row, chance) in own {
            let Some(cm) = row.snowfall_cm.filter(|_| from == Some(row.date)) else { break };
            forecast.push(cm.get());
            chances.extend(chance.map(|chance| {
                let [_, powder, _] = chance.told.at_least;
                powder
            }));
            from = row.date.succ_opt();
        }
        let rest = from.filter(|from| *from <= plan.end);
        let odds = rest.and_then(|from: NaiveDate| odds(&POLICY, seen.winters(), None, from, plan.end).ok());
        Self { days: plan.days, forecast, chances, odds }
    }

    fn forecast_cm(&self) -> f64 {
        self.forecast.iter().sum()
    }

    fn usual_days(&self) -> u16 {
        self.odds.as_ref().map_or(0, |odds| odds.days)
    }

    fn known_days(&self) -> f64 {
        self.forecast.len() as f64 + f64::from(self.usual_days())
    }

    fn usual_cm(&self) -> f64 {
        self.odds.as_ref().map_or(0.0, |odds| odds.snowfall.mean)
    }

    /// Returns the mean over the known days.
    fn snow_a_day(&self) -> Option<f64> {
        let known = self.known_days();
        (known > 0.0).then(|| (self.forecast_cm() + self.usual_cm()) / known)
    }

    /// Returns the share of the days with at least 15 cm.
    fn powder(&self) -> Option<f64> {
        if self.chances.len() < self.forecast.len() {
            return None;
        }
        let usual = self.odds.as_ref().map_or(0.0, |odds| odds.powder_day.share * f64::from(odds.days));
        let known = self.known_days();
        (known > 0.0).then(|| (self.chances.iter().sum::<f64>() + usual) / known)
    }

    const fn evidence(&self) -> &'static str {
        match (self.forecast.is_empty(), self.odds.is_some()) {
            (true, _) => CLIMATE,
            (false, true) => BOTH,
            (false, false) => FORECAST,
        }
    }

    fn snow(&self, score: Score) -> Reason {
        let mut words = Vec::new();
        let mut numbers = Vec::new();
        if self.known_days() > 0.0 {
            numbers.push(Figure::new("snowfall", Tenths::new(self.forecast_cm() + self.usual_cm()), "cm"));
        }
        if !self.forecast.is_empty() {
            let days = count_text(self.forecast.len(), "day").to_string();
            words.push(format!("{:.1} cm forecast for {days}", self.forecast_cm()));
            numbers.push(Figure::new("forecastSnowfall", Tenths::new(self.forecast_cm()), "cm"));
            numbers.push(Figure::new("forecastDays", Tenths::new(self.forecast.len() as f64), ""));
        }
        if let Some(odds) = &self.odds {
            let spread = &odds.snowfall;
            words.push(format!(
                "{:.1} cm usual for {} ({:.0} to {:.0} cm in eight winters of ten, {})",
                spread.mean,
                count_text(odds.days, "day"),
                spread.p10,
                spread.p90,
                count_text(odds.winters.len(), "winter")
            ));
            numbers.push(Figure::new("usualSnowfall", Tenths::new(spread.mean), "cm"));
            numbers.push(Figure::new("usualLow", Tenths::new(spread.p10), "cm"));
            numbers.push(Figure::new("usualHigh", Tenths::new(spread.p90), "cm"));
            numbers.push(Figure::count("usualDays", odds.days));
            numbers.push(Figure::new("winters", Tenths::new(odds.winters.len() as f64), ""));
        }
        let missing = f64::from(self.days) - self.known_days();
        if numbers.is_empty() {
            words.push("not known: neither a forecast nor past winters cover these days".to_owned());
        } else if missing > 0.0 {
            words.push(format!("no data for {missing:.0} of the days"));
            numbers.push(Figure::new("unknownDays", Tenths::new(missing), ""));
        }
        Reason {
            about: "snow",
            points: score.points,
            maximum: score.maximum,
            words: words.join(", "),
            fact: TripFact::Snow,
            evidence: (!numbers.is_empty()).then(|| self.evidence()),
            numbers,
        }
    }

    fn powder_days(&self, score: Score) -> Reason {
        let mut words = Vec::new();
        let mut numbers = Vec::new();
        let percent = |share: f64| Tenths::new(share * 100.0);
        if !self.chances.is_empty() {
            let best = self.chances.iter().copied().fold(0.0, f64::max);
            words.push(format!("forecast days: at most {:.0} % for 15 cm on one day", best * 100.0));
            numbers.push(Figure::new("bestForecastDayProbability", percent(best), "%"));
        }
        if let Some(odds) = &self.odds {
            let any = likely(probability(&odds.any_powder), interval(&odds.any_powder), "winter");
            words.push(format!("at least one day of 15 cm in past winters {any}"));
            numbers.push(Figure::new("anyPowderDay", percent(odds.any_powder.share), "%"));
            numbers.push(Figure::new("anyPowderDayLow", percent(odds.any_powder.low), "%"));
            numbers.push(Figure::new("anyPowderDayHigh", percent(odds.any_powder.high), "%"));
            numbers.push(Figure::count("winters", odds.any_powder.of));
        }
        let words = if words.is_empty() { "not known".to_owned() } else { words.join("; ") };
        let evidence = (!numbers.is_empty()).then(|| self.evidence());
        Reason { about: "powder", points: score.points, maximum: score.maximum, words, fact: TripFact::Powder, evidence, numbers }
    }
}

fn depth(
    view: &View<'_>,
    seen: &VisibleResort<'_>,
    plan: &Plan<'_>,
    score: Score,
) -> Reason {
    let (words, evidence, numbers) = match depth_cm(view, seen, plan) {
        None => ("not known".to_owned(), None, Vec::new()),
        Some((cm, DepthOf::Now { days_ahead })) => {
            let field = seen.resolution().record.display_depth_cm.as_ref();
            let source = field.map(|field| field.source.name()).unwrap_or_default();
            let ahead = if days_ahead < OPEN_DAYS as i64 {
                String::new()
            } else {
                format!(", {days_ahead} days before the trip")
            };
            let words = format!("{cm:.0} cm lie now ({source}){ahead}");
            (words, Some("the resort's conditions record"), vec![Figure::new("depth", Tenths::new(cm), "cm")])
        }
        Some((cm, DepthOf::Usual { winters })) => {
            let words = format!("{cm:.0} cm usually lie at the base on the first day ({})", count_text(winters, "winter"));
            let numbers = vec![Figure::new("usualDepth", Tenths::new(cm), "cm"), Figure::count("winters", winters)];
            (words, Some("snowpack model over the weather of past winters"), numbers)
        }
    };
    Reason { about: "depth", points: score.points, maximum: score.maximum, words, fact: TripFact::Depth, evidence, numbers }
}

fn terrain(seen: &VisibleResort<'_>, plan: &Plan<'_>, score: Score) -> Reason {
    let all_km = seen.resort().run_km;
    let pct = plan.ability.and_then(|ability| ability_pct(seen, ability));
    let ability = plan.ability.map(|ability| word(&ability)).unwrap_or_default();
    let mut numbers = Vec::new();
    numbers.extend(all_km.map(|km| Figure::new("runs", Tenths::new(km), "km")));
    numbers.extend(pct.map(|pct| Figure::new("abilityShare", Tenths::new(pct), "%")));
    let words = match (plan.ability, all_km, pct) {
        (None, None, _) => "length of the runs not known".to_owned(),
        (None, Some(km), _) => format!("{km} km of marked runs"),
        (Some(_), Some(km), Some(pct)) => {
            format!("{:.0} km of {km} km are for {ability} ({pct:.0} %)", km * pct / 100.0)
        }
        (Some(_), None, Some(pct)) => format!("{pct:.0} % of the terrain is for {ability}; its length is not known"),
        (Some(_), _, None) => format!("how much of the terrain is for {ability} is not known"),
    };
    let evidence = (!numbers.is_empty()).then_some("reference data of the resort");
    Reason { about: "terrain", points: score.points, maximum: score.maximum, words, fact: TripFact::Terrain, evidence, numbers }
}

/// Returns the reason about the season: it includes the dates, or is not known.
fn season(seen: &VisibleResort<'_>, is_open: Option<bool>) -> Reason {
    let usual = seen.resort().season.as_ref();
    let (fact, words) = match (is_open, usual, seen.profile().season) {
        (None, ..) => (TripFact::UnknownSeason, "whether it is open then is not known".to_owned()),
        (Some(_), Some(usual), Some(days)) => (
            TripFact::UsualSeason(days),
            format!("the season includes these dates (usually {} to {})", usual.opens, usual.closes),
        ),
        (Some(_), ..) => (TripFact::AnnouncedSeason, "the announced season includes these dates".to_owned()),
    };
    let evidence = is_open.map(|_| "announced dates, else the usual season of the reference data");
    Reason { about: "season", points: None, maximum: None, words, fact, evidence, numbers: Vec::new() }
}

/// Returns the terms of the requested pass.
fn pass(seen: &VisibleResort<'_>, plan: &Plan<'_>, now: Timestamp) -> Option<Reason> {
    let pass = plan.pass?;
    let slug = &seen.resort().slug;
    let terms = pass.products.iter().find_map(|product| Some((product, product.access_at(slug)?)));
    let (name, terms) = match terms {
        Some((product, access)) => (&product.name, Some(Terms::from_access(access))),
        None => (&pass.name, None),
    };
    let is_over = is_over(pass, now);
    let said = terms.map_or_else(|| "terms not on record".to_owned(), |terms| terms.to_string());
    let over = if is_over { ", a season that is over" } else { "" };
    let words = format!("{name}: {said} (of {}{over})", pass.season);
    let fact = TripFact::Pass { name: name.clone(), terms, season: pass.season.clone(), is_over };
    let evidence = Some("table of ski passes, not a statement of the operator");
    Some(Reason { about: "pass", points: None, maximum: None, words, fact, evidence, numbers: Vec::new() })
}
