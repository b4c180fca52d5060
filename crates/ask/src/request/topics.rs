//! Decides what a question asks about each resort of its sets.

use super::{Cues, FORECAST_DAYS};
use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;
use crate::when::{Season, Span};

/// Topics that a question asks about each resort.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    Depth,
    /// New snow of the past day.
    NewSnow,
    /// Forecast snow of the next seven days.
    Week,
    Lifts,
    Runs,
    Status,
    Score,
    /// An operation on one resort, called for each.
    Operation(&'static str),
}

/// Most days of a period that are listed one by one.
const MOST_LISTED_DAYS: i64 = 5;

/// Most days back that belong to the present winter.
const LONGEST_PRESENT: i64 = 150;

/// Most days of a period of past winters.
const MOST_WINDOW_DAYS: i64 = 30;

impl Cues<'_, '_, '_> {
    /// Returns the topics, at least one.
    pub(super) fn topics(&self) -> Vec<Topic> {
        if let Some(operation) = self.special_operation() {
            return vec![Topic::Operation(operation)];
        }
        let heard = self.heard;
        let mut topics = Vec::new();
        for (is_asked, topic) in [
            (heard.has(Feature::Lifts), Topic::Lifts),
            (
                heard.has(Feature::Runs)
                    && heard.has_any(&[Feature::Open, Feature::HowMany, Feature::Closed]),
                Topic::Runs,
            ),
            // "Which resorts have a lift open" asks for the status too.
            (
                heard.has_any(&[Feature::Open, Feature::Closed])
                    && !(heard.has_any(&[Feature::Lifts, Feature::Runs]) && heard.has(Feature::HowMany)),
                Topic::Status,
            ),
            (heard.has(Feature::Quality), Topic::Operation("get_snow_quality")),
            (heard.has(Feature::Score), Topic::Score),
        ] {
            if is_asked {
                topics.push(topic);
            }
        }
        // The passes of a resort, next to other topics: "Is Verbier on the Ikon pass, and is it open?"
        if !heard.resorts.is_empty() && !heard.passes.is_empty() {
            topics.push(Topic::Operation("get_resort_info"));
        }
        let span = heard.when.span;
        let is_since = span.is_some_and(|span| span.first < heard.today && span.last <= heard.today);
        if self.bounds_depth() {
            topics.push(Topic::Depth);
        } else if let Some(ahead) = self.days_topic() {
            topics.push(ahead);
        } else if heard.has_any(&[Feature::NewSnow, Feature::Fell])
            || (is_since && heard.has(Feature::MostSnow))
        {
            topics.push(Topic::NewSnow);
        }
        let is_of_fall = |topic: &Topic| {
            matches!(topic, Topic::Week | Topic::NewSnow | Topic::Operation("get_weather_forecast"))
        };
        let lies = heard.has(Feature::Depth) || self.has(Feature::Depth);
        // "Snow now, and how much until Sunday?"
        let lies = lies || (heard.has(Feature::Snow) && heard.has(Feature::Now) && topics == [Topic::Week]);
        let is_most = heard.has(Feature::MostSnow) && !topics.iter().any(is_of_fall);
        if (lies || is_most) && !topics.contains(&Topic::Depth) {
            topics.push(Topic::Depth);
        }
        let is_overview = heard.has(Feature::Conditions)
            && heard.has(Feature::WhichResorts)
            && !heard.has_any(&[Feature::Rank, Feature::Recommend, Feature::MostSnow]);
        if topics.is_empty() && is_overview {
            topics = vec![Topic::Status, Topic::Depth];
        }
        if topics.is_empty() {
            topics = vec![Topic::Depth, Topic::NewSnow, Topic::Week];
        }
        topics
    }

    /// Returns whether a length is a bound of the depth: "has any of them got more than two feet at the top?".
    pub(super) fn bounds_depth(&self) -> bool {
        const OF_NEW_SNOW: [Feature; 4] =
            [Feature::NewSnow, Feature::Falls, Feature::Forecast, Feature::Storm];
        let heard = self.heard;
        !heard.lengths.is_empty()
            && heard.has(Feature::AtLeast)
            && heard.when.span.is_none()
            && (heard.has(Feature::Band) || !heard.has(Feature::Fell))
            && !heard.has_any(&OF_NEW_SNOW)
    }

    /// Returns the operation of a question that is not about the snow of these days.
    fn special_operation(&self) -> Option<&'static str> {
        let heard = self.heard;
        let has = |features: &[Feature]| heard.has_any(features);
        Some(match () {
            () if has(&[Feature::Avalanche]) => "get_avalanche",
            () if self.names_climate_phase() || self.has(Feature::LaNina) => "get_elnino_signal",
            () if has(&[Feature::Chains]) => "get_road_access",
            () if has(&[Feature::Webcam, Feature::Camera]) && !has(&[Feature::Drive]) => "get_webcam_status",
            () if has(&[Feature::LongestRun]) || self.asks_for_elevation() => "get_resort_info",
            () if self.asks_for_size() => "get_resort_info",
            () if has(&[Feature::Runs]) && has(&[Feature::HowMany]) && !has(&[Feature::Open]) => {
                "get_resort_info"
            }
            () if self.asks_for_season() && !has(&[Feature::Open]) && !self.names_winter() => {
                "get_resort_info"
            }
            () if self.opens_later() || self.has(Feature::Opens) => "get_resort_info",
            () if self.is_of_winters() => self.winters(),
            () => return None,
        })
    }

    /// Returns whether it asks for the size of resorts: "a small resort for beginners" does not.
    fn asks_for_size(&self) -> bool {
        let heard = self.heard;
        let is_of_open_runs = heard.has(Feature::Runs) && heard.has(Feature::Open);
        // "Two families, ten people in all, in February: where is snow?"
        let is_of_far_snow = self.is_far() && heard.has_any(&[Feature::Snow, Feature::Recommend]);
        heard.has(Feature::Size) && !self.has(Feature::Learner) && !is_of_open_runs && !is_of_far_snow
    }

    /// Returns whether it asks if something is open on days beyond the forecast, which its usual season answers.
    pub(super) fn opens_later(&self) -> bool {
        const OF_SNOW: [Feature; 6] = [
            Feature::Snow,
            Feature::Depth,
            Feature::NewSnow,
            Feature::MostSnow,
            Feature::Average,
            Feature::Odds,
        ];
        let heard = self.heard;
        self.is_far()
            && heard.has_any(&[Feature::Open, Feature::Closed, Feature::Opens])
            && !heard.has_any(&OF_SNOW)
    }

    /// Returns whether the days are beyond the forecast.
    pub(super) fn is_far(&self) -> bool {
        self.when().span.is_some_and(|span| self.is_beyond(span))
    }

    /// Returns whether only past winters say something about the days, because they are far ahead.
    pub(super) fn is_of_winters_only(&self) -> bool {
        let first = self.when().span.map(|span| (span.first - self.heard.today).num_days());
        first.is_some_and(|days| days >= 2 * FORECAST_DAYS)
    }

    /// Returns whether a period begins beyond the forecast.
    pub(super) fn is_beyond(&self, span: Span) -> bool {
        (span.first - self.heard.today).num_days() >= FORECAST_DAYS
    }

    /// Returns whether past winters answer: for days beyond the forecast, and for averages.
    fn is_of_winters(&self) -> bool {
        let heard = self.heard;
        let span = self.when().span;
        self.is_far()
            || self.asks_when_last()
            || self.is_of_past_winter()
            || self.asks_for_usual()
            || (span.is_none() && (heard.has(Feature::History) || self.names_winter()))
    }

    /// Returns whether an earlier winter is named: "2023/24".
    fn names_winter(&self) -> bool {
        matches!(self.heard.when.season, Some(Season::Named(_) | Season::Last))
    }

    /// Returns whether it asks for the last fall of that size, which the record of past winters answers in part.
    pub(super) fn asks_when_last(&self) -> bool {
        let heard = self.heard;
        let of_snow = [Feature::Snow, Feature::NewSnow, Feature::Fell, Feature::Falls, Feature::PowderDays];
        self.has(Feature::LastTime) && (heard.has_any(&of_snow) || !heard.lengths.is_empty())
    }

    /// Returns whether it asks for elevations: "snow depths, from the highest" asks for depths.
    pub(super) fn asks_for_elevation(&self) -> bool {
        let tags = &self.heard.tags;
        let orders = |tag: &Tag| tags.iter().any(|rank| rank.is(Feature::Rank) && rank.run() == tag.run());
        let is_of_snow = self.heard.has_any(&[Feature::Snow, Feature::Depth, Feature::NewSnow]);
        tags.iter().any(|tag| tag.is(Feature::Elevation) && !(is_of_snow && orders(tag)))
    }

    /// Returns whether it asks for the dates of a season: "in the last day" does not.
    fn asks_for_season(&self) -> bool {
        let tags = &self.heard.tags;
        let is_fall = |tag: &Tag| {
            let contains = |fall: &Tag| fall.from <= tag.from && tag.to <= fall.to && fall.run() != tag.run();
            tags.iter().any(|fall| matches!(fall.feature, Feature::Fell | Feature::NewSnow) && contains(fall))
        };
        tags.iter().any(|tag| matches!(tag.feature, Feature::Opens | Feature::SeasonDates) && !is_fall(tag))
    }

    /// Returns whether a climate phase is named: "dos de niño" are children.
    fn names_climate_phase(&self) -> bool {
        const BEFORE_CHILDREN: [&str; 12] =
            ["de", "un", "una", "mi", "mis", "su", "tu", "dos", "con", "para", "tres", "los"];
        let is_child = |tag: &Tag| {
            let before = tag.from.checked_sub(1).and_then(|at| self.heard.tokens.get(at));
            tag.language == Language::Spanish
                && tag.to == tag.from + 1
                && before.is_some_and(|word| BEFORE_CHILDREN.contains(&word.folded.as_str()))
        };
        self.heard.tags.iter().any(|tag| tag.is(Feature::Enso) && !is_child(tag))
    }

    /// Returns whether it asks for a usual value; "dos horas y media" does not.
    pub(super) fn asks_for_usual(&self) -> bool {
        let is_half = |tag: &Tag| {
            let before = tag.from.checked_sub(1).and_then(|at| self.heard.tokens.get(at));
            before.is_some_and(|word| word.folded == "y")
        };
        self.heard.tags.iter().any(|tag| tag.is(Feature::Average) && !is_half(tag))
    }

    /// Returns whether the days are of an earlier winter.
    pub(super) fn is_of_past_winter(&self) -> bool {
        let span = self.when().span;
        span.is_some_and(|span| (self.heard.today - span.last).num_days() > LONGEST_PRESENT)
    }

    pub(super) fn winters(&self) -> &'static str {
        if self.is_of_past_winter() || self.asks_when_last() || self.names_winter() {
            return "get_snow_history";
        }
        let length = self.when().span.map(|span| (span.last - span.first).num_days());
        match length {
            Some(0..=MOST_WINDOW_DAYS) => "get_trip_window",
            Some(_) => "get_monthly_snow",
            None if self.heard.has(Feature::History) => "get_snow_history",
            None => "get_monthly_snow",
        }
    }

    /// Returns the topic of weather or of days ahead.
    fn days_topic(&self) -> Option<Topic> {
        const OF_WEATHER: [Feature; 5] =
            [Feature::Weather, Feature::Temperature, Feature::Wind, Feature::Rain, Feature::Cloud];
        let heard = self.heard;
        let forecast = Topic::Operation("get_weather_forecast");
        let asks_of_weather = heard.has_any(&OF_WEATHER) || self.has(Feature::FreezingLevel);
        let falls = heard.has_any(&[Feature::Falls, Feature::Forecast]);
        let Some(span) = self.when().span.filter(|span| span.last >= heard.today) else {
            return match () {
                () if asks_of_weather => Some(forecast),
                () if falls => Some(Topic::Week),
                () => None,
            };
        };
        // On a Sunday, the weekend is only today.
        let is_ahead = span.last > heard.today || heard.has(Feature::Weekend);
        let is_long = (span.last - span.first.max(heard.today)).num_days() >= MOST_LISTED_DAYS;
        let is_of_status =
            heard.has_any(&[Feature::Open, Feature::Closed, Feature::Lifts]) && !asks_of_weather && !falls;
        match () {
            () if is_of_status => None,
            () if asks_of_weather => Some(forecast),
            () if !is_ahead && (!falls || (heard.has(Feature::Fell) && heard.has(Feature::Last))) => None,
            () if is_long => Some(Topic::Week),
            () => Some(forecast),
        }
    }
}
