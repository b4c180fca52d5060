//! Measures every read operation once on the 660 resorts with complete evidence: microseconds from text arguments to
//! JSON, which is the work of a first request after a publication. `cargo bench -p server --bench reads`. The limit is
//! one millisecond, and a tenth of it for operations on past winters and on travel to a resort. `-- NAME` measures only
//! one operation (`pages` for the pages of resorts, `cards` for the insight cards of the whole world), and `-- NAME
//! ROUNDS` repeats it that often, for instruction counts.
//!
//! The requests come from `fixtures/operations`, with resorts of the catalogue in place of invented ones, so a new
//! operation is measured as soon as it has an example.

use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use ::world::{Caller, ResortEvidence, View, World};
use climate::enso::{Season, Series};
use climate::{Day, DayWeather, RawWinter, Winter};
use evidence::{Document, ElNinoIndex, Form as _};
use operations::insights::CardSet;
use operations::{AnyOperation, OPERATIONS};
use pages::{Ask, Language, PAGES};
use serde_json::Value;

#[path = "../../http-api/benches/support/world.rs"]
mod world;

type Outcome<T> = Result<T, Box<dyn Error>>;

const RESORTS: usize = 660;
const ROUNDS: usize = 101;
/// Number of finished winters per resort.
const WINTERS: i32 = 30;
/// Limit per operation, in microseconds.
const LIMIT_US: f64 = 1_000.0;
/// Limit for an operation on past winters or on travel to a resort, in microseconds.
const SHORT_LIMIT_US: f64 = 100.0;
/// Limit for the insight cards of the whole world, in milliseconds, once per publication; and the number of
/// repetitions.
const CARDS_LIMIT_MS: f64 = 20.0;
const CARD_ROUNDS: usize = 11;
/// The operations with the short limit.
const SHORT: [&str; 8] = [
    "get_snow_history",
    "get_monthly_snow",
    "get_trip_window",
    "get_season_leaderboard",
    "get_elnino_signal",
    "get_elnino_rankings",
    "find_flights_to_powder",
    "plan_ski_road_trip",
];
/// Name that selects only the pages: they are rendered on demand, once per publication and language.
const PAGES_NAME: &str = "pages";
/// Name that selects only the insight cards.
const CARDS_NAME: &str = "cards";
/// Replacement for the resorts and passes that the examples invent.
const SLUG: &str = "kitzbuehel";
const SLUGS: &str = "kitzbuehel,verbier,st-anton,zermatt";
const DESTINATION: &str = "arlberg";
const PASS: &str = "ikon-pass";
const PASSES: &str = "ikon-pass,epic-pass";

#[expect(clippy::print_stdout, reason = "a benchmark prints its result")]
fn main() -> Outcome<()> {
    let asked: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let rounds = asked.get(1).map_or(Ok(ROUNDS), |rounds| rounds.parse())?;
    let is_asked = |name: &str| asked.first().is_none_or(|only| only == name);
    let world = with_winters(&world::world(RESORTS, world::service())?);
    let caller = Caller::pro();
    let view = View::new(&world, &caller);
    let mebi = |bytes: usize| bytes as f64 / f64::from(1 << 20);
    let winters = mebi(world.resorts().map(|held| held.winters.bytes()).sum());
    println!(
        "{WINTERS} winters each: {winters:.1} MiB, and side by side {:.1} MiB",
        mebi(world.seasons().bytes())
    );
    if is_asked(CARDS_NAME) {
        let card_rounds = asked.get(1).map_or(CARD_ROUNDS, |_| rounds.max(1));
        let mut millis: Vec<f64> = (0..card_rounds)
            .map(|_| micros_of(|| drop(black_box(CardSet::build(&view)))) / 1_000.0)
            .collect();
        millis.sort_by(f64::total_cmp);
        let cards: usize = CardSet::build(&view).by_category().map(|(_, cards)| cards.len()).sum();
        println!(
            "{cards} insight cards of the whole world: {:.1} ms of {CARDS_LIMIT_MS}",
            millis[card_rounds / 2]
        );
    }
    if is_asked(PAGES_NAME) {
        pages_of_all(&world)?;
    }
    println!("{} resorts; median and fastest of {rounds}, share of the limit", world.len());
    for operation in OPERATIONS.iter().filter(|operation| is_asked(operation.meta().name)) {
        let name = operation.meta().name;
        let limit = if SHORT.contains(&name) { SHORT_LIMIT_US } else { LIMIT_US };
        for pairs in requests(name)? {
            let pairs: Vec<(&str, &str)> = pairs.iter().map(|(name, value)| (&**name, &**value)).collect();
            match measured(*operation, &view, &pairs, rounds.max(1)) {
                Ok(Measurement { bytes, median, fastest }) => println!(
                    "{median:7.1} us {fastest:7.1} us {:5.2} of {limit:4.0}  {bytes:7} bytes  {name} {pairs:?}",
                    median / limit
                ),
                Err(error) => println!("{name:32} {pairs:?}: not measured, {error}"),
            }
        }
    }
    Ok(())
}

