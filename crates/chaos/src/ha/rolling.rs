//! `rolling-upgrade`: replicas of the previous landing's program are replaced one after the other by the new one under
//! load; old and new ones then run side by side for half a minute per round. The old program is rejected afterwards if
//! the new one has migrated the tables.

use std::path::Path;
use std::thread;
use std::time::Duration;

use super::cluster::{Pair, url};
use super::fleet::{DATABASE, Fleet, settings};
use super::now;
use crate::report::{Figure, conditions};
use crate::service::Service;
use crate::{Outcome, Plan};

const SIDE_BY_SIDE: Duration = Duration::from_secs(30);
const MIGRATIONS: &str = "SELECT count(*) FROM __diesel_schema_migrations";

pub(super) fn run(plan: &Plan) -> Result<Outcome, String> {
    let Some(old) = &plan.old else {
        return Ok(Outcome::NotTried("no program of the previous landing is given: --old PATH".to_owned()));
    };
    let Some(pair) = Pair::first_only()? else {
        return Ok(Outcome::NotTried("no PostgreSQL programs here".to_owned()));
    };
    let mut fleet = Fleet::new(old, &url(&[pair.primary().port], DATABASE))?;
    let before = pair.primary().query(DATABASE, MIGRATIONS)?;
    // The first replica is replaced before the traffic starts, so that no request meets its restart.
    fleet.upgrade(0, &plan.binary)?;
    let traffic = fleet.traffic();
    thread::sleep(SIDE_BY_SIDE * u32::try_from(plan.rounds).unwrap_or(1));
    let counts = traffic.stop();
    let lost = counts.missing_on(pair.primary())?;
    for index in 1..fleet.replicas().len() {
        fleet.upgrade(index, &plan.binary)?;
    }
    let (differing, _) = fleet.agreement()?;
    let is_migrated = pair.primary().query(DATABASE, MIGRATIONS)? != before;
    let rollback = rollback(old, &fleet, is_migrated)?;
    let accepted = counts.accepted.len();
    Ok(Outcome::Figures(vec![Figure {
        row: 31,
        what: "old and new program side by side: reads failed; writes not accepted; accepted and lost; replicas that differ from a fresh process; rollback",
        anchor: "none known",
        goal: "0; 0; 0; 0; rejected if the tables were migrated",
        measured: format!(
            "{} of {}; {} of {accepted}{}; {lost}; {} of 3; {rollback}{}",
            counts.failed_reads,
            counts.reads,
            counts.rejected + counts.odd.len(),
            counts.odd.first().map(|text| format!(" ({text})")).unwrap_or_default(),
            differing.len(),
            conditions(&plan.binary)
        ),
        holds: counts.failed_reads == 0
            && counts.rejected + counts.odd.len() + lost == 0
            && differing.is_empty()
            && accepted > 0,
    }]))
}

/// Starts the old program on the new tables, and says what it did.
fn rollback(old: &Path, fleet: &Fleet, is_migrated: bool) -> Result<String, String> {
    let begun = now();
    let started = Service::start(old, &fleet.database, &settings());
    match (started, is_migrated) {
        (Ok(_), false) => Ok("no new migrations: the old program starts".to_owned()),
        (Ok(_), true) => Err("the old program starts on newer tables".to_owned()),
        (Err(why), true) if why.contains("newer") => {
            Ok(format!("rejected within {:.1} s", begun.elapsed().as_secs_f64()))
        }
        (Err(why), _) => Err(format!("the old program gave an unclear reason: {why}")),
    }
}
