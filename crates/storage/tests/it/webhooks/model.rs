//! Compares random histories on the tables with the same histories in memory, where `webhooks::delivery` makes all
//! decisions: which deliveries are claimed, in which order, and the fate of each delivery and subscription.
//!
//! `SNOW_WEBHOOK_HISTORIES` sets the number per database; the crate `webhooks` compares its own queue with a reference
//! that was written separately.

use std::collections::BTreeMap;

use conditions_core::time::Timestamp;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use storage::webhooks::events;
use storage::webhooks::outbox::{self, ClaimedDelivery, FinishOutcome};
use storage::webhooks::subscriptions;
use storage::{Conn, StoreError};
use uuid::Uuid;
use webhooks::body::delivery_id;
use webhooks::delivery::queue::{Row, Stage, claimable};
use webhooks::delivery::subscription::SubscriptionState;
use webhooks::delivery::view::DeliveryView;
use webhooks::delivery::{Ending, Failure};
use webhooks::events::Audience;
use webhooks::subscriptions::Redelivery;
use webhooks::subscriptions::{Creation, NewSubscription};

use super::bench::{Bench, CAPS, POLICY, occurrence, subscription};
use crate::support::threads;

/// Histories per database in an ordinary run.
const HISTORIES: u32 = 40;
/// Number of parallel workers for a larger count.
const SIDES: usize = 4;

const RESORTS: [&str; 5] = ["a", "b", "c", "d", "e"];
const AUDIENCES: [Audience; 3] = [Audience::Resort, Audience::ResortAndGlobal, Audience::Global];
const SUBSCRIPTIONS: u128 = 4;
/// Makes the numbers of different subscriptions different, in the order in which ties are broken.
const STRIDE: u64 = 8;

#[derive(Debug, Clone)]
enum Step {
    Happens { resort: usize, audience: usize },
    Test { subscription: u128 },
    Redeliver { pick: usize },
    Wait { millis: i64 },
    Claim { most: usize },
    HandBack,
    Finish { picks: Vec<(usize, Answer)> },
    Remove { subscription: u128 },
    Restart,
}

#[derive(Debug, Clone, Copy)]
enum Answer {
    Good,
    Bad,
    Later,
    Forbidden,
}

impl Answer {
    fn ending(self) -> Ending {
        match self {
            Self::Good => Ending::Answered { status: 204, retry_after: None },
            Self::Bad => Ending::Failed(Failure::Connect),
            Self::Later => Ending::Answered { status: 429, retry_after: Some("90".to_owned()) },
            Self::Forbidden => Ending::Failed(Failure::Target),
        }
    }
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let answer = prop_oneof![
        2 => Just(Answer::Good), 4 => Just(Answer::Bad), 1 => Just(Answer::Later), 5 => Just(Answer::Forbidden),
    ];
    let step = prop_oneof![
        5 => (0..RESORTS.len(), 0..AUDIENCES.len())
            .prop_map(|(resort, audience)| Step::Happens { resort, audience }),
        3 => (0..SUBSCRIPTIONS).prop_map(|subscription| Step::Test { subscription }),
        2 => (0usize..64).prop_map(|pick| Step::Redeliver { pick }),
        3 => (1i64..40_000).prop_map(|millis| Step::Wait { millis }),
        1 => prop_oneof![Just(-7_200_000i64), Just(86_400_000), Just(3_600_000)]
            .prop_map(|millis| Step::Wait { millis }),
        6 => (1usize..12).prop_map(|most| Step::Claim { most }),
        1 => Just(Step::HandBack),
        7 => prop::collection::vec((0usize..64, answer), 1..5).prop_map(|picks| Step::Finish { picks }),
        1 => (2..SUBSCRIPTIONS).prop_map(|subscription| Step::Remove { subscription }),
        1 => Just(Step::Restart),
    ];
    prop::collection::vec(step, 1..90)
}

/// A delivery in memory.
struct Job {
    id: Uuid,
    row: Row,
    counts: bool,
}

/// The whole state in memory.
#[derive(Default)]
struct Memory {
    jobs: Vec<Job>,
    standings: BTreeMap<Uuid, SubscriptionState>,
    last: BTreeMap<Uuid, u64>,
}

fn id(subscription: u128) -> Uuid {
    Uuid::from_u128(subscription + 1)
}

