//! The data that HTTP workers read: one world and its rendered answers, replaced as a whole through an atomic pointer.
//!
//! Answers are rendered at the first request after a publication, at the time of the publication, and cached until the
//! next one. So equal requests get equal bytes and tags on every replica, and a publication costs nothing for resorts
//! that are not requested. An answer is cached per tier. A reader's answer is shared with
//! readers for whom the same facts hold. Per-account answers are not cached. No answer is cached beyond a time at which the world itself changes, such as the end of a
//! bulletin's validity.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use arc_swap::ArcSwapOption;
use conditions_core::time::{HOUR_MS, Timestamp};
use http::HeaderValue;
use ingest::forecast::is_closed;
use mcp_protocol::{RawJson, RenderedResult};
use operations::arguments::Pair;
use operations::operation::render;
use operations::ops::get_conditions::{Args, Op};
use operations::{AnyOperation, Meta, OpError, Resource};
use pages::Answer;
use runtime::metrics::Metrics;
use tokio::sync::watch;
use tokio::time::timeout;
use world::{Caller, Tier, View, World};

use crate::edition::Coverage;
use crate::rendered::RenderedAnswer;
use crate::versions::Versions;

pub mod key;

mod cache;

use cache::{Answers, CacheAudience, CacheScope, EntrySize};
use key::{CallKey, Key as _, PageKey, RequestKey};

/// Age up to which a forecast counts as recent: the goal of the service.
const RECENT_MS: i64 = 6 * HOUR_MS;
/// Age of a recent forecast of a resort outside its season.
const CLOSED_RECENT_MS: i64 = 12 * HOUR_MS;

/// A world with its answers.
#[derive(Debug)]
pub struct Published {
    pub world: World,
    /// Conditions for anonymous callers by the position of their resort, rendered when first requested; `None` if that
    /// failed.
    conditions: Box<[OnceLock<Option<Arc<RenderedAnswer>>>]>,
    /// Time at which conditions are rendered.
    rendered_at: Timestamp,
    /// Name of the publication at that time.
    name: HeaderValue,
    coverage: Coverage,
    answers: Mutex<Answers>,
}

impl Published {
    /// Publishes a world at `now`, without a record of the data that it covers.
    #[must_use]
    pub fn new(world: World, now: Timestamp) -> Self {
        Self::covering(Coverage::default(), world, now)
    }

    /// Publishes a world at `now`, with this coverage.
    #[must_use]
    pub fn covering(coverage: Coverage, world: World, now: Timestamp) -> Self {
        let name = coverage.etag(world.as_of, now);
        let conditions = world.resorts().map(|_| OnceLock::new()).collect();
        let answers = Mutex::new(Answers::from(now, &world, &coverage));
        Self { world, conditions, rendered_at: now, name, coverage, answers }
    }

    /// Records the contents of this publication, and its ages at `now`.
    pub fn measure(&self, metrics: &Metrics, now: Timestamp) {
        let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        let day = now.utc().date_naive();
        let forecasts = self
            .world
            .resorts()
            .filter_map(|held| Some((held.profile.season, held.evidence.forecast.as_ref()?)));
        let (ages, recent): (Vec<i64>, Vec<bool>) = forecasts
            .map(|(season, snapshot)| {
                let age = now.since(snapshot.captured_at);
                (age, age <= if is_closed(season, day) { CLOSED_RECENT_MS } else { RECENT_MS })
            })
            .unzip();
        metrics.resorts.set(count(self.world.len()));
        metrics.with_forecast.set(count(ages.len()));
        metrics.with_recent_forecast.set(count(recent.iter().filter(|is_recent| **is_recent).count()));
        metrics.oldest_forecast.set(ages.iter().max().copied().unwrap_or(0) as f64 / 1000.0);
        metrics.published_at.set(now.millis() as f64 / 1000.0);
    }

    /// Returns the bytes of the conditions that were rendered so far.
    pub(crate) fn rendered_bytes(&self) -> i64 {
        let rendered = self.conditions.iter().filter_map(|one| one.get()?.as_ref());
        i64::try_from(rendered.map(|answer| answer.size()).sum::<usize>()).unwrap_or(i64::MAX)
    }

    /// Returns the conditions of a slug for anonymous callers; `None` for every other tier.
    #[must_use]
    pub fn conditions(&self, tier: Tier, slug: &str) -> Option<&Arc<RenderedAnswer>> {
        if tier != Tier::Anonymous {
            return None;
        }
        let conditions = self.conditions.get(self.world.position(slug)?)?;
        conditions.get_or_init(|| self.rendered_conditions(slug).map(Arc::new)).as_ref()
    }

    fn rendered_conditions(&self, slug: &str) -> Option<RenderedAnswer> {
        #[expect(clippy::disallowed_methods, reason = "only for anonymous callers")]
        let view = View::public(&self.world);
        let args = Args { slug: slug.to_owned(), as_of: None, explain: false };
        let body = render::<Op>(&view, args, self.rendered_at).ok()?;
        Some(RenderedAnswer::new(body, self.rendered_at).of_publication(Some(self.name.clone())))
    }

