//! Builds the arguments of an operation from the content of a question, with the names of the operations' arguments.

use catalogue::Resort;
use chrono::{Months, NaiveDate};

use crate::classifier::argument;
use crate::content::QuestionContent;
use crate::feature::Feature;
use crate::names::KnownNames;
use crate::when::Season;
use crate::whole::{FORECAST_DAYS, WholeStatement, is_stated};

mod lists;
mod trips;
mod verification;

/// The name and value of an argument.
pub type Argument = (&'static str, String);

/// Maximum number of compared resorts.
const MOST_COMPARED: usize = 4;

/// Minimum distance of a past day that is taken for the next one, in days.
const HALF_A_YEAR: i64 = 183;

/// Builds arguments.
struct Plan<'h, 'q, 'k> {
    heard: &'h QuestionContent<'q>,
    known: &'h KnownNames<'k>,
    arguments: Vec<Argument>,
    /// Likely value of an argument of the operation, from words that the rules do not cover.
    likely: Option<&'static str>,
}

/// Returns the arguments of an operation. Required names were checked before.
pub(crate) fn arguments(
    operation: &str,
    heard: &QuestionContent<'_>,
    known: &KnownNames<'_>,
) -> Vec<Argument> {
    let mut plan = Plan { heard, known, arguments: Vec::new(), likely: argument(heard, operation) };
    match operation {
        "get_conditions" => plan.slug().explain(),
        "get_weather_forecast" => plan.slug().days().band(),
        "compare_forecasts" => plan.slug().days(),
        "get_snow_quality" => plan.slug().band(),
        "compare_resorts" => plan.slugs(),
        "get_trip_window" => plan.slug().window(),
        "search_resorts" => plan.query(),
        "find_resorts_by_criteria" => plan.place(true).criteria(),
        "get_storm_watch" => plan.place(false).storms(),
        "get_snow_report" => plan.place(false).sort().rows(),
        "find_best_powder" => plan.region().least_snow().rows(),
        "get_regional_summary" => plan.region_or_country(),
        "get_southern_hemisphere_report" => plan.only_country().sort().rows(),
        "get_season_openings" => plan.place(false).hemisphere().date(),
        "get_destination" => plan.hub(),
        "get_season_leaderboard" => plan.place(true).season().metric().rows(),
        "get_elnino_rankings" => plan.place(false).tier().rows(),
        "get_ml_trends" => plan.dataset().one_slug().region_without_slug(),
        "find_flights_to_powder" => plan.slug().travel(),
        "plan_ski_road_trip" => plan.region_or_country().trip_days().pass(),
        "compare_passes" => plan.passes().trip_length(),
        "get_pass" => plan.pass(),
        "find_pass_resorts" => plan.pass().region(),
        "find_powder_trips" => plan.region().vibe().pass(),
        "plan_ski_trip" => plan.region_or_country().ability().stay(),
        "get_insights" => plan.hemisphere().category(),
        "list_insight_categories" => &mut plan,
        "get_powder_reels" => plan.one_slug().day_of_storm(),
        _ => plan.slug(),
    };
    plan.arguments
}

impl<'k> Plan<'_, '_, 'k> {
    fn give(&mut self, name: &'static str, value: impl ToString) -> &mut Self {
        self.arguments.push((name, value.to_string()));
        self
    }

    fn give_if(&mut self, name: &'static str, value: Option<impl ToString>) -> &mut Self {
        if let Some(value) = value {
            self.give(name, value);
        }
        self
    }

