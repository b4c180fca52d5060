//! Parser of scenario lines.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::FromStr;

use chrono::{Days, NaiveDate};

use super::{Scenario, loud, word, words};
use crate::evidence::{
    Claim, Climate, Evidence, ForecastSnapshot, ModelDay, ModelDays, ModelRun, ModelledSnow, MonthDay,
    Observation, Origin, PerBand, Profile, Site, StationReading, UsualSeason,
};
use crate::record::{AbilityPct, Band, LongestRun, OpenTotal, OperatingStatus};
use crate::source::AcquisitionTier;
use crate::time::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp};

type ReadResult<T> = Result<T, String>;

pub(super) fn scenario(text: &str) -> ReadResult<Scenario> {
    let lines: Vec<Vec<String>> = text.lines().map(words).filter(|line| !line.is_empty()).collect();
    let now = lines.iter().find_map(|line| match line.as_slice() {
        [keyword, now] if keyword == "now" => Some(parse_time(now)),
        _ => None,
    });
    let now = now.ok_or("the `now` line is missing")??;
    let mut scenario =
        Scenario { now, profile: Profile::new("somewhere", chrono_tz::UTC), evidence: Evidence::default() };
    for words in &lines {
        let Some((keyword, rest)) = words.split_first() else { continue };
        one_line(&mut scenario, keyword, &mut Line { now, rest: rest.iter() })
            .map_err(|why| format!("{why} in `{}`", words.join(" ")))?;
    }
    Ok(scenario)
}

/// The words of one line, consumed one by one.
struct Line<'a> {
    now: Timestamp,
    rest: core::slice::Iter<'a, String>,
}

impl<'a> Line<'a> {
    fn next(&mut self) -> Option<&'a str> {
        self.rest.next().map(String::as_str)
    }

    fn wanted(&mut self, what: &str) -> ReadResult<&'a str> {
        self.next().ok_or_else(|| format!("{what} is missing"))
    }

    fn number<T: FromStr>(&mut self, unit: &str) -> ReadResult<T> {
        let text = self.wanted("a number")?;
        parsed(text.strip_suffix(unit).unwrap_or(text))
    }
}

fn parsed<T: FromStr>(text: &str) -> ReadResult<T> {
    text.parse().map_err(|_| format!("`{text}` is not a number"))
}

fn one_line(scenario: &mut Scenario, keyword: &str, line: &mut Line<'_>) -> ReadResult<()> {
    let Scenario { now, profile, evidence } = scenario;
    match keyword {
        "now" => Ok(()),
        "resort" => resort(profile, line),
        "climate" => {
            let band = band(line.wanted("a band")?).ok_or("unknown band")?;
            let mean_depth_cm = line.number("cm")?;
            evidence.climate = Some(Climate { band, mean_depth_cm, winters: line.number("")? });
            Ok(())
        }
        "snowpack" => {
            let at = line.next().and_then(|text| age(*now, text)).ok_or("no age")?;
            let mut depth = || match line.wanted("a depth")? {
                "-" => Ok(None),
                text => parsed(text.strip_suffix("cm").unwrap_or(text)).map(Some),
            };
            let depth_cm = PerBand { base: depth()?, mid: depth()?, summit: depth()? };
            evidence.snowpack = Some(ModelledSnow { at, depth_cm });
            Ok(())
        }
        "reading" => {
            evidence.stations.push(reading(line)?);
            Ok(())
        }
        "snapshot" => {
            let captured_at = line.next().and_then(|text| age(*now, text)).ok_or("no age")?;
            evidence.forecast =
                Some(ForecastSnapshot { captured_at, models: Vec::new(), weather: None, hours: None });
            Ok(())
        }
        "run" => {
            let run = model_run(line, now.local_date(profile.zone))?;
            evidence.forecast.as_mut().ok_or("a run must follow a snapshot line")?.models.push(run);
            Ok(())
        }
        _ => {
            evidence.observations.push(observation(keyword, line)?);
            Ok(())
        }
    }
}

