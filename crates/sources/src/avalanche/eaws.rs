//! The aggregate of the European warning services: the highest levels of every region on a day, in one file. They are
//! used if the issuer's own bulletin is not on record.
//!
//! `{"maxDangerRatings": {"FR-22": 3, "FR-22:am": 2, "FR-22:high:pm": 3}}`: a level for the region, for its upper and
//! lower part, and for the halves of the day. The file gives neither validity nor issuer nor the elevation between the
//! parts. It is taken for the calendar day in its URL, in Central European time, and the issuer is the service whose
//! identifiers have the same prefix. Out of season, and before the next day's bulletins are published, the file does
//! not exist.

use std::collections::BTreeMap;

use ::avalanche::{
    Aspects, Bound, Bulletin, Bulletins, Danger, Elevation, Level, Part, Rating, Region, Service, Span,
    UnratedReason,
};
use chrono::{Days, NaiveDate, NaiveTime, TimeZone};
use chrono_tz::{Europe, Tz};
use conditions_core::time::Timestamp;

use super::{ParsedBulletins, is_id, link};
use crate::credit::Credit;
use crate::document::{DocumentLane, Subject};
use crate::error::{FaultPosition, Kind, ParseError, excerpt};
use crate::json_cut::Raw;
use crate::lane::{Allowance, Bounds, Lane, Meta, PollSchedule};
use crate::parsed_value::Observations;
use crate::station::{Header, Request};

pub const LANE: &str = "eaws";

const HEADERS: &[Header] = &[Header::UserAgent];
/// The time zone in which a day begins at midnight.
const ZONE: Tz = Europe::Vienna;
/// The days that are requested, by the name of the subject.
const DAYS: [(&str, u64); 2] = [("EAWS-today", 0), ("EAWS-tomorrow", 1)];

static META: Meta = Meta {
    id: LANE,
    title: "EAWS aggregate of danger levels",
    measures: "highest avalanche danger levels by region of almost all European warning services, used if no \
        bulletin from the issuer is on record",
    rhythm: PollSchedule { note: "no file out of season", ..PollSchedule::minutes(30) },
    bounds: Bounds::new(4, 40_000),
    allowance: Allowance::unstated("requested conditionally"),
    credit: Credit {
        name: "European Avalanche Warning Services",
        url: "https://www.avalanches.org/",
        licence: "the issuers' terms",
        licence_url: None,
        text: "Avalanche danger levels: European Avalanche Warning Services (EAWS), aggregated by Avalanche.report",
    },
    providers: &[],
    terms: "https://avalanche.report/more/open-data",
    base_url: "https://static.avalanche.report",
    docs: "https://gitlab.com/albina-euregio/pyAvaCore",
};

/// The issuer of regions whose prefix is unknown.
const OTHERS: (&str, &str) = ("A member of the European Avalanche Warning Services", META.credit.url);

#[derive(Debug, Clone, Copy)]
pub struct Eaws;

impl Lane for Eaws {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn observations(&self, body: &[u8]) -> Result<Observations, ParseError> {
        Ok(read(body, None)?.observations(&META))
    }
}

impl DocumentLane for Eaws {
    type Value = Bulletins;

    fn subjects(&self, now: Timestamp) -> Vec<Subject> {
        let today = now.local_date(ZONE);
        let days =
            DAYS.iter().filter_map(|(name, later)| Some((name, today.checked_add_days(Days::new(*later))?)));
        let subject = |(name, day): (&&str, NaiveDate)| {
            let request = Request::get(format!("/eaws_bulletins/{day}/{day}.ratings.json"), HEADERS);
            let request = Request { valid_at: Some(midnight(day)), ..request };
            Subject { may_be_missing: true, ..Subject::new((*name).to_owned(), request) }
        };
        days.map(subject).collect()
    }

    fn document(&self, subject: &Subject, body: &[u8]) -> Result<Bulletins, ParseError> {
        let day = subject.request.valid_at.map(|at| at.local_date(ZONE));
        let bulletins = read(body, day)?.document(LANE)?;
        Ok(Bulletins { is_fallback: true, ..bulletins })
    }
}

/// Returns the first millisecond of a day.
fn midnight(day: NaiveDate) -> Timestamp {
    let local = day.and_time(NaiveTime::MIN);
    // Central Europe changes its clocks at two and three in the morning.
    let instant = ZONE.from_local_datetime(&local).earliest().map(|at| at.timestamp_millis());
    Timestamp::from_millis(instant.unwrap_or_else(|| local.and_utc().timestamp_millis()))
}

