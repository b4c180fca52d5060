//! Checks links of webcams from time to time, politely: whether each still leads to its target.
//!
//! Only the beginning of a response is read, and none of it is stored; a host that knows the version answers in a line.
//! Robots rules are obeyed, and a host gets one request at a time. Up to a few redirects are followed, each checked
//! like a separate link. Every outcome of a check is a result: a dead camera is not a failure of the lane.

use std::collections::BTreeMap;
use std::fmt;

use conditions_core::time::{HOUR_MS, MINUTE_MS, Timestamp};
use evidence::{Form as _, Links as Stored};
use pictures::{LinkCheck, LinkResponse, LinkState, LinkTarget, PicturePolicy, Verdict, assess, unanswered};
use sources::budget::Limits;
use sources::credit::Credit;
use sources::error::ParseError;
use sources::lane::{Allowance, Bounds, PollSchedule};
use sources::open_meteo::RequestUrl;
use sources::retry;

use crate::batch::Batch;
use crate::call::{Call, CallDenial, UpstreamResponse, Validators};
use crate::store_batch::StoreBatch;
use crate::stored_state::{StateQuery, StoredState};
use crate::summary::Summary;
use crate::upstream::{Blame, Failure, LOOK_MS, Meta, Next, Upstream};

/// Identifier of the lane.
pub const LANE: &str = "webcams";

/// Number of bytes of a response that are read: enough to recognize the kind of picture, and whether it moves.
const PEEKED: usize = 16 << 10;
/// Maximum number of redirects of one link.
const MOST_HOPS: u32 = 4;
/// Interval at which the list of links is rebuilt, milliseconds.
const RELIST_MS: i64 = 15 * MINUTE_MS;
/// Maximum numbers of calls: the links of every resort with road cameras, four times a day.
const LIMITS: Limits = Limits { minute: Some(30.0), hour: Some(900.0), day: Some(8_000.0) };

/// Facts of the lane. It has no single upstream: every link is requested from its own host.
pub static FACTS: sources::Meta = sources::Meta {
    id: LANE,
    title: "Webcam links",
    measures: "whether links of webcams lead to their targets; no picture or page is stored",
    rhythm: PollSchedule {
        period_ms: PicturePolicy::DEFAULT.link_period_ms,
        silent_ms: PollSchedule::SILENT_MS,
        note: "each link; sooner if a host did not answer",
    },
    bounds: Bounds { bytes: PEEKED, records: 1 },
    allowance: Allowance::unstated("one request at a time for each host, by its rules for robots"),
    credit: Credit { name: "", url: "", licence: "", licence_url: None, text: "" },
    providers: &[],
    terms: "",
    base_url: "",
    docs: "",
};

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Link {
    pub url: String,
    /// The target that it should lead to.
    pub meant: LinkTarget,
    /// Whether the configuration names it: only such a link may lead to a private network. Others lead to public hosts
    /// or are not followed.
    pub is_trusted: bool,
}

/// Returns the links to check; `None` while they are unknown.
pub type LinkSource = Box<dyn Fn() -> Option<Vec<Link>> + Send>;

pub struct Webcams {
    meta: Meta,
    policy: PicturePolicy,
    /// Gateway through which every link is requested instead of from its own host, if set: the host becomes the first
    /// part of the path.
    gateway: Option<String>,
    listed: LinkSource,
    relist_at: Timestamp,
    links: Vec<Link>,
    known: BTreeMap<String, LinkCheck>,
    under_way: Option<CheckInProgress>,
    batch: Batch,
}

/// The check in progress.
#[derive(Debug, Clone)]
struct CheckInProgress {
    link: Link,
    /// Current URL after redirects, and their number.
    at: String,
    hops: u32,
}

/// Result of a response.
#[derive(Debug)]
pub enum Answer {
    /// The version that was checked last still exists.
    Unchanged,
    /// The link redirects.
    Moved(String),
    /// Any other result.
    Judged(Verdict),
}

impl fmt::Debug for Webcams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Webcams")
            .field("links", &self.links.len())
            .field("under_way", &self.under_way)
            .finish()
    }
}

impl Webcams {
    /// Makes the lane, with `pause_ms` milliseconds between two calls.
    #[must_use]
    pub fn new(gateway: Option<String>, listed: LinkSource, pause_ms: i64) -> Self {
        let meta = Meta {
            lane: LANE,
            lease: LANE,
            health: LANE.to_owned(),
            repeats: false,
            obeys_robots: true,
            most_bytes: PEEKED,
            pause_ms,
            look_ms: LOOK_MS,
            patience_ms: 0,
            ledgers: vec![(LANE, LIMITS)],
            progress: None,
        };
        Self {
            meta,
            policy: PicturePolicy::DEFAULT,
            gateway,
            listed,
            relist_at: Timestamp::from_millis(i64::MIN),
            links: Vec::new(),
            known: BTreeMap::new(),
            under_way: None,
            batch: Batch::new(Stored::NAME, LANE.to_owned()),
        }
    }