fn resort(profile: &mut Profile, line: &mut Line<'_>) -> ReadResult<()> {
    while let Some(key) = line.next() {
        match key {
            "slug" => profile.slug = line.wanted("a slug")?.to_string(),
            "zone" => profile.zone = line.wanted("a zone")?.parse().map_err(|_| "unknown time zone")?,
            "base" => profile.elevation_m.base = Some(line.number("m")?),
            "mid" => profile.elevation_m.mid = Some(line.number("m")?),
            "summit" => profile.elevation_m.summit = Some(line.number("m")?),
            "lifts" => profile.lifts_total = Some(line.number("")?),
            "runs" => profile.runs_total = Some(line.number("")?),
            "ability" => profile.ability_pct = Some(ability(line.wanted("a split")?)?),
            "longest" => profile.longest_run = Some(longest_run(line)?),
            "checked" => profile.checked_at = line.next().and_then(|text| age(line.now, text)),
            "season" => {
                let (opens, closes) =
                    line.wanted("a season")?.split_once("..").ok_or("a season must be MM-DD..MM-DD")?;
                profile.season = Some(UsualSeason { opens: month_day(opens)?, closes: month_day(closes)? });
            }
            other => return Err(format!("unknown item `{other}` of a resort")),
        }
    }
    Ok(())
}

fn observation(keyword: &str, line: &mut Line<'_>) -> ReadResult<Observation> {
    let mut origin = match keyword {
        "operator" => Origin::Operator,
        "profile" => Origin::Profile,
        "station" => Origin::Station { network: String::new(), name: None, elevation_m: None },
        "scraped" => Origin::Scraped { tier: AcquisitionTier::Unknown, label: None },
        "model" => Origin::Model { label: None, agreement: None },
        other => return Err(format!("unknown first word `{other}`")),
    };
    let (mut observed_at, mut place, mut claim) = (None, None, None);
    while let Some(text) = line.next() {
        if let Some(named) = band(text) {
            place = Some(named);
        } else if let Some(at) = age(line.now, text) {
            observed_at = Some(at);
        } else if let Some(cm) = text.strip_suffix("cm") {
            claim = Some(Claim::Depth { band: place.ok_or("a depth needs a band")?, cm: parsed(cm)? });
        } else if !provenance(&mut origin, text, line)? {
            claim = Some(claimed(text, line)?);
        }
    }
    Ok(Observation { origin, observed_at, claim: claim.ok_or("a claim is missing")? })
}

/// Applies a word to the origin; returns false if it does not belong there.
fn provenance(origin: &mut Origin, text: &str, line: &mut Line<'_>) -> ReadResult<bool> {
    match origin {
        Origin::Station { name, .. } if text.starts_with('"') => *name = Some(unquoted(text).into()),
        Origin::Station { elevation_m, .. } if text.ends_with('m') => {
            *elevation_m = Some(parsed(text.trim_end_matches('m'))?);
        }
        Origin::Station { network, .. } if network.is_empty() => *network = text.to_string(),
        Origin::Model { agreement, .. } if text == "agreement" => *agreement = Some(line.number("")?),
        Origin::Scraped { label, .. } | Origin::Model { label, .. } if text == "label" => {
            *label = Some(unquoted(line.wanted("a label")?));
        }
        Origin::Scraped { tier, .. } => match TIERS.into_iter().find(|tier| word(tier) == text) {
            Some(found) => *tier = found,
            None => return Ok(false),
        },
        Origin::Operator | Origin::Profile | Origin::Station { .. } | Origin::Model { .. } => {
            return Ok(false);
        }
    }
    Ok(true)
}

