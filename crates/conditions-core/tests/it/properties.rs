//! Properties of the resolver for any evidence.

use conditions_core::evidence::{Claim, Evidence, Observation};
use conditions_core::field::Field;
use conditions_core::freshness::{FieldClass, FreshnessTier, of_field};
use conditions_core::policy::Policy;
use conditions_core::record::{Band, OperatingStatus, Record, Resolution};
use conditions_core::source::Kind;
use conditions_core::time::{DAY_MS, Timestamp};
use conditions_core::trace::Explanation;
use conditions_core::units::Confidence;
use conditions_core::{forecast, resolve, resolve_until, resolve_with};
use proptest::prelude::*;

use crate::arbitrary::{Arguments, arguments, observation};

fn run(Arguments { now, profile, evidence }: &Arguments) -> Resolution {
    resolve(*now, &Policy::contract(), profile, evidence)
}

/// Generates arguments, and the same arguments with every list in another order.
pub(crate) fn shuffled() -> impl Strategy<Value = (Arguments, Arguments)> {
    arguments().prop_flat_map(|given| {
        let forecast = given.evidence.forecast.clone();
        let models = forecast.as_ref().map_or_else(Vec::new, |snapshot| snapshot.models.clone());
        let lists = (
            Just(given.evidence.observations.clone()).prop_shuffle(),
            Just(given.evidence.stations.clone()).prop_shuffle(),
            Just(models).prop_shuffle(),
        );
        lists.prop_map(move |(observations, stations, models)| {
            let forecast = forecast.clone().map(|mut snapshot| {
                snapshot.models = models;
                snapshot
            });
            let climate = given.evidence.climate.clone();
            let evidence = Evidence::default()
                .with_observations(observations)
                .with_stations(stations)
                .with_forecast(forecast)
                .with_climate(climate)
                .with_snowpack(given.evidence.snowpack);
            (given.clone(), Arguments { evidence, ..given.clone() })
        })
    })
}

/// Generates arguments, and an additional observation.
fn with_another() -> impl Strategy<Value = (Arguments, Observation)> {
    arguments().prop_flat_map(|given| {
        let now = given.now;
        (Just(given), observation(now))
    })
}

/// A field without its type.
#[derive(Debug, Clone, PartialEq)]
struct Envelope {
    name: &'static str,
    value: Option<String>,
    source: Kind,
    observed_at: Option<Timestamp>,
    confidence: Confidence,
    tier: FreshnessTier,
}

fn envelope<T: std::fmt::Debug>(
    now: Timestamp,
    name: &'static str,
    class: FieldClass,
    field: &Field<T>,
) -> Envelope {
    let freshness = of_field(now, &Policy::contract(), class, field);
    assert!(freshness.age_ms.is_none_or(|age| age >= 0), "{name} has a negative age");
    Envelope {
        name,
        value: field.value.as_ref().map(|value| format!("{value:?}")),
        source: field.source,
        observed_at: field.observed_at,
        confidence: field.confidence,
        tier: freshness.tier,
    }
}

/// Returns the fields that are chosen from evidence.
fn chosen(now: Timestamp, record: &Record) -> Vec<Envelope> {
    let mut all = vec![
        envelope(now, "opening", FieldClass::Standing, &record.season_opening),
        envelope(now, "closing", FieldClass::Standing, &record.season_closing),
        envelope(now, "lifts", FieldClass::Terrain, &record.lifts),
        envelope(now, "runs", FieldClass::Terrain, &record.runs),
        envelope(now, "surface", FieldClass::Surface, &record.surface),
        envelope(now, "ability", FieldClass::Standing, &record.ability_pct),
        envelope(now, "longest run", FieldClass::Standing, &record.longest_run),
    ];
    let bands = [("base", &record.depth.base), ("mid", &record.depth.mid), ("summit", &record.depth.summit)];
    all.extend(
        bands
            .into_iter()
            .filter_map(|(name, field)| Some(envelope(now, name, FieldClass::Depth, field.as_ref()?))),
    );
    all
}

fn every_field(now: Timestamp, resolution: &Resolution) -> Vec<Envelope> {
    let record = &resolution.record;
    let mut all = chosen(now, record);
    all.extend([
        envelope(now, "status", FieldClass::Status, &record.status),
        envelope(now, "base depth", FieldClass::Depth, &record.base_depth_cm),
        envelope(now, "percent", FieldClass::Depth, &record.depth_vs_avg_pct),
        envelope(now, "next7d", FieldClass::Depth, &record.forecast.next7d_cm),
        envelope(now, "next14d", FieldClass::Depth, &record.forecast.next14d_cm),
        envelope(now, "snowfall", FieldClass::Snowfall, &resolution.snowfall24h_cm),
        envelope(now, "snowfall of two days", FieldClass::Snowfall, &resolution.snowfall48h_cm),
        envelope(now, "snowfall of a week", FieldClass::Snowfall, &resolution.snowfall7d_cm),
        envelope(now, "new density", FieldClass::Snowfall, &resolution.new_snow_density),
    ]);
    all.extend(
        record.display_depth_cm.iter().map(|field| envelope(now, "headline", FieldClass::Depth, field)),
    );
    all.extend(record.snow_quality.iter().map(|field| envelope(now, "quality", FieldClass::Depth, field)));
    all.extend(
        record.snow_surface_temp.iter().map(|field| envelope(now, "surface temp", FieldClass::Depth, field)),
    );
    all
}

