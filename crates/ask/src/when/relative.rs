//! Reads days given by their distance from today.

use chrono::{Datelike, Days};

use super::{Reader, Span};
use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;

/// Number of days in "a few days".
const FEW_DAYS: u64 = 3;

/// Maximum number of words between a day and its week.
const MOST_BETWEEN: usize = 4;

/// Maximum number of days ahead and back; larger numbers are capped.
pub(super) const MOST_DAYS: u32 = 400;

/// Maximum number of days whose fallen snow is summed up.
const MOST_FALLEN_DAYS: u64 = 14;

impl Reader<'_, '_> {
    /// Returns relative days: "today", "this weekend", "next week", "the next 5 days", "Friday", "since Monday".
    pub(super) fn relative(&self) -> Option<Span> {
        self.since_weeks()
            .or_else(|| self.days_ago())
            .or_else(|| self.days_until_now())
            .or_else(|| self.week_from_day())
            .or_else(|| self.in_a_week())
            .or_else(|| self.counted_span())
            .or_else(|| self.coming_days())
            .or_else(|| self.week_of_days())
            .or_else(|| self.days_in_a_row())
            .or_else(|| self.weekend())
            .or_else(|| self.week())
            .or_else(|| self.weekdays())
            .or_else(|| self.days())
    }

    /// Returns a counted span: "the next 5 days", "in 3 days", "the past 48 hours", "the next two weeks".
    fn counted_span(&self) -> Option<Span> {
        let units = [(Feature::Days, 1.0), (Feature::Week, 7.0), (Feature::Hours, 1.0 / 24.0)];
        for (unit, length) in units {
            for tag in self.tags(unit) {
                // The number precedes the word that says which: "Les 5 prochains jours".
                let which = self.before(tag.from);
                let is_between =
                    |at: &usize| self.tag_at(Feature::Next, *at) || self.tag_at(Feature::Last, *at);
                let before = which.filter(is_between).and_then(|at| self.before(at)).or(which);
                let counted = before.and_then(|at| Some((at, self.days_at(at)?)));
                let few = self
                    .tags(Feature::Few)
                    .find(|few| few.to == tag.from || (few.from <= tag.from && tag.to <= few.to));
                let (from, days) = match (counted, few) {
                    (Some((at, number)), _)
                        if number > 1 || self.tokens.get(at).is_some_and(|t| t.number().is_some()) =>
                    {
                        (at, (f64::from(number.min(MOST_DAYS)) * length).ceil() as u64)
                    }
                    (_, Some(few)) if unit == Feature::Days => (few.from, FEW_DAYS),
                    _ => continue,
                };
                // "Mercredi à 9h" is a time of day.
                if unit == Feature::Hours && self.is_time_of_day(from) {
                    continue;
                }
                if self.is_near(Feature::Last, from, tag.to, 1) {
                    return Some(Span { first: self.back(days), last: self.back(1) });
                }
                let behind = |at: usize| self.tokens.get(at).map_or("", |token| token.folded.as_str());
                if (behind(tag.to), behind(tag.to + 1)) == ("from", "now") && unit != Feature::Hours {
                    return Some(Span::day(self.date_after(days)));
                }
                if self.tokens.get(tag.to - 1).is_some_and(|token| token.raw == "後") {
                    return Some(Span::day(self.date_after(days)));
                }
                if self.is_near(Feature::Next, from, tag.to, 1) || few.is_some() {
                    return Some(Span { first: self.today, last: self.date_after(days.saturating_sub(1)) });
                }
                if self.counts_fallen_snow(from) && (1..=MOST_FALLEN_DAYS).contains(&days) {
                    return Some(Span { first: self.back(days), last: self.back(1) });
                }
                if self.is_within(from) && unit != Feature::Hours {
                    return Some(Span::day(self.date_after(days)));
                }
                if self.has(Feature::Falls) || self.has(Feature::Forecast) || self.has(Feature::Weather) {
                    return Some(Span { first: self.today, last: self.date_after(days.saturating_sub(1)) });
                }
            }
        }
        None
    }