fn claimed(text: &str, line: &mut Line<'_>) -> ReadResult<Claim> {
    Ok(match text {
        "lifts" => Claim::Lifts(count(line.wanted("a count")?)?),
        "runs" => Claim::Runs(count(line.wanted("a count")?)?),
        "surface" => Claim::Surface(unquoted(line.wanted("a text")?)),
        "status" => {
            let name = line.wanted("a status")?;
            Claim::Status(STATUSES.into_iter().find(|status| loud(status) == name).ok_or("unknown status")?)
        }
        "opens" => Claim::SeasonOpening(date(line.wanted("a date")?)?),
        "closes" => Claim::SeasonClosing(date(line.wanted("a date")?)?),
        "lifts-total" => Claim::LiftsTotal(line.number("")?),
        "runs-total" => Claim::RunsTotal(line.number("")?),
        "ability" => Claim::Ability(ability(line.wanted("a split")?)?),
        "longest" => Claim::LongestRun(longest_run(line)?),
        "snowfall" => Claim::Snowfall24h(line.number("cm")?),
        "snowfall48h" => Claim::Snowfall48h(line.number("cm")?),
        "snowfall7d" => Claim::Snowfall7d(line.number("cm")?),
        other => return Err(format!("unknown claim `{other}`")),
    })
}

fn reading(line: &mut Line<'_>) -> ReadResult<StationReading> {
    let mut reading = StationReading::blank(line.wanted("a network")?, line.wanted("a station")?, line.now);
    while let Some(text) = line.next() {
        match text {
            "snow" => reading.site = Site::Snow,
            "airport" => reading.site = Site::Airport,
            "road" => reading.site = Site::Road,
            "temp" => reading.temp_c = Some(line.number("")?),
            "wind" => reading.wind_mps = Some(line.number("")?),
            "depth" => reading.snow_depth_cm = Some(line.number("cm")?),
            "swe" => reading.swe_mm = Some(line.number("mm")?),
            "surface" => reading.surface_temp_c = Some(line.number("")?),
            "new" => reading.new_snow24h_cm = Some(line.number("cm")?),
            "new48h" => reading.new_snow48h_cm = Some(line.number("cm")?),
            "new7d" => reading.new_snow7d_cm = Some(line.number("cm")?),
            "newswe" => reading.new_swe24h_mm = Some(line.number("mm")?),
            "thaw-freeze" => reading.thaw_freeze48h = Some(true),
            "doubted" => reading.doubted = true,
            other => place_of(&mut reading, line.now, other)?,
        }
    }
    Ok(reading)
}

fn place_of(reading: &mut StationReading, now: Timestamp, text: &str) -> ReadResult<()> {
    if let Some(name) = text.strip_prefix('"') {
        reading.name = Some(name.into());
    } else if let Some(at) = age(now, text) {
        reading.observed_at = at;
    } else if let Some(kilometres) = text.strip_suffix("km") {
        reading.distance_km = parsed(kilometres)?;
    } else {
        reading.elevation_m = Some(parsed(text.strip_suffix('m').unwrap_or(text))?);
    }
    Ok(())
}

fn model_run(line: &mut Line<'_>, today: NaiveDate) -> ReadResult<ModelRun> {
    let model = line.wanted("a model")?.to_string();
    let mut run = ModelRun {
        model,
        available_at: None,
        days: ModelDays::default(),
        depth_cm: None,
        past24h_cm: None,
        past48h_cm: None,
    };
    let mut days = Vec::new();
    while let Some(key) = line.next() {
        match key {
            "depth" => run.depth_cm = Some(line.number("cm")?),
            "past24h" => run.past24h_cm = Some(line.number("cm")?),
            "past48h" => run.past48h_cm = Some(line.number("cm")?),
            "snow" => {
                for (offset, text) in (0..).zip(line.wanted("a list")?.split(',')) {
                    let date = today.checked_add_days(Days::new(offset)).ok_or("too many days")?;
                    let (text, gap_filled) =
                        text.strip_suffix('*').map_or((text, false), |text| (text, true));
                    days.push(ModelDay { gap_filled, ..snow_day(date, number_or_dash(text)?) });
                }
            }
            other => return Err(format!("unknown item `{other}` of a run")),
        }
    }
    run.days = days.into();
    Ok(run)
}