/// Maps kinds as the wire does: it has no word for a station.
fn on_the_wire(mut record: Record) -> Record {
    fn wire<T>(field: &mut Field<T>) {
        wire_kind(&mut field.source);
    }
    fn wire_kind(kind: &mut Kind) {
        if *kind == Kind::Station {
            *kind = Kind::Scraped;
        }
    }
    let depth = &mut record.depth;
    [&mut depth.base, &mut depth.mid, &mut depth.summit, &mut record.display_depth_cm]
        .into_iter()
        .flatten()
        .chain([&mut record.base_depth_cm])
        .for_each(wire);
    record.snow_quality.iter_mut().for_each(wire);
    record.snow_surface_temp.iter_mut().for_each(wire);
    wire(&mut record.surface);
    record.display_depth_detail.iter_mut().for_each(|detail| wire_kind(&mut detail.source));
    record.depth_disagreement.iter_mut().for_each(|found| wire_kind(&mut found.measured.source));
    let basis = record.depth_vs_avg_basis.as_mut();
    basis.into_iter().filter_map(|basis| basis.reading_source.as_mut()).for_each(wire_kind);
    record
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn input_order_never_matters((given, other) in shuffled()) {
        prop_assert_eq!(run(&given), run(&other));
    }

    #[test]
    fn less_trusted_evidence_is_ignored((given, more) in with_another()) {
        let before = chosen(given.now, &run(&given).record);
        let kind = more.origin.kind();
        let mut with_more = given.clone();
        with_more.evidence.observations.push(more);
        let after = chosen(given.now, &run(&with_more).record);
        for field in before {
            let fresh = matches!(field.tier, FreshnessTier::Live | FreshnessTier::Recent);
            // A claimed date may move the usual date of the other side, which is reference data.
            if fresh && field.source < kind {
                prop_assert!(after.contains(&field), "{:?} was changed by {:?}", field, kind);
            }
        }
    }

    #[test]
    fn open_never_without_evidence(given in arguments()) {
        let status = run(&given).record.status;
        let says_so = |seen: &Observation| match &seen.claim {
            Claim::Lifts(count) => count.open.is_some_and(|open| open > 0),
            Claim::Status(status) => *status == OperatingStatus::Open && seen.origin.kind() == Kind::Operator,
            _ => false,
        };
        prop_assert!(status.value.is_some());
        if status.value == Some(OperatingStatus::Open) {
            let dated = |seen: &&Observation| says_so(seen) && seen.observed_at.is_some();
            prop_assert!(given.evidence.observations.iter().any(|seen| dated(&seen)));
        }
        let silenced = given.evidence.observations.iter().filter(|seen| !says_so(seen)).cloned().collect();
        let mut evidence = given.evidence.clone();
        evidence.observations = silenced;
        let status = run(&Arguments { evidence, ..given }).record.status.value;
        prop_assert_ne!(status, Some(OperatingStatus::Open));
    }

    #[test]
    fn null_never_becomes_zero(given in arguments()) {
        let Resolution { record, snowfall24h_cm, .. } = run(&given);
        let claims = || given.evidence.observations.iter().map(|seen| &seen.claim);
        for (field, claimed) in [
            (&record.lifts, claims().any(|c| matches!(c, Claim::Lifts(count) if count.open == Some(0)))),
            (&record.runs, claims().any(|c| matches!(c, Claim::Runs(count) if count.open == Some(0)))),
        ] {
            let zero = field.value.is_some_and(|count| count.open == Some(0));
            prop_assert!(!zero || claimed, "zero without a claim");
        }
        let nothing = Evidence::default().with_climate(given.evidence.climate.clone());
        let Resolution { record, snowfall24h_cm: without, snowfall48h_cm, snowfall7d_cm, new_snow_density, .. } =
            run(&Arguments { evidence: nothing, ..given.clone() });
        prop_assert_eq!((snowfall48h_cm.value, snowfall7d_cm.value, new_snow_density.value), (None, None, None));
        prop_assert_eq!((&record.depth.base, &record.depth.mid, &record.depth.summit), (&None, &None, &None));
        prop_assert_eq!(&record.display_depth_cm, &None);
        prop_assert_eq!(record.base_depth_cm.value, None);
        prop_assert_eq!(record.depth_vs_avg_pct.value, None);
        prop_assert_eq!(record.forecast.next7d_cm.value, None);
        prop_assert_eq!(record.forecast.next14d_cm.value, None);
        prop_assert_eq!(without.value, None);
        prop_assert!(record.lifts.value.is_none_or(|count| count.open.is_none()));
        prop_assert!(snowfall24h_cm.value.is_none() || !given.evidence.observations.is_empty()
            || !given.evidence.stations.is_empty() || given.evidence.forecast.is_some());
    }

    #[test]
    fn a_week_is_never_made_of_days(given in arguments()) {
        let mut evidence = given.evidence.clone();
        evidence.stations.iter_mut().for_each(|reading| reading.new_snow7d_cm = None);
        evidence.observations.retain(|seen| !matches!(seen.claim, Claim::Snowfall7d(_)));
        prop_assert_eq!(run(&Arguments { evidence, ..given }).snowfall7d_cm.value, None);
    }

    #[test]
    fn envelopes_are_never_in_the_future(given in arguments()) {
        for field in every_field(given.now, &run(&given)) {
            prop_assert!((0.0..=1.0).contains(&field.confidence.get()), "{:?}", field);
            prop_assert!(field.observed_at.is_none_or(|at| at <= given.now), "{:?}", field);
            prop_assert_eq!(field.value.is_none(), field.source == Kind::None, "{:?}", field);
            if field.value.is_none() {
                prop_assert_eq!((field.observed_at, field.confidence), (None, Confidence::NONE));
            }
        }
    }

    #[test]
    fn headline_and_details_coexist(given in arguments()) {
        let record = run(&given).record;
        prop_assert_eq!(record.display_depth_cm.is_some(), record.display_depth_detail.is_some());
        prop_assert_eq!(record.display_depth_cm.is_some(), record.base_depth_cm.value.is_some());
        prop_assert!(record.display_depth_cm.iter().all(|field| field.value.is_some()));
        let basis = record.depth_vs_avg_basis.unwrap();
        prop_assert_eq!(basis.suppressed_reason.is_none(), record.depth_vs_avg_pct.value.is_some());
        if record.depth_disagreement.is_some() {
            prop_assert_eq!(record.depth_vs_avg_pct.value, None);
        }
        let reported = matches!(record.display_depth_cm.map(|field| field.source), Some(Kind::Scraped | Kind::Station));
        prop_assert_eq!(reported, record.reported_source_tier.is_some());
    }

    #[test]
    fn flags_are_sorted_and_distinct(given in arguments()) {
        let flags: Vec<String> = run(&given)
            .record
            .flags
            .iter()
            .map(|flag| serde_json::to_value(flag).unwrap().as_str().unwrap().to_owned())
            .collect();
        prop_assert!(flags.windows(2).all(|pair| pair[0] < pair[1]), "{:?}", flags);
    }

    #[test]
    fn explaining_changes_nothing(given in arguments()) {
        let mut explanation = Explanation::default();
        let explained =
            resolve_with(given.now, &Policy::contract(), &given.profile, &given.evidence, &mut explanation);
        prop_assert_eq!(explained, run(&given));
        prop_assert!(serde_json::to_string(&explanation).is_ok());
    }

    #[test]
    fn record_survives_json(given in arguments()) {
        let record = run(&given).record;
        let json = serde_json::to_string(&record).unwrap();
        let back: Record = serde_json::from_str(&json).unwrap();
        prop_assert_eq!(back, on_the_wire(record));
    }
}

