//! Tests of the current winter, which the service keeps up to date: day after day, over the turn of winters, through
//! faults, a kill and an archive that restates itself. "Yesterday" in a test is a store without later days.

use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::time::Duration;

use chrono::{Days, NaiveDate};
use climate::{Hemisphere, RawWinter, Winter, pack};
use ingest::documents::facts;
use ingest::winters::{CURRENT_LEASE, LANE};
use publication::publisher::take_winter;
use publication::store;
use runtime::clock;
use server::commands::demo;
use server::database;
use storage::climate::{ModelledDays, StoredWinter, WinterRow};
use storage::{Store, budget};
use upstream_sim::{ArchiveTrap, Fault, Faults, PlacedTrap, World};

use crate::backfill::{asked, backfilled, expire_lease, record};
use crate::harness::{Harness, RUNTIME, Setup};

const RESORTS: [&str; 2] = ["thredbo", "zermatt"];

fn resort(slug: &str) -> catalogue::Resort {
    catalogue::embedded().unwrap().into_iter().find(|one| one.slug == slug).unwrap()
}

/// Returns the date of a row's number of days.
fn date(epoch_day: i32) -> NaiveDate {
    NaiveDate::default() + Days::new(u64::try_from(epoch_day).unwrap())
}

fn winter_of(row: &WinterRow) -> Winter {
    Winter::new(Hemisphere::from_latitude(resort(&row.slug).lat), row.winter).unwrap()
}

/// Returns the record after a backfill of some winters, in the order of slug and year.
fn whole(name: &str, resorts: &[&str], winters: u16, upstream: Option<SocketAddr>) -> Vec<WinterRow> {
    let config = Setup { upstream, ..Setup::few(name) }.config();
    let store = database::open(&config).unwrap();
    backfilled(&store, &config, &asked(resorts, winters)).1.unwrap();
    record(&store).into_values().collect()
}

/// Returns the record as if the archive had no day after `day`.
fn until(rows: &[WinterRow], day: NaiveDate) -> Vec<WinterRow> {
    let cut = |row: &WinterRow| {
        let winter = winter_of(row);
        let known = winter.index(day).map_or(winter.days(), |last| last + 1);
        let keep = |column: &str| {
            let days = unpacked(column).into_iter().enumerate();
            days.map(|(at, cell)| if at < known { cell } else { "-".to_owned() })
                .collect::<Vec<_>>()
                .join(" ")
        };
        let columns: Vec<String> = row.days.split(';').skip(1).map(keep).collect();
        let raw = pack::read(winter, &format!("2;{}", columns.join(";"))).unwrap();
        let asked_through = row.asked_through.min(epoch_day(day));
        WinterRow { days: pack::write(&raw), asked_through, ..row.clone() }
    };
    rows.iter().filter(|row| winter_of(row).first_day() <= day).map(cut).collect()
}

/// Returns the cells of a packed column.
fn unpacked(column: &str) -> Vec<String> {
    let cell = |token: &str| {
        let (value, times) = token.split_once('x').unwrap_or((token, "1"));
        vec![value.to_owned(); times.parse().unwrap()]
    };
    column.split(' ').flat_map(cell).collect()
}

fn epoch_day(day: NaiveDate) -> i32 {
    day.to_epoch_days()
}

fn put(store: &Store, rows: &[WinterRow]) {
    let rows = rows.to_vec();
    store.run_blocking(move |conn| storage::climate::merge(conn, &rows, |_, new| new.clone())).unwrap();
}

/// Returns slug, year, days and the number of incomplete answers.
fn told(rows: &[WinterRow]) -> Vec<(&str, i32, &str, u32)> {
    rows.iter().map(|row| (row.slug.as_str(), row.winter, row.days.as_str(), row.came_short)).collect()
}

/// Returns the possible newest days that the archive is queried for about now.
fn newest_days() -> [NaiveDate; 2] {
    let day = |hours: i64| clock::now().plus_millis(hours * 3_600_000).utc().date_naive() - Days::new(5);
    // The newest day may change while the test runs.
    [day(-12), day(-12 + 1)]
}

