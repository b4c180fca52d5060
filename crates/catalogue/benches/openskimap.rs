//! Measures an import of the size of the real map: 7,000 areas with their runs and lifts, synthetic, in the true format.
//!
//! `cargo bench -p catalogue --bench openskimap` prints time and peak memory (Linux). The goal is 10 s and 200 MiB.
#![expect(clippy::print_stdout, reason = "a benchmark prints its result")]
#![expect(clippy::expect_used, reason = "a benchmark reports errors by its end")]

use std::io::{BufReader, Read};
use std::time::Instant;

use catalogue::openskimap::{Context, Details, Format, import};

/// Areas, runs and lifts of each, and points of each run.
const AREAS: usize = 7_000;
const RUNS: usize = 12;
const LIFTS: usize = 4;
const POINTS: usize = 40;
/// Points of the outline of an area, which every run and lift repeats.
const OUTLINE: usize = 60;

/// Writes a collection piece by piece, as a file is read.
struct Generated<F> {
    piece: F,
    next: usize,
    total: usize,
    buffer: Vec<u8>,
    read: usize,
}

impl<F: Fn(usize) -> String> Generated<F> {
    fn new(total: usize, piece: F) -> Self {
        let buffer = br#"{"type":"FeatureCollection","features":["#.to_vec();
        Self { piece, next: 0, total, buffer, read: 0 }
    }
}

impl<F: Fn(usize) -> String> Read for Generated<F> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        if self.read == self.buffer.len() {
            self.read = 0;
            self.buffer.clear();
            if self.next < self.total {
                let comma = if self.next == 0 { "\n" } else { ",\n" };
                self.buffer.extend_from_slice(comma.as_bytes());
                self.buffer.extend_from_slice((self.piece)(self.next).as_bytes());
            } else if self.next == self.total {
                self.buffer.extend_from_slice(b"\n]}\n");
            }
            self.next += 1;
        }
        let count = out.len().min(self.buffer.len() - self.read);
        out[..count].copy_from_slice(&self.buffer[self.read..self.read + count]);
        self.read += count;
        Ok(count)
    }
}

/// Returns the south-western corner of an area, apart from the others and within Austria or Italy.
fn corner(area: usize) -> (f64, f64) {
    (45.5 + (area / 100) as f64 * 0.03, 9.0 + (area % 100) as f64 * 0.07)
}

fn outline(area: usize) -> String {
    let (lat, lon) = corner(area);
    let points = (0..OUTLINE).map(|point| {
        let angle = std::f64::consts::TAU * (point % (OUTLINE - 1)) as f64 / (OUTLINE - 1) as f64;
        format!("[{:.6},{:.6}]", lon + 0.02 * angle.cos(), lat + 0.01 * angle.sin())
    });
    format!(r#"{{"type":"Polygon","coordinates":[[{}]]}}"#, points.collect::<Vec<_>>().join(","))
}

fn area(number: usize) -> String {
    let country = if number.is_multiple_of(2) { ("AT", "Austria") } else { ("IT", "Italy") };
    format!(
        r#"{{"type":"Feature","properties":{{"type":"skiArea","id":"area-{number}","name":"Invented Mountain {number}",
        "status":"operating","activities":["downhill"],"runConvention":"europe","websites":["https://area-{number}.example/"],
        "wikidataID":null,"sources":[{{"type":"openstreetmap","id":"relation/{number}"}}],
        "places":[{{"iso3166_1Alpha2":"{}","iso3166_2":"{}-7","localized":{{"en":{{"country":"{}","region":"Land","locality":"Dorf {number}"}}}}}}],
        "statistics":{{"minElevation":{}.5,"maxElevation":{}.5,"runs":{{"minElevation":1000,"maxElevation":2000,
        "byActivity":{{"downhill":{{"byDifficulty":{{"easy":{{"count":6,"lengthInKm":9.4,"combinedElevationChange":1000}},
        "intermediate":{{"count":4,"lengthInKm":6.1,"combinedElevationChange":900}},"advanced":{{"count":2,"lengthInKm":2.2}}}}}}}}}},
        "lifts":{{"byType":{{"chair_lift":{{"count":3,"lengthInKm":4.0}},"platter":{{"count":1,"lengthInKm":0.4}}}}}}}}}},
        "geometry":{}}}"#,
        country.0,
        country.0,
        country.1,
        900 + number % 400,
        1_900 + number % 500,
        outline(number)
    )
}

