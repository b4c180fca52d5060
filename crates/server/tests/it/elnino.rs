//! Tests of El Niño from the upstream's text and the archive's days to the answer: links that the simulator planted are
//! found with their sign, elsewhere the evidence is low, and an index that fails or is restated never leaves half a
//! series.

use std::sync::Arc;

use chrono::{Datelike, NaiveDate};
use climate::enso::{Season, Series};
use climate::{Hemisphere, Policy, RawWinter, Site, Winter, Winters};
use conditions_core::evidence::Evidence;
use conditions_core::time::Timestamp;
use ingest_runner::options::LaneUpstream;
use operations::OPERATIONS;
use runtime::clock;
use serde_json::Value;
use server::commands::demo;
use sources::enso::Index;
use sources::open_meteo::archive::{ArchiveConfig, ArchivePlace, request};
use upstream_sim::climate::response;
use upstream_sim::{Chance, Fault, Faults, World, handle};
use world::enso::EnsoData;
use world::{Dataset as _, ResortEvidence};

use crate::harness::{Harness, Setup};

const WINTERS: i32 = 30;

fn now() -> Timestamp {
    Timestamp::parse("2026-11-21T12:00:00Z").unwrap()
}

/// Returns thirty winters and the current one of a place, fetched and read as the service does.
fn winters(world: &World, resort: &catalogue::Resort) -> Winters {
    let hemisphere = Hemisphere::from_latitude(resort.lat);
    let place = ArchivePlace {
        id: resort.slug.clone(),
        lat: resort.lat,
        lon: resort.lon,
        elevation_m: resort.base_m.map(f64::from),
        zone: resort.timezone.name().to_owned(),
    };
    let today = now().utc().date_naive();
    let this = Winter::containing(hemisphere, today).unwrap();
    let first: NaiveDate = this.plus(-WINTERS).unwrap().first_day();
    let call = request::call(&ArchiveConfig::new(None, None).unwrap(), &place, first, today).unwrap();
    let query = call.url.reveal().split_once('?').unwrap().1.to_owned();
    let archived = call.read(&handle(world, "/v1/archive", &query, now(), 0).body).unwrap();
    let mut winters = Winters::new(hemisphere);
    for year in this.year() - WINTERS..=this.year() {
        let winter = Winter::new(hemisphere, year).unwrap();
        let of_winter =
            archived.days.iter().filter(|day| Winter::containing(hemisphere, day.date) == Some(winter));
        let mut raw = RawWinter::new(winter);
        raw.merge_days(&Policy::DEFAULT, of_winter.copied());
        winters.insert(raw.evaluate(&Policy::DEFAULT, &Site::from_profile(&resort.profile()), now()));
    }
    winters
}

fn index(world: &World) -> Series {
    let answer = handle(world, &Index::Roni.request().path, "", now(), 0);
    sources::enso::read(&answer.body).unwrap()
}

/// Selects every nth resort of the regions that feel the index, or of the rest of the world.
fn sampled(catalogue: &[catalogue::Resort], linked: bool) -> impl Iterator<Item = &catalogue::Resort> {
    let every = if linked { 9 } else { 36 };
    let of_kind = catalogue.iter().filter(move |resort| (response(resort.lat, resort.lon) != 0.0) == linked);
    of_kind.step_by(every)
}

#[test]
fn only_planted_links_are_found() {
    let catalogue = catalogue::embedded().unwrap();
    let (mut found, mut chance, mut tested, mut linked, mut clear) = (0, 0, 0, 0, 0);
    let (mut strong, mut overlooked) = (0, 0);
    // Links that stand out from a resort's own good and bad winters must be found; their number differs between worlds.
    // About half of all planted links of these three worlds are found, in the second one hardly any.
    for seed in 1..=3 {
        let world = World { seed, ..World::default() };
        let held: Vec<Arc<ResortEvidence>> = sampled(&catalogue, true)
            .chain(sampled(&catalogue, false))
            .map(|resort| {
                let winters = winters(&world, resort);
                Arc::new(ResortEvidence::new(resort.clone(), Evidence::default()).with_winters(winters))
            })
            .collect();
        let mut book = EnsoData::default();
        book.insert(Index::Roni.name(), now(), index(&world));
        book.settle(&held.iter().map(AsRef::as_ref).collect::<Vec<_>>());
        for (at, held) in held.iter().enumerate() {
            let planted = response(held.resort.lat, held.resort.lon);
            // Without enough snow, no signal is given.
            let Ok(signal) = book.signal(at).unwrap() else { continue };
            let effect = signal.el_nino();
            let (low, high) = effect.interval_pct.unwrap();
            let clear_alone = (low > 0.0 || high < 0.0) && effect.winters >= 5;
            assert!(effect.low_evidence || clear_alone, "{effect:?}");
            if planted == 0.0 {
                tested += 1;
                chance += usize::from(!effect.low_evidence);
                continue;
            }
            linked += 1;
            clear += usize::from(!effect.low_evidence);
            let right = (effect.pct.unwrap() > 0.0) == (planted > 0.0);
            assert!(right || effect.low_evidence, "{}: {effect:?} for {planted}", held.resort.slug);
            // A link is strong if it stands out from a resort's own good and bad winters.
            if (high - low) / 2.0 <= 0.6 * 100.0 * (planted.abs().exp() - 1.0) {
                strong += 1;
                overlooked += usize::from(!(right && clear_alone));
            }
            if !effect.low_evidence {
                found += 1;
                let letter = signal.tier.map_or('-', climate::enso::Tier::letter);
                let fits = if planted > 0.0 { "AB" } else { "DE" };
                assert!(fits.contains(letter), "{}: {letter} for {planted}", held.resort.slug);
            }
        }
    }
    println!(
        "{clear} of {linked} links found, {found} of them with their tier; {chance} of {tested} resorts without one seem to have one"
    );
    assert!(
        strong >= 10 && overlooked * 10 <= strong,
        "{overlooked} of {strong} strong links are overlooked"
    );
    assert!(found >= 8, "{found}");
    // About one in ten clear signals may be chance, independent of the number tested.
    assert!(tested >= 30 && chance * 5 <= clear, "{chance} of {tested} with {clear} clear");
}

