//! Compares random histories of deliveries with a simple reference model that was written separately: lanes are queues,
//! the front is tried at most twice, eight failures in a row end a subscription.

use std::collections::{BTreeMap, VecDeque};

use conditions_core::time::Timestamp;
use proptest::prelude::*;
use uuid::Uuid;
use webhooks::delivery::queue::{Row, Stage, claimable};
use webhooks::delivery::subscription::{State, SubscriptionState};
use webhooks::delivery::{Ending, Failure};
use webhooks::policy::DeliveryPolicy;

const POLICY: DeliveryPolicy = DeliveryPolicy::CONTRACT;
const LANES: [&str; 6] = ["a", "b", "c", "d", "e", "@leaderboard"];

#[derive(Debug, Clone, Copy)]
enum Step {
    Enqueue {
        subscription: u128,
        lane: usize,
    },
    Wait {
        seconds: i64,
    },
    Claim {
        most: usize,
    },
    /// Finishes a claim that was handed out: live, expired or already finished.
    Finish {
        pick: usize,
        result: Answer,
    },
    Remove {
        subscription: u128,
    },
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Answer {
    Good,
    Bad,
    Redirect,
    Later,
    Forbidden,
}

impl Answer {
    fn ending(self) -> Ending {
        match self {
            Self::Good => Ending::Answered { status: 204, retry_after: None },
            Self::Bad => Ending::Failed(Failure::Timeout),
            Self::Redirect => Ending::Answered { status: 302, retry_after: Some("5".to_owned()) },
            Self::Later => Ending::Answered { status: 429, retry_after: Some("90".to_owned()) },
            Self::Forbidden => Ending::Failed(Failure::Target),
        }
    }
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let answer = prop_oneof![
        2 => Just(Answer::Good), 6 => Just(Answer::Bad), 1 => Just(Answer::Redirect),
        1 => Just(Answer::Later), 4 => Just(Answer::Forbidden),
    ];
    let step = prop_oneof![
        6 => (0u128..3, 0..LANES.len()).prop_map(|(subscription, lane)| Step::Enqueue { subscription, lane }),
        3 => (1i64..40).prop_map(|seconds| Step::Wait { seconds }),
        6 => (1usize..12).prop_map(|most| Step::Claim { most }),
        9 => (0usize..64, answer).prop_map(|(pick, result)| Step::Finish { pick, result }),
        1 => Just(Step::Remove { subscription: 2 }),
    ];
    prop::collection::vec(step, 1..250)
}

/// The code under test with rows in memory.
#[derive(Default)]
struct Real {
    rows: Vec<Row>,
    standings: BTreeMap<Uuid, SubscriptionState>,
}

impl Real {
    fn standing(&self, subscription: Uuid) -> SubscriptionState {
        self.standings.get(&subscription).copied().unwrap_or_default()
    }

    fn end(&mut self, subscription: Uuid, standing: SubscriptionState, now: Timestamp) {
        self.standings.insert(subscription, standing);
        if !standing.is_active() {
            self.rows
                .iter_mut()
                .filter(|row| row.subscription == subscription)
                .for_each(|row| row.discard(now));
        }
    }

    fn claim(&self, now: Timestamp, most: usize) -> Vec<u64> {
        let active = |subscription| self.standing(subscription).is_active();
        claimable(&POLICY, now, &self.rows, active, most).iter().map(|row| row.sequence).collect()
    }

    fn row(&mut self, sequence: u64) -> &mut Row {
        self.rows.iter_mut().find(|row| row.sequence == sequence).unwrap()
    }
}

/// The reference. Times are whole seconds; a finished job is removed.
#[derive(Default)]
struct Reference {
    lanes: BTreeMap<(u128, usize), VecDeque<Job>>,
    failures: BTreeMap<u128, u32>,
    ended: BTreeMap<u128, bool>,
    log: BTreeMap<u64, bool>,
}

struct Job {
    sequence: u64,
    tries: u32,
    from: i64,
    held_by: Option<u128>,
}

impl Reference {
    fn claim(&self, now: i64, most: usize) -> Vec<u64> {
        let mut chosen: Vec<(u128, u64)> = Vec::new();
        loop {
            let next = self
                .lanes
                .iter()
                .filter_map(|((subscription, _), jobs)| jobs.front().map(|job| (*subscription, job)))
                .filter(|(subscription, job)| {
                    let live = self.lanes.iter().filter(|((other, _), _)| other == subscription).flat_map(
                        |(_, jobs)| jobs.iter().filter(|job| job.held_by.is_some() && job.from > now),
                    );
                    let mine = chosen.iter().filter(|(other, _)| other == subscription).count();
                    job.from <= now
                        && !self.ended.contains_key(subscription)
                        && !chosen.contains(&(*subscription, job.sequence))
                        && live.count() + mine < 4
                })
                .min_by_key(|(_, job)| (job.from, job.sequence));
            match next {
                Some((subscription, job)) if chosen.len() < most => chosen.push((subscription, job.sequence)),
                _ => return chosen.into_iter().map(|(_, sequence)| sequence).collect(),
            }
        }
    }

    fn job(&mut self, sequence: u64) -> Option<(u128, &mut Job)> {
        self.lanes.iter_mut().find_map(|((subscription, _), jobs)| {
            jobs.iter_mut().find(|job| job.sequence == sequence).map(|job| (*subscription, job))
        })
    }

