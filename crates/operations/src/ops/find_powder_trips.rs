//! `find_powder_trips`: the resorts with the most forecast snow, the days to go, and where to search for lodging for
//! those nights.

use chrono::NaiveDate;
use conditions_core::record::{Band, DailyRow};
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use world::credits::SourceFamilies;
use world::lodging::{Stay, USUAL_GUESTS, Vibe};
use world::place::{Place, Region};
use world::{OPEN_DAYS, VisibleResort, Tier, View};

use crate::error::OpError;
use crate::figure::Figure;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use crate::passes::filter;
use crate::snow_record::POLICY;
use crate::ranking::{Measure, ReportSort, is_in_season};
use crate::text::{Text, count_text, tenths};
use crate::trips::{LodgingNote, NoTrip, Reason, Recommendation, TripFact, rank};

pub struct Op;

/// Days of a trip.
const DAYS: usize = 4;
/// Default number of trips.
const LIMIT: u32 = 5;

const RULE: &str = "forecast snowfall at mid mountain of the four days in a row with most of it, at least \
    15 cm, most first; resorts out of season or without a forecast are left out; equal values are tied, \
    ordered by slug; days 8 to 14 count only for Pro";

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Part of the world.
    pub region: Option<Region>,
    /// Lodging partners known for it.
    ///
    /// It selects only among the links; the ranking depends on snow. If no partner is known for it, `lodgingNote`
    /// says so.
    pub vibe: Option<Vibe>,
    /// Ski pass that reaches it.
    ///
    /// Identifier or name, such as `ikon-pass`.
    #[schemars(length(min = 1, max = 60))]
    pub pass: Option<String>,
    /// Rows, default 5.
    #[schemars(range(min = 1, max = 10))]
    pub limit: Option<u32>,
}

/// Trips to forecast snow.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PowderTrips<'w> {
    /// Days of the forecast that were considered.
    pub forecast_days: usize,
    /// Identifier of the requested ski pass; its terms are in `get_pass`.
    pub pass: Option<&'w str>,
    /// Whether any candidate resort is in season and has a forecast; if false, an empty list does not mean that no snow
    /// is forecast.
    pub available: bool,
    /// Reason if there is no trip.
    pub reason: Option<&'static str>,
    /// The reason as data.
    #[serde(skip)]
    pub missing: Option<NoTrip>,
    /// Trips, most snow first.
    pub trips: Vec<PowderTrip<'w>>,
    /// Explains the lodging links, or why there are none.
    pub lodging_note: &'static str,
    /// The note as data.
    #[serde(skip)]
    pub lodging: LodgingNote,
    /// How the trips are ranked.
    pub rule: &'static str,
}

