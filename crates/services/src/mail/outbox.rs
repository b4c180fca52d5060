//! Scheduling of emails. First attempts come before retries, and a retry waits as a timer without a slot. A recipient
//! domain cannot use up the slots or queue places of others.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::time::Duration;

use super::Mail;

/// Maximum number of emails in flight. More than one network may request in an hour, so the timeouts of one network's
/// recipients do not block others.
pub(super) const AT_ONCE: usize = 24;
/// Maximum number of retries in flight.
const RETRIES_AT_ONCE: usize = 4;
/// Maximum number of emails waiting for their first attempt, and of emails waiting for a retry.
const WAITING: usize = 1_000;
/// Pauses before the second, third and fourth attempt.
const PAUSES: [Duration; 3] = [Duration::from_secs(2), Duration::from_secs(15), Duration::from_secs(60)];

/// An email and its number of failed attempts.
#[derive(Debug, Clone)]
pub(super) struct Attempt {
    pub(super) mail: Mail,
    domain: String,
    failed: usize,
}

impl Attempt {
    fn first(mail: Mail) -> Self {
        Self { domain: mail.to.domain(), mail, failed: 0 }
    }

    fn is_retry(&self) -> bool {
        self.failed > 0
    }
}

/// Emails in flight to one domain.
#[derive(Debug, Clone, Copy, Default)]
struct InFlight {
    all: usize,
    retries: usize,
}

/// Waiting emails, and the number in flight. Times are of any monotonic clock.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    first: VecDeque<Attempt>,
    /// Keyed by the time of the next attempt, and by a serial number among equal times.
    retries: BTreeMap<(Duration, u64), Attempt>,
    serial: u64,
    in_flight: HashMap<String, InFlight>,
}

impl Outbox {
    /// Queues an email for its first attempt. A full queue drops the newest email of the domain with the most waiting
    /// emails, and returns it.
    pub(super) fn push(&mut self, mail: Mail) -> Option<Mail> {
        self.first.push_back(Attempt::first(mail));
        if self.first.len() <= WAITING {
            return None;
        }
        let crowded = most_frequent(self.first.iter().map(|one| one.domain.as_str()))?.to_owned();
        let newest = self.first.iter().rposition(|one| one.domain == crowded)?;
        self.first.remove(newest).map(|attempt| attempt.mail)
    }

    /// Returns the number of emails that wait for an attempt.
    pub(super) fn waiting(&self) -> usize {
        self.first.len() + self.retries.len()
    }

    /// Takes the next email to attempt at `now`, if there is one and a slot for it.
    pub(super) fn next(&mut self, now: Duration) -> Option<Attempt> {
        if self.in_flight.values().map(|count| count.all).sum::<usize>() >= AT_ONCE {
            return None;
        }
        let attempt = match self.next_first() {
            Some(attempt) => attempt,
            None => self.next_retry(now)?,
        };
        let count = self.in_flight.entry(attempt.domain.clone()).or_default();
        count.all += 1;
        count.retries += usize::from(attempt.is_retry());
        Some(attempt)
    }

    /// Returns the oldest email of the domain with the fewest in flight.
    fn next_first(&mut self) -> Option<Attempt> {
        let busy = |one: &Attempt| self.in_flight.get(&one.domain).map_or(0, |count| count.all);
        let (at, _) = self.first.iter().enumerate().min_by_key(|(at, one)| (busy(one), *at))?;
        self.first.remove(at)
    }

    /// Returns the earliest due retry whose domain has none in flight.
    fn next_retry(&mut self, now: Duration) -> Option<Attempt> {
        let retries = |count: &InFlight| count.retries;
        if self.in_flight.values().map(retries).sum::<usize>() >= RETRIES_AT_ONCE {
            return None;
        }
        let due = self.retries.iter().take_while(|((at, _), _)| *at <= now);
        let mut free = due.filter(|(_, one)| self.in_flight.get(&one.domain).map_or(0, retries) == 0);
        let key = free.next().map(|(key, _)| *key)?;
        self.retries.remove(&key)
    }

    /// Frees the slot of an attempt.
    pub(super) fn ended(&mut self, attempt: &Attempt) {
        if let Some(count) = self.in_flight.get_mut(&attempt.domain) {
            count.all = count.all.saturating_sub(1);
            count.retries = count.retries.saturating_sub(usize::from(attempt.is_retry()));
            if count.all == 0 {
                self.in_flight.remove(&attempt.domain);
            }
        }
    }

    /// Schedules the retry of an attempt that failed at `now`, and returns the pause before it. Returns `None` after
    /// the last attempt, and if too many retries are waiting already.
    pub(super) fn retry(&mut self, attempt: Attempt, now: Duration) -> Option<Duration> {
        let pause = *PAUSES.get(attempt.failed)?;
        // A full list accepts one more email only for a domain without one, in place of an email of the most frequent
        // domain.
        if self.retries.len() >= WAITING {
            if self.retries.values().any(|other| other.domain == attempt.domain) {
                return None;
            }
            let crowded = most_frequent(self.retries.values().map(|one| one.domain.as_str()))?.to_owned();
            let last = self.retries.iter().rev().find(|(_, one)| one.domain == crowded);
            let last = last.map(|(key, _)| *key)?;
            self.retries.remove(&last);
        }
        self.serial += 1;
        let again = Attempt { failed: attempt.failed + 1, ..attempt };
        self.retries.insert((now.saturating_add(pause), self.serial), again);
        Some(pause)
    }

    /// Returns the time of the next retry.
    pub(super) fn next_due(&self) -> Option<Duration> {
        self.retries.keys().next().map(|(at, _)| *at)
    }
}

/// Returns the most frequent text; among equals, the first in alphabetical order.
fn most_frequent<'a>(texts: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    texts.for_each(|text| *counts.entry(text).or_default() += 1);
    counts.into_iter().max_by(|one, other| one.1.cmp(&other.1).then(other.0.cmp(one.0))).map(|(text, _)| text)
}

#[cfg(test)]
mod tests;
