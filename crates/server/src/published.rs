//! What the HTTP workers read: one world and its rendered answers, replaced as a whole through an atomic pointer.
//!
//! A record's bytes are made when it changes or ages, not when it is asked for. Other answers are made at the first
//! request after a publication and kept until the next one, so that equal requests get equal bytes and tags. An answer is
//! kept for callers of the tier that it was made for; one that depends on who asks is kept for nobody. None is kept beyond an
//! instant at which the world itself says something else, such as the end of a bulletin's validity.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::ArcSwapOption;
use conditions_core::time::Timestamp;
use mcp_protocol::{Ready, Written};
use operations::arguments::Pair;
use operations::operation::render;
use operations::ops::get_conditions::{Args, Op};
use operations::{AnyOperation, Meta, OpError, Resource};
use pages::Answer;
use world::{Caller, Tier, View, World};

use crate::rendered::Rendered;

/// A world with its answers.
#[derive(Debug)]
pub struct Published {
    /// The world.
    pub world: World,
    conditions: HashMap<String, Arc<Rendered>>,
    answers: Mutex<Answers>,
}

/// What was answered since the publication, by the tier that it was answered to.
#[derive(Debug)]
struct Answers {
    /// The span in which they hold: an answer made before it or behind it is not among them.
    since: Timestamp,
    until: Timestamp,
    anonymous: Kept,
    pro: Kept,
    bytes: usize,
    /// Bytes of pages, apart: a page is many times the size of an answer.
    page_bytes: usize,
}

impl Default for Answers {
    /// None yet, for no span: the first question decides it.
    fn default() -> Self {
        let (since, until) = (Timestamp::from_millis(i64::MIN), Timestamp::from_millis(i64::MIN));
        let (anonymous, pro) = (Kept::default(), Kept::default());
        Self { since, until, anonymous, pro, bytes: 0, page_bytes: 0 }
    }
}

/// Answers that every caller of one tier gets.
#[derive(Debug, Default)]
struct Kept {
    by_request: HashMap<String, Arc<Rendered>>,
    by_call: HashMap<String, Arc<Written>>,
    by_resource: HashMap<&'static str, Arc<str>>,
    by_page: HashMap<String, Arc<Rendered>>,
}

impl Answers {
    /// The kept answers of a tier; `None` for readers, because what one sees depends on which resorts were saved.
    const fn of(&mut self, tier: Tier) -> Option<&mut Kept> {
        match tier {
            Tier::Anonymous => Some(&mut self.anonymous),
            Tier::Reader => None,
            Tier::Pro => Some(&mut self.pro),
        }
    }

    /// Room for so many bytes more among the answers of a tier, of an answer made at `now`; they are then taken.
    fn room(&mut self, tier: Tier, now: Timestamp, bytes: usize) -> Option<&mut Kept> {
        let holds = self.since <= now && now < self.until;
        if tier == Tier::Reader || !holds || self.bytes + bytes > ANSWERS_MAX_BYTES {
            return None;
        }
        self.bytes += bytes;
        self.of(tier)
    }
}

/// Answers kept at most per publication, bytes.
const ANSWERS_MAX_BYTES: usize = 16 * 1024 * 1024;
/// Pages kept at most per publication, bytes; of that a quarter for those with a query, which anybody can make up.
const PAGES_MAX_BYTES: usize = 32 * 1024 * 1024;

impl Published {
    /// Renders every resort's conditions at `now`.
    #[must_use]
    pub fn new(world: World, now: Timestamp) -> Self {
        #[expect(clippy::disallowed_methods, reason = "made ahead, and given to anonymous callers alone")]
        let view = View::public(&world);
        let conditions = view
            .resorts()
            .map(|seen| {
                let slug = seen.resort().slug.as_str();
                let args = Args { slug: slug.to_owned(), as_of: None, explain: false };
                let body = render::<Op>(&view, args, now).unwrap_or_default();
                (slug.to_owned(), Arc::new(Rendered::with_gzip(body, now)))
            })
            .collect();
        Self { world, conditions, answers: Mutex::default() }
    }

    /// The rendered conditions of a slug, as anonymous callers get them; `None` for every other tier.
    #[must_use]
    pub fn conditions(&self, tier: Tier, slug: &str) -> Option<&Arc<Rendered>> {
        if tier == Tier::Anonymous { self.conditions.get(slug) } else { None }
    }

