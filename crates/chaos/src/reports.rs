//! `reports`: tests resort reports. A thousand reports within a minute; then load, SIGKILL at a random time, restart,
//! repeated. Accepted reports are never lost, a report sent again after a missing answer is stored once, and the public
//! record shows the last accepted one. On PostgreSQL a second replica shows it too.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::Client;
use super::random::Random;
use super::report::{self, Figure};
use super::service::{Service, Settings};
use super::{Outcome, Plan};

/// Number of resorts, each with its own key and sender.
const RESORTS: usize = 50;
const REPORTS: usize = 1_000;
const MINUTE: Duration = Duration::from_secs(60);
/// Number of reports timed on their way to the public record, one at a time.
const TIMED: usize = 40;
const ON_THE_SAME: Duration = Duration::from_secs(1);
const ON_ANOTHER: Duration = Duration::from_secs(3);
/// Range of the time from the start of the load to a kill, milliseconds.
const KILL: (u64, u64) = (150, 1_500);
const PATIENCE: Duration = Duration::from_secs(20);
const LOOK: Duration = Duration::from_millis(5);
/// Minimum number of kills for evaluated times: short runs happen on busy machines, so their times are only reported.
const JUDGED: usize = 20;
const ROW: u8 = 26;

/// A resort whose staff sends reports, and the known state of its reports.
struct ReportingResort {
    slug: String,
    key: String,
    /// Number of generated reports.
    made: usize,
    /// Depth of each accepted report by its id, in the order of acceptance.
    accepted: Vec<(String, usize)>,
    /// Report that was sent, with an unknown outcome.
    unknown: Option<usize>,
    /// Number of other answers.
    refused: usize,
}

pub(super) fn run(plan: &Plan) -> Result<Outcome, String> {
    let mut random = Random::new(plan.seed);
    let settings = Settings::default();
    let mut service = Service::start(&plan.binary, &plan.database, &settings)?;
    let mut desks = desks(plan, &service)?;
    let mut told = timed(plan, &service, &settings, &mut desks)?;
    told.push(thousand(&service, &mut desks));
    for figure in &mut told {
        figure.holds |= plan.rounds < JUDGED;
    }
    let (mut lost, mut twice, mut kills) = (0, 0, 0);
    for _ in 0..plan.rounds {
        let before: Vec<usize> = desks.iter().map(|desk| desk.accepted.len()).collect();
        desks = loaded(service, desks, random.millis(KILL.0, KILL.1));
        kills += 1;
        service = Service::start(&plan.binary, &plan.database, &settings)?;
        for (desk, before) in desks.iter_mut().zip(before) {
            let mut client = service.client();
            while desk.unknown.is_some() {
                send(&mut client, desk);
            }
            let (missing, again) = count_accepted(&mut client, desk, before)?;
            lost += missing;
            twice += again;
        }
    }
    let wrong = settled(&service, &desks)?;
    let accepted: usize = desks.iter().map(|desk| desk.accepted.len()).sum();
    let refused: usize = desks.iter().map(|desk| desk.refused).sum();
    told.push(Figure {
        row: ROW,
        what: "accepted reports of resorts lost under kill -9; sent again and kept twice; public records that say something else",
        anchor: "none known",
        goal: "0; 0; 0",
        measured: format!("{lost}; {twice}; {wrong} of {} of {accepted} reports in {kills} kills, {refused} refused", desks.len()),
        holds: lost == 0 && twice == 0 && wrong == 0 && refused == 0 && accepted >= REPORTS,
    });
    Ok(Outcome::Figures(told))
}