/// Returns the resort of a subscription: the first two are global, the others watch the first two resorts.
fn resort_of(subscription: u128) -> Option<&'static str> {
    usize::try_from(subscription).ok()?.checked_sub(2).map(|index| RESORTS[index])
}

impl Memory {
    fn standing(&self, subscription: Uuid) -> SubscriptionState {
        self.standings.get(&subscription).copied().unwrap_or_default()
    }

    fn number(&mut self, subscription: Uuid) -> u64 {
        let last = self.last.entry(subscription).or_default();
        *last += 1;
        *last * STRIDE + u64::try_from(subscription.as_u128()).unwrap()
    }

    fn add(&mut self, id: Uuid, subscription: Uuid, lane: &str, counts: bool, now: Timestamp) {
        let sequence = self.number(subscription);
        let stage = Stage::Waiting { due: now };
        let row = Row { sequence, subscription, lane: lane.to_owned(), attempts: 0, stage };
        self.jobs.push(Job { id, row, counts });
    }

    fn job(&mut self, id: Uuid) -> &mut Job {
        self.jobs.iter_mut().find(|job| job.id == id).unwrap()
    }

    fn claim(&mut self, now: Timestamp, claims: &[Uuid]) -> Vec<Uuid> {
        let rows: Vec<Row> = self.jobs.iter().map(|job| job.row.clone()).collect();
        let active = |subscription| self.standing(subscription).is_active();
        let chosen: Vec<u64> =
            claimable(&POLICY, now, &rows, active, claims.len()).iter().map(|row| row.sequence).collect();
        let mut ids = Vec::new();
        for (sequence, claim) in chosen.iter().zip(claims) {
            let job = self.jobs.iter_mut().find(|job| job.row.sequence == *sequence).unwrap();
            job.row.claim(&POLICY, now, *claim);
            ids.push(job.id);
        }
        ids
    }

    fn end(&mut self, subscription: Uuid, standing: SubscriptionState, now: Timestamp) {
        self.standings.insert(subscription, standing);
        if !standing.is_active() {
            let rows = self.jobs.iter_mut().filter(|job| job.row.subscription == subscription);
            rows.for_each(|job| job.row.discard(now));
        }
    }

    /// Ends deliveries that were held when their subscription ended and no longer are.
    fn end_again(&mut self, subscription: Uuid, now: Timestamp) {
        self.end(subscription, self.standing(subscription), now);
    }

    fn finish(&mut self, now: Timestamp, claimed: &ClaimedDelivery, answer: Answer) -> FinishOutcome {
        let before = self.standing(claimed.subscription);
        let job = self.job(claimed.delivery);
        let counts = job.counts;
        let ended = job.row.finish(&POLICY, now, claimed.claim, before, &answer.ending(), 0.5);
        let stage = job.row.stage;
        let Ok(after) = ended else { return FinishOutcome::Stale };
        let standing = if counts { after } else { before };
        self.end(claimed.subscription, standing, now);
        FinishOutcome::Recorded { stage, standing }
    }
}

struct Run<'a> {
    bench: &'a Bench,
    memory: Memory,
    claims: Vec<ClaimedDelivery>,
}