/// Returns the member `skiAreas` of a run or lift.
fn belongs_to(area: usize) -> String {
    format!(
        r#""skiAreas":[{{"type":"Feature","properties":{{"type":"skiArea","id":"area-{area}","name":"Invented Mountain {area}",
        "activities":["downhill"],"status":"operating"}},"geometry":{}}}]"#,
        outline(area)
    )
}

fn run(number: usize) -> String {
    let (area, run) = (number / RUNS, number % RUNS);
    let (lat, lon) = corner(area);
    let points = (0..POINTS).map(|point| {
        let (north, height) = (lat + 0.0004 * point as f64, 1_900 - 20 * point);
        format!("[{:.6},{north:.6},{height}.25]", lon + 0.0001 * run as f64)
    });
    let difficulty = ["easy", "intermediate", "advanced"][run % 3];
    format!(
        r#"{{"type":"Feature","properties":{{"type":"run","uses":["downhill"],"id":"run-{number}","name":"Piste {run}","ref":"{run}",
        "status":"operating","description":null,"difficulty":"{difficulty}","difficultyConvention":"europe","oneway":true,"lit":null,
        "gladed":null,"patrolled":null,"snowmaking":null,"snowfarming":null,"tunnel":null,"grooming":"classic",{},
        "elevationProfile":{{"heights":[{}],"resolution":25}},"sources":[{{"type":"openstreetmap","id":"way/{number}"}}],
        "websites":[],"wikidataID":null,"places":[]}},"geometry":{{"type":"LineString","coordinates":[{}]}}}}"#,
        belongs_to(area),
        (0..POINTS).map(|point| (1_900 - 20 * point).to_string()).collect::<Vec<_>>().join(","),
        points.collect::<Vec<_>>().join(",")
    )
}

fn lift(number: usize) -> String {
    let area = number / LIFTS;
    let (lat, lon) = corner(area);
    format!(
        r#"{{"type":"Feature","properties":{{"type":"lift","liftType":"chair_lift","id":"lift-{number}","name":"Lift {number}","ref":null,
        "status":"operating","access":null,{},"sources":[],"websites":[],"places":[]}},
        "geometry":{{"type":"LineString","coordinates":[[{lon},{lat},1000],[{lon},{},1900]]}}}}"#,
        belongs_to(area),
        lat + 0.01
    )
}

/// Returns the peak memory of this process, mebibytes.
fn peak_mib() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("a Linux system");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("the peak");
    line.split_whitespace().nth(1).expect("a number").parse::<f64>().expect("kibibytes") / 1_024.0
}

#[expect(clippy::disallowed_methods, reason = "measuring time is what a benchmark is for")]
fn main() {
    let mut areas = Vec::new();
    Generated::new(AREAS, area).read_to_end(&mut areas).expect("generated");
    let catalogue = catalogue::embedded().expect("the embedded catalogue");
    let folder = std::env::temp_dir().join(format!("openskimap-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let write = |name: &str, generated: &mut dyn Read| {
        let path = folder.join(name);
        let mut file = std::fs::File::create(&path).expect("a file");
        (std::io::copy(generated, &mut file).expect("written"), path)
    };
    let (run_bytes, runs) = write("runs.geojson", &mut Generated::new(AREAS * RUNS, run));
    let (lift_bytes, lifts) = write("lifts.geojson", &mut Generated::new(AREAS * LIFTS, lift));
    let open = |path| BufReader::with_capacity(1 << 16, std::fs::File::open(path).expect("the file"));
    let begun = Instant::now();
    let mut details = Details::default();
    details.read_runs(open(&runs)).expect("runs");
    details.read_lifts(open(&lifts)).expect("lifts");
    let context = Context {
        catalogue: &catalogue,
        earlier: &[],
        imported_on: chrono::NaiveDate::from_ymd_opt(2026, 11, 20).expect("a date"),
        data_date: None,
        details: &details,
    };
    let imported = import(&areas, Format::Detect, context).expect("readable");
    let (took, peak) = (begun.elapsed().as_secs_f64(), peak_mib());
    std::fs::remove_dir_all(&folder).expect("the folder is removed");
    println!(
        "{} resorts and terrain of {} from {} + {} + {} MB: {took:.1} s, peak {peak:.0} MiB{}",
        imported.resorts.len(),
        imported.terrain.len(),
        areas.len() / 1_000_000,
        run_bytes / 1_000_000,
        lift_bytes / 1_000_000,
        if cfg!(debug_assertions) { ", not optimised" } else { "" }
    );
}