/// Runs the service on a record until the newest winters have been fetched through today; returns the record.
fn refreshed(setup: Setup, rows: &[WinterRow]) -> Vec<WinterRow> {
    let store = database::open(&setup.config()).unwrap();
    put(&store, rows);
    let service = Harness::start(setup);
    let after = refreshed_by(&store);
    service.stop();
    after
}

fn refreshed_by(store: &Store) -> Vec<WinterRow> {
    let begun = clock::monotonic();
    loop {
        let rows: Vec<WinterRow> = record(store).into_values().collect();
        let newest =
            |slug: &str| rows.iter().filter(|row| row.slug == slug).max_by_key(|row| row.winter).cloned();
        let slugs: std::collections::BTreeSet<&str> = rows.iter().map(|row| row.slug.as_str()).collect();
        let is_new = |slug: &&str| {
            newest(slug).is_some_and(|row| {
                newest_days().contains(&date(row.asked_through))
                    && winter_of(&row).index(date(row.asked_through)).is_some()
            })
        };
        if slugs.iter().all(is_new) {
            return rows;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "waited in vain: {:?}", told(&rows));
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Returns the day through which all newest winters have been fetched.
fn through(rows: &[WinterRow]) -> NaiveDate {
    date(rows.iter().map(|row| row.asked_through).max().unwrap())
}

/// Returns the newest day on record that the service would query as well: before noon a backfill knows a day more.
fn due_through(rows: &[WinterRow]) -> NaiveDate {
    through(rows).min(newest_days()[0])
}

#[test]
fn current_winter_grows_and_finishes() {
    let all = whole("winters-whole", &RESORTS, 2, None);
    let current = |row: &&WinterRow| winter_of(row).index(date(row.asked_through)).is_some();
    for back in [3, 20, 120, 200] {
        // At least one of the two resorts had another current winter 200 days ago.
        let then = until(&all, due_through(&all) - Days::new(back));
        let after = refreshed(Setup::few("winters-grown"), &then);
        assert_eq!(told(&after), told(&until(&all, through(&after))), "{back} days");
        assert_eq!(after.iter().filter(current).count(), 2);
        let untouched = |row: &&WinterRow| {
            let winter = winter_of(row);
            then.iter().any(|was| {
                was.slug == row.slug
                    && was.winter == row.winter
                    && was.asked_through >= epoch_day(winter.last_day())
            })
        };
        for row in after.iter().filter(untouched) {
            let was = then.iter().find(|was| was.slug == row.slug && was.winter == row.winter).unwrap();
            assert_eq!(row.fetched_at, was.fetched_at, "{} {} is not fetched again", row.slug, row.winter);
        }
    }
}

#[test]
fn restated_days_are_replaced() {
    let all = whole("winters-first", &["zermatt"], 1, None);
    let zermatt = resort("zermatt");
    let four = |degrees: f64| (degrees * 10_000.0).round() / 10_000.0;
    let trapped = PlacedTrap { lat: four(zermatt.lat), lon: four(zermatt.lon), trap: ArchiveTrap::Restated };
    let restated =
        || demo::start_world(World { seed: 1, archive: vec![trapped], ..World::default() }).unwrap();
    let anew = whole("winters-restated", &["zermatt"], 1, Some(restated()));
    let then = until(&all, due_through(&all) - Days::new(3));
    let setup = Setup { archive: Some(restated()), ..Setup::few("winters-restate") };
    let (folder, before) = (setup.folder.clone(), clock::now());
    let after = refreshed(setup, &then);
    let newest = through(&after);
    let (first, mut seen) = (newest - Days::new(27), [0, 0]);
    for row in &after {
        let winter = winter_of(row);
        let read = |rows: &[WinterRow]| -> RawWinter {
            let row = rows.iter().find(|other| other.winter == row.winter).unwrap();
            pack::read(winter, &row.days).unwrap()
        };
        let judged =
            |raw: RawWinter| raw.evaluate(&climate::Policy::DEFAULT, &climate::Site::default(), before);
        let (was, new, is) = (judged(read(&all)), judged(read(&anew)), judged(read(&after)));
        for at in (0..winter.days()).filter(|at| winter.date_at(*at) <= newest) {
            // A winter that has turned in between is fetched separately, from its own end.
            let is_asked = winter.date_at(at) >= first && winter.index(newest).is_some();
            let expected = if is_asked { &new } else { &was };
            if winter.index(newest).is_some() {
                assert_eq!(
                    (is.snowfall_at(at), is.depth_at(at)),
                    (expected.snowfall_at(at), expected.depth_at(at))
                );
                seen[usize::from(is_asked)] += 1;
            }
        }
    }
    assert!(seen[1] > 0, "{seen:?}");
    // A replay of an earlier time still uses what was known then.
    let store =
        Store::open(folder.join("snow-conditions.sqlite").to_str().unwrap(), &Default::default(), before)
            .unwrap();
    let was = RUNTIME.block_on(store::known_at(&store, "zermatt".to_owned(), before)).unwrap().winters;
    let mut winters = climate::Winters::new(Hemisphere::North);
    was.iter().for_each(|was| take_winter(&mut winters, "zermatt", was.winter, &was.days, was.fetched_at));
    let known: Vec<_> = winters.iter().map(|days| (days.winter().year(), days.known_since())).collect();
    let row = then.iter().max_by_key(|row| row.winter).unwrap();
    assert!(known.contains(&(row.winter, row.fetched_at)), "{known:?}");
}

#[test]
fn replay_keeps_the_finished_winter() {
    let rows = whole("winters-eleven", &["zermatt"], 11, None);
    let setup = Setup { winter_refresh: false, ..Setup::few("winters-replay") };
    let store = database::open(&setup.config()).unwrap();
    put(&store, &rows);
    let service = Harness::start(setup);
    service.wait_for(4);
    service.wait_for_next_tick();
    let average = |answer: &serde_json::Value| answer["data"]["depthVsAvgBasis"]["averageCm"].as_f64();
    let live = service.get("/api/v1/resorts/zermatt/conditions");
    let at = live.json()["data"]["resolvedAt"].as_str().unwrap().to_owned();
    let first = average(&live.json()).unwrap();
    // Every finished winter is restated, with frost and an impossible amount of snow.
    let restated: Vec<WinterRow> = rows
        .iter()
        .map(|row| {
            let winter = winter_of(row);
            let mut raw = pack::read(winter, &row.days).unwrap();
            let days = winter.first_day().iter_days().take(winter.days());
            let weather =
                climate::DayWeather { temp_min_c: Some(-12.0), temp_max_c: Some(-6.0), water_mm: Some(9.0) };
            let deep = |date| climate::Day { date, weather, ..climate::Day::default() };
            raw.merge_days(&climate::Policy::DEFAULT, days.map(deep));
            WinterRow { days: pack::write(&raw), fetched_at: clock::now(), ..row.clone() }
        })
        .collect();
    put(&store, &restated);
    let begun = clock::monotonic();
    let conditions = || service.get("/api/v1/resorts/zermatt/conditions").json();
    while average(&conditions()).is_none_or(|now| now < first + 100.0) {
        assert!(begun.elapsed() < Duration::from_secs(60), "{}", conditions());
        std::thread::sleep(Duration::from_millis(50));
    }
    let then = service.get(&format!("/api/v1/resorts/zermatt/conditions?asOf={at}"));
    assert_eq!(average(&then.json()), Some(first));
}

#[test]
fn faults_leave_no_gap() {
    let all = whole("winters-fault-whole", &RESORTS, 1, None);
    let then = until(&all, due_through(&all) - Days::new(30));
    let faults = [
        Fault::Concurrent,
        Fault::Status(400),
        Fault::Truncated,
        Fault::Html,
        Fault::Overloaded,
        Fault::Empty,
        Fault::Concurrent,
    ];
    let script = (0..).zip(faults).collect();
    let world = World { seed: 1, faults: Faults { script, ..Faults::default() }, ..World::default() };
    let setup = Setup { archive: Some(demo::start_world(world).unwrap()), ..Setup::few("winters-faults") };
    let after = refreshed(setup, &then);
    assert_eq!(told(&after), told(&until(&all, through(&after))));
    // Half an answer: known days stay, new ones are stored, and the rest is fetched another day.
    let half = |slug: &str| {
        let four = |degrees: f64| (degrees * 10_000.0).round() / 10_000.0;
        PlacedTrap { lat: four(resort(slug).lat), lon: four(resort(slug).lon), trap: ArchiveTrap::HalfYear }
    };
    let world = World { seed: 1, archive: RESORTS.map(half).into(), ..World::default() };
    let setup = Setup { archive: Some(demo::start_world(world).unwrap()), ..Setup::few("winters-half") };
    let after = refreshed(setup, &then);
    for row in &after {
        let winter = winter_of(row);
        let cells = |rows: &[WinterRow]| {
            let days = rows.iter().find(|other| (&other.slug, other.winter) == (&row.slug, row.winter));
            days.map(|row| {
                pack::read(winter, &row.days).unwrap().evaluate(
                    &climate::Policy::DEFAULT,
                    &climate::Site::default(),
                    clock::now(),
                )
            })
        };
        let (was, is, full) = (cells(&then), cells(&after).unwrap(), cells(&all).unwrap());
        let known = was.iter().flat_map(|was| (0..winter.days()).filter(|at| was.snowfall_at(*at).is_some()));
        assert!(known.clone().all(|at| is.snowfall_at(at) == full.snowfall_at(at)), "{} {winter}", row.slug);
        assert!(
            (0..winter.days())
                .all(|at| is.snowfall_at(at).is_none() || is.snowfall_at(at) == full.snowfall_at(at))
        );
    }
    let newest = after.iter().filter(|row| winter_of(row).index(through(&after)).is_some());
    assert!(
        newest.clone().count() == 2 && newest.into_iter().all(|row| row.came_short == 1),
        "{:?}",
        told(&after)
    );
}

#[test]
fn calls_are_counted_before_sending() {
    let all = whole("winters-budget-whole", &RESORTS, 1, None);
    let then = until(&all, due_through(&all) - Days::new(3));
    let counted = |store: &Store, upstream: &'static str| {
        let used = move |conn: &mut _| budget::used(conn, upstream, clock::now());
        store.read_blocking(used).unwrap().day
    };
    let setup = Setup { daily_calls: Some(10_000), ..Setup::few("winters-counted") };
    let store = database::open(&setup.config()).unwrap();
    refreshed(setup, &then);
    let archive = counted(&store, LANE);
    assert!((2_000..=8_000).contains(&archive), "two calls, of one winter or of its turn: {archive}");
    assert!(counted(&store, "open-meteo") >= archive, "and on the whole");
    // An allowance that the forecasts use up leaves less than one whole call.
    let setup = Setup { daily_calls: Some(20), ..Setup::few("winters-no-share") };
    let store = database::open(&setup.config()).unwrap();
    put(&store, &then);
    let service = Harness::start(setup);
    service.wait_for(4);
    assert_eq!(counted(&store, LANE), 0);
    assert_eq!(told(&record(&store).into_values().collect::<Vec<_>>()), told(&then));
}

#[test]
fn switch_stops_archive_calls() {
    let all = whole("winters-off-whole", &["zermatt"], 1, None);
    let then = until(&all, due_through(&all) - Days::new(3));
    let setup = Setup { winter_refresh: false, ..Setup::few("winters-off") };
    let store = database::open(&setup.config()).unwrap();
    put(&store, &then);
    let service = Harness::start(setup);
    let ready = service.wait_until(|ready| ready["resortsWithForecast"] == 4);
    assert!(ready["lanes"][LANE].is_null(), "{ready}");
    service.stop();
    assert_eq!(told(&record(&store).into_values().collect::<Vec<_>>()), told(&then));
}

#[test]
fn killed_service_resumes() {
    let slugs = ["alta", "vail", "verbier", "zermatt", "thredbo", "kitzbuehel", "st-anton", "chamonix"];
    let known = catalogue::embedded().unwrap();
    let slugs: Vec<&str> =
        slugs.into_iter().filter(|slug| known.iter().any(|one| one.slug == *slug)).collect();
    let all = whole("winters-killed-whole", &slugs, 1, None);
    let then = until(&all, due_through(&all) - Days::new(40));
    let slow = Faults {
        chances: vec![upstream_sim::Chance { fault: Fault::Slow { ms: 150 }, probability: 1.0 }],
        ..Faults::default()
    };
    let archive = demo::start_world(World { seed: 1, faults: slow, ..World::default() }).unwrap();
    let only = slugs.iter().map(|slug| (*slug).to_owned()).collect();
    let setup = Setup { only, archive: Some(archive), ..Setup::new("winters-killed") };
    let config = setup.config();
    let store = database::open(&config).unwrap();
    put(&store, &then);
    let url = config.open_meteo.base_url.clone().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_snow-conditions"))
        .args([
            "--data-dir",
            setup.folder.to_str().unwrap(),
            "--bind",
            "127.0.0.1:0",
            "--open-meteo-url",
            &url,
        ])
        .args(["--open-meteo-archive-url", &format!("http://{archive}"), "--open-meteo-daily-calls", "0"])
        .args(["--stations", "none", "--log", "error"])
        .args(facts().flat_map(|lane| [format!("--{}-url", lane.meta.id), "none".to_owned()]))
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let is_new = |row: &&WinterRow| then.iter().all(|was| was.fetched_at != row.fetched_at);
    let begun = clock::monotonic();
    let some = loop {
        let rows: Vec<WinterRow> = record(&store).into_values().collect();
        if rows.iter().filter(is_new).count() >= 3 {
            break rows;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing comes");
        std::thread::sleep(Duration::from_millis(5));
    };
    child.kill().unwrap();
    child.wait().unwrap();
    let done: Vec<WinterRow> = record(&store).into_values().filter(|row| is_new(&row)).collect();
    assert!(done.len() >= some.iter().filter(is_new).count());
    expire_lease(&store, CURRENT_LEASE);
    expire_lease(&store, "ingest");
    let service = Harness::start(setup);
    let after = refreshed_by(&store);
    service.stop();
    assert_eq!(told(&after), told(&until(&all, through(&after))), "no gap and no repeat");
    assert!(done.iter().all(|row| after.contains(row)), "nothing is fetched twice");
}

/// Returns the stored modelled snow, in the order of the winters, as soon as it is `enough`.
fn kept_when(store: &Store, enough: impl Fn(&[StoredWinter]) -> bool) -> Vec<StoredWinter> {
    let begun = clock::monotonic();
    loop {
        let changes =
            RUNTIME.block_on(store::changed(store, publication::versions::Versions::default())).unwrap();
        let mut rows = changes.1.winters;
        rows.sort_by_key(|kept| kept.row.winter);
        if enough(&rows) {
            return rows;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "waited in vain");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn modelled_snow_is_reused_per_model() {
    let rows = whole("modelled-record", &["zermatt"], 2, None);
    let setup = Setup { winter_refresh: false, ..Setup::few("modelled-kept") };
    let folder = setup.folder.clone();
    let store = database::open(&setup.config()).unwrap();
    put(&store, &rows);
    let service = Harness::start(setup);
    let made = kept_when(&store, |rows| rows.iter().all(|kept| kept.modelled.is_some()));
    service.stop();
    assert!(made.len() >= 2, "{}", made.len());
    let text = |at: usize| made[at].modelled.clone().unwrap();
    // Impossible for a model: seven centimetres through midsummer. And a result of another version.
    let (altered, other) =
        (text(0).replacen(";0x", ";7x", 1), text(1).replacen(|c: char| c.is_ascii_digit(), "0", 1));
    assert!(altered != text(0) && other != text(1));
    let of = |(at, text): (usize, String)| {
        let StoredWinter { row, version, .. } = made[at].clone();
        ModelledDays { slug: row.slug, dataset: row.dataset, winter: row.winter, version, text }
    };
    let texts = [(0, altered.clone()), (1, other)].map(of);
    store.run_blocking(move |conn| storage::climate::keep_modelled(conn, &texts)).unwrap();
    let again = Setup { folder, winter_refresh: false, ..Setup::few("modelled-unused") };
    let service = Harness::start(again);
    let after = kept_when(&store, |rows| rows[1].modelled == made[1].modelled);
    service.stop();
    assert_eq!(after[0].modelled, Some(altered), "the stored value was used, not modelled again");
}