/// One trip.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PowderTrip<'w> {
    /// The resort.
    #[serde(flatten)]
    pub place: Recommendation<'w>,
    /// First day of the trip.
    pub start: NaiveDate,
    /// Last day of the trip.
    pub end: NaiveDate,
    /// Forecast snowfall of these days at mid mountain, centimetres.
    pub snowfall_cm: Tenths,
    /// Reasons for it.
    pub reasons: Vec<Reason>,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "find_powder_trips",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/trips/powder",
        title: "Trips to forecast powder",
        description: "Resorts with the most snow forecast in four consecutive days, with these dates, \
            reasons, airport and lodging searches. Books nothing. For given dates use plan_ski_trip. Empty \
            is normal: `reason` says why.",
    };
    type Args = Args;
    type Data<'w> = PowderTrips<'w>;

    fn run<'w>(view: &View<'w>, args: Args, _: Timestamp) -> Result<Reply<PowderTrips<'w>>, OpError> {
        let pass = filter(view.passes(), args.pass.as_deref())?;
        let place = Place { region: args.region, country: None };
        let limit = args.limit.unwrap_or(LIMIT);
        let all: Vec<VisibleResort<'w>> =
            view.within(place).filter(|seen| seen.is_on(pass) && is_in_season(seen)).collect();
        let measure = ReportSort::Forecast.measure(&all);
        let forecast_days =
            if measure == Measure::Next14d { conditions_core::forecast::DAYS } else { OPEN_DAYS };
        let ranked = measure.rank(all);
        let available = !ranked.is_empty();
        let found = best(&ranked, forecast_days, limit as usize);
        let mut carries = SourceFamilies::CATALOGUE;
        let mut trips: Vec<PowderTrip<'w>> = found
            .into_iter()
            .map(|(window, seen)| {
                carries = carries.and(seen.carries());
                window.trip(view, &seen, args.vibe)
            })
            .collect();
        rank(trips.iter_mut().map(|trip| (trip.snowfall_cm, &mut trip.place)));
        let reason = match (available, trips.is_empty()) {
            (false, _) => Some((NoTrip::NoForecast, "none of the requested resorts is in season with a forecast")),
            (true, true) => Some((NoTrip::TooLittleSnow, "no requested resort has 15 cm forecast within four days")),
            (true, false) => None,
        };
        let (missing, reason) = reason.unzip();
        let pass = pass.map(|pass| pass.id.as_str());
        let lodging = LodgingNote::new(view, args.vibe);
        let lodging_note = lodging.words();
        let data =
            PowderTrips { forecast_days, pass, available, reason, missing, trips, lodging_note, lodging, rule: RULE };
        Ok(Reply::one(data, carries))
    }

    fn text(data: &PowderTrips<'_>) -> String {
        let mut text = Text::new();
        text.line(format_args!("Powder trips in the next {}", count_text(data.forecast_days, "day")));
        if let Some(reason) = data.reason {
            text.item("No trip", reason);
            return text.done();
        }
        for trip in &data.trips {
            let PowderTrip { start, end, .. } = trip;
            text.line(format_args!("{}: {start} to {end}, {} cm", trip.place.title(), trip.snowfall_cm.get()));
            trip.reasons.iter().for_each(|reason| reason.write(&mut text));
            trip.place.write(&mut text);
        }
        text.line(data.lodging_note);
        text.item("Rule", data.rule);
        text.done()
    }
}

/// The days of a trip.
#[derive(Clone, Copy)]
struct Window {
    start: NaiveDate,
    end: NaiveDate,
    total: Tenths,
    /// The day with the most snow.
    peak: (NaiveDate, Tenths),
    /// Lowest and highest model, summed over the days; `None` if a day has fewer than two.
    range: Option<(Tenths, Tenths)>,
    fewest_models: u8,
}

