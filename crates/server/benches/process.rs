//! Measures the program as a process: time to the first answer on a filled database, and memory use. Repeats this with
//! thirty winters of every resort on record, with and without modelled snow in storage. `cargo bench -p server --bench
//! process`; about three minutes, mostly filling and waiting.

use std::error::Error;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use climate::raw::DayWeather;
use climate::{Day, Hemisphere, RawWinter, Winter, pack};
use conditions_core::time::Timestamp;
use storage::Store;
use storage::climate::WinterRow;

#[path = "support/load.rs"]
#[expect(dead_code, reason = "only single requests are sent here")]
mod load;

type Outcome<T> = Result<T, Box<dyn Error>>;

const STARTS: usize = 7;
/// Maximum wait for an answer or a filled database.
const PATIENCE: Duration = Duration::from_secs(300);
/// Number of finished winters per resort.
const WINTERS: i32 = 30;
const CONDITIONS: &str = "/api/v1/resorts/kitzbuehel/conditions";

#[expect(clippy::print_stdout, reason = "a benchmark prints its result")]
#[expect(clippy::disallowed_methods, reason = "measuring time is what a benchmark is for")]
fn main() -> Outcome<()> {
    let folder = std::env::temp_dir().join(format!("bench-process-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let begun = Instant::now();
    let mut demo = Program::start(&folder, &["demo"])?;
    let resorts = demo.filled()?;
    println!("{resorts} resorts, filled by the simulator in {:.1} s", begun.elapsed().as_secs_f64());
    demo.report("after filling, simulator included")?;
    drop(demo);

    started(&folder, STARTS, "no winters on record")?;
    let store = runtime::opening::open(&folder.join("snow-conditions.sqlite").to_string_lossy())?;
    let rows = keep_winters(&store)?;
    println!("{rows} winters are on record, {:.0} MB of days", size(&store)?.0);
    started(&folder, 1, "thirty winters of every resort, to be modelled")?;
    let begun = Instant::now();
    let mut program = Program::start(&folder, &["--no-ingest=true", "serve"])?;
    program.wait(|_| size(&store).is_ok_and(|(_, missing)| missing == 0))?;
    println!("their snow is stored after {:.0} s", begun.elapsed().as_secs_f64());
    drop(program);
    started(&folder, STARTS, "thirty winters of every resort, modelled before")?;
    std::fs::remove_dir_all(folder)?;
    Ok(())
}

/// Starts the program `starts` times; prints the time to the first answer and the final memory use.
#[expect(clippy::print_stdout, reason = "a benchmark prints its result")]
#[expect(clippy::disallowed_methods, reason = "measuring time is what a benchmark is for")]
fn started(folder: &Path, starts: usize, with: &str) -> Outcome<()> {
    let mut seconds = Vec::new();
    for _ in 0..starts {
        let begun = Instant::now();
        let mut program = Program::start(folder, &["--no-ingest=true", "serve"])?;
        program.wait(|address| load::once(address, CONDITIONS).is_ok_and(|(status, _)| status == 200))?;
        seconds.push(begun.elapsed().as_secs_f64());
        if seconds.len() == starts {
            // After one more round of rendering, when the previous and the new publication were in memory together.
            std::thread::sleep(Duration::from_secs(25));
            program.report(&format!("serving a filled database, {with}"))?;
        }
    }
    seconds.sort_by(f64::total_cmp);
    println!(
        "start to first answer on a filled database, {with}: median {:.2} s, slowest {:.2} s of {starts} (goal: 1 s)",
        seconds[starts / 2],
        seconds[starts - 1]
    );
    Ok(())
}

/// Stores thirty synthetic finished winters and the current one for every resort; returns the number of winters.
fn keep_winters(store: &Store) -> Outcome<usize> {
    let mut kept = 0;
    for (at, resort) in catalogue::embedded()?.into_iter().enumerate() {
        let hemisphere = Hemisphere::from_latitude(resort.lat);
        let row = |year: i32| -> Option<WinterRow> {
            let winter = Winter::new(hemisphere, year)?;
            let known = if year < 2025 { winter.days() } else { winter.days() / 2 };
            Some(WinterRow {
                slug: resort.slug.clone(),
                dataset: climate::DATASET.to_owned(),
                winter: year,
                days: synthetic(winter, known, at),
                asked_through: 40_000,
                came_short: 0,
                fetched_at: Timestamp::from_millis(1_767_000_000_000),
            })
        };
        let rows: Vec<WinterRow> = (2025 - WINTERS..=2025).filter_map(row).collect();
        kept += rows.len();
        store.run_blocking(move |conn| storage::climate::merge(conn, &rows, |_, new| new.clone()))?;
    }
    Ok(kept)
}

/// Formats the days of a winter as stored, with as many different numbers as a real one.
fn synthetic(winter: Winter, known: usize, place: usize) -> String {
    let mut raw = RawWinter::new(winter);
    let warm = if winter.hemisphere() == Hemisphere::North { 1.0 } else { -1.0 };
    let days = winter.first_day().iter_days().take(known).enumerate().map(|(index, date)| {
        let phase = index as f64 / 365.25 * std::f64::consts::TAU;
        let noise = ((index * 37 + place * 101 + winter.year() as usize * 17) % 113) as f64 / 113.0;
        let mean = 4.0 + warm * 12.0 * phase.cos() + 8.0 * (noise - 0.5);
        let water = if noise > 0.55 { (noise - 0.55) * 50.0 } else { 0.0 };
        let snow = if mean < 1.0 { water } else { 0.0 };
        let weather =
            DayWeather { temp_min_c: Some(mean - 4.0), temp_max_c: Some(mean + 4.0), water_mm: Some(water) };
        let depth = if mean < 4.0 { 40.0 + noise * 80.0 } else { 0.0 };
        Day { date, snowfall_cm: Some(snow), depth_cm: Some(depth), weather }
    });
    raw.merge_days(&climate::Policy::DEFAULT, days);
    pack::write(&raw)
}

/// Returns the megabytes of days on record, and the number of winters without stored modelled snow.
fn size(store: &Store) -> Outcome<(f64, usize)> {
    let all = store.read_blocking(|conn| storage::climate::changed_since(conn, climate::DATASET, 0))?;
    let bytes: usize = all.rows.iter().map(|kept| kept.row.days.len()).sum();
    Ok((bytes as f64 / 1e6, all.rows.iter().filter(|kept| kept.modelled.is_none()).count()))
}

struct Program {
    process: Child,
    address: SocketAddr,
}

impl Program {
    fn start(folder: &Path, arguments: &[&str]) -> Outcome<Self> {
        let address = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?;
        let process = Command::new(env!("CARGO_BIN_EXE_snow-conditions"))
            .arg("--data-dir")
            .arg(folder)
            .args(["--bind", &address.to_string()])
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(std::fs::File::create(folder.join("log"))?)
            .spawn()?;
        Ok(Self { process, address })
    }

    #[expect(clippy::disallowed_methods, reason = "a process that never answers must not be waited for")]
    fn wait(&mut self, mut done: impl FnMut(SocketAddr) -> bool) -> Outcome<()> {
        let begun = Instant::now();
        while !done(self.address) {
            if begun.elapsed() > PATIENCE || self.process.try_wait()?.is_some() {
                return Err("the program does not reach the expected state; see its log in the folder".into());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }

    /// Waits until every resort has a forecast; returns the number of resorts.
    fn filled(&mut self) -> Outcome<f64> {
        let mut resorts = 0.0;
        self.wait(|address| {
            let Ok((200, text)) = load::once(address, "/metrics") else { return false };
            resorts = gauge(&text, "snow_resorts ").unwrap_or(0.0);
            std::thread::sleep(Duration::from_millis(200));
            resorts > 0.0 && gauge(&text, "snow_resorts_with_forecast ") == Some(resorts)
        })?;
        Ok(resorts)
    }

    #[expect(clippy::print_stdout, reason = "a benchmark prints its result")]
    fn report(&self, when: &str) -> Outcome<()> {
        let mib = |name| load::status_mib(self.process.id(), name);
        println!("resident {:.0} MiB, at most {:.0} MiB (goal: 150): {when}", mib("VmRSS")?, mib("VmHWM")?);
        Ok(())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Stopped with a signal first, so that the database is closed as in service.
        let _ = Command::new("kill").arg(self.process.id().to_string()).status();
        let _ = self.process.wait();
    }
}

fn gauge(text: &str, name: &str) -> Option<f64> {
    text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok())
}