    fn drop_waiting(&mut self, subscription: u128, now: i64) {
        for ((_, _), jobs) in self.lanes.iter_mut().filter(|((other, _), _)| *other == subscription) {
            jobs.retain(|job| job.held_by.is_some() && job.from > now);
        }
    }

    /// Returns `false` if the claim no longer belongs to the caller.
    fn finish(&mut self, now: i64, sequence: u64, claim: u128, answer: Answer) -> bool {
        let Some((subscription, job)) = self.job(sequence) else { return false };
        if job.held_by != Some(claim) {
            return false;
        }
        job.held_by = None;
        job.tries += 1;
        let again = job.tries < 2 && matches!(answer, Answer::Bad | Answer::Redirect | Answer::Later);
        if again {
            job.from = now + if answer == Answer::Later { 90 } else { 30 };
        }
        let over = self.ended.contains_key(&subscription);
        if !again || over {
            self.lanes.values_mut().for_each(|jobs| jobs.retain(|job| job.sequence != sequence));
        }
        if over {
            self.drop_waiting(subscription, now);
        }
        if again {
            return true;
        }
        self.log.insert(sequence, answer == Answer::Good);
        if !over {
            let failures = self.failures.entry(subscription).or_default();
            *failures = if answer == Answer::Good { 0 } else { *failures + 1 };
            if *failures == 8 {
                self.ended.insert(subscription, true);
                self.drop_waiting(subscription, now);
            }
        }
        true
    }
}

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_millis(1_768_046_400_000 + seconds * 1_000)
}

fn run(steps: &[Step]) -> Result<(), TestCaseError> {
    let (mut real, mut reference) = (Real::default(), Reference::default());
    let mut claims: Vec<(u64, u128)> = Vec::new();
    let mut now = 0;
    for step in steps {
        match *step {
            Step::Wait { seconds } => now += seconds,
            Step::Enqueue { subscription, lane } => {
                if reference.ended.contains_key(&subscription) {
                    continue;
                }
                let sequence = real.rows.len() as u64;
                let job = Job { sequence, tries: 0, from: now, held_by: None };
                reference.lanes.entry((subscription, lane)).or_default().push_back(job);
                real.rows.push(Row {
                    sequence,
                    subscription: Uuid::from_u128(subscription),
                    lane: LANES[lane].into(),
                    attempts: 0,
                    stage: Stage::Waiting { due: at(now) },
                });
            }
            Step::Claim { most } => {
                let chosen = real.claim(at(now), most);
                prop_assert_eq!(&chosen, &reference.claim(now, most));
                for sequence in chosen {
                    let claim = claims.len() as u128;
                    claims.push((sequence, claim));
                    real.row(sequence).claim(&POLICY, at(now), Uuid::from_u128(claim));
                    let (_, job) = reference.job(sequence).unwrap();
                    (job.held_by, job.from) = (Some(claim), now + 20);
                }
            }
            Step::Finish { pick, result } => {
                // Mostly the newest claims, so that live ones are chosen.
                let Some((sequence, claim)) =
                    claims.iter().rev().nth(pick % claims.len().clamp(1, 24)).copied()
                else {
                    continue;
                };
                let subscription = real.row(sequence).subscription;
                let standing = real.standing(subscription);
                let row = real.row(sequence);
                let ended =
                    row.finish(&POLICY, at(now), Uuid::from_u128(claim), standing, &result.ending(), 0.5);
                prop_assert_eq!(ended.is_ok(), reference.finish(now, sequence, claim, result));
                if let Ok(standing) = ended {
                    real.end(subscription, standing, at(now));
                }
            }
            Step::Remove { subscription } => remove(&mut real, &mut reference, subscription, now),
        }
        agree(&real, &reference)?;
    }
    Ok(())
}

fn remove(real: &mut Real, reference: &mut Reference, subscription: u128, now: i64) {
    if reference.ended.contains_key(&subscription) {
        return;
    }
    let id = Uuid::from_u128(subscription);
    real.end(id, real.standing(id).removed(), at(now));
    reference.ended.insert(subscription, false);
    reference.drop_waiting(subscription, now);
}

fn agree(real: &Real, reference: &Reference) -> Result<(), TestCaseError> {
    for subscription in 0..3 {
        let standing = real.standing(Uuid::from_u128(subscription));
        let state = match reference.ended.get(&subscription) {
            None => State::Active,
            Some(true) => State::Dropped,
            Some(false) => State::Removed,
        };
        prop_assert_eq!(standing.state, state);
        let failures = reference.failures.get(&subscription).copied().unwrap_or(0);
        prop_assert_eq!(standing.consecutive_failures, failures);
    }
    for row in &real.rows {
        prop_assert!(row.attempts <= 2);
        let logged = match row.stage {
            Stage::Delivered => Some(true),
            Stage::Failed => Some(false),
            Stage::Waiting { .. } | Stage::Claimed { .. } | Stage::Discarded => None,
        };
        prop_assert_eq!(reference.log.get(&row.sequence).copied(), logged);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_queue_lives_as_its_reference_does(steps in steps()) {
        run(&steps)?;
    }
}
