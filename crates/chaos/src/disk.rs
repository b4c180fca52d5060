//! `disk-full`: fills the disk of the database under load and frees it again.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use super::errors::{Reader, Reads, writes_again};
use super::load::{Load, LoadLog, missing, subscribe};
use super::report::Figure;
use super::service::{Service, Settings};
use super::sink::Sink;
use super::{Outcome, Plan};

const SUBSCRIPTIONS: usize = 12;
const SIZE: &str = "size=24m";
const FULL: Duration = Duration::from_secs(4);
const GOAL: Duration = Duration::from_secs(5);
const PATIENCE: Duration = Duration::from_secs(60);

/// A small disk mounted over a folder, unmounted when dropped.
struct SmallDisk<'a>(&'a Path);

impl<'a> SmallDisk<'a> {
    fn new(folder: &'a Path) -> Option<Self> {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", SIZE, "tmpfs"]).arg(folder).stderr(Stdio::null());
        mount.status().ok()?.success().then_some(Self(folder))
    }
}

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0).status();
    }
}

pub(super) fn run(plan: &Plan) -> Result<Outcome, String> {
    let Some(disk) = SmallDisk::new(plan.database.folder()) else {
        return Ok(Outcome::NotTried("no small disk can be mounted here".to_owned()));
    };
    let sink = Sink::good()?;
    let settings = Settings::default();
    let mut service = Service::start(&plan.binary, &plan.database, &settings)?;
    let subscriptions = subscribe(&service, &sink, SUBSCRIPTIONS)?;
    let seen = Arc::new(LoadLog::default());
    let (mut slowest, mut reads) = (Duration::ZERO, Reads::default());
    let filler = plan.database.folder().join("filler");
    for _ in 0..plan.rounds {
        let load = Load::start(service.address, &subscriptions, 3, Duration::from_millis(2), &seen);
        let reader = Reader::start(&service);
        thread::sleep(Duration::from_secs(1));
        fill(&filler)?;
        thread::sleep(FULL);
        fs::remove_file(&filler).map_err(|error| error.to_string())?;
        slowest = slowest.max(writes_again(&service, &subscriptions, &seen)?);
        load.stop();
        reads.add(&reader.stop());
    }
    service.kill();
    service = Service::start(&plan.binary, &plan.database, &settings)?;
    let lost = missing(&seen, &sink, PATIENCE);
    drop(service);
    drop(disk);
    let (refused, odd) = (seen.refused.load(Ordering::Relaxed), seen.odd.load(Ordering::Relaxed));
    Ok(Outcome::Figures(vec![Figure {
        row: 16,
        what: "full disk: accepted and lost; reads that failed; writes refused otherwise than by 503; writes again after",
        anchor: "unstated",
        goal: "0; 0; 0; ≤ 5 s",
        measured: format!(
            "{lost} of {}; {} of {}; {odd} of {}; {:.2} s",
            seen.count(),
            reads.failed,
            reads.tried,
            refused + odd,
            slowest.as_secs_f64()
        ),
        holds: lost == 0 && reads.failed == 0 && odd == 0 && refused > 0 && slowest <= GOAL,
    }]))
}

/// Writes until not even one more byte fits.
fn fill(path: &Path) -> Result<(), String> {
    let mut file = fs::File::create(path).map_err(|error| error.to_string())?;
    for size in [1 << 16, 1 << 12, 1] {
        let block = vec![0; size];
        while file.write_all(&block).is_ok() {}
    }
    Ok(())
}