    /// Returns whether a number of hours is a time: "à 9h", "um 9 Uhr".
    fn is_time_of_day(&self, from: usize) -> bool {
        let before = self.before(from).and_then(|at| self.tokens.get(at));
        before.is_some_and(|token| {
            matches!(
                token.folded.as_str(),
                "a" | "vers" | "des" | "avant" | "apres" | "um" | "gegen" | "at" | "las"
            )
        })
    }

    /// Returns the day in a week, if a weekday does not say which: "In einer Woche", "tra una settimana".
    fn in_a_week(&self) -> Option<Span> {
        const ONE: [&str; 5] = ["a", "one", "einer", "una", "une"];
        let word = |at: usize| self.tokens.get(at).map_or("", |token| token.folded.as_str());
        let is_from_today = |tag: &Tag| word(tag.to) == "from" && word(tag.to + 1) == "now";
        let is_one = |tag: &Tag| {
            let one = self
                .before(tag.from)
                .filter(|at| self.tokens.get(*at).is_some_and(|word| ONE.contains(&word.folded.as_str())));
            one.is_some_and(|at| self.is_within(at) || is_from_today(tag))
        };
        let is_told = self.tags(Feature::Weekday).next().is_none() && self.tags(Feature::Week).any(is_one);
        is_told.then(|| Span::day(self.date_after(7)))
    }

    /// Returns the day a week after another: "A week tomorrow", "a week from today".
    fn week_from_day(&self) -> Option<Span> {
        let word = |at: usize| self.tokens.get(at).map_or("", |token| token.folded.as_str());
        let day = |at: usize| self.marks.at(Feature::Day, at).find_map(Tag::number);
        let ahead =
            self.tags(Feature::Week).filter(|_| self.language == Language::English).find_map(|week| {
                let begins = matches!(self.before(week.from).map(word), Some("a" | "one"));
                day(week.to + usize::from(word(week.to) == "from")).filter(|_| begins)
            })?;
        Some(Span::day(self.date_after(u64::try_from(ahead).ok()? + 7)))
    }

    /// Returns whether a number counts up to a day: "in 3 days", "tra una settimana". "Dentro de 7 días" is a day, "el
    /// pronóstico de 7 días" has seven.
    pub(super) fn is_within(&self, from: usize) -> bool {
        let word = |at: Option<usize>| {
            at.and_then(|at| self.tokens.get(at)).map_or("", |token| token.folded.as_str())
        };
        let before = self.before(from);
        matches!(word(before), "in" | "dans" | "tra" | "fra" | "dentro" | "en")
            || (word(before) == "de" && word(before.and_then(|at| self.before(at))) == "dentro")
    }

    /// Returns counted future days without a word for days: "向こう3日", "今後5日".
    fn coming_days(&self) -> Option<Span> {
        let days = self.tags(Feature::DaySign).find_map(|tag| {
            let at = tag.from.checked_sub(1)?;
            let number = self.tokens.get(at)?.number().filter(|days| (2..=MOST_DAYS).contains(days))?;
            self.tags(Feature::Next).any(|next| next.to == at).then_some(u64::from(number))
        })?;
        Some(Span { first: self.today, last: self.date_after(days - 1) })
    }

