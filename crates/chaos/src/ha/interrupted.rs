//! `blackhole` and `pool-session`: one server, whose network drops everything for a while, or which restarts
//! while pgbouncer in session mode is in front of it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

use super::cluster::{Pair, free_port, server_command, url};
use super::fleet::{Counts, DATABASE, Fleet};
use super::now;
use super::proxy::Proxy;
use crate::report::{Figure, conditions};
use crate::{Outcome, Plan};

const BEFORE: Duration = Duration::from_secs(2);
const AFTER: Duration = Duration::from_secs(3);
/// Time for which the network drops everything.
const HANG: Duration = Duration::from_secs(20);
const AGAIN: Duration = Duration::from_secs(3);

/// The results of all rounds.
#[derive(Default)]
struct Results {
    reads: usize,
    failed_reads: usize,
    accepted: usize,
    rejected: usize,
    odd: Vec<String>,
    lost: usize,
    again: Duration,
}

impl Results {
    fn add(&mut self, counts: Counts, pair: &Pair) -> Result<(), String> {
        self.lost += counts.missing_on(pair.primary())?;
        self.reads += counts.reads;
        self.failed_reads += counts.failed_reads;
        self.accepted += counts.accepted.len();
        self.rejected += counts.rejected;
        self.odd.extend(counts.odd);
        Ok(())
    }

    fn figure(&self, row: u8, what: &'static str, conditions: &str) -> Figure {
        let odd = self.odd.first().map(|text| format!(" ({text})")).unwrap_or_default();
        Figure {
            row,
            what,
            anchor: "none known",
            goal: "0; 0; 0; ≤ 3 s",
            measured: format!(
                "{} of {}; {}{odd} of {}; {} of {}; {:.2} s{conditions}",
                self.failed_reads,
                self.reads,
                self.odd.len(),
                self.accepted + self.rejected + self.odd.len(),
                self.lost,
                self.accepted,
                self.again.as_secs_f64()
            ),
            holds: self.failed_reads == 0
                && self.odd.is_empty()
                && self.lost == 0
                && self.again <= AGAIN
                && self.accepted > 0,
        }
    }
}

pub(super) fn blackhole(plan: &Plan) -> Result<Outcome, String> {
    let Some(pair) = Pair::first_only()? else {
        return Ok(Outcome::NotTried("no PostgreSQL programs here".to_owned()));
    };
    let network = Proxy::new(pair.primary().port)?;
    let fleet = Fleet::new(&plan.binary, &url(&[network.port], DATABASE))?;
    let mut results = Results::default();
    for _ in 0..plan.rounds {
        let traffic = fleet.traffic();
        thread::sleep(BEFORE);
        network.hang();
        thread::sleep(HANG);
        let ended = now();
        network.pass();
        results.again = results.again.max(traffic.writes_again(ended)?);
        thread::sleep(AFTER);
        results.add(traffic.stop(), &pair)?;
    }
    let what = "network to the database drops everything for 20 s: reads failed; writes answered with neither 201 nor 503 with Retry-After; accepted and lost; writes again on all replicas after it";
    Ok(Outcome::Figures(vec![results.figure(29, what, &conditions(&plan.binary))]))
}

pub(super) fn pool(plan: &Plan) -> Result<Outcome, String> {
    let Some(program) = pgbouncer() else {
        return Ok(Outcome::NotTried("no pgbouncer here".to_owned()));
    };
    let Some(pair) = Pair::first_only()? else {
        return Ok(Outcome::NotTried("no PostgreSQL programs here".to_owned()));
    };
    let pool = Pool::start(&program, &pair)?;
    let fleet = Fleet::new(&plan.binary, &url(&[pool.port], DATABASE))?;
    let mut results = Results::default();
    for _ in 0..plan.rounds {
        let traffic = fleet.traffic();
        thread::sleep(BEFORE);
        pair.primary().restart()?;
        let restarted = now();
        results.again = results.again.max(traffic.writes_again(restarted)?);
        thread::sleep(AFTER);
        results.add(traffic.stop(), &pair)?;
    }
    let what = "database of a pgbouncer in session mode stopped at once and restarted: reads failed; writes answered with neither 201 nor 503 with Retry-After; accepted and lost; writes again on all replicas after it";
    Ok(Outcome::Figures(vec![results.figure(30, what, &conditions(&plan.binary))]))
}

/// Returns pgbouncer's program, which may be in a folder that only root's `PATH` names.
fn pgbouncer() -> Option<PathBuf> {
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect();
    let programs = folders.into_iter().chain(["/usr/sbin".into()]).map(|folder| folder.join("pgbouncer"));
    programs.into_iter().find(|program| program.is_file())
}

/// A running pgbouncer, killed when dropped.
struct Pool {
    child: Child,
    port: u16,
}

impl Pool {
    fn start(program: &Path, pair: &Pair) -> Result<Self, String> {
        let port = free_port()?;
        let file = pair.folder().join("pgbouncer.ini");
        // A server that restarts is tried again after a second instead of pgbouncer's fifteen.
        let text = format!(
            "[databases]\n* = host=127.0.0.1 port={} user=postgres\n[pgbouncer]\nlisten_addr = 127.0.0.1\n\
             listen_port = {port}\nunix_socket_dir =\nauth_type = any\npool_mode = session\ndefault_pool_size = 60\n\
             server_login_retry = 1\nlogfile = {}\n",
            pair.primary().port,
            pair.folder().join("pgbouncer.log").display()
        );
        fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        let mut command = server_command(program);
        command.arg("-q").arg(&file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let child = command.spawn().map_err(|error| format!("pgbouncer: {error}"))?;
        thread::sleep(Duration::from_millis(500));
        Ok(Self { child, port })
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
