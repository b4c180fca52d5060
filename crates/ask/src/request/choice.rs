//! Chooses between the reading as one operation and a question about sets.

use chrono::{Datelike, Days, NaiveDate};

use super::groups::{Group, GroupName};
use super::topics::Topic;
use super::{Cues, RequestPart, SetQuestion, rejection};
use crate::amounts::count_near;
use crate::feature::Feature;
use crate::reading::{Outcome, Reading, Refusal};
use crate::reason::Reason;
use crate::scope::is_of_snow;
use crate::when::{Span, TimeFrame};

/// Operations that rank the resorts of a place by today's values or the coming week.
const LISTS: [&str; 4] =
    ["find_best_powder", "find_resorts_by_criteria", "get_snow_report", "get_regional_summary"];

/// Operations that choose where to go.
const TRIPS: [&str; 3] = ["plan_ski_trip", "find_powder_trips", "get_storm_watch"];

/// Most resorts of a ranking.
const MOST_RANKED: u32 = 10;

/// Most words of a question that only gives a day.
const MOST_WORDS_OF_A_DAY: usize = 5;

/// How a set replaces the reading of one operation.
#[derive(PartialEq, Eq)]
enum Use {
    /// The set answers.
    Set,
    /// The set answers if the operation lists nothing.
    IfEmpty,
    Never,
}