impl Run<'_> {
    fn step(&mut self, step: &Step) -> Result<(), TestCaseError> {
        let now = self.bench.now();
        match *step {
            Step::Wait { millis } => self.bench.wait(millis),
            Step::Happens { resort, audience } => self.happens(RESORTS[resort], AUDIENCES[audience]),
            Step::Test { subscription } => {
                if self.memory.standing(id(subscription)).is_active() {
                    let delivery = self.bench.test(id(subscription));
                    self.memory.add(delivery, id(subscription), "@test", false, now);
                }
            }
            Step::Redeliver { pick } => return self.redeliver(pick),
            Step::Claim { most } => return self.claim(most),
            Step::HandBack => self.hand_back(),
            Step::Finish { ref picks } => return self.finish(picks),
            Step::Remove { subscription } => {
                let subscription = id(subscription);
                let standing = self.memory.standing(subscription).removed();
                let is_news = standing != self.memory.standing(subscription);
                let removed = self.bench.run(move |conn, now| subscriptions::remove(conn, subscription, now));
                prop_assert_eq!(removed, is_news);
                if is_news {
                    self.memory.end(subscription, standing, now);
                }
            }
            Step::Restart => {
                if self.bench.run(outbox::void_all) > 0 {
                    for job in &mut self.memory.jobs {
                        if matches!(job.row.stage, Stage::Claimed { .. }) {
                            job.row.stage = Stage::Waiting { due: now };
                        }
                    }
                }
                if !self.bench.fresh.is_postgres() {
                    (0..SUBSCRIPTIONS).for_each(|number| self.memory.end_again(id(number), now));
                }
            }
        }
        Ok(())
    }

    fn happens(&mut self, resort: &str, audience: Audience) {
        let event = Uuid::new_v4();
        let mut happened = occurrence(resort, &event.to_string());
        happened.audience = audience;
        let lane = happened.lane().to_owned();
        for number in 0..SUBSCRIPTIONS {
            let reached = happened.reaches(&[happened.event], resort_of(number));
            if reached && self.memory.standing(id(number)).is_active() {
                let now = self.bench.now();
                self.memory.add(delivery_id(event, id(number)), id(number), &lane, true, now);
            }
        }
        self.bench.run(move |conn, now| {
            events::record(conn, event, &happened, now)?;
            events::fan_out(conn, 1_000, now)
        });
    }

    fn redeliver(&mut self, pick: usize) -> Result<(), TestCaseError> {
        let count = self.memory.jobs.len().max(1);
        let Some(job) = self.memory.jobs.get(pick % count) else { return Ok(()) };
        let (subscription, delivery) = (job.row.subscription, job.id);
        let over = matches!(job.row.stage, Stage::Delivered | Stage::Failed | Stage::Discarded);
        let expected = match (self.memory.standing(subscription).is_active(), over) {
            (false, _) => Redelivery::Ended,
            (true, false) => Redelivery::UnderWay,
            (true, true) => Redelivery::Queued,
        };
        let outcome = self.bench.run(move |conn, now| outbox::redeliver(conn, subscription, delivery, now));
        prop_assert_eq!(outcome, expected);
        if outcome == Redelivery::Queued {
            let sequence = self.memory.number(subscription);
            let due = self.bench.now();
            let job = self.memory.job(delivery);
            job.counts = false;
            job.row = Row { sequence, attempts: 0, stage: Stage::Waiting { due }, ..job.row.clone() };
        }
        Ok(())
    }

    fn claim(&mut self, most: usize) -> Result<(), TestCaseError> {
        let claims: Vec<Uuid> = (0..most).map(|_| Uuid::new_v4()).collect();
        let expected = self.memory.claim(self.bench.now(), &claims);
        let claimed = self
            .bench
            .run(move |conn, now| outbox::claim(conn, &POLICY, &super::bench::wide(), &claims, now));
        prop_assert_eq!(claimed.iter().map(|one| one.delivery).collect::<Vec<_>>(), expected);
        for one in &claimed {
            let attempt = self.memory.job(one.delivery).row.attempts + 1;
            prop_assert_eq!(one.attempt, attempt);
        }
        self.claims.extend(claimed);
        Ok(())
    }

    fn hand_back(&mut self) {
        let Some(last) = self.claims.last().cloned() else { return };
        let back = [super::bench::back(&last, 0)];
        if self.bench.run(move |conn, now| outbox::hand_back(conn, &back, now)) == 1 {
            self.memory.job(last.delivery).row.stage = Stage::Waiting { due: last.due_since };
        }
        self.memory.end_again(last.subscription, self.bench.now());
    }

    fn finish(&mut self, picks: &[(usize, Answer)]) -> Result<(), TestCaseError> {
        // Mostly among the newest, so that live claims are hit.
        let recent = self.claims.len().clamp(1, 16);
        let picked: Vec<(ClaimedDelivery, Answer)> = picks
            .iter()
            .filter_map(|(pick, answer)| {
                Some((self.claims.iter().rev().nth(pick % recent)?.clone(), *answer))
            })
            .collect();
        let now = self.bench.now();
        let expected: Vec<FinishOutcome> =
            picked.iter().map(|(claimed, answer)| self.memory.finish(now, claimed, *answer)).collect();
        let ended: Vec<_> =
            picked.iter().map(|(claimed, answer)| self.bench.ended(claimed, answer.ending())).collect();
        let randoms = vec![0.5; ended.len()];
        let finished = self.bench.run(move |conn, now| outbox::finish(conn, &POLICY, &ended, &randoms, now));
        prop_assert_eq!(finished, expected);
        Ok(())
    }

    fn agree(&self) -> Result<(), TestCaseError> {
        let stored =
            self.bench.run(|conn, _| (0..SUBSCRIPTIONS).map(|number| stored(conn, id(number))).collect());
        let stored: Vec<Stored> = stored;
        for (number, (standing, stages)) in (0..SUBSCRIPTIONS).zip(stored) {
            prop_assert_eq!(standing, self.memory.standing(id(number)));
            let held = self.memory.jobs.iter().filter(|job| job.row.subscription == id(number));
            let held: BTreeMap<Uuid, (&str, u64)> =
                held.map(|job| (job.id, (name(job.row.stage), job.row.sequence / STRIDE))).collect();
            prop_assert_eq!(stages, held);
        }
        Ok(())
    }
}