    fn weekend(&self) -> Option<Span> {
        let tag = self.tags(Feature::Weekend).next()?;
        let to_sunday = 6 - u64::from(self.today.weekday().num_days_from_monday());
        let sunday = self.date_after(to_sunday);
        let week = Days::new(7);
        let saturday = sunday.pred_opt()?;
        let is_since = self.is_near(Feature::Since, tag.from, tag.to, 1);
        if is_since || self.is_near(Feature::Last, tag.from, tag.to, 0) || self.is_past(tag.from) {
            let last = if is_since { self.back(1) } else { sunday.checked_sub_days(week)? };
            return Some(Span { first: saturday.checked_sub_days(week)?, last });
        }
        // Only in English does the next weekend differ from this one, and in Japanese that of the next week, "来週末".
        // On a weekend, the next one is another in every language.
        let is_told =
            matches!(self.language, Language::English | Language::Japanese) || saturday <= self.today;
        let next = self.is_near(Feature::Next, tag.from, tag.to, 0) && is_told;
        let coming =
            tag.from.checked_sub(1).and_then(|at| self.tokens.get(at)).is_some_and(|t| t.folded != "next");
        // "En fin de semaine prochaine" is the end of the next week.
        let word = |at: usize| self.tokens.get(at).map_or("", |token| token.folded.as_str());
        if self.language == Language::French
            && word(tag.from) == "fin"
            && self.tags(Feature::Next).any(|next| next.from == tag.to)
        {
            let friday = saturday.pred_opt()?.checked_add_days(week)?;
            return Some(Span { first: friday, last: sunday.checked_add_days(week)? });
        }
        if next && (!coming || self.language != Language::English) {
            return Some(Span {
                first: saturday.checked_add_days(week)?,
                last: sunday.checked_add_days(week)?,
            });
        }
        Some(self.up_to(tag, Span { first: saturday.max(self.today), last: sunday }))
    }

    /// Returns the days of a week given next to them: "Next week, Monday to Sunday".
    fn week_of_days(&self) -> Option<Span> {
        let week =
            self.tags(Feature::Week).find(|week| self.is_near(Feature::Next, week.from, week.to, 0))?;
        let later = self
            .tags(Feature::Next)
            .any(|next| next.value == "2" && (next.to == week.from || week.to == next.from));
        let (first, last) = self.range_of_weekdays().or_else(|| self.choice_of_weekdays())?;
        let monday = if later { 14 } else { 7 } - u64::from(self.today.weekday().num_days_from_monday());
        (first <= last)
            .then(|| Span { first: self.date_after(monday + first), last: self.date_after(monday + last) })
    }

    /// Returns consecutive days given one by one, which count before the word for them: "The long weekend, Saturday
    /// through Monday".
    fn days_in_a_row(&self) -> Option<Span> {
        self.tags(Feature::Weekend).next()?;
        self.range_of_weekdays()?;
        self.weekdays()
    }

    /// Returns the first and the last of two weekdays with "to" between.
    fn range_of_weekdays(&self) -> Option<(u64, u64)> {
        let mut days = self.tags(Feature::Weekday);
        let (one, other, None) = (days.next()?, days.next()?, days.next()) else { return None };
        let until = |until: &Tag| one.to <= until.from && until.to <= other.from;
        let sign = || {
            self.tokens
                .get(one.to)
                .is_some_and(|sign| sign.is_sign(&['-', '\u{2013}', '~', '\u{301c}', '\u{ff5e}']))
        };
        let is_range = one.to <= other.from
            && other.from - one.to <= MOST_BETWEEN
            && (self.tags(Feature::Until).any(until) || sign());
        let number = |tag: &Tag| tag.number().and_then(|day| u64::try_from(day).ok());
        is_range.then_some((number(one)?, number(other)?))
    }

    /// Returns the first and the last of alternative weekdays: "lunedì o martedì".
    fn choice_of_weekdays(&self) -> Option<(u64, u64)> {
        let days =
            || self.tags(Feature::Weekday).filter_map(Tag::number).filter_map(|day| u64::try_from(day).ok());
        if days().count() < 2 {
            return None;
        }
        Some((days().min()?, days().max()?))
    }