    /// Returns the answer of an operation to `caller`, cached if a caller with the same view requested it before.
    ///
    /// # Errors
    /// Returns the errors of the operation.
    pub fn answer(
        &self,
        caller: &Caller,
        operation: &dyn AnyOperation,
        request: &RequestKey,
        pairs: &[Pair<'_>],
        now: Timestamp,
    ) -> Result<Arc<RenderedAnswer>, OpError> {
        self.cached(caller, operation.meta(), request, now, |view, at| operation.answer(view, pairs, at))
    }

    /// Returns the result of `make` for the view of `caller` and the time of the publication, cached if a caller with
    /// the same view requested it before under the same key.
    ///
    /// # Errors
    /// Returns the errors of `make`.
    pub fn cached(
        &self,
        caller: &Caller,
        meta: &Meta,
        request: &RequestKey,
        now: Timestamp,
        make: impl FnOnce(&View<'_>, Timestamp) -> Result<Vec<u8>, OpError>,
    ) -> Result<Arc<RenderedAnswer>, OpError> {
        let sight = CacheScope::for_caller(&self.world, caller);
        let mut answers = self.lock_at(now);
        if meta.is_shared()
            && let Some(kept) = answers.tier_cache(&sight).by_request.get(request, &sight)
        {
            return Ok(kept);
        }
        let (since, until, name) = (answers.since, answers.until, answers.name_for(&sight));
        drop(answers);
        let (made, heard) = self.made(caller, &sight, |view| make(view, since));
        let rendered = RenderedAnswer::new(made?, since).of_publication(name).wrong_from(until);
        let rendered = Arc::new(rendered);
        // Encoded forms come later and at most double it.
        let size = 2 * rendered.size() + request.size();
        if meta.is_shared()
            && let Some(heard) = heard
            && let Some(kept) = self.lock_at(now).reserve(&sight, now, EntrySize::Answer(size))
        {
            kept.by_request.insert(request.clone(), heard, Arc::clone(&rendered));
        }
        Ok(rendered)
    }

    /// Returns the cached result of a tool call at `now`, if a caller with the same view made the same call before.
    #[must_use]
    pub fn called(&self, caller: &Caller, request: &CallKey, now: Timestamp) -> Option<Arc<RenderedResult>> {
        let sight = CacheScope::for_caller(&self.world, caller);
        self.lock_at(now).tier_cache(&sight).by_call.get(request, &sight)
    }

    /// Calls an operation as a tool for `caller` and caches the result for [`Published::called`] if others may get it.
    ///
    /// # Errors
    /// Returns the errors of the operation.
    pub fn call(
        &self,
        caller: &Caller,
        operation: &dyn AnyOperation,
        request: CallKey,
        pairs: &[Pair<'_>],
        now: Timestamp,
    ) -> Result<Arc<RenderedResult>, OpError> {
        let (sight, at) = (CacheScope::for_caller(&self.world, caller), self.time_at(now));
        let (answer, heard) = self.made(caller, &sight, |view| operation.call(view, pairs, at));
        let answer = answer?;
        let result = Arc::new(RenderedResult::new(&answer.text, RawJson(&answer.structured)));
        let size = result.size() + request.size();
        if operation.meta().is_shared()
            && let Some(heard) = heard
            && let Some(kept) = self.lock_at(now).reserve(&sight, now, EntrySize::Answer(size))
        {
            kept.by_call.insert(request, heard, Arc::clone(&result));
        }
        Ok(result)
    }

    /// Returns the text of a resource for `caller`, cached if a caller with the same view read it before.
    ///
    /// # Errors
    /// Returns the errors of the resource.
    pub fn resource(
        &self,
        caller: &Caller,
        resource: &Resource,
        now: Timestamp,
    ) -> Result<Arc<str>, OpError> {
        let sight = CacheScope::for_caller(&self.world, caller);
        if let Some(kept) = self.lock_at(now).tier_cache(&sight).by_resource.get(&resource.uri, &sight) {
            return Ok(kept);
        }
        let at = self.time_at(now);
        let (text, heard) = self.made(caller, &sight, |view| resource.read(view, at));
        let text: Arc<str> = text?.into();
        if let Some(heard) = heard
            && let Some(kept) = self.lock_at(now).reserve(&sight, now, EntrySize::Answer(text.len()))
        {
            kept.by_resource.insert(resource.uri, heard, Arc::clone(&text));
        }
        Ok(text)
    }

    /// Returns a page for `caller` at `now`, which `make` makes at the time of the publication, cached if a caller with
    /// the same view requested it before under the same key.
    ///
    /// # Errors
    /// Returns an error page, which is not cached.
    pub fn page(
        &self,
        caller: &Caller,
        key: PageKey,
        is_plain: bool,
        now: Timestamp,
        make: impl FnOnce(&View<'_>, Timestamp) -> Answer,
    ) -> Result<Arc<RenderedAnswer>, Answer> {
        let sight = CacheScope::for_caller(&self.world, caller);
        let mut answers = self.lock_at(now);
        if let Some(kept) = answers.tier_cache(&sight).by_page.get(&key, &sight) {
            return Ok(kept);
        }
        let (since, until, name) = (answers.since, answers.until, answers.name_for(&sight));
        drop(answers);
        let (page, heard) = self.made(caller, &sight, |view| make(view, since));
        if page.status != 200 {
            return Err(page);
        }
        let made = RenderedAnswer::new(page.html.into_bytes(), since).of_publication(name);
        let rendered = Arc::new(made.wrong_from(until));
        let bytes = 2 * rendered.size() + key.size();
        let mut answers = self.lock_at(now);
        if answers.since == since
            && let Some(heard) = heard
            && let Some(kept) = answers.reserve(&sight, now, EntrySize::Page { bytes, is_plain })
        {
            kept.by_page.insert(key, heard, Arc::clone(&rendered));
        }
        Ok(rendered)
    }

    /// Returns the page at a path, if [`Self::add_ready_page`] added it since the answers last changed.
    #[must_use]
    pub fn ready_page(&self, path: &str, now: Timestamp) -> Option<ReadyPage> {
        self.lock_at(now).ready_pages.get(path).cloned()
    }

    /// Adds a page for requests without credentials, cookies and a query if it is still cached.
    pub fn add_ready_page(&self, path: &str, page: ReadyPage, now: Timestamp) {
        let mut answers = self.lock_at(now);
        let key = PageKey { path: path.to_owned(), query: Vec::new(), units: None };
        let kept = answers.tier_cache(&CacheScope::Anonymous).by_page.get(&key, &CacheScope::Anonymous);
        if kept.is_some_and(|kept| Arc::ptr_eq(&kept, &page.answer)) {
            answers.ready_pages.insert(key.path, page);
        }
    }

    /// Returns a page that also shows the state of the service and therefore belongs to no publication.
    ///
    /// # Errors
    /// Returns an error page.
    pub fn momentary(page: Answer, now: Timestamp) -> Result<Arc<RenderedAnswer>, Answer> {
        if page.status != 200 {
            return Err(page);
        }
        Ok(Arc::new(RenderedAnswer::new(page.html.into_bytes(), now)))
    }

    /// Returns the data that it covers.
    #[must_use]
    pub const fn coverage(&self) -> Coverage {
        self.coverage
    }

    /// Returns the result of `make` for the view of `caller`, and the audience that may share it.
    fn made<T>(
        &self,
        caller: &Caller,
        sight: &CacheScope,
        make: impl FnOnce(&View<'_>) -> T,
    ) -> (T, Option<CacheAudience>) {
        let view = View::new(&self.world, caller);
        if sight.is_of_a_tier() {
            return (make(&view), Some(CacheAudience::Tier));
        }
        let asked = self.world.audience_recorder();
        let made = make(&view.noting(&asked));
        (made, asked.audience().map(CacheAudience::Heard))
    }

    /// Returns the name of the resort with a slug.
    #[must_use]
    pub fn name_of(&self, slug: &str) -> Option<&str> {
        self.world.resort(slug).map(|(_, held)| held.resort.name.as_str())
    }

    /// Returns the time at which answers are rendered at `now`: the time of the publication, or the latest time since
    /// at which the world itself changed.
    #[must_use]
    pub fn time_at(&self, now: Timestamp) -> Timestamp {
        self.lock_at(now).since
    }

    /// Locks the answers that are valid at `now`: all are dropped at a time at which the world itself changes.
    fn lock_at(&self, now: Timestamp) -> std::sync::MutexGuard<'_, Answers> {
        // A panic while holding the lock leaves a cache that is at worst smaller.
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        while now >= answers.until {
            *answers = Answers::from(answers.until, &self.world, &self.coverage);
        }
        answers
    }
}

/// A page as anonymous callers without chosen units get it, with what its response needs.
#[derive(Debug, Clone)]
pub struct ReadyPage {
    pub answer: Arc<RenderedAnswer>,
    /// Pattern of its route.
    pub route: Arc<str>,
    pub media_type: &'static str,
}

/// Holds the newest publication.
#[derive(Debug, Default)]
pub struct Latest {
    newest: ArcSwapOption<Published>,
    /// Change counters that the publication covers.
    versions: watch::Sender<Versions>,
}

impl Latest {
    /// Replaces the publication.
    pub fn publish(&self, published: Published) {
        self.newest.store(Some(Arc::new(published)));
    }

    /// Records the change counters that the publication covers.
    pub fn reach(&self, versions: Versions) {
        self.versions.send_replace(versions);
    }

    /// Waits until a write with these counters is published; returns false if that takes longer than `within`.
    pub async fn published_after(&self, written: Versions, within: Duration) -> bool {
        let mut reached = self.versions.subscribe();
        let shown = reached.wait_for(|reached| !reached.is_behind(written));
        matches!(timeout(within, shown).await, Ok(Ok(_)))
    }

    /// Returns the newest publication; `None` before the first.
    #[must_use]
    pub fn current(&self) -> Option<Arc<Published>> {
        self.newest.load_full()
    }
}

#[cfg(test)]
mod tests;