    /// The answer of an operation to `caller`, from the kept ones when a caller who sees the same asked for it before.
    ///
    /// # Errors
    /// As the operation.
    pub fn answer(
        &self,
        caller: &Caller,
        operation: &dyn AnyOperation,
        request: &str,
        pairs: &[Pair<'_>],
        now: Timestamp,
    ) -> Result<Arc<Rendered>, OpError> {
        self.kept(caller, operation.meta(), request, now, |view| operation.answer(view, pairs, now))
    }

    /// What `make` gives of the view of `caller`, from the kept ones when a caller who sees the same asked for it before
    /// under the same name.
    ///
    /// # Errors
    /// As `make`.
    pub fn kept(
        &self,
        caller: &Caller,
        meta: &Meta,
        request: &str,
        now: Timestamp,
        make: impl FnOnce(&View<'_>) -> Result<Vec<u8>, OpError>,
    ) -> Result<Arc<Rendered>, OpError> {
        let tier = caller.tier();
        let known = |kept: &mut Kept| kept.by_request.get(request).map(Arc::clone);
        let mut answers = self.lock_at(now);
        if let Some(kept) = answers.of(tier).filter(|_| meta.is_shared()).and_then(known) {
            return Ok(kept);
        }
        let until = answers.until;
        drop(answers);
        let made = Rendered::new(make(&View::new(&self.world, caller))?, now);
        let rendered = Arc::new(made.wrong_from(until));
        let mut answers = self.lock_at(now);
        // Encoded forms come later and at most double it.
        let size = 2 * rendered.size() + request.len();
        if meta.is_shared()
            && let Some(kept) = answers.room(tier, now, size)
        {
            kept.by_request.insert(request.to_owned(), Arc::clone(&rendered));
        }
        Ok(rendered)
    }

    /// The result of a tool's call by `caller` at `now`, when a caller who sees the same asked in the same words before.
    #[must_use]
    pub fn called(&self, caller: &Caller, request: &str, now: Timestamp) -> Option<Arc<Written>> {
        self.lock_at(now).of(caller.tier())?.by_call.get(request).map(Arc::clone)
    }

    /// Calls an operation as a tool for `caller`, and keeps the result for [`Published::called`] where others may have it.
    ///
    /// # Errors
    /// As the operation.
    pub fn call(
        &self,
        caller: &Caller,
        operation: &dyn AnyOperation,
        request: String,
        pairs: &[Pair<'_>],
        now: Timestamp,
    ) -> Result<Arc<Written>, OpError> {
        let answer = operation.call(&View::new(&self.world, caller), pairs, now)?;
        let result = Arc::new(Written::new(&answer.text, Ready(&answer.structured)));
        let mut answers = self.lock_at(now);
        if operation.meta().is_shared()
            && let Some(kept) = answers.room(caller.tier(), now, result.size() + request.len())
        {
            kept.by_call.insert(request, Arc::clone(&result));
        }
        Ok(result)
    }

    /// The text of a resource for `caller`, from the kept ones when a caller who sees the same read it before.
    ///
    /// # Errors
    /// As the resource.
    pub fn resource(
        &self,
        caller: &Caller,
        resource: &Resource,
        now: Timestamp,
    ) -> Result<Arc<str>, OpError> {
        let tier = caller.tier();
        let known = |kept: &mut Kept| kept.by_resource.get(resource.uri).map(Arc::clone);
        if let Some(kept) = self.lock_at(now).of(tier).and_then(known) {
            return Ok(kept);
        }
        let text: Arc<str> = resource.read(&View::new(&self.world, caller), now)?.into();
        let mut answers = self.lock_at(now);
        if let Some(kept) = answers.room(tier, now, text.len()) {
            kept.by_resource.insert(resource.uri, Arc::clone(&text));
        }
        Ok(text)
    }

    /// A page for `caller` at `now`, from the kept ones when a caller who sees the same asked for it before under the same key.
    ///
    /// # Errors
    /// The page of what is wrong, which is not kept.
    pub fn page(
        &self,
        caller: &Caller,
        key: String,
        is_plain: bool,
        now: Timestamp,
        make: impl FnOnce(&View<'_>) -> Answer,
    ) -> Result<Arc<Rendered>, Answer> {
        let tier = caller.tier();
        let known = |kept: &mut Kept| kept.by_page.get(&key).map(Arc::clone);
        let mut answers = self.lock_at(now);
        if let Some(kept) = answers.of(tier).and_then(known) {
            return Ok(kept);
        }
        let (since, until) = (answers.since, answers.until);
        drop(answers);
        let page = make(&View::new(&self.world, caller));
        if page.status != 200 {
            return Err(page);
        }
        // Tagged with the time from which on it is the same page: that of the publication, or of a bulletin's end since.
        let made = Rendered::with_gzip(page.html.into_bytes(), self.world.as_of.max(since));
        let rendered = Arc::new(made.wrong_from(until));
        let size = 2 * rendered.size() + key.len();
        let most = if is_plain { PAGES_MAX_BYTES } else { PAGES_MAX_BYTES / 4 };
        let mut answers = self.lock_at(now);
        if answers.since == since
            && answers.page_bytes + size <= most
            && let Some(kept) = answers.of(tier)
        {
            kept.by_page.insert(key, Arc::clone(&rendered));
            answers.page_bytes += size;
        }
        Ok(rendered)
    }

    /// The name of the resort of a slug.
    #[must_use]
    pub fn name_of(&self, slug: &str) -> Option<&str> {
        let at = self.world.position(slug)?;
        self.world.held().nth(at).map(|held| held.resort.name.as_str())
    }

    /// The answers that hold at `now`: all are forgotten at an instant at which the world itself says something else.
    fn lock_at(&self, now: Timestamp) -> std::sync::MutexGuard<'_, Answers> {
        // A panic while holding the lock leaves a cache that is at worst smaller.
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        if now >= answers.until {
            let until = self.world.changes_after(now).unwrap_or(Timestamp::from_millis(i64::MAX));
            *answers = Answers { since: answers.until, until, ..Answers::default() };
        }
        answers
    }
}

/// Where the newest publication is found.
#[derive(Debug, Default)]
pub struct Latest {
    newest: ArcSwapOption<Published>,
}

impl Latest {
    /// Replaces what is published.
    pub fn publish(&self, published: Published) {
        self.newest.store(Some(Arc::new(published)));
    }

    /// The newest publication; `None` before the first.
    #[must_use]
    pub fn current(&self) -> Option<Arc<Published>> {
        self.newest.load_full()
    }
}

#[cfg(test)]
mod tests;
