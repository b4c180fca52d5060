//! Avalanche bulletins in CAAML 6 as the European services publish them: a daily edition at 16:00 UTC that is valid for
//! a day, levels by elevation and time of day, but without bulletins out of season. Also the aggregate, Norway's
//! warnings and the map of the United States in their own formats. The levels are invented.
//!
//! Half of an issuer's bulletins name regions more finely than a file of regions does, the danger rises in the
//! afternoon in spring, texts contain markup, and a trap breaks one issuer's file.

use ::avalanche::resorts;
use chrono::{Datelike, NaiveDate};
use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};
use serde_json::{Value, json};

mod aggregate;
mod avalanche_canada;
mod avalanche_org;
mod varsom;

use crate::noise::{hash, unit};
use crate::{SimResponse, World};

/// Peculiarity of an issuer's file. Such a file is written all year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BulletinFault {
    /// The file is no longer updated: the edition of this time is served forever.
    Frozen(Timestamp),
    /// Its edition is valid up to this time, and none follows.
    RunsOut(Timestamp),
    /// It goes back to the edition of the day before.
    GoesBack,
    /// The first bulletin has a danger that is not a term of the scale.
    WrongWord,
    /// Texts contain scripts, and a link is not https.
    Script,
    /// `no_snow` in place of every level.
    NoSnow,
    /// No ratings at all.
    NoRatings,
    /// No fault: bulletins as in winter.
    Winter,
    /// No bulletins, as in summer.
    Summer,
}

/// A faulty file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BulletinTrap {
    /// The issuer's region, such as `AT-07`.
    pub issuer: String,
    pub fault: BulletinFault,
}

/// Hour of the day, UTC, at which an edition becomes valid.
const EDITION_H: i64 = 16;

/// Answers a request for a file of bulletins; `None` for any other request.
pub(crate) fn handle(world: &World, path: &str, query: &str, now: Timestamp) -> Option<SimResponse> {
    if let Some(file) = path.strip_prefix("/eaws_bulletins/") {
        return Some(aggregate::answer(world.seed, file, now));
    }
    let fault =
        |issuer: &str| world.bulletin_traps.iter().find(|trap| trap.issuer == issuer).map(|trap| trap.fault);
    if let Some(days) = path.strip_prefix("/api/RegionSummary/Detail/2/") {
        return Some(varsom::answer(world, days, fault(varsom::ISSUER), now));
    }
    let file = path.rsplit('/').next()?;
    let issuer = match path {
        "/v2/public/products/map-layer" => {
            return Some(avalanche_org::answer(world, fault(avalanche_org::ISSUER), now));
        }
        "/v2/public/product" => {
            return Some(avalanche_org::product(world, query, fault(avalanche_org::ISSUER), now));
        }
        "/forecasts/en/areas" => return Some(avalanche_canada::areas()),
        "/forecasts/en/products" => {
            return Some(avalanche_canada::products(world, fault(avalanche_canada::ISSUER), now));
        }
        "/bulletins/latest/en_CAAMLv6_2022.json" => "SK",
        "/api/bulletin/caaml/en/geojson" => "CH",
        _ if path.starts_with("/bulletins/latest/") || path.starts_with("/albina_files/latest/") => {
            file.strip_suffix("_en_CAAMLv6.json")?
        }
        _ => return None,
    };
    let fault = fault(issuer);
    let at = match fault {
        Some(BulletinFault::Frozen(at)) => at.min(now),
        Some(BulletinFault::GoesBack) => now.plus_millis(-DAY_MS),
        _ => now,
    };
    let bulletins = edition(world.seed, issuer, fault, at);
    let body = if issuer == "CH" {
        let feature =
            |properties: Value| json!({ "type": "Feature", "geometry": null, "properties": properties });
        json!({ "type": "FeatureCollection", "features": bulletins.into_iter().map(feature).collect::<Vec<_>>() })
    } else {
        json!({ "bulletins": bulletins })
    };
    Some(SimResponse::json(200, body.to_string().into_bytes()))
}

/// Returns an issuer's newest edition at a time: a bulletin for each pair of its regions.
fn edition(seed: u64, issuer: &str, fault: Option<BulletinFault>, at: Timestamp) -> Vec<Value> {
    let begin = at.plus_millis(-EDITION_H * HOUR_MS);
    let from = Timestamp::from_millis(begin.millis().div_euclid(DAY_MS) * DAY_MS + EDITION_H * HOUR_MS);
    let date = from.plus_millis(DAY_MS).utc().date_naive();
    if fault.map_or_else(|| is_off_season(date), |fault| fault == BulletinFault::Summer) {
        return Vec::new();
    }
    let edition = Edition { issuer, fault, from, date };
    let mut regions: Vec<&str> =
        resorts().map(|(_, region)| region).filter(|region| is_of(region, issuer)).collect();
    regions.sort_unstable();
    regions.dedup();
    let pairs = regions.chunks(2).zip(0_u64..);
    let mut bulletins: Vec<Value> =
        pairs.map(|(regions, nth)| edition.bulletin(hash(seed, nth), regions)).collect();
    if let Some(first) = bulletins.first_mut().filter(|_| fault == Some(BulletinFault::WrongWord)) {
        first["dangerRatings"] = json!([{ "mainValue": "severe" }]);
    }
    bulletins
}

