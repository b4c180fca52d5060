//! The cache of answers since a publication: their audiences and their memory budget.

use std::collections::HashMap;
use std::sync::Arc;

use conditions_core::time::Timestamp;
use http::HeaderValue;
use mcp_protocol::RenderedResult;
use world::{Audience, Caller, Positions, Tier, World};

use super::ReadyPage;
use super::key::{CallKey, Key, PageKey, RequestKey};
use crate::edition::Coverage;
use crate::rendered::RenderedAnswer;

/// Maximum size of cached answers per publication, in bytes.
const ANSWERS_MAX_BYTES: usize = 16 * 1024 * 1024;
/// Maximum size of cached pages per publication, in bytes; a quarter of it is for pages with a query, which anyone can
/// make up.
const PAGES_MAX_BYTES: usize = 32 * 1024 * 1024;
/// Maximum number of cached answers of one request for readers with different saved resorts.
const READERS_MOST: usize = 8;

/// The part of a caller that selects cached answers: the tier and, for a reader, the saved resorts.
#[derive(Debug)]
pub(super) enum CacheScope {
    Anonymous,
    Reader(Positions),
    Pro,
}

impl CacheScope {
    pub(super) fn for_caller(world: &World, caller: &Caller) -> Self {
        match caller.tier() {
            Tier::Anonymous => Self::Anonymous,
            Tier::Reader => Self::Reader(world.saved_by(caller)),
            Tier::Pro => Self::Pro,
        }
    }

    /// Returns whether every caller of the tier has the same view.
    pub(super) const fn is_of_a_tier(&self) -> bool {
        matches!(self, Self::Anonymous | Self::Pro)
    }
}

/// The callers of a tier that an answer is for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum CacheAudience {
    /// Every caller.
    Tier,
    /// Readers for whom the same facts hold.
    Heard(Audience),
}

impl CacheAudience {
    fn is(&self, sight: &CacheScope) -> bool {
        match (self, sight) {
            (Self::Heard(heard), CacheScope::Reader(saved)) => heard.is_so_of(saved),
            (Self::Tier, CacheScope::Anonymous | CacheScope::Pro) => true,
            (Self::Heard(_), CacheScope::Anonymous | CacheScope::Pro)
            | (Self::Tier, CacheScope::Reader(_)) => false,
        }
    }
}

/// Answers of one kind by their requests.
#[derive(Debug)]
pub(super) struct CachedAnswers<K, T>(HashMap<K, Vec<(CacheAudience, T)>>);

impl<K, T> Default for CachedAnswers<K, T> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<K: Key, T: Clone> CachedAnswers<K, T> {
    pub(super) fn get(&self, request: &K, sight: &CacheScope) -> Option<T> {
        let answers = self.0.get(request)?;
        answers.iter().find(|(whose, _)| whose.is(sight)).map(|(_, answer)| answer.clone())
    }

    /// Inserts an answer, in place of one for the same callers.
    pub(super) fn insert(&mut self, request: K, whose: CacheAudience, answer: T) {
        let answers = self.0.entry(request).or_default();
        if let Some((_, former)) = answers.iter_mut().find(|(former, _)| *former == whose) {
            *former = answer;
        } else if answers.len() < READERS_MOST {
            answers.push((whose, answer));
        }
    }
}

/// Answers to the callers of one tier.
#[derive(Debug, Default)]
pub(super) struct TierCache {
    pub(super) by_request: CachedAnswers<RequestKey, Arc<RenderedAnswer>>,
    pub(super) by_call: CachedAnswers<CallKey, Arc<RenderedResult>>,
    pub(super) by_resource: CachedAnswers<&'static str, Arc<str>>,
    pub(super) by_page: CachedAnswers<PageKey, Arc<RenderedAnswer>>,
}

/// Size of a cache entry.
#[derive(Debug, Clone, Copy)]
pub(super) enum EntrySize {
    Answer(usize),
    Page { bytes: usize, is_plain: bool },
}

/// Bytes used, and the part used by answers to readers.
#[derive(Debug, Default)]
struct CacheUsage {
    all: usize,
    readers: usize,
}

impl CacheUsage {
    /// Reserves `bytes` if the total stays within `most`; answers to readers, which have more variants, get half of it.
    fn reserve(&mut self, bytes: usize, most: usize, is_readers: bool) -> bool {
        let fits = self.all + bytes <= most && (!is_readers || self.readers + bytes <= most / 2);
        if fits {
            self.all += bytes;
            self.readers += if is_readers { bytes } else { 0 };
        }
        fits
    }
}

/// The answers since the publication, by the tier that they were for.
#[derive(Debug)]
pub(super) struct Answers {
    /// Period in which they are valid, and time at which they are rendered: its beginning, so that their bytes do not
    /// depend on the first request.
    pub(super) since: Timestamp,
    pub(super) until: Timestamp,
    /// Name of the publication in this period.
    name: HeaderValue,
    anonymous: TierCache,
    reader: TierCache,
    pro: TierCache,
    /// Cached pages for anonymous callers, by their path. Their bytes are those of [`TierCache::by_page`].
    pub(super) ready_pages: HashMap<String, ReadyPage>,
    taken: CacheUsage,
    /// Usage of pages, counted separately: a page is many times the size of an answer.
    taken_by_pages: CacheUsage,
}

impl Answers {
    /// Creates an empty cache for the period of a world from `since` on.
    pub(super) fn from(since: Timestamp, world: &World, coverage: &Coverage) -> Self {
        let until = world.changes_after(since).unwrap_or(Timestamp::from_millis(i64::MAX));
        let name = coverage.etag(world.as_of, since);
        let (anonymous, reader, pro) = (TierCache::default(), TierCache::default(), TierCache::default());
        let (taken, taken_by_pages) = (CacheUsage::default(), CacheUsage::default());
        let ready_pages = HashMap::new();
        Self { since, until, name, anonymous, reader, pro, ready_pages, taken, taken_by_pages }
    }

    /// Returns the name of the publication for answers that are equal for every caller of the tier.
    pub(super) fn name_for(&self, sight: &CacheScope) -> Option<HeaderValue> {
        sight.is_of_a_tier().then(|| self.name.clone())
    }

    /// Returns the cached answers of a tier.
    pub(super) const fn tier_cache(&mut self, sight: &CacheScope) -> &mut TierCache {
        match sight {
            CacheScope::Anonymous => &mut self.anonymous,
            CacheScope::Reader(_) => &mut self.reader,
            CacheScope::Pro => &mut self.pro,
        }
    }

    /// Reserves space for one more answer of a tier, made at `now`.
    pub(super) fn reserve(
        &mut self,
        sight: &CacheScope,
        now: Timestamp,
        room: EntrySize,
    ) -> Option<&mut TierCache> {
        let holds = self.since <= now && now < self.until;
        let is_readers = !sight.is_of_a_tier();
        let fits = holds
            && match room {
                EntrySize::Answer(bytes) => self.taken.reserve(bytes, ANSWERS_MAX_BYTES, is_readers),
                EntrySize::Page { bytes, is_plain } => {
                    let most = if is_plain { PAGES_MAX_BYTES } else { PAGES_MAX_BYTES / 4 };
                    self.taken_by_pages.reserve(bytes, most, is_readers)
                }
            };
        fits.then(|| self.tier_cache(sight))
    }
}