fn snow_day(date: NaiveDate, cm: Option<f64>) -> ModelDay {
    ModelDay {
        date,
        snow_cm: PerBand::all(cm),
        rain_mm: PerBand::all(None),
        temp_min_c: PerBand::all(None),
        temp_max_c: PerBand::all(None),
        freezing_level_m: None,
        wind_max_mps: None,
        gust_max_mps: None,
        wind: None,
        cloud_pct: None,
        gap_filled: false,
    }
}

const TIERS: [AcquisitionTier; 5] = [
    AcquisitionTier::DirectApi,
    AcquisitionTier::StructuredFeed,
    AcquisitionTier::HeadlessDom,
    AcquisitionTier::Vision,
    AcquisitionTier::Unknown,
];

const STATUSES: [OperatingStatus; 5] = [
    OperatingStatus::Open,
    OperatingStatus::ClosedToday,
    OperatingStatus::PreSeason,
    OperatingStatus::OffSeason,
    OperatingStatus::Unknown,
];

fn band(text: &str) -> Option<Band> {
    [Band::Base, Band::Mid, Band::Summit].into_iter().find(|band| word(band) == text)
}

/// Parses `2026-01-10T12:00Z` or full RFC 3339.
fn parse_time(text: &str) -> ReadResult<Timestamp> {
    let full = text.strip_suffix('Z').filter(|minutes| minutes.len() == 16);
    let full = full.map_or_else(|| text.to_string(), |minutes| format!("{minutes}:00Z"));
    Timestamp::parse(&full).ok_or_else(|| format!("`{text}` is not a time such as 2026-01-10T12:00Z"))
}

/// Parses an age: `2h-ago`, `14d+1ms-ago`, `10min-ahead`.
fn age(now: Timestamp, text: &str) -> Option<Timestamp> {
    let (sum, sign) = match text.strip_suffix("-ago") {
        Some(sum) => (sum, -1),
        None => (text.strip_suffix("-ahead")?, 1),
    };
    let mut millis: i64 = 0;
    for part in sum.split('+') {
        let digits = part.trim_end_matches(char::is_alphabetic);
        let unit = match part.trim_start_matches(digits) {
            "d" => DAY_MS,
            "h" => HOUR_MS,
            "min" => MINUTE_MS,
            "s" => 1_000,
            "ms" => 1,
            _ => return None,
        };
        millis = millis.saturating_add(digits.parse::<i64>().ok()?.saturating_mul(unit));
    }
    Some(now.plus_millis(sign * millis))
}

fn date(text: &str) -> ReadResult<NaiveDate> {
    text.parse().map_err(|_| format!("`{text}` is not a date such as 2026-01-10"))
}

fn month_day(text: &str) -> ReadResult<MonthDay> {
    let (month, day) = text.split_once('-').ok_or("a day is MM-DD")?;
    Ok(MonthDay { month: parsed(month)?, day: parsed(day)? })
}

fn unquoted(text: &str) -> String {
    text.trim_start_matches('"').to_string()
}

fn number_or_dash<T: FromStr>(text: &str) -> ReadResult<Option<T>> {
    if text == "-" { Ok(None) } else { parsed(text).map(Some) }
}

fn count(text: &str) -> ReadResult<OpenTotal> {
    let (open, total) = text.split_once('/').ok_or("a count must be open/total")?;
    Ok(OpenTotal { open: number_or_dash(open)?, total: number_or_dash(total)? })
}

fn ability(text: &str) -> ReadResult<AbilityPct> {
    let tiers: Vec<f64> = text.split('/').map(parsed).collect::<ReadResult<_>>()?;
    let [beginner, intermediate, advanced, expert] = tiers[..] else {
        return Err("a split must have four parts".to_string());
    };
    Ok(AbilityPct { beginner, intermediate, advanced, expert })
}

/// Parses a longest run: `"Name" 3.3km`, `"Name" -`, `"" 3.3km`.
fn longest_run(line: &mut Line<'_>) -> ReadResult<LongestRun> {
    let name = unquoted(line.wanted("a name")?);
    let km = line.wanted("a length")?;
    Ok(LongestRun { name: Some(name.into()), km: number_or_dash(km.strip_suffix("km").unwrap_or(km))? })
}