fn is_off_season(date: NaiveDate) -> bool {
    (5..=10).contains(&date.month())
}

fn is_of(region: &str, issuer: &str) -> bool {
    region.strip_prefix(issuer).is_some_and(|rest| rest.starts_with('-'))
}

/// Bulletins that an issuer publishes together.
struct Edition<'a> {
    issuer: &'a str,
    fault: Option<BulletinFault>,
    /// Time from which they are valid.
    from: Timestamp,
    /// The day of the edition.
    date: NaiveDate,
}

impl Edition<'_> {
    fn bulletin(&self, seed: u64, regions: &[&str]) -> Value {
        let &Self { issuer, fault, from, date } = self;
        let day = u64::from(date.num_days_from_ce().unsigned_abs());
        let draw = |index: u64| unit(hash(hash(seed, 900 + index), day));
        let (begin, end) = match fault {
            Some(BulletinFault::RunsOut(end)) => (end.plus_millis(-DAY_MS), end),
            _ => (from, from.plus_millis(DAY_MS)),
        };
        let is_finer = draw(0) < 0.5;
        let region = |id: &&str| {
            let id = if is_finer { format!("{id}-01") } else { (*id).to_owned() };
            json!({ "regionID": id, "name": format!("Synthetic region {id}") })
        };
        let script = if fault == Some(BulletinFault::Script) { "<script>alert('x')</script>" } else { "" };
        let link = if fault == Some(BulletinFault::Script) {
            "javascript:alert(1)"
        } else {
            "https://example.org/bulletin"
        };
        let ratings = match fault {
            Some(BulletinFault::NoRatings) => Vec::new(),
            Some(BulletinFault::NoSnow) => {
                vec![json!({ "mainValue": "no_snow", "validTimePeriod": "all_day" })]
            }
            _ => ratings((draw(1) * 4.0) as usize, draw(2), date.month() == 4),
        };
        json!({
            "bulletinID": format!("synthetic-{issuer}-{date}-{seed:x}"),
            "lang": "en",
            "publicationTime": from.plus_millis(-HOUR_MS),
            "validTime": { "startTime": begin, "endTime": end },
            "source": { "provider": { "name": format!("Synthetic warning service {issuer}"), "website": link } },
            "regions": regions.iter().map(region).collect::<Vec<_>>(),
            "dangerRatings": ratings,
            "avalancheProblems": [{
                "problemType": "wind_slab", "elevation": { "lowerBound": "2000" }, "aspects": ["N", "NE", "E"],
                "validTimePeriod": "all_day", "snowpackStability": "poor", "frequency": "some", "avalancheSize": 2,
            }],
            "highlights": format!("{script}Synthetic: says nothing about the world."),
            "avalancheActivity": { "comment": "<p>Synthetic <b>text</b>.<br/>Fresh wind slabs &lt; 30 cm.</p>" },
            "tendency": [{ "highlights": "Synthetic outlook.", "tendencyType": "steady" }],
        })
    }
}

/// Returns ratings from a level of 0 to 3, which is the lower one: the whole region, split at an elevation or at the
/// tree line.
fn ratings(lower: usize, split: f64, is_spring: bool) -> Vec<Value> {
    const WORDS: [&str; 5] = ["low", "moderate", "considerable", "high", "very_high"];
    let word = |level: usize| WORDS.get(level).copied().unwrap_or("high");
    if is_spring {
        let part = |level, part| json!({ "mainValue": word(level), "validTimePeriod": part });
        return vec![part(lower, "earlier"), part(lower + 1, "later")];
    }
    let bound = match split {
        split if split < 0.4 => {
            return vec![json!({ "mainValue": word(lower), "validTimePeriod": "all_day" })];
        }
        split if split < 0.5 => "treeline".to_owned(),
        split => format!("{}00", 18 + (split * 10.0) as u32 % 6),
    };
    vec![
        json!({ "mainValue": word(lower + 1), "elevation": { "lowerBound": bound }, "validTimePeriod": "all_day" }),
        json!({ "mainValue": word(lower), "elevation": { "upperBound": bound }, "validTimePeriod": "all_day" }),
    ]
}

#[cfg(test)]
mod tests;