    /// Rebuilds the list of links.
    fn relist(&mut self, now: Timestamp) {
        let is_due = now >= self.relist_at || self.relist_at.since(now) > RELIST_MS;
        if is_due && let Some(mut links) = (self.listed)() {
            links.sort();
            links.dedup_by(|a, b| a.url == b.url);
            self.relist_at = now.plus_millis(RELIST_MS);
            self.links = links;
        }
    }

    /// Returns when a link is checked next. A failed one is checked again sooner.
    fn due(&self, link: &Link, now: Timestamp) -> Timestamp {
        self.known.get(&link.url).map_or(now, |check| {
            let rest = match check.state {
                LinkState::Unreachable | LinkState::Failing => HOUR_MS.max(self.policy.link_period_ms / 3),
                _ => self.policy.link_period_ms,
            };
            // A clock that was set back must not delay a check by more than its period.
            check.checked_at.min(now).plus_millis(rest)
        })
    }

    fn first(&self, now: Timestamp) -> Option<(Timestamp, &Link)> {
        self.links.iter().map(|link| (self.due(link, now), link)).min_by(|a, b| a.0.cmp(&b.0))
    }

    /// Returns the URL to request for a link.
    fn request_url(&self, url: &str) -> String {
        match (&self.gateway, url.split_once("://")) {
            (Some(gateway), Some((_, rest))) => format!("{gateway}/{rest}"),
            _ => url.to_owned(),
        }
    }

    /// Ends the check in progress.
    fn conclude(&mut self, verdict: Option<Verdict>, fetched: Option<&UpstreamResponse>, now: Timestamp) {
        let Some(CheckInProgress { link, at, .. }) = self.under_way.take() else { return };
        let before = self.known.get(&link.url);
        let check = match verdict {
            None => before.map(|before| LinkCheck { checked_at: now, status: Some(304), ..before.clone() }),
            Some(verdict) => {
                let is_working = verdict.state == LinkState::Working;
                let check = LinkCheck::new(verdict, before, now);
                let validators = fetched.filter(|_| is_working).map(|fetched| &fetched.validators);
                let told = |of: fn(&Validators) -> Option<&String>| {
                    validators.and_then(of).filter(|text| text.len() <= 200).cloned()
                };
                let last_modified = told(|validators| validators.last_modified.as_ref());
                Some(LinkCheck {
                    status: fetched.map(|fetched| fetched.status),
                    changed_at: last_modified.as_deref().and_then(retry::parse_date).filter(|at| *at <= now),
                    moved_to: (at != link.url).then_some(at),
                    etag: told(|validators| validators.etag.as_ref()),
                    last_modified,
                    ..check
                })
            }
        };
        if let Some(check) = check {
            self.batch.push(link.url.clone(), Stored::encode(&check), now);
            self.known.insert(link.url, check);
        }
    }
}

impl Upstream for Webcams {
    type Answer = Answer;

    fn meta(&self) -> &Meta {
        &self.meta
    }

    fn state_query(&self, _now: Timestamp) -> StateQuery {
        StateQuery { documents: Some(Stored::NAME), ..StateQuery::default() }
    }

    fn begin(&mut self, known: StoredState, _now: Timestamp) -> Summary {
        self.under_way = None;
        self.batch.clear();
        let read = known
            .documents
            .into_iter()
            .filter_map(|(url, payload)| Some((url, Stored::decode(&payload).ok()?)));
        self.known = read.collect();
        Summary::default()
    }

    fn next_batch(&mut self, now: Timestamp) -> Option<StoreBatch> {
        let is_last = self.under_way.is_none() && self.first(now).is_none_or(|(due, _)| due > now);
        self.batch.due(is_last, now)
    }

    fn stored(&mut self, _keep: StoreBatch, _now: Timestamp) {}

    /// Checks them again.
    fn not_stored(&mut self, keep: StoreBatch, _now: Timestamp) {
        for (_, url, _) in keep.documents {
            self.known.remove(&url);
        }
    }