/// Reads a response about a day. Without a day, as for display, no level has a validity.
///
/// # Errors
/// Returns an error if it is not a complete list of levels.
pub fn read(body: &[u8], day: Option<NaiveDate>) -> Result<ParsedBulletins, ParseError> {
    let whole = |kind| ParseError { lane: LANE, at: FaultPosition::Body, kind };
    let object = Raw::document(LANE, body)?.object().map_err(whole)?;
    let Some(levels) = object.get("maxDangerRatings") else { return Err(whole(object.refusal())) };
    let Some(parts) = levels.members_up_to(META.bounds.records) else {
        return Err(whole(Kind::Malformed("`maxDangerRatings` is not an object".to_owned())));
    };
    if let Some(fault) = parts.fault {
        return Err(whole(fault));
    }
    let mut regions: BTreeMap<String, Cells> = BTreeMap::new();
    for (key, value) in parts.items {
        let (region, cell) = key.split_once(':').unwrap_or((&key, ""));
        regions.entry(region.to_owned()).or_default().insert(cell.to_owned(), danger(value));
    }
    let span = day.and_then(|day| Span::new(midnight(day), midnight(day.succ_opt()?)));
    let mut read = ParsedBulletins::default();
    // Regions of one issuer with the same levels form one bulletin.
    let mut alike = RegionGroups::new();
    for (index, (id, cells)) in regions.into_iter().enumerate() {
        match grid(&id, &cells) {
            Ok(grid) => {
                let service = Service::for_region(&id);
                let regions = alike.entry((service.is_none(), service, grid)).or_default();
                regions.push(Region { id, name: None });
            }
            Err(why) => read.reject(LANE, index, format!("{}: {why}", excerpt(&id, 40))),
        }
    }
    let bulletin = |((_, service, grid), regions)| bulletin(service, &grid, regions, span);
    read.bulletins = alike.into_iter().map(bulletin).collect();
    Ok(read)
}

/// The statements about a region, by the suffix of its identifier: empty, `high`, `pm`, `high:pm`.
type Cells = BTreeMap<String, Result<Danger, String>>;

/// The dangers of the upper and the lower part, each before and after noon.
type Grid = [[Danger; 2]; 2];

/// Regions by their service (those of an unknown service last) and by their dangers.
type RegionGroups = BTreeMap<(bool, Option<&'static Service>, Grid), Vec<Region>>;

const ZONES: [&str; 2] = ["high", "low"];
const HALVES: [&str; 2] = ["am", "pm"];

/// Returns the dangers of a region. A statement for a smaller area or a shorter time takes precedence over a broader
/// one.
fn grid(id: &str, cells: &Cells) -> Result<Grid, String> {
    if !is_id(id) {
        return Err("not a region identifier".to_owned());
    }
    let stated = |key: &str| cells.get(key).cloned().transpose();
    let whole = stated("")?.ok_or("no level of the whole region")?;
    let mut grid = [[whole; 2]; 2];
    for (zone, row) in ZONES.iter().zip(&mut grid) {
        for (half, cell) in HALVES.iter().zip(row) {
            let parts = [stated(zone)?, stated(half)?];
            let of_parts = parts.into_iter().flatten().max();
            *cell = stated(&format!("{zone}:{half}"))?.or(of_parts).unwrap_or(whole);
        }
    }
    let highest = grid.iter().flatten().filter_map(|danger| danger.level()).max();
    if highest == whole.level() {
        Ok(grid)
    } else {
        Err("its level is not the highest of its parts".to_owned())
    }
}

/// Parses a level; 0 and null are not levels.
fn danger(value: Raw<'_>) -> Result<Danger, String> {
    let refused = || format!("`{}` is not a level", excerpt(&value.source(), 20));
    match value.parse::<Option<i64>>().map_err(|_| refused())? {
        None | Some(-1..=0) => Ok(Danger::Unrated(UnratedReason::NoRating)),
        Some(number) => Level::new(number).map(Danger::Level).ok_or_else(refused),
    }
}

fn bulletin(issuer: Option<&Service>, grid: &Grid, regions: Vec<Region>, valid: Option<Span>) -> Bulletin {
    let (issuer, page) = issuer.map_or(OTHERS, |service| (service.name, service.page));
    Bulletin {
        issuer: issuer.into(),
        link: link(page),
        valid,
        regions,
        ratings: ratings(grid),
        ..Bulletin::default()
    }
}

/// Returns the fewest ratings that express the grid.
fn ratings(&[high, low]: &Grid) -> Vec<Rating> {
    let parts = |[am, pm]: [Danger; 2], elevation| {
        let rating = |danger, part| Rating { danger, elevation, aspects: Aspects::default(), part };
        if am == pm {
            vec![rating(am, Part::AllDay)]
        } else {
            vec![rating(am, Part::Earlier), rating(pm, Part::Later)]
        }
    };
    if high == low {
        return parts(high, Elevation::ALL);
    }
    let mut ratings = parts(high, Elevation::above(Bound::Unstated));
    ratings.extend(parts(low, Elevation::below(Bound::Unstated)));
    ratings
}

#[cfg(test)]
mod tests;
