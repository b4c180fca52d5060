//! Measures a publication by the number of resorts and the number of changed ones: processor time of a tick, the same
//! with every resort resolved again (as each tick did before states were shared), a start from stored rows, and the
//! resident memory for each resort. `cargo bench -p publication --bench publish`; `-- RESORTS` measures only that
//! number. Resorts are those of the catalogue and copies of them under other slugs; all evidence is synthetic.

#![expect(clippy::disallowed_methods, reason = "measures durations")]

use std::error::Error;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use catalogue::Resort;
use conditions_core::evidence::{
    Evidence, ForecastSnapshot, HourColumn, HourlyWeather, Origin, PAST_HOURS, PastHours, StationReading,
};
use conditions_core::policy::Policy;
use conditions_core::time::{DAY_MS, MINUTE_MS};
use evidence::{Forecast, Form as _, Operator, Stations};
use mimalloc::MiMalloc;
use publication::published::Published;
use publication::publisher::{News, renewed};
use publication::service::{self, Options};
use storage::evidence::EvidenceRow;
use world::{ResortEvidence, Service, World, map_on_processors};
use zeroizing_alloc::ZeroAlloc;

#[path = "../../conditions-core/benches/support/full.rs"]
mod full;

/// As in the program.
#[global_allocator]
static WIPING: ZeroAlloc<MiMalloc> = ZeroAlloc(MiMalloc);

type Outcome<T> = Result<T, Box<dyn Error>>;

const SIZES: [usize; 3] = [768, 6_000, 60_000];
/// Number of ticks of each kind, a minute apart.
const TICKS: i64 = 30;
const FEW: usize = 10;