    /// Returns whether a weekday is that of the following week: "samedi en huit", "Saturday week", "Samstag in einer
    /// Woche".
    fn is_a_week_on(&self, tag: &Tag) -> bool {
        let word = |at: usize| self.tokens.get(at).map_or("", |token| token.folded.as_str());
        let behind = (word(tag.to), word(tag.to + 1), word(tag.to + 2));
        let before = |back: usize| tag.from.checked_sub(back).map_or("", word);
        match self.language {
            Language::French => (behind.0, behind.1) == ("en", "huit") || (behind.0, behind.1) == ("en", "8"),
            Language::English => {
                (behind.0 == "week" && self.tags(Feature::Week).count() == 1 && !self.has(Feature::Next))
                    || (before(3), before(2), before(1)) == ("a", "week", "on")
                    || (before(2), before(1)) == ("week", "from")
            }
            Language::German => {
                matches!(behind, ("in", "einer", "woche") | ("in", "acht", "tagen") | ("in", "8", "tagen"))
                    || (before(3), before(2), before(1)) == ("in", "einer", "woche")
            }
            Language::Italian | Language::Spanish | Language::Japanese => false,
        }
    }

    fn week(&self) -> Option<Span> {
        let tag = self.tags(Feature::Week).next()?;
        let from_monday = u64::from(self.today.weekday().num_days_from_monday());
        let beside = |feature| self.is_near(feature, tag.from, tag.to, 0);
        // For fallen snow, "this week" is the one that is over: "Which got the most this week?".
        let fell = self.has(Feature::Fell) && !self.has(Feature::Falls) && !self.has(Feature::Forecast);
        let is_single = self.tags(Feature::Weekday).next().is_none();
        if beside(Feature::Last) || (beside(Feature::This) && fell && is_single) {
            return Some(Span { first: self.back(7), last: self.back(1) });
        }
        let mut days = self.tags(Feature::Weekday).filter(|day| near(day, tag)).filter_map(Tag::number);
        let day = days.next().and_then(|day| u64::try_from(day).ok()).filter(|_| days.next().is_none());
        // "再来週" and "übernächste Woche" are a week later.
        let later = self
            .tags(Feature::Next)
            .any(|next| next.value == "2" && (next.to == tag.from || tag.to == next.from));
        let monday = if later { 14 } else { 7 } - from_monday;
        if let Some(day) = day.filter(|_| beside(Feature::Next)) {
            return Some(Span::day(self.date_after(monday + day)));
        }
        if let Some(ahead) =
            day.and_then(|day| day.checked_sub(from_monday)).filter(|_| beside(Feature::This))
        {
            return Some(Span::day(self.date_after(ahead)));
        }
        if beside(Feature::Next) {
            return Some(Span { first: self.date_after(monday), last: self.date_after(monday + 6) });
        }
        beside(Feature::This).then(|| Span { first: self.today, last: self.date_after(6 - from_monday) })
    }

    fn weekdays(&self) -> Option<Span> {
        let today = i64::from(self.today.weekday().num_days_from_monday());
        let mut span: Option<Span> = None;
        let mut behind: Option<usize> = None;
        for tag in self.tags(Feature::Weekday) {
            let weekday = tag.number()?;
            let is_past = self.is_since(tag) || self.is_near(Feature::Last, tag.from, tag.to, 0);
            let day = if is_past {
                let back = (today - weekday + 6) % 7 + 1;
                return Some(Span { first: self.back(u64::try_from(back).ok()?), last: self.back(1) });
            } else if let Some(day) = self.past_weekday(tag.from, weekday) {
                return Some(day);
            } else {
                let ahead = u64::try_from((weekday - today + 7) % 7).ok()?;
                // "Nächsten Mittwoch" is not today.
                let is_next = ahead == 0 && self.is_near(Feature::Next, tag.from, tag.to, 0);
                let ahead = if is_next || self.is_a_week_on(tag) { ahead + 7 } else { ahead };
                // "Monday to Wednesday" does not end at Monday.
                let goes_on = behind.is_some_and(|behind| {
                    self.tags(Feature::Until).any(|until| behind <= until.from && until.to <= tag.from)
                });
                let is_before = span.is_some_and(|span| self.date_after(ahead) < span.first);
                self.date_after(ahead + if goes_on && is_before { 7 } else { 0 })
            };
            behind = Some(tag.to);
            span = Some(span.map_or_else(
                || self.up_to(tag, Span::day(day)),
                |known| Span { first: known.first.min(day), last: known.last.max(day) },
            ));
        }
        span
    }