impl Cues<'_, '_, '_> {
    /// Returns the one part of a question.
    pub(super) fn choice(&self, understood: Outcome) -> RequestPart {
        let understood = self.with_its_days(understood);
        let set = self.groups().and_then(|groups| {
            let topics = of_sets(self.topics(), &groups);
            let usage = self.usage(&understood, &groups, &topics);
            Some((usage, self.set_of(groups, topics)?))
        });
        match set {
            Some((Use::Set, set)) => {
                self.of_one_resort(&set).unwrap_or_else(|| RequestPart::Set(Box::new(set)))
            }
            Some((Use::IfEmpty, set)) => RequestPart::One { understood, instead: Some(Box::new(set)) },
            Some((Use::Never, _)) | None => RequestPart::one(self.asking_back(understood)),
        }
    }

    /// Returns a set of one resort and one topic as the reading of its operation.
    fn of_one_resort(&self, set: &SetQuestion) -> Option<RequestPart> {
        let ([group], [topic]) = (set.groups.as_slice(), set.topics.as_slice()) else { return None };
        let resort = group.members.first().filter(|_| group.name == GroupName::Resort)?;
        let operation = match topic {
            Topic::Depth | Topic::Lifts | Topic::Runs | Topic::Status => "get_conditions",
            Topic::NewSnow => "get_resort",
            Topic::Week | Topic::Score | Topic::Operation(_) => return None,
        };
        let reading = self.reading_of(operation, *resort)?;
        Some(RequestPart::one(Outcome::Reading(Box::new(reading))))
    }

    /// Returns a question about groups.
    pub(super) fn set_of(&self, groups: Vec<Group>, topics: Vec<Topic>) -> Option<SetQuestion> {
        let is_empty = |group: &Group| group.members.is_empty() && !matches!(group.name, GroupName::Near(_));
        if groups.iter().any(is_empty) {
            return None;
        }
        let mut features = self.heard.features.clone();
        features.extend(self.quantities());
        if !self.heard.passes.is_empty() {
            features.insert(Feature::OnPass);
        }
        Some(SetQuestion {
            most: self.most(),
            is_comparison: groups.len() > 1,
            groups,
            topics,
            features,
            band: self.heard.value(Feature::Band),
            when: self.when(),
            today: self.heard.today,
            locale: self.heard.locale,
        })
    }

    /// Returns the number of resorts of a ranking: "top 5", "les 5 stations les mieux enneigées".
    fn most(&self) -> Option<usize> {
        let heard = self.heard;
        let ranks = heard.has_any(&[Feature::Rank, Feature::MostSnow]) && heard.lengths.is_empty();
        let beside = |feature| count_near(&heard.tokens, &heard.tags, feature, 1);
        let of_rank =
            beside(Feature::Rank).or_else(|| beside(Feature::WhichResorts)).or_else(|| beside(Feature::Ski));
        let most = of_rank.filter(|most| ranks && (1..=MOST_RANKED).contains(most))?;
        usize::try_from(most).ok()
    }

    /// Returns the time, with a trip's length from its first day: "three days from Thursday".
    pub(super) fn when(&self) -> TimeFrame {
        let heard = self.heard;
        let mut when = heard.told_when.clone().unwrap_or_else(|| heard.when.clone());
        // A length is counted from the day that is named next to it.
        if let (Some(span), Some(days)) = (when.span, when.day_count)
            && (span.first, (span.last - span.first).num_days() + 1) == (heard.today, i64::from(days))
            && let Some(first) = self.next_weekday()
        {
            when.span = Some(Span { first, last: first });
        }
        if let (Some(span), Some(days)) = (when.span, when.day_count)
            && span.first == span.last
            && span.first >= heard.today
            && (2..=14).contains(&days)
        {
            let last = span.first.checked_add_days(Days::new(u64::from(days) - 1));
            when.span = Some(Span { last: last.unwrap_or(span.last), ..span });
        }
        when
    }

    /// Returns the next day with the named weekday.
    fn next_weekday(&self) -> Option<NaiveDate> {
        let weekday = self.heard.tags.iter().find(|tag| tag.is(Feature::Weekday))?.number()?;
        let today = i64::from(self.heard.today.weekday().num_days_from_monday());
        let ahead = u64::try_from((weekday - today).rem_euclid(7)).ok()?;
        self.heard.today.checked_add_days(Days::new(ahead))
    }

    fn usage(&self, understood: &Outcome, groups: &[Group], topics: &[Topic]) -> Use {
        let sets = groups.iter().filter(|group| group.name != GroupName::Resort).count();
        match understood {
            Outcome::Reading(reading) => self.use_of_sets(reading, groups, topics),
            Outcome::Refused(_) if self.asks_beyond() => Use::Never,
            Outcome::Refused(refusal) if self.is_answered_by(refusal, groups, sets) => Use::Set,
            Outcome::Refused(_) => Use::Never,
        }
    }

    /// Returns whether a rejection does not hold for sets.
    fn is_answered_by(&self, refusal: &Refusal, groups: &[Group], sets: usize) -> bool {
        let heard = self.heard;
        let says_snow = is_of_snow(heard)
            || self.wishes_something()
            || [Feature::OffPiste, Feature::LaNina].into_iter().any(|wish| self.has(wish))
            || heard.has_any(&[
                Feature::Temperature,
                Feature::Wind,
                Feature::Weather,
                Feature::Trip,
                Feature::Open,
                Feature::Closed,
                Feature::Opens,
                Feature::SeasonDates,
                Feature::Quality,
            ]);
        // The area of one resort: "il Tarvisiano".
        let is_area = groups.len() > heard.resorts.len();
        let is_near = groups.iter().any(|group| matches!(group.name, GroupName::Near(_)));
        match refusal.reason {
            Reason::WhichOne | Reason::WhichReading => {
                !groups.is_empty()
                    && (sets > 0 || groups.len() > 1 || is_area || (self.skips_strangers && says_snow))
            }
            Reason::OutOfScope if groups.iter().all(|group| group.name == GroupName::Resort) => {
                let gives_day = heard.when.span.is_some() && heard.unknown_words == 0;
                let compares_days = groups.len() > 1 && heard.when.span.is_some();
                let buys = heard.has(Feature::PassWord) && heard.passes.is_empty();
                let asks = ((gives_day || compares_days) && !buys) || self.asks_of_resorts();
                !groups.is_empty() && self.firm_off().all(|kind| kind == "price") && asks
            }
            Reason::UnknownResort
                if (self.has(Feature::Transit) || heard.has(Feature::Chains)) && !groups.is_empty() =>
            {
                true
            }
            // "My husband's knee was operated on" is why easy runs are wished.
            Reason::OutOfScope if sets > 0 && self.wishes_of_place() => {
                self.firm_off().all(|kind| kind == "body")
            }
            Reason::OutOfScope | Reason::WhichResort | Reason::UnknownResort => {
                (sets > 0 || is_area) && (says_snow || is_near)
            }
            // "Average snow, never mind the price."
            Reason::NoDataKind if sets > 0 && self.off().next().is_none() => true,
            Reason::NoDataKind => {
                !groups.is_empty()
                    && self.off().all(|kind| kind == "price")
                    && (heard.has_any(&[Feature::Snow, Feature::Depth, Feature::NewSnow, Feature::Average])
                        || (sets > 0 && self.wishes_something()))
            }
            Reason::BadDate => {
                let of_snow = heard.has_any(&[
                    Feature::Snow,
                    Feature::Fell,
                    Feature::NewSnow,
                    Feature::Depth,
                    Feature::History,
                ]);
                !groups.is_empty() && of_snow && !heard.when.is_impossible && self.is_of_past_winter()
            }
            Reason::NoQuestion | Reason::Account => false,
        }
    }

    /// Returns whether words ask for what is on record of a resort, although no operation was found.
    fn asks_of_resorts(&self) -> bool {
        const OF_RECORD: [Feature; 9] = [
            Feature::Depth,
            Feature::NewSnow,
            Feature::MostSnow,
            Feature::Average,
            Feature::Odds,
            Feature::Falls,
            Feature::Quality,
            Feature::Opens,
            Feature::SeasonDates,
        ];
        const OF_DAYS: [Feature; 6] =
            [Feature::Snow, Feature::Ski, Feature::Runs, Feature::HowIs, Feature::Open, Feature::Closed];
        let heard = self.heard;
        heard.has_any(&OF_RECORD)
            || (heard.has_any(&OF_DAYS) && heard.when.span.is_some())
            || (self.wishes_something() && (heard.when.span.is_some() || heard.resorts.len() > 1))
            || self.has(Feature::Transit)
            || !heard.passes.is_empty()
            || self.asks_when_last()
    }

    /// Returns whether a wish chooses among resorts.
    fn wishes_of_place(&self) -> bool {
        [Feature::Children, Feature::Quiet, Feature::Cost, Feature::Learner]
            .into_iter()
            .any(|wish| self.has(wish))
    }

    /// Returns whether a wish is named that is itself about skiing, or that is nearly all that the question says.
    fn wishes_something(&self) -> bool {
        let is_short = self.heard.unknown_words <= 1 && self.heard.when.span.is_none();
        self.has(Feature::Learner) || (self.has(Feature::Children) && is_short)
    }

    /// Returns whether sets answer instead of an operation.
    fn use_of_sets(&self, reading: &Reading, groups: &[Group], topics: &[Topic]) -> Use {
        let in_days = topics.contains(&Topic::Operation("get_weather_forecast"));
        match (reading.operation, groups) {
            (_, []) => Use::Never,
            ("compare_resorts", _) => self.use_of_comparison(topics),
            (operation, [_, _, ..]) if LISTS.contains(&operation) || TRIPS.contains(&operation) => Use::Set,
            ("get_destination", [_]) => {
                let is_covered = |topic: &Topic| matches!(topic, Topic::Depth);
                let is_default = topics.len() > 2;
                if is_default || topics.iter().all(is_covered) { Use::Never } else { Use::Set }
            }
            ("get_storm_watch", [_]) => Use::Never,
            ("compare_passes" | "get_pass" | "find_pass_resorts", [only, ..])
                if only.name == GroupName::Resort =>
            {
                Use::Set
            }
            (_, [_]) if self.asks_when_last() => Use::Set,
            ("find_pass_resorts", [only]) if only.name != GroupName::Resort => {
                let is_asked = self.heard.has_any(&[
                    Feature::Open,
                    Feature::Depth,
                    Feature::NewSnow,
                    Feature::MostSnow,
                    Feature::Falls,
                ]);
                if is_asked { Use::Set } else { Use::Never }
            }
            (operation, [only]) if LISTS.contains(&operation) && only.name != GroupName::Resort => {
                let is_of_new_snow = topics.contains(&Topic::NewSnow) && topics.len() == 1;
                let has_bound =
                    reading.arguments.iter().any(|(name, _)| name.starts_with("min") || *name == "pass");
                let is_of_band = self.heard.has(Feature::Band) && topics == [Topic::Depth];
                match () {
                    () if has_bound => Use::IfEmpty,
                    () if is_of_band => Use::Set,
                    () if topics.contains(&Topic::Status) => Use::Set,
                    () if in_days || is_of_new_snow || self.bounds_depth() => Use::Set,
                    () if !is_taken(reading, only) => Use::Set,
                    () => Use::IfEmpty,
                }
            }
            (operation, [only]) if TRIPS.contains(&operation) && only.name != GroupName::Resort => {
                let is_of_week = operation == "find_powder_trips" && in_days;
                if is_of_week || !is_taken(reading, only) { Use::Set } else { Use::IfEmpty }
            }
            ("get_elnino_rankings", [_]) => Use::IfEmpty,
            _ => Use::Never,
        }
    }

    /// Returns whether sets answer instead of a comparison of the present snow.
    fn use_of_comparison(&self, topics: &[Topic]) -> Use {
        let is_compared = |topic: &Topic| match topic {
            Topic::NewSnow => !self.is_of_past_days(),
            Topic::Depth | Topic::Week | Topic::Score => true,
            Topic::Operation(operation) => {
                *operation == "get_resort_info"
                    && !self.heard.has(Feature::LongestRun)
                    && !self.has(Feature::Opens)
            }
            Topic::Lifts | Topic::Runs | Topic::Status => false,
        };
        let is_of_days = topics.contains(&Topic::Week) && self.when().span.is_some();
        // The comparison has the headline depths, whatever their band.
        let is_of_band = self.heard.has(Feature::Band) && topics.contains(&Topic::Depth);
        if is_of_band {
            return Use::Set;
        }
        if topics.iter().all(is_compared) && !is_of_days { Use::Never } else { Use::Set }
    }

    /// Returns whether it is about more past days than the last one.
    fn is_of_past_days(&self) -> bool {
        let today = self.heard.today;
        self.when().span.is_some_and(|span| span.last <= today && (today - span.first).num_days() > 1)
    }

    /// Asks for the resort of a question that only gives a day: "and tomorrow?"
    fn asking_back(&self, understood: Outcome) -> Outcome {
        let heard = self.heard;
        let is_out = matches!(&understood, Outcome::Refused(refusal) if refusal.reason == Reason::OutOfScope);
        let only_gives_day = heard.names_nothing()
            && heard.stranger.is_none()
            && heard.when.span.is_some()
            && heard.unknown_words <= 1
            && heard.other_words <= MOST_WORDS_OF_A_DAY
            && heard.off().next().is_none()
            && !self.whole_tags.iter().any(|tag| tag.is(Feature::Town));
        let lacks_kind =
            matches!(&understood, Outcome::Refused(refusal) if refusal.reason == Reason::NoDataKind);
        // "Is there enough snow for sledging and skiing?" asks for snow too, but not where.
        let asks_of_snow = lacks_kind
            && heard.names_nothing()
            && heard.stranger.is_none()
            && heard.has(Feature::Snow)
            && heard.has(Feature::Ski);
        if (is_out && only_gives_day) || asks_of_snow {
            rejection(heard.locale, Reason::WhichResort)
        } else {
            understood
        }
    }
}

/// Returns the topics of groups: a choice among many resorts is ranked by its snow, which its quality does not.
fn of_sets(topics: Vec<Topic>, groups: &[Group]) -> Vec<Topic> {
    let is_wide = |group: &Group| group.members.len() != 1;
    let is_quality = topics == [Topic::Operation("get_snow_quality")];
    if is_quality && groups.iter().any(is_wide) {
        return vec![Topic::Depth, Topic::NewSnow, Topic::Week];
    }
    topics
}

/// Returns whether the arguments of an operation name the group.
fn is_taken(reading: &Reading, group: &Group) -> bool {
    let name = match &group.name {
        GroupName::Hub(slug) => slug.as_str(),
        GroupName::State(name) => name.as_str(),
        GroupName::Country(code) => code,
        GroupName::Region(word) => word,
        GroupName::Pass(id) => id.as_str(),
        GroupName::Resort | GroupName::Written | GroupName::Near(_) => return false,
    };
    reading.arguments.iter().any(|(_, value)| value == name)
}