/// A subscription's state, and stage and number of each of its deliveries.
type Stored = (SubscriptionState, BTreeMap<Uuid, (&'static str, u64)>);

fn stored(conn: &mut Conn, subscription: Uuid) -> Result<Stored, StoreError> {
    const PAGE: usize = 100;
    let standing = subscriptions::find(conn.single(), subscription)?.unwrap().standing;
    let (mut stages, mut before) = (BTreeMap::new(), None);
    loop {
        let page = outbox::history(conn, subscription, before, PAGE)?;
        before = page.last().map(|last| last.sequence);
        let of = |view: &DeliveryView| (view.id, (view.stage, u64::try_from(view.sequence).unwrap()));
        stages.extend(page.iter().map(of));
        if page.len() < PAGE {
            return Ok((standing, stages));
        }
    }
}

fn name(stage: Stage) -> &'static str {
    match stage {
        Stage::Waiting { .. } => "waiting",
        Stage::Claimed { .. } => "claimed",
        Stage::Delivered => "delivered",
        Stage::Failed => "failed",
        Stage::Discarded => "discarded",
    }
}

/// Starts again with four subscriptions and nothing else, in one step each: there are many histories.
fn clear(bench: &Bench) {
    let tables = ["subscriptions", "limits", "events", "deliveries", "attempts"];
    bench.execute(&tables.map(|table| format!("DELETE FROM webhook_{table};")).concat());
    bench.at(0);
    let made: Vec<Creation> = bench.run(|conn, now| {
        (0..SUBSCRIPTIONS)
            .map(|number| {
                let resort_slug = resort_of(number).map(str::to_owned);
                let new = NewSubscription { resort_slug, ..subscription(number + 1) };
                subscriptions::create(conn, &new, &CAPS, now)
            })
            .collect()
    });
    assert_eq!(made, vec![Creation::Created; SUBSCRIPTIONS as usize]);
}

fn histories(bench: &Bench, cases: u32) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let outcome = TestRunner::new(config).run(&steps(), |steps| {
        clear(bench);
        let mut run = Run { bench, memory: Memory::default(), claims: Vec::new() };
        for step in &steps {
            run.step(step)?;
        }
        run.agree()
    });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
}

/// Runs the requested number of histories, a larger number in parallel on separate databases, and returns a summary. A
/// difference fails.
fn on_each(bench: fn() -> Option<Bench>) -> String {
    let cases = std::env::var("SNOW_WEBHOOK_HISTORIES").ok().and_then(|text| text.parse().ok());
    let cases: u32 = cases.unwrap_or(HISTORIES);
    let sides = if cases > HISTORIES { SIDES } else { 1 };
    let tried: u32 = threads(sides, move |_| {
        let share = cases.div_ceil(u32::try_from(sides).unwrap());
        bench().map_or(0, |bench| {
            histories(&bench, share);
            share
        })
    })
    .into_iter()
    .sum();
    format!("figure: 0 of {tried} histories differ from those in memory")
}

#[test]
fn sqlite_histories_match_memory() {
    println!("{}", on_each(|| Some(Bench::sqlite())));
}

#[test]
fn postgres_histories_match_memory() {
    println!("{}", on_each(Bench::postgres));
}