    fn next(&mut self, now: Timestamp) -> Next {
        if self.under_way.is_none() {
            self.relist(now);
            let link = match self.first(now) {
                None => return Next::Rest(now.plus_millis(MINUTE_MS)),
                Some((due, _)) if due > now => return Next::Rest(due.min(self.relist_at.max(now))),
                Some((_, link)) => link.clone(),
            };
            self.under_way = Some(CheckInProgress { at: link.url.clone(), link, hops: 0 });
        }
        let Some(CheckInProgress { link, at, hops }) = &self.under_way else { return Next::Rest(now) };
        let known = self.known.get(&link.url).filter(|check| *hops == 0 && check.moved_to.is_none());
        let validators = known
            .map(|check| Validators { etag: check.etag.clone(), last_modified: check.last_modified.clone() });
        let url = RequestUrl::open(self.request_url(at));
        let call = Call::new(url, &self.meta.health, link.url.clone());
        let accept = match link.meant {
            LinkTarget::Page => "text/html,application/xhtml+xml;q=0.9",
            LinkTarget::Still => "image/*",
        };
        Next::Call(Box::new(Call {
            accept: Some(accept),
            validators: validators.unwrap_or_default(),
            is_guarded: self.gateway.is_none() && (!link.is_trusted || *hops > 0),
            is_peek: true,
            ..call
        }))
    }

    fn read(&self, fetched: &UpstreamResponse) -> Result<Answer, ParseError> {
        let Some(CheckInProgress { link, at, hops }) = &self.under_way else { return Ok(Answer::Unchanged) };
        if fetched.status == 304 && self.known.contains_key(&link.url) {
            return Ok(Answer::Unchanged);
        }
        let next = fetched.location.as_deref().and_then(|to| joined(at, to));
        if let (300..=399, Some(next)) = (fetched.status, next) {
            if *hops < MOST_HOPS {
                return Ok(Answer::Moved(next));
            }
            let reason = format!("more than {MOST_HOPS} redirects");
            return Ok(Answer::Judged(Verdict::new(LinkState::Redirects, reason)));
        }
        let heard = LinkResponse {
            status: fetched.status,
            media: fetched.media.as_deref(),
            length: fetched.length,
            head: &fetched.body,
        };
        Ok(Answer::Judged(assess(link.meant, &heard, &self.policy)))
    }

    /// Every status is a valid result here.
    fn may_be_missing(&self, _status: u16) -> bool {
        true
    }

    fn apply(
        &mut self,
        answer: Answer,
        fetched: &UpstreamResponse,
        now: Timestamp,
    ) -> Result<Summary, Failure> {
        match answer {
            Answer::Unchanged => self.conclude(None, Some(fetched), now),
            Answer::Judged(verdict) => self.conclude(Some(verdict), Some(fetched), now),
            Answer::Moved(to) => {
                if let Some(under_way) = &mut self.under_way {
                    (under_way.at, under_way.hops) = (to, under_way.hops + 1);
                }
            }
        }
        Ok(Summary::default())
    }

    fn failed(&mut self, failure: &Failure, now: Timestamp) -> (Blame, Summary) {
        self.conclude(Some(unanswered(&failure.what)), None, now);
        (Blame::Question, Summary::default())
    }

    fn forbidden(&mut self, why: &CallDenial, now: Timestamp) {
        let verdict = match why {
            CallDenial::ByRobots(_) => {
                Verdict::new(LinkState::NotAllowed, "the host's rules for robots do not let it be checked")
            }
            CallDenial::ByGuard(_) if self.under_way.as_ref().is_some_and(|under_way| under_way.hops > 0) => {
                Verdict::new(LinkState::Redirects, "it redirects to where nothing is asked")
            }
            CallDenial::ByGuard(_) => Verdict::new(
                LinkState::NotAllowed,
                "its address is not one that is asked: https to a public host",
            ),
        };
        self.conclude(Some(verdict), None, now);
    }
}

/// Resolves a redirect against the URL that it came from.
fn joined(from: &str, to: &str) -> Option<String> {
    let (scheme, rest) = from.split_once("://")?;
    let host = rest.split(['/', '?', '#']).next()?;
    let to = to.trim();
    let to = to.split('#').next().filter(|to| !to.is_empty() && to.len() <= 1_000)?;
    Some(if to.starts_with("https://") || to.starts_with("http://") {
        to.to_owned()
    } else if let Some(other) = to.strip_prefix("//") {
        format!("{scheme}://{other}")
    } else if to.starts_with('/') {
        format!("{scheme}://{host}{to}")
    } else if to.contains(':') {
        return None;
    } else {
        let path = rest.split(['?', '#']).next()?.get(host.len()..)?;
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        format!("{scheme}://{host}{folder}/{to}")
    })
}

#[cfg(test)]
mod tests;