    fn resort(&self, at: usize) -> Option<&'k Resort> {
        (self.known.resort)(at)
    }

    fn slug(&mut self) -> &mut Self {
        let slug =
            self.heard.resorts.first().and_then(|at| self.resort(*at)).map(|resort| resort.slug.clone());
        self.give_if("slug", slug)
    }

    /// Adds the arguments that ask for a value's source.
    fn explain(&mut self) -> &mut Self {
        let explains = self.heard.tags.iter().any(|tag| tag.is(Feature::Explain) && tag.value == "source");
        self.give_if("explain", explains.then_some(true))
    }

    fn one_slug(&mut self) -> &mut Self {
        if self.heard.resorts.is_empty() { self } else { self.slug() }
    }

    fn slugs(&mut self) -> &mut Self {
        let resorts = self.heard.resorts.iter().take(MOST_COMPARED).filter_map(|at| self.resort(*at));
        let slugs: Vec<String> = resorts.map(|resort| resort.slug.clone()).collect();
        self.give("slugs", slugs.join(","))
    }

    /// Adds the number of days up to the last requested day.
    fn days(&mut self) -> &mut Self {
        // A day mentioned in passing counts: "I have a race the day after tomorrow. How cold will it be?"
        let when = self.heard.told_when.as_ref().unwrap_or(&self.heard.when);
        let days = when.days_ahead(self.heard.today).filter(|days| *days <= FORECAST_DAYS);
        let counted = self.heard.when.day_count.filter(|_| self.heard.when.span.is_none());
        self.give_if("days", days.or(counted.map(i64::from)).map(|days| days.clamp(1, FORECAST_DAYS)))
    }

    fn band(&mut self) -> &mut Self {
        let band = self.heard.value(Feature::Band);
        self.give_if("band", band)
    }

    fn window(&mut self) -> &mut Self {
        let told = self.heard.told_when.as_ref().and_then(|when| when.span);
        let span = self.heard.when.span.or(told.filter(|span| span.first >= self.heard.today));
        self.give_if("start", span.map(|span| span.first));
        self.give_if("end", span.filter(|span| span.last != span.first).map(|span| span.last))
    }

    /// Adds the name to search, as written.
    fn query(&mut self) -> &mut Self {
        let query = self.heard.written.clone().or_else(|| self.heard.stranger.clone());
        self.give_if("query", query)
    }

    fn region(&mut self) -> &mut Self {
        let region = self.heard.region;
        self.give_if("region", region)
    }

    fn region_without_slug(&mut self) -> &mut Self {
        if self.heard.resorts.is_empty() { self.region() } else { self }
    }

    fn country(&mut self) -> &mut Self {
        let country = self.heard.country;
        self.give_if("country", country)
    }

    /// Adds the country, if it is the only one.
    fn only_country(&mut self) -> &mut Self {
        if is_stated(self.heard, WholeStatement::SouthernCountries) { self } else { self.country() }
    }

    fn place(&mut self, with_state: bool) -> &mut Self {
        self.region().country();
        if !with_state {
            let country = self.country_of_state();
            self.give_if("country", country);
        }
        let state = self.heard.state.as_ref().map(|(name, _)| name.clone()).filter(|_| with_state);
        self.give_if("state", state)
    }

    /// Returns the country of a state, for operations that do not take states.
    fn country_of_state(&self) -> Option<String> {
        self.heard.first_of_state().and_then(|at| self.resort(at)).map(|resort| resort.country.clone())
    }

    fn region_or_country(&mut self) -> &mut Self {
        let place = self.heard.region.or(self.heard.country).map(str::to_owned);
        let place = place.or_else(|| self.country_of_state());
        self.give_if("region", place)
    }

    fn hemisphere(&mut self) -> &mut Self {
        let heard = self.heard;
        let side = if heard.has(Feature::Southern) { Some("southern") } else { None };
        let side = side.or(heard.has(Feature::Northern).then_some("northern"));
        self.give_if("hemisphere", side)
    }

    fn date(&mut self) -> &mut Self {
        let date = self.heard.when.span.map(|span| span.first);
        let is_over = |date: &NaiveDate| {
            self.heard.has(Feature::Last) && (*date - self.heard.today).num_days() > HALF_A_YEAR
        };
        let date = date.map(|date| if is_over(&date) { date - Months::new(12) } else { date });
        self.give_if("date", date)
    }

    fn hub(&mut self) -> &mut Self {
        let hub = self.heard.hub.as_ref().map(|(slug, _)| slug.clone());
        self.give_if("slug", hub)
    }

    fn season(&mut self) -> &mut Self {
        let season = match &self.heard.when.season {
            Some(Season::Named(season)) => Some(season.clone()),
            Some(Season::Last) => Some("last".to_owned()),
            Some(Season::Running) | None => None,
        };
        let last = self.heard.has(Feature::Leader) && self.heard.has(Feature::Last) && season.is_none();
        self.give_if("season", season.or(last.then(|| "last".to_owned())))
    }

    /// Adds the day of a recorded storm.
    fn day_of_storm(&mut self) -> &mut Self {
        let heard = self.heard;
        let day = heard.when.span.filter(|span| span.first == span.last && span.last <= heard.today);
        self.give_if("date", day.map(|span| span.first))
    }

    fn passes(&mut self) -> &mut Self {
        let passes = self.heard.passes.join(",");
        self.give_if("passes", Some(passes).filter(|passes| !passes.is_empty()))
    }

    fn pass(&mut self) -> &mut Self {
        let pass = self.heard.passes.first().cloned();
        self.give_if("pass", pass)
    }
}

#[cfg(test)]
mod tests;