/// Finds the best trips. The resorts are given with the largest total of all days first: a window never has more than
/// all days, so the search stops at a resort with less than the last trip found.
fn best<'w>(ranked: &[VisibleResort<'w>], days: usize, most: usize) -> Vec<(Window, VisibleResort<'w>)> {
    let measure = if days > OPEN_DAYS { Measure::Next14d } else { Measure::Next7d };
    let mut found: Vec<(Window, VisibleResort<'w>)> = Vec::with_capacity(most + 1);
    for seen in ranked {
        let all = measure.value(seen).unwrap_or(Tenths::ZERO);
        let least = found.get(most.saturating_sub(1)).map(|(window, _)| window.total);
        if all.get() < POLICY.powder_day_cm || least.is_some_and(|least| all < least) {
            break;
        }
        let rows = seen.days(Band::Mid);
        let Some(window) = Window::best(rows.get(..days).unwrap_or_default()) else { continue };
        if window.total.get() < POLICY.powder_day_cm {
            continue;
        }
        found.push((window, *seen));
        found.sort_by(|(a, seen), (b, other)| {
            b.total.cmp(&a.total).then_with(|| seen.resort().slug.cmp(&other.resort().slug))
        });
        found.truncate(most);
    }
    found
}

impl Window {
    /// Finds the consecutive days with the most snow, the earliest of equals.
    fn best(rows: &[DailyRow]) -> Option<Self> {
        let windows = rows.windows(DAYS).filter_map(Self::from_rows);
        windows.reduce(|best, next| if next.total > best.total { next } else { best })
    }

    /// Sums the days; returns `None` if a day is unknown.
    fn from_rows(rows: &[DailyRow]) -> Option<Self> {
        let mut units = 0;
        let mut peak: Option<(NaiveDate, Tenths)> = None;
        let mut range = Some((0, 0));
        for row in rows {
            let cm = row.snowfall_cm?;
            units += cm.units();
            range = range.zip(row.spread_cm).map(|((low, high), day)| (low + day.low.units(), high + day.high.units()));
            if peak.is_none_or(|(_, most)| cm > most) {
                peak = Some((row.date, cm));
            }
        }
        Some(Self {
            start: rows.first()?.date,
            end: rows.last()?.date,
            total: Tenths::from_units(units),
            peak: peak?,
            range: range.map(|(low, high)| (Tenths::from_units(low), Tenths::from_units(high))),
            fewest_models: rows.iter().map(|row| row.models_reporting).min()?,
        })
    }

    fn trip<'w>(self, view: &View<'w>, seen: &VisibleResort<'w>, vibe: Option<Vibe>) -> PowderTrip<'w> {
        // Starts on the night before the first day, so that the first day can be skied.
        let check_in = self.start.pred_opt().filter(|day| *day >= view.as_of().local_date(seen.profile().zone));
        let stay = Stay { check_in: check_in.unwrap_or(self.start), check_out: self.end, guests: USUAL_GUESTS };
        PowderTrip {
            place: Recommendation::new(view, seen, stay, vibe),
            start: self.start,
            end: self.end,
            snowfall_cm: self.total,
            reasons: self.reasons(seen),
        }
    }

    fn reasons(self, seen: &VisibleResort<'_>) -> Vec<Reason> {
        let told = |fact, about, words: String, evidence, numbers| Reason {
            about,
            points: None,
            maximum: None,
            words,
            fact,
            evidence: Some(evidence),
            numbers,
        };
        let (peak_day, peak_cm) = self.peak;
        let models = count_text(self.fewest_models, "model");
        let mut numbers = vec![
            Figure::new("snowfall", Some(self.total), "cm"),
            Figure::new("biggestDay", Some(peak_cm), "cm"),
            Figure::count("models", self.fewest_models),
        ];
        let range = match self.range {
            None => String::new(),
            Some((low, high)) => {
                numbers.push(Figure::new("lowestModels", Some(low), "cm"));
                numbers.push(Figure::new("highestModels", Some(high), "cm"));
                format!("; day by day the models come to {} to {} cm", low.get(), high.get())
            }
        };
        let words = format!("{} cm, most on {peak_day} ({} cm), at least {models}{range}", self.total.get(), peak_cm.get());
        let mut reasons = vec![told(TripFact::Snow, "snow", words, "blend of the weather models at mid mountain", numbers)];
        if let Some(storm) = seen.storms().into_iter().flatten().find(|storm| storm.start <= self.end && storm.end >= self.start) {
            let words = format!(
                "a storm of {} cm from {} to {}, {} of {} in agreement",
                storm.total_cm.get(),
                storm.start,
                storm.end,
                storm.models_agreeing,
                count_text(storm.models, "model")
            );
            let numbers = vec![
                Figure::new("stormTotal", Some(storm.total_cm), "cm"),
                Figure::count("modelsAgreeing", storm.models_agreeing),
                Figure::count("models", storm.models),
            ];
            reasons.push(told(TripFact::Storm, "storm", words, "storm watch over the same models", numbers));
        }
        if let Some(depth) = seen.resolution().record.display_depth_cm.as_ref().filter(|depth| depth.value.is_some()) {
            let words = format!("{} lie now ({})", tenths(depth.value, "cm"), depth.source.name());
            let numbers = vec![Figure::new("depth", depth.value, "cm")];
            reasons.push(told(TripFact::Depth, "depth", words, "the resort's conditions record", numbers));
        }
        reasons
    }
}