    /// Returns whether a weekday starts a past span: "since Monday", "desde el lunes", and for fallen snow "月曜から",
    /// which otherwise starts a future one.
    fn is_since(&self, tag: &Tag) -> bool {
        let article = |at: usize| {
            self.tokens.get(at).is_some_and(|word| matches!(word.folded.as_str(), "el" | "le" | "il" | "la"))
        };
        let before = tag.from.checked_sub(1).filter(|at| article(*at)).unwrap_or(tag.from);
        let fell = self.has(Feature::Fell);
        let begins = |at: usize| {
            let word = |at: usize| self.tokens.get(at).map_or("", |token| token.raw);
            (word(at), word(at + 1)) == ("か", "ら")
        };
        // "Da giovedì a domenica" starts a future span.
        let mut later = self.tags(Feature::Weekday).filter(|day| day.from > tag.to);
        let goes_on = later.next().is_some_and(|day| {
            self.tags(Feature::Until).any(|until| tag.to <= until.from && until.to <= day.from)
        });
        (self.is_near(Feature::Since, before, tag.to, 0) && !goes_on)
            || (self.language == Language::Japanese && fell && (begins(tag.to) || begins(tag.to + 1)))
    }

    /// Returns the days of words such as "today", "tomorrow", "last night".
    fn days(&self) -> Option<Span> {
        // "heute morgen" is this morning.
        let morning = |from: usize| {
            self.language == Language::German
                && self.tokens.get(from).is_some_and(|token| token.folded == "morgen")
                && self.before(from).and_then(|at| self.tokens.get(at)).is_some_and(|before| {
                    before.folded.starts_with("heut") || before.folded.starts_with("gestern")
                })
        };
        // "Cette nuit" is the coming night in a forecast, and otherwise the last one.
        let foretells =
            [Feature::Falls, Feature::Forecast, Feature::Weather, Feature::Temperature, Feature::Wind]
                .into_iter()
                .any(|feature| self.has(feature));
        let is_other_night = |tag: &Tag| {
            let same = |other: &Tag| (other.from, other.to) == (tag.from, tag.to) && other.value != tag.value;
            let is_of_snow =
                self.has(Feature::NewSnow) || self.has(Feature::Fell) || self.has(Feature::Depth);
            let wrong = if foretells && !self.has(Feature::Fell) { "-1" } else { "0" };
            self.tags(Feature::Day).any(same) && (foretells || is_of_snow) && tag.value == wrong
        };
        let days = self.tags(Feature::Day).filter(|tag| !morning(tag.from) && !is_other_night(tag));
        let told: Vec<(usize, i64)> = days.filter_map(|tag| Some((tag.from, tag.number()?))).collect();
        let is_at_once = told.iter().all(|(at, _)| told.first().is_some_and(|(first, _)| first == at));
        let offsets: Vec<i64> = told.into_iter().map(|(_, offset)| offset).collect();
        let day = |offset: i64| match u64::try_from(offset) {
            Ok(ahead) => self.date_after(ahead),
            Err(_) => self.back(offset.unsigned_abs()),
        };
        let (first, last) = (*offsets.iter().min()?, *offsets.iter().max()?);
        // "Fresh snow between yesterday and today" has fallen.
        let is_over = first < 0 && last == 0 && !foretells && !is_at_once;
        Some(Span { first: day(first), last: if is_over { day(-1) } else { day(last) } })
    }
}

/// Returns whether at most four words are between a day and its week.
fn near(day: &Tag, week: &Tag) -> bool {
    day.from.abs_diff(week.to).min(week.from.abs_diff(day.to)) <= MOST_BETWEEN
}