/// Runs the administrator's command on the data of the plan and returns the first printed line.
fn admin(plan: &Plan, arguments: &[&str]) -> Result<String, String> {
    let mut command = Command::new(&plan.binary);
    command.arg("--data-dir").arg(plan.database.folder());
    if let Some(url) = plan.database.url() {
        command.arg("--database-url").arg(url);
    }
    let output = command.arg("operator").args(arguments).output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        return Err(format!("operator {arguments:?}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

fn desks(plan: &Plan, service: &Service) -> Result<Vec<ReportingResort>, String> {
    let listed = service.client().send("GET", &format!("/api/v1/resorts?limit={RESORTS}"), None, None);
    let listed = listed.map_err(|error| format!("resorts: {error}"))?.body;
    let slugs = listed["data"].as_array().into_iter().flatten().filter_map(|one| one["slug"].as_str());
    admin(plan, &["org", "add", "lifts", "Synthetic Lifts"])?;
    let desk = |slug: &str| {
        admin(plan, &["grant", "lifts", slug])?;
        let key = admin(plan, &["key", "add", slug, "--org", "lifts", "--name", "chaos"])?;
        let slug = slug.to_owned();
        Ok(ReportingResort { slug, key, made: 0, accepted: Vec::new(), unknown: None, refused: 0 })
    };
    slugs.map(desk).collect()
}

/// Sends the report with an unknown outcome again, or the next one. Its number is its depth and its idempotency key.
fn send(client: &mut Client, desk: &mut ReportingResort) {
    let number = desk.unknown.take().unwrap_or_else(|| {
        desk.made += 1;
        desk.made
    });
    let body = json!({ "depthBase": number, "note": format!("synthetic {number}") });
    // Small numbers look like typos compared with the models, so they need a confirmation.
    let path = format!("/api/v1/operator/resorts/{}/reports?confirm=depthBase:{number}", desk.slug);
    client.once = Some(format!("{}-{number}", desk.slug));
    match client.send("POST", &path, Some(&desk.key), Some(&body)) {
        Err(_) => {
            desk.unknown = Some(number);
            thread::sleep(LOOK);
        }
        Ok(answer) => match (answer.status, answer.body["data"]["id"].as_str()) {
            (200 | 201, Some(id)) => desk.accepted.push((id.to_owned(), number)),
            // Started without a first publication, or without its database: must be sent again, as the answer says.
            (503, _) if answer.retry_after => desk.unknown = Some(number),
            _ => desk.refused += 1,
        },
    }
}

/// Returns the depth in the public record.
fn depth(client: &mut Client, slug: &str) -> Value {
    let answer = client.send("GET", &format!("/api/v1/resorts/{slug}/conditions"), None, None);
    answer.map(|answer| answer.body["data"]["depth"]["base"]["value"].clone()).unwrap_or_default()
}

/// Returns how long it takes until the public record shows a depth; `None` if it does not.
fn time_until_shown(client: &mut Client, slug: &str, number: usize, begun: Instant) -> Option<Duration> {
    while begun.elapsed() < PATIENCE {
        if depth(client, slug) == json!(number) {
            return Some(begun.elapsed());
        }
        thread::sleep(LOOK);
    }
    None
}

/// Times one report at a time: from submission to the public record here, and at a second replica if the database is
/// shared.
#[expect(clippy::disallowed_methods, reason = "how long it takes is the figure")]
fn timed(
    plan: &Plan,
    service: &Service,
    settings: &Settings,
    desks: &mut [ReportingResort],
) -> Result<Vec<Figure>, String> {
    let other = match plan.database.url() {
        Some(_) => Some(Service::start(&plan.binary, &plan.database, settings)?),
        None => None,
    };
    let (mut here, mut there, mut never) = (Vec::new(), Vec::new(), 0);
    let mut client = service.client();
    for desk in desks.iter_mut().take(TIMED) {
        let begun = Instant::now();
        send(&mut client, desk);
        match time_until_shown(&mut client, &desk.slug, desk.made, begun) {
            Some(took) => here.push(took),
            None => never += 1,
        }
        if let Some(other) = &other {
            match time_until_shown(&mut other.client(), &desk.slug, desk.made, begun) {
                Some(took) => there.push(took),
                None => never += 1,
            }
        }
    }
    let mut told =
        vec![latency("from a report's submission to the public record", "≤ 1 s", here, never, ON_THE_SAME)];
    if other.is_some() {
        told.push(latency(
            "the same, to the public record of another replica",
            "≤ 3 s",
            there,
            never,
            ON_ANOTHER,
        ));
    }
    Ok(told)
}

fn latency(
    what: &'static str,
    goal: &'static str,
    mut took: Vec<Duration>,
    never: usize,
    limit: Duration,
) -> Figure {
    took.sort_unstable();
    let half = took.get(took.len() / 2).copied().unwrap_or(PATIENCE);
    let most = took.last().copied().unwrap_or(PATIENCE);
    Figure {
        row: ROW,
        what,
        anchor: "none known",
        goal,
        measured: format!(
            "p50 {} ms, longest {} ms, {never} never, of {}{}",
            half.as_millis(),
            most.as_millis(),
            took.len() + never,
            report::load()
        ),
        holds: never == 0 && most <= limit,
    }
}

/// Sends a minute's goal of reports at once.
#[expect(clippy::disallowed_methods, reason = "how long it takes is the figure")]
fn thousand(service: &Service, desks: &mut [ReportingResort]) -> Figure {
    let each = REPORTS.div_ceil(desks.len().max(1));
    let (before, begun) = (desks.iter().map(|desk| desk.accepted.len()).sum::<usize>(), Instant::now());
    thread::scope(|scope| {
        for desk in desks.iter_mut() {
            scope.spawn(|| {
                let mut client = service.client();
                for _ in 0..each {
                    send(&mut client, desk);
                }
            });
        }
    });
    let took = begun.elapsed();
    let accepted = desks.iter().map(|desk| desk.accepted.len()).sum::<usize>() - before;
    Figure {
        row: ROW,
        what: "reports of fifty resorts at once, each answered when it is published",
        anchor: "none known",
        goal: "1,000 within a minute",
        measured: format!("{accepted} in {:.1} s{}", took.as_secs_f64(), report::load()),
        holds: accepted >= REPORTS && took <= MINUTE,
    }
}

/// Sends reports of all resorts until the service is killed after a while.
fn loaded(service: Service, desks: Vec<ReportingResort>, after: Duration) -> Vec<ReportingResort> {
    let stop = Arc::new(AtomicBool::new(false));
    let address: SocketAddr = service.address;
    let senders: Vec<_> = desks
        .into_iter()
        .map(|mut desk| {
            let stop = Arc::clone(&stop);
            thread::spawn(move || {
                let mut client = Client::new(address);
                while !stop.load(Ordering::Relaxed) {
                    send(&mut client, &mut desk);
                }
                desk
            })
        })
        .collect();
    thread::sleep(after);
    service.kill();
    stop.store(true, Ordering::Relaxed);
    senders.into_iter().filter_map(|sender| sender.join().ok()).collect()
}

/// Returns the number of accepted reports since `before` that are missing in the resort's list, and of duplicates.
fn count_accepted(
    client: &mut Client,
    desk: &ReportingResort,
    before: usize,
) -> Result<(usize, usize), String> {
    let path = format!("/api/v1/operator/resorts/{}/reports", desk.slug);
    let listed =
        client.send("GET", &path, Some(&desk.key), None).map_err(|error| format!("{path}: {error}"))?;
    let rows: Vec<&Value> = listed.body["data"].as_array().into_iter().flatten().collect();
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    for row in &rows {
        *numbers.entry(row["report"]["note"].to_string()).or_default() += 1;
    }
    let has = |id: &String| rows.iter().any(|row| row["id"] == **id && row["state"] == "published");
    let missing = desk.accepted.iter().skip(before).filter(|(id, _)| !has(id)).count();
    Ok((missing, numbers.values().filter(|count| **count > 1).count()))
}

/// Returns the number of public records that differ from the last accepted report of their resort.
#[expect(clippy::disallowed_methods, reason = "how long a run waits")]
fn settled(service: &Service, desks: &[ReportingResort]) -> Result<usize, String> {
    let begun = Instant::now();
    let mut client = service.client();
    let last = |desk: &ReportingResort| {
        desk.accepted.last().map(|(_, number)| *number).ok_or("a resort has no report")
    };
    let mut wrong = 0;
    for desk in desks {
        wrong += usize::from(time_until_shown(&mut client, &desk.slug, last(desk)?, begun).is_none());
    }
    Ok(wrong)
}
