//! Measures the file of past winters: thirty synthetic winters of every resort of the catalogue, whose days all differ.
//!
//! `cargo bench -p ingest-runner --bench winters` prints the size of the export, the times of export and import, and the
//! peak memory (Linux). The goal is 120 MB and 60 s for an import.
#![expect(clippy::print_stdout, reason = "a benchmark prints its result")]
#![expect(clippy::expect_used, reason = "a benchmark reports errors by its end")]

use std::fmt::Write as _;
use std::path::Path;
use std::time::Instant;

use catalogue::Resort;
use climate::{DATASET, Hemisphere, Winter};
use conditions_core::time::Timestamp;
use ingest_runner::winter_file::{export, import};
use storage::Store;
use storage::climate::WinterRow;

/// Winters of each resort, from this year on.
const FIRST: i32 = 1996;
const WINTERS: i32 = 30;
const NOW: Timestamp = Timestamp::from_millis(1_795_900_000_000);

/// Returns the next pseudo-random number below `most`.
fn draw(state: &mut u64, most: u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) % most
}

/// Writes a synthetic winter in the stored form: snowfall on a third of the days, a depth and temperatures that change
/// every day.
fn days(winter: Winter, state: &mut u64) -> String {
    let count = winter.days();
    let mut columns = [const { Vec::<u64>::new() }; 5];
    for day in 0..count {
        let is_wet = draw(state, 3) == 0;
        let cold = 80 * day.abs_diff(count / 2) as u64 / count as u64;
        let low = 880 + cold + draw(state, 90);
        let cells = [
            if is_wet { draw(state, 250) } else { 0 },
            100 + draw(state, 120),
            low,
            low + 20 + draw(state, 110),
            if is_wet { draw(state, 300) } else { 0 },
        ];
        columns.iter_mut().zip(cells).for_each(|(column, cell)| column.push(cell));
    }
    let mut out = String::from("2");
    for column in columns {
        out.push(';');
        for (nth, run) in column.chunk_by(|a, b| a == b).enumerate() {
            out.push_str(if nth > 0 { " " } else { "" });
            let _ = write!(out, "{}", run[0]);
            if run.len() > 1 {
                let _ = write!(out, "x{}", run.len());
            }
        }
    }
    out
}

fn rows(resort: &Resort, state: &mut u64) -> Vec<WinterRow> {
    let hemisphere = Hemisphere::from_latitude(resort.lat);
    let row = |year| WinterRow {
        slug: resort.slug.clone(),
        dataset: DATASET.to_owned(),
        winter: year,
        days: days(Winter::new(hemisphere, year).expect("a valid year"), state),
        asked_through: 20_500,
        came_short: 0,
        fetched_at: NOW.plus_millis(-1_000_000),
    };
    (FIRST..FIRST + WINTERS).map(row).collect()
}

fn open(path: &Path) -> Store {
    Store::open(&path.display().to_string(), &storage::Options::default(), NOW).expect("a database")
}

/// Returns the peak memory of this process, mebibytes.
fn peak_mib() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("a Linux system");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("the peak");
    line.split_whitespace().nth(1).expect("a number").parse::<f64>().expect("kibibytes") / 1_024.0
}

#[expect(clippy::disallowed_methods, reason = "measuring time is what a benchmark is for")]
fn main() {
    let folder = std::env::temp_dir().join(format!("winters-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let resorts = catalogue::embedded().expect("the embedded catalogue");
    let (from, to) = (open(&folder.join("from.sqlite")), open(&folder.join("to.sqlite")));
    let mut state = 7;
    for resort in &resorts {
        let rows = rows(resort, &mut state);
        from.run_blocking(move |conn| storage::climate::merge(conn, &rows, |_, new| new.clone()))
            .expect("stored");
    }
    let file = folder.join("winters.gz");
    let begun = Instant::now();
    let exported = export(&from, &resorts, &file, NOW).expect("exported");
    let exporting = begun.elapsed().as_secs_f64();
    let bytes = std::fs::metadata(&file).expect("a file").len();
    let begun = Instant::now();
    let (_, imported) = import(&to, &resorts, &file, NOW).expect("imported");
    let importing = begun.elapsed().as_secs_f64();
    println!(
        "{} winters of {} resorts, synthetic: {:.0} MB, export {exporting:.1} s, import of {} {importing:.1} s, peak {:.0} MiB{}",
        exported.winters,
        exported.resorts,
        bytes as f64 / 1e6,
        imported.added,
        peak_mib(),
        if cfg!(debug_assertions) { ", not optimised" } else { "" }
    );
    drop((from, to));
    std::fs::remove_dir_all(&folder).expect("the folder is removed");
}