/// Measures the anonymous page of every resort in every language: microseconds each, and the total size.
#[expect(clippy::print_stdout, reason = "a benchmark prints its result")]
fn pages_of_all(world: &World) -> Outcome<()> {
    let page =
        PAGES.iter().find(|page| page.meta().path == "/resorts/{slug}").ok_or("no page of a resort")?;
    #[expect(clippy::disallowed_methods, reason = "a page as anonymous callers get it")]
    let view = View::public(world);
    let mut micros: Vec<f64> = Vec::new();
    let mut bytes = 0;
    for language in Language::ALL {
        for seen in view.resorts() {
            let slug = seen.resort().slug.clone();
            let mut ask = Ask::new(view, world::full::NOW, language, format!("/resorts/{slug}"));
            ask.arguments = vec![("slug".to_owned(), slug)];
            micros.push(micros_of(|| bytes += black_box(pages::answer(*page, &ask)).html.len()));
        }
    }
    micros.sort_by(f64::total_cmp);
    println!(
        "{} pages of resorts in {} languages: median {:.0} us, slowest {:.0} us, all {:.1} s of one core, {} bytes in the mean",
        micros.len(),
        Language::ALL.len(),
        micros[micros.len() / 2],
        micros.last().copied().unwrap_or_default(),
        micros.iter().sum::<f64>() / 1e6,
        bytes / micros.len().max(1)
    );
    Ok(())
}

/// Size of an answer in bytes, and its time in microseconds.
struct Measurement {
    bytes: usize,
    median: f64,
    fastest: f64,
}

fn measured(
    operation: &dyn AnyOperation,
    view: &View<'_>,
    pairs: &[(&str, &str)],
    rounds: usize,
) -> Outcome<Measurement> {
    let bytes = operation.answer(view, pairs, world::full::NOW)?.len();
    let mut micros: Vec<f64> = Vec::with_capacity(rounds);
    for _ in 0..rounds {
        micros.push(micros_of(|| {
            drop(black_box(operation.answer(view, black_box(pairs), world::full::NOW)));
        }));
    }
    micros.sort_by(f64::total_cmp);
    Ok(Measurement { bytes, median: micros[rounds / 2], fastest: micros[0] })
}

/// Returns the same world with thirty synthetic winters of every resort, the current one, and a synthetic El Niño
/// index.
fn with_winters(world: &World) -> World {
    let now = world::full::NOW;
    let policy = climate::Policy::DEFAULT;
    let of = |(at, held): (usize, &Arc<ResortEvidence>)| {
        let mut winters = held.winters.clone();
        let newest = Winter::containing(winters.hemisphere(), now.utc().date_naive());
        for winter in (0..=WINTERS).filter_map(|back| newest?.plus(-back)) {
            let days = winter.first_day().iter_days().take(winter.days()).enumerate();
            let days = days.take_while(|(_, date)| *date < now.utc().date_naive()).map(|(index, date)| {
                let snowy = (index * (3 + at % 7) + at * 5 + winter.year() as usize) % (11 + at % 13);
                let is_winter = winter.season_range().contains(&index);
                let temp_c = if is_winter { -6.0 } else { 9.0 };
                let weather = DayWeather {
                    temp_min_c: Some(temp_c - 4.0),
                    temp_max_c: Some(temp_c + 4.0),
                    water_mm: Some(snowy as f64 * 2.1),
                };
                let (snowfall_cm, depth_cm) = (Some(snowy as f64 * 2.1), Some(index as f64 / 2.0));
                Day { date, snowfall_cm, depth_cm, weather }
            });
            let mut raw = RawWinter::new(winter);
            raw.merge_days(&policy, days);
            winters.insert(raw.evaluate(&policy, winters.site(), now));
        }
        (at, Arc::new(ResortEvidence::clone(held).with_winters(winters)))
    };
    let world = world.with(world.resorts().enumerate().map(of).collect(), now);
    let first = Season::around(1950, 0);
    // Oscillates with a period of three and a half years, without an equal pair.
    let anomalies = (0..912).map(|month| (160.0 * (f64::from(month) * 0.149).sin()) as i32).collect();
    let payload = &ElNinoIndex::encode(&Series { first, anomalies });
    let index = Document { kind: ElNinoIndex::NAME, subject: "RONI", captured_at: now, payload };
    world.with_documents(&[index], &[]).0
}

#[expect(clippy::disallowed_methods, reason = "measuring time is what a benchmark is for")]
fn micros_of(work: impl FnOnce()) -> f64 {
    let begun = Instant::now();
    work();
    begun.elapsed().as_secs_f64() * 1e6
}

type Pairs = Vec<(String, String)>;

/// Returns the distinct requests in an operation's examples; none if it has no example yet.
fn requests(operation: &str) -> Outcome<Vec<Pairs>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/operations");
    let Ok(text) = std::fs::read_to_string(folder.join(format!("{operation}.json"))) else {
        return Ok(vec![Pairs::new()]);
    };
    let file: Value = serde_json::from_str(&text)?;
    let mut all: Vec<Pairs> = Vec::new();
    for example in file["examples"].as_array().into_iter().flatten() {
        let arguments = example["arguments"].as_object().into_iter().flatten();
        let pairs: Pairs = arguments
            .map(|(name, value)| {
                let value = match (operation, name.as_str()) {
                    ("get_destination", "slug") => DESTINATION,
                    (_, "slug") => SLUG,
                    (_, "slugs") => SLUGS,
                    (_, "pass") => PASS,
                    (_, "passes") => PASSES,
                    _ => value.as_str().unwrap_or_default(),
                };
                (name.clone(), value.to_owned())
            })
            .collect();
        if !all.contains(&pairs) {
            all.push(pairs);
        }
    }
    Ok(all)
}