fn start(name: &str, world: World) -> (Harness, String) {
    let upstream = format!("http://{}", demo::start_world(world).unwrap());
    let documents = vec![LaneUpstream { lane: "enso", base_url: upstream.clone() }];
    let harness = Harness::start(Setup { documents, ..Setup::few(name) });
    (harness, upstream)
}

fn signal(harness: &Harness) -> Value {
    let reply = harness.get("/api/v1/resorts/zermatt/enso");
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

#[track_caller]
fn wait_for_state(harness: &Harness, enough: impl Fn(&Value) -> bool) -> Value {
    harness.wait_until(|_| enough(&signal(harness)["data"]["state"]));
    signal(harness)["data"]["state"].clone()
}

#[test]
fn restated_index_replaces_the_old_one() {
    let restated_at = clock::now().plus_millis(6_000);
    let (harness, _) =
        start("enso-restated", World { seed: 1, restated_at: vec![restated_at], ..World::default() });
    let before = wait_for_state(&harness, |state| !state.is_null());
    assert_eq!(before["index"], "RONI");
    let last = Season(i64::from(clock::now().utc().year()) * 12 + i64::from(clock::now().utc().month0()) - 2);
    assert_eq!(before["season"], last.to_string());
    let after = wait_for_state(&harness, |state| state["fetchedAt"] != before["fetchedAt"]);
    assert_eq!(after["season"], before["season"]);
    let ready = harness.wait_until(|ready| ready["lanes"]["enso/ONI"]["lastSuccessAt"].is_string());
    assert!(!ready["reasons"].to_string().contains("enso"), "{ready}");
    let answer = signal(&harness);
    assert_eq!(answer["data"]["reason"], "no winters of this resort are on record");
    assert!(
        harness.get("/metrics").text().contains("snow_ingest_fetches_total{lane=\"enso\",outcome=\"ok\"}")
    );
    let tools = OPERATIONS.iter().filter(|operation| operation.meta().name.contains("elnino")).count();
    assert_eq!(tools, 2);
}

#[test]
fn failed_index_keeps_known_values() {
    for fault in [Fault::Html, Fault::Truncated, Fault::Empty, Fault::Status(503)] {
        let chances = vec![Chance { fault: fault.clone(), probability: 1.0 }];
        let faults = Faults { chances, ..Faults::default() };
        let (harness, _) = start("enso-faults", World { seed: 1, faults, ..World::default() });
        let ready = harness
            .wait_until(|ready| ready["lanes"]["enso/RONI"]["consecutiveFailures"].as_u64() >= Some(2));
        assert!(ready["reasons"].to_string().contains("enso/RONI"), "{fault:?}: {ready}");
        assert!(signal(&harness)["data"]["state"].is_null(), "{fault:?}");
    }
    // The first answers are complete; every later one is a page.
    let script = (0..2).map(|nth| (nth, Fault::Slow { ms: 1 })).collect();
    let chances = vec![Chance { fault: Fault::Html, probability: 1.0 }];
    let faults = Faults { script, chances };
    let (harness, _) = start("enso-later-faults", World { seed: 1, faults, ..World::default() });
    let known = wait_for_state(&harness, |state| !state.is_null());
    harness.wait_until(|ready| ready["lanes"]["enso/ONI"]["consecutiveFailures"].as_u64() >= Some(2));
    assert_eq!(signal(&harness)["data"]["state"], known);
}
