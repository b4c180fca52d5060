//! Builds the arguments of journeys: dates, length, pass and travellers.

use std::collections::BTreeSet;

use chrono::TimeDelta;

use super::Plan;
use crate::amounts::{count_near, price};
use crate::feature::Feature;
use crate::lexicon::Tag;
use crate::when::Span;
use crate::whole::FORECAST_DAYS;

impl Plan<'_, '_, '_> {
    pub(super) fn travel(&mut self) -> &mut Self {
        let heard = self.heard;
        self.give_if("origin", heard.origin.clone());
        if let Some(span) = heard.when.span.filter(|span| span.first >= heard.today) {
            self.give("depart", span.first);
            self.give_if("return", Some(span.last).filter(|last| *last > span.first));
        }
        self
    }

    pub(super) fn trip_days(&mut self) -> &mut Self {
        let days = self.heard.when.day_count.filter(|days| (1..=14).contains(days));
        self.give_if("days", days);
        let ahead = self.heard.when.days_ahead(self.heard.today).is_some_and(|days| days <= FORECAST_DAYS);
        // Next to a number of days, a date gives the start; the operation rejects dates beyond the forecast. "In 5
        // days" is the length.
        let is_length = |span: &Span| {
            Some(span.first - self.heard.today) == days.map(|days| TimeDelta::days(days.into()))
        };
        let is_told = |span: &Span| {
            let later = span.first > self.heard.today && !is_length(span);
            self.heard.when.is_dated || (ahead && (days.is_none() || later || self.heard.has(Feature::Leave)))
        };
        let start = self
            .heard
            .when
            .span
            .filter(|span| is_told(span) && span.first >= self.heard.today)
            .map(|span| span.first);
        self.give_if("start", start)
    }

    pub(super) fn trip_length(&mut self) -> &mut Self {
        // Next to passes, a day of the month is a number of days: "滑走5日だと".
        let counted = || count_near(&self.heard.tokens, &self.heard.tags, Feature::DaySign, 1);
        let days = self.heard.when.day_count.or_else(counted).filter(|days| (1..=200).contains(days));
        // Several numbers give no total: "Four days at Jay Peak, then two at Cannon".
        let numbers = self.heard.tags.iter().filter(|tag| tag.is(Feature::DaySign) && tag.value.is_empty());
        let is_whole = numbers.map(|tag| (tag.from, tag.to)).collect::<BTreeSet<_>>().len() < 2;
        let days = days.filter(|_| is_whole);
        if !self.heard.resorts.is_empty() {
            self.slugs();
        }
        self.give_if("tripDays", days).paid()
    }

    pub(super) fn ability(&mut self) -> &mut Self {
        let ability = self.heard.value(Feature::Ability);
        self.give_if("ability", ability)
    }

    pub(super) fn stay(&mut self) -> &mut Self {
        let heard = self.heard;
        // For the current month, the remaining days count.
        let span = heard.when.span.filter(|span| span.last >= heard.today);
        let span = span.map(|span| Span { first: span.first.max(heard.today), ..span });
        self.give_if("priority", priority(&heard.tags));
        // Without a day, the trip starts now.
        self.give("start", span.map_or(heard.today, |span| span.first));
        self.pass();
        self.give_if("end", span.map(|span| span.last))
    }

    pub(super) fn vibe(&mut self) -> &mut Self {
        let vibe = if self.heard.has(Feature::Lux) { Some("lux") } else { None };
        let vibe = vibe.or(self.heard.has(Feature::Hip).then_some("hip"));
        self.give_if("vibe", vibe)
    }

    /// Adds the price that the user would pay for a pass.
    pub(super) fn paid(&mut self) -> &mut Self {
        let paid = if self.heard.passes.len() == 1 { price(&self.heard.tokens) } else { None };
        self.give_if("price", paid)
    }
}

/// Returns the priority: the feature closest to the words that express one.
fn priority(tags: &[Tag]) -> Option<&'static str> {
    // "Experts" are the travellers, not terrain.
    let is_ability = |tag: &Tag| {
        tags.iter().any(|other| other.is(Feature::Ability) && (other.from, other.to) == (tag.from, tag.to))
    };
    let named = |tag: &Tag| match tag.feature {
        _ if is_ability(tag) => None,
        Feature::NewSnow => Some((0, "powder")),
        Feature::Depth => Some((1, "depth")),
        Feature::Terrain | Feature::Runs => Some((2, "terrain")),
        _ => None,
    };
    let pairs = tags.iter().filter(|tag| tag.is(Feature::Priority)).flat_map(|first| {
        let apart = move |tag: &Tag| {
            if tag.from < first.to && first.from < tag.to {
                0
            } else {
                1 + tag.from.saturating_sub(first.to).max(first.from.saturating_sub(tag.to))
            }
        };
        tags.iter().filter_map(move |tag| Some((apart(tag), named(tag)?)))
    });
    pairs.min().map(|(_, (_, named))| named)
}
