//! Limits the rate and concurrency per network, whatever names lead to it. The addresses of a name are known only when
//! an attempt has checked them, after its delivery was claimed. An attempt therefore asks here before it connects, and
//! the addresses of a host's last attempts keep the next choice from claiming deliveries that would have to wait.
//!
//! `now` is the time since any fixed start, by a monotonic clock.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Duration;

use super::pace::Pace;
use super::slots::{Capacity, Limits};
use crate::callback::Receiver;

/// Wait of a delivery if the maximum number of attempts is in flight.
const FULL_WAIT: Duration = Duration::from_millis(500);
/// Maximum number of remembered hosts. Beyond it, hosts that were not called recently are forgotten, at most once in
/// that time.
const MOST_HOSTS: usize = 10_000;
const REMEMBERED: Duration = Duration::from_secs(600);

/// The networks that deliveries call, with their limits.
#[derive(Debug)]
pub struct Networks {
    limits: Limits,
    pace: Pace,
    under_way: HashMap<String, usize>,
    hosts: HashMap<String, KnownHost>,
    /// Sites by network. If a network has only one site, the site's limits also limit the network.
    sites: HashMap<String, HashSet<String>>,
    forgotten: Duration,
}

#[derive(Debug)]
struct KnownHost {
    receiver: Receiver,
    at: Duration,
}

impl Networks {
    /// Returns an empty state: without known hosts and attempts in flight.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            pace: Pace::new(limits.per_second),
            under_way: HashMap::new(),
            hosts: HashMap::new(),
            sites: HashMap::new(),
            forgotten: Duration::ZERO,
        }
    }

    /// Admits an attempt that is about to connect. The attempt calls [`Networks::leave`] with the same receiver when it
    /// has ended.
    ///
    /// # Errors
    /// Returns how long the attempt must wait if one of the networks is at its limit.
    pub fn enter(&mut self, receiver: &Receiver, now: Duration) -> Result<(), Duration> {
        self.learn(receiver, now);
        let full =
            |network: &String| self.under_way.get(network).is_some_and(|many| *many >= self.limits.per_host);
        if receiver.networks.iter().any(full) {
            return Err(FULL_WAIT);
        }
        if let Some(wait) = receiver.networks.iter().filter_map(|network| self.pace.wait(network, now)).max()
        {
            return Err(wait);
        }
        for network in &receiver.networks {
            self.pace.spend(network, now);
            *self.under_way.entry(network.clone()).or_default() += 1;
        }
        Ok(())
    }

    /// Releases an admitted attempt that has ended.
    pub fn leave(&mut self, receiver: &Receiver) {
        for network in &receiver.networks {
            if let Some(many) = self.under_way.get_mut(network) {
                *many -= 1;
                if *many == 0 {
                    self.under_way.remove(network);
                }
            }
        }
    }

    /// Reduces the capacity to what is left for the networks that several sites share.
    pub fn narrow(&mut self, room: &mut Capacity, now: Duration) {
        let mut taken: BTreeMap<String, usize> = BTreeMap::new();
        for (network, many) in &self.under_way {
            taken.insert(network.clone(), *many);
        }
        for (network, left) in self.pace.short(now) {
            let taken = taken.entry(network.to_owned()).or_default();
            *taken = (*taken).max(self.limits.per_host.saturating_sub(left));
        }
        taken.retain(|network, _| self.sites.get(network).is_some_and(|sites| sites.len() > 1));
        if taken.is_empty() {
            return;
        }
        for (host, known) in &self.hosts {
            let shared: Vec<String> = known
                .receiver
                .networks
                .iter()
                .filter(|network| taken.contains_key(*network))
                .cloned()
                .collect();
            if !shared.is_empty() {
                room.networks.insert(host.clone(), shared);
            }
        }
        for (network, many) in taken {
            let at = room.under_way.entry(network).or_default();
            *at = (*at).max(many);
        }
    }

    /// Returns how long until an exhausted network may be called again.
    #[must_use]
    pub fn next(&self, now: Duration) -> Option<Duration> {
        self.pace.next(now)
    }

    fn learn(&mut self, receiver: &Receiver, now: Duration) {
        if let Some(known) = self.hosts.get_mut(&receiver.host)
            && known.receiver == *receiver
        {
            known.at = now;
            return;
        }
        self.hosts.insert(receiver.host.clone(), KnownHost { receiver: receiver.clone(), at: now });
        for network in &receiver.networks {
            self.sites.entry(network.clone()).or_default().insert(receiver.site.clone());
        }
        if self.hosts.len() > MOST_HOSTS && now.saturating_sub(self.forgotten) >= REMEMBERED {
            self.prune(now);
        }
    }

    fn prune(&mut self, now: Duration) {
        self.forgotten = now;
        self.hosts.retain(|_, known| now.saturating_sub(known.at) < REMEMBERED);
        self.sites.clear();
        for known in self.hosts.values() {
            for network in &known.receiver.networks {
                self.sites.entry(network.clone()).or_default().insert(known.receiver.site.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests;