/// Returns a resolution without the parts that differ at every time.
fn timeless(mut resolution: Resolution, at: Timestamp) -> Resolution {
    resolution.record.resolved_at = at;
    for station in resolution.measured_now.iter_mut().flat_map(|now| &mut now.stations) {
        station.age_minutes = 0;
    }
    resolution
}

proptest! {
    /// Rows and storms as well: they are stored next to a resolution.
    #[test]
    fn result_is_valid_until_its_end(given in arguments(), share in 0.0..1.0_f64) {
        let Arguments { now, profile, evidence } = given;
        let policy = Policy::contract();
        let (first, until) = resolve_until(now, &policy, &profile, &evidence);
        prop_assert_eq!(&first, &resolve(now, &policy, &profile, &evidence));
        prop_assert!(until > now || until == Timestamp::from_millis(i64::MAX));
        let left_ms = until.since(now).min(40 * DAY_MS);
        let snapshot = evidence.forecast.as_ref();
        let with_rows = |at| {
            let resolution = timeless(resolve(at, &policy, &profile, &evidence), now);
            let rows = forecast::daily(at, &policy, &profile, snapshot, Band::Mid);
            (resolution, rows, forecast::storms(at, &policy, &profile, snapshot, forecast::DAYS))
        };
        let known = with_rows(now);
        for after_ms in [(left_ms - 1).max(0), (left_ms as f64 * share) as i64] {
            let at = now.plus_millis(after_ms.min(left_ms - 1).max(0));
            prop_assert_eq!(&with_rows(at), &known, "from {} to {}, valid until {}", now, at, until);
        }
    }
}
