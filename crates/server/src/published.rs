//! What the HTTP workers read: one world and its rendered answers, replaced as a whole through an atomic pointer.
//!
//! A record's bytes are made when it changes or ages, not when it is asked for. Other answers are made at the first
//! request after a publication and kept until the next one, so that equal requests get equal bytes and tags.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::ArcSwapOption;
use conditions_core::time::Timestamp;
use mcp_protocol::{Ready, Written};
use operations::arguments::Pair;
use operations::operation::render;
use operations::ops::get_conditions::{Args, Op};
use operations::{AnyOperation, OpError, Resource};
use tokio::sync::Notify;
use world::{Caller, View, World};

use crate::rendered::Rendered;

/// A world with its answers.
#[derive(Debug)]
pub struct Published {
    /// The world.
    pub world: World,
    conditions: HashMap<String, Arc<Rendered>>,
    answers: Mutex<Answers>,
}

#[derive(Debug, Default)]
struct Answers {
    by_request: HashMap<String, Arc<Rendered>>,
    by_call: HashMap<String, Arc<Written>>,
    by_resource: HashMap<&'static str, Arc<str>>,
    bytes: usize,
}

impl Answers {
    /// Whether there is room for so many bytes more, which are then taken.
    fn take(&mut self, bytes: usize) -> bool {
        let fits = self.bytes + bytes <= ANSWERS_MAX_BYTES;
        self.bytes += if fits { bytes } else { 0 };
        fits
    }
}

/// Answers kept at most per publication, bytes.
const ANSWERS_MAX_BYTES: usize = 16 * 1024 * 1024;

impl Published {
    /// Renders every resort's conditions at `now`.
    #[must_use]
    pub fn new(world: World, now: Timestamp) -> Self {
        let caller = Caller::Anonymous;
        let view = View::new(&world, &caller);
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

    /// The rendered conditions of a slug for anonymous callers.
    #[must_use]
    pub fn conditions(&self, slug: &str) -> Option<&Arc<Rendered>> {
        self.conditions.get(slug)
    }

    /// The answer of an operation for anonymous callers, from the kept ones when it was asked before.
    ///
    /// # Errors
    /// As the operation.
    pub fn answer(
        &self,
        operation: &dyn AnyOperation,
        request: &str,
        pairs: &[Pair<'_>],
        now: Timestamp,
    ) -> Result<Arc<Rendered>, OpError> {
        self.kept(request, now, || operation.answer(&View::new(&self.world, &Caller::Anonymous), pairs, now))
    }

    /// What `make` gives for anonymous callers, from the kept ones when it was asked for before under the same name.
    ///
    /// # Errors
    /// As `make`.
    pub fn kept(
        &self,
        request: &str,
        now: Timestamp,
        make: impl FnOnce() -> Result<Vec<u8>, OpError>,
    ) -> Result<Arc<Rendered>, OpError> {
        if let Some(kept) = self.lock().by_request.get(request) {
            return Ok(Arc::clone(kept));
        }
        let rendered = Arc::new(Rendered::new(make()?, now));
        let mut answers = self.lock();
        // Encoded forms come later and at most double it.
        let size = 2 * rendered.size() + request.len();
        if answers.take(size) {
            answers.by_request.insert(request.to_owned(), Arc::clone(&rendered));
        }
        Ok(rendered)
    }

    /// The result of a tool's call for anonymous callers, when it was asked for before in the same words.
    #[must_use]
    pub fn called(&self, request: &str) -> Option<Arc<Written>> {
        self.lock().by_call.get(request).map(Arc::clone)
    }

    /// Calls an operation as a tool for anonymous callers, and keeps the result for [`Published::called`].
    ///
    /// # Errors
    /// As the operation.
    pub fn call(
        &self,
        operation: &dyn AnyOperation,
        request: String,
        pairs: &[Pair<'_>],
        now: Timestamp,
    ) -> Result<Arc<Written>, OpError> {
        let answer = operation.call(&View::new(&self.world, &Caller::Anonymous), pairs, now)?;
        let result = Arc::new(Written::new(&answer.text, Ready(&answer.structured)));
        let mut answers = self.lock();
        if answers.take(result.size() + request.len()) {
            answers.by_call.insert(request, Arc::clone(&result));
        }
        Ok(result)
    }

    /// The text of a resource for anonymous callers, from the kept ones when it was read before.
    ///
    /// # Errors
    /// As the resource.
    pub fn resource(&self, resource: &Resource, now: Timestamp) -> Result<Arc<str>, OpError> {
        if let Some(kept) = self.lock().by_resource.get(resource.uri) {
            return Ok(Arc::clone(kept));
        }
        let caller = Caller::Anonymous;
        let text: Arc<str> = resource.read(&View::new(&self.world, &caller), now)?.into();
        let mut answers = self.lock();
        if answers.take(text.len()) {
            answers.by_resource.insert(resource.uri, Arc::clone(&text));
        }
        Ok(text)
    }

    /// The name of the resort of a slug.
    #[must_use]
    pub fn name_of(&self, slug: &str) -> Option<&str> {
        let at = self.world.position(slug)?;
        self.world.held().nth(at).map(|held| held.resort.name.as_str())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Answers> {
        // A panic while holding the lock leaves a cache that is at worst smaller.
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where the newest publication is found.
#[derive(Debug, Default)]
pub struct Board {
    newest: ArcSwapOption<Published>,
    news: Notify,
}

impl Board {
    /// Replaces what is published.
    pub fn publish(&self, published: Published) {
        self.newest.store(Some(Arc::new(published)));
        self.news.notify_one();
    }

    /// The newest publication; `None` before the first.
    #[must_use]
    pub fn current(&self) -> Option<Arc<Published>> {
        self.newest.load_full()
    }

    /// Waits for a publication that came since the last wait. For one reader.
    pub async fn news(&self) {
        self.news.notified().await;
    }
}