fn main() -> Outcome<()> {
    let asked: Option<usize> = std::env::args().skip(1).find_map(|word| word.parse().ok());
    for count in asked.map_or(SIZES.to_vec(), |count| vec![count]) {
        measure(count)?;
    }
    Ok(())
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its result")]
fn measure(count: usize) -> Outcome<()> {
    let service = Arc::new(service::service(Options {
        stations: vec!["snotel", "slf", "metar"],
        ..Options::default()
    }));
    let before = resident()?;
    let held = resorts(count)?.into_iter().zip(0..).map(|(resort, number)| {
        // Most resorts have forecasts and stations but lack statements.
        let (_, evidence) = full::resort(number);
        let forecast = evidence.forecast.map(|one| ForecastSnapshot { hours: Some(hours(number)), ..one });
        let usual = Evidence::default().with_stations(evidence.stations).with_forecast(forecast);
        Arc::new(ResortEvidence::new(resort, usual))
    });
    let world = World::new(Arc::clone(&service), Arc::new(Policy::contract()), held.collect(), full::NOW);
    let first = Published::new(world, full::NOW);
    let kibi = resident()?.saturating_sub(before) as f64 / count as f64;
    println!("{count} resorts: {kibi:.1} KiB resident for each, without winters, nothing rendered");

    let changed: Vec<EvidenceRow> = first.world.resorts().map(|held| statement(&held.resort.slug)).collect();
    let few: Vec<EvidenceRow> = changed.iter().step_by(count / FEW).take(FEW).cloned().collect();
    for (name, rows) in [("no resort changed", Vec::new()), ("10 changed", few), ("all changed", changed)] {
        let times = ticks(&first.world, &rows);
        println!("  tick, {name:18} {}", spread(&times));
    }
    let (mut all, mut known) = (Vec::new(), None::<World>);
    for minute in 1..=TICKS.min(5) {
        let world = known.as_ref().unwrap_or(&first.world);
        let begun = Instant::now();
        let policy = Arc::new(Policy::clone(&world.policy));
        let next = world.with_grades(Vec::new(), policy, None, full::NOW.plus_millis(minute * MINUTE_MS));
        all.push(begun.elapsed());
        known = Some(next);
    }
    println!("  every resort resolved    {}", spread(&all));
    start(&service, &first.world);
    Ok(())
}

/// Publishes once a minute, each time with these changes; returns the duration of each.
fn ticks(world: &World, rows: &[EvidenceRow]) -> Vec<Duration> {
    let mut times = Vec::new();
    let mut known: Option<Published> = None;
    for minute in 1..=(if rows.len() > FEW { 5 } else { TICKS }) {
        let world = known.as_ref().map_or(world, |known| &known.world);
        let news = News { evidence: rows.to_vec(), ..News::default() };
        let begun = Instant::now();
        let next = renewed(world, news, full::NOW.plus_millis(minute * MINUTE_MS));
        drop(known.replace(next));
        times.push(begun.elapsed());
    }
    times
}

/// Prints the duration of a start: the resorts without data, then everything from stored rows.
#[expect(clippy::print_stdout, reason = "a benchmark prints its result")]
fn start(service: &Arc<Service>, world: &World) {
    let resorts: Vec<Resort> = world.resorts().map(|held| held.resort.clone()).collect();
    let evidence: Vec<EvidenceRow> = world.resorts().flat_map(|held| stored(held)).collect();
    let bytes: usize = evidence.iter().map(|row| row.payload.len()).sum();
    let begun = Instant::now();
    let held =
        map_on_processors(resorts, |resort| Arc::new(ResortEvidence::new(resort, Evidence::default())));
    let nothing = World::new(Arc::clone(service), Arc::new(Policy::contract()), held, full::NOW);
    let names = begun.elapsed();
    let published = renewed(&nothing, News { evidence, ..News::default() }, full::NOW);
    println!(
        "  start                    {:.0} ms, of which {:.0} ms without evidence; {} MB of rows, without reading them \
         from the database",
        millis(begun.elapsed()),
        millis(names),
        bytes / 1_000_000
    );
    drop(black_box(published));
}

/// Returns the resorts of the catalogue, then copies of them under other slugs.
fn resorts(count: usize) -> Outcome<Vec<Resort>> {
    let embedded = catalogue::embedded()?;
    let again = (0..).flat_map(|round| {
        embedded.iter().map(move |resort| match round {
            0 => resort.clone(),
            _ => Resort { slug: format!("{}-{round}", resort.slug), ..resort.clone() },
        })
    });
    Ok(again.take(count).collect())
}

/// Returns hours as a service has them: a week of models, and nine days before it.
fn hours(number: u64) -> HourlyWeather {
    let column = |count: u64, seed: u64, scale: f64| {
        let value = |hour: u64| (((hour * 7 + seed * 13 + number) % 97) as f64 / 10.0 - 3.0) * scale;
        HourColumn::new((0..count).map(|hour| (Some(value(hour)), 7)))
    };
    let week = |seed, scale| column(7 * 24 + 1, seed, scale);
    let before = |seed, scale| column(PAST_HOURS as u64 + 1, seed, scale);
    HourlyWeather {
        start: full::NOW.plus_millis(-2 * DAY_MS),
        elevation_m: Some(1900.0),
        temp_c: week(1, 1.0),
        humidity_pct: week(2, 10.0),
        precipitation_mm: week(3, 0.1),
        wind_mps: week(4, 1.0),
        wind_from_east_mps: week(5, 1.0),
        wind_from_north_mps: week(6, 1.0),
        gust_mps: week(7, 2.0),
        cloud_pct: week(8, 10.0),
        members_mm: (9..16).map(|seed| week(seed, 0.1)).collect(),
        past: Some(PastHours {
            start: full::NOW.plus_millis(-11 * DAY_MS),
            temp_c: before(16, 1.0),
            humidity_pct: before(17, 10.0),
            precipitation_mm: before(18, 0.1),
        }),
    }
}

fn statement(slug: &str) -> EvidenceRow {
    let (_, mut evidence) = full::resort(1);
    evidence.observations.retain(|one| one.origin == Origin::Operator);
    row(slug, Operator::REPORTS, Operator::NAME, Operator::encode(&evidence.observations))
}

/// Returns the rows from which the evidence of a resort is read.
fn stored(held: &ResortEvidence) -> Vec<EvidenceRow> {
    let slug = &held.resort.slug;
    let forecast = held
        .evidence
        .forecast
        .iter()
        .map(|one: &ForecastSnapshot| row(slug, "open-meteo", Forecast::NAME, Forecast::encode(one)));
    let of = |lane: &'static str| {
        let own = held.evidence.stations.iter().filter(|reading| reading.network.as_str() == lane);
        let own: Vec<StationReading> = own.cloned().collect();
        (!own.is_empty()).then(|| row(slug, lane, Stations::NAME, Stations::encode(&own)))
    };
    forecast.chain(["snotel", "slf", "metar"].into_iter().filter_map(of)).collect()
}

fn row(slug: &str, lane: &str, kind: &str, payload: String) -> EvidenceRow {
    EvidenceRow {
        id: storage::evidence::new_id(full::NOW),
        slug: slug.to_owned(),
        lane: lane.to_owned(),
        kind: kind.to_owned(),
        observed_at: None,
        captured_at: full::NOW,
        payload,
    }
}

fn spread(times: &[Duration]) -> String {
    let mut sorted = times.to_vec();
    sorted.sort();
    let at = |nth: usize| sorted.get(nth).copied().map_or(0.0, millis);
    format!(
        "{:8.2} ms median, {:8.2} fastest, {:8.2} slowest",
        at(sorted.len() / 2),
        at(0),
        at(sorted.len() - 1)
    )
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Returns the resident memory of this process, in KiB.
fn resident() -> Outcome<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
    Ok(line.trim().trim_end_matches(" kB").trim().parse()?)
}
