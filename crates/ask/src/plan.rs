//! The arguments of an operation out of what a question says, by the names that operations have for them.

use std::collections::BTreeSet;

use catalogue::Resort;
use chrono::TimeDelta;

use crate::amounts::{count_beside, count_said_beside, price};
use crate::classifier::{argument, inputs};
use crate::feature::Feature;
use crate::heard::Heard;
use crate::lexicon::Tag;
use crate::names::Known;
use crate::when::{Season, Span};
use crate::whole::{FORECAST_DAYS, LEAST_HEIGHT_CM, Whole, says};

mod learnt;

/// An argument.
pub type Argument = (&'static str, String);

/// Most resorts that are compared.
const MOST_COMPARED: usize = 4;

/// Most rows that are asked for.
const MOST_ROWS: u32 = 20;

/// Rows of a list that a question asks for no number of: as many as a sentence holds.
const ROWS: u32 = 3;

/// What is asked of snow that fell, where the days are over.
const OF_SNOW: [Feature; 3] = [Feature::Snow, Feature::MostSnow, Feature::Fell];

/// Most storms that an answer can hold.
const MOST_STORMS: u32 = 25;

/// Operations of which an argument is learned.
const LEARNED_WITH: [&str; 4] =
    ["get_ml_trends", "get_insights", "get_season_leaderboard", "get_snow_report"];

/// Builds arguments.
struct Plan<'h, 'q, 'k> {
    heard: &'h Heard<'q>,
    known: &'h Known<'k>,
    arguments: Vec<Argument>,
    /// The value that an argument of the operation probably has, by words that no rule names.
    learned: Option<&'static str>,
}

/// What counts most: what stands nearest to the words that say so.
fn priority(tags: &[Tag]) -> Option<&'static str> {
    // "Experts" are whoever asks, and no terrain.
    let is_ability = |tag: &Tag| {
        tags.iter().any(|other| other.is(Feature::Ability) && (other.from, other.to) == (tag.from, tag.to))
    };
    let named = |tag: &Tag| match tag.feature {
        _ if is_ability(tag) => None,
        Feature::NewSnow => Some((0, "powder")),
        Feature::Depth => Some((1, "depth")),
        Feature::Terrain => Some((2, "terrain")),
        _ => None,
    };
    let pairs = tags.iter().filter(|tag| tag.is(Feature::Priority)).flat_map(|first| {
        let apart = move |tag: &Tag| tag.from.saturating_sub(first.to).max(first.from.saturating_sub(tag.to));
        tags.iter().filter_map(move |tag| Some((apart(tag), named(tag)?)))
    });
    pairs.min().map(|(_, (_, named))| named)
}

/// The arguments of an operation. What it needs was looked for before.
pub(crate) fn arguments(operation: &str, heard: &Heard<'_>, known: &Known<'_>) -> Vec<Argument> {
    let learned = LEARNED_WITH.contains(&operation).then(|| argument(&inputs(heard), operation)).flatten();
    let mut plan = Plan { heard, known, arguments: Vec::new(), learned };
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

    /// Where a value comes from.
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

    /// To the last day that is asked for.
    fn days(&mut self) -> &mut Self {
        let days = self.heard.when.days_ahead(self.heard.today).filter(|days| *days <= FORECAST_DAYS);
        let counted = self.heard.when.day_count.filter(|_| self.heard.when.span.is_none());
        self.give_if("days", days.or(counted.map(i64::from)).map(|days| days.clamp(1, FORECAST_DAYS)))
    }

    fn band(&mut self) -> &mut Self {
        let band = self.heard.value(Feature::Band);
        self.give_if("band", band)
    }

    fn window(&mut self) -> &mut Self {
        let span = self.heard.when.span;
        self.give_if("start", span.map(|span| span.first));
        self.give_if("end", span.filter(|span| span.last != span.first).map(|span| span.last))
    }

    /// A name to search, as it was written.
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

    /// The country, where no second one is named.
    fn only_country(&mut self) -> &mut Self {
        if says(self.heard, Whole::SouthernCountries) { self } else { self.country() }
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

    /// The country of a state, for what takes no state.
    fn country_of_state(&self) -> Option<String> {
        self.heard.first_of_state().and_then(|at| self.resort(at)).map(|resort| resort.country.clone())
    }

    fn region_or_country(&mut self) -> &mut Self {
        let place = self.heard.region.or(self.heard.country).map(str::to_owned);
        let place = place.or_else(|| self.country_of_state());
        self.give_if("region", place)
    }

    fn rows(&mut self) -> &mut Self {
        let asked = count_beside(&self.heard.tokens, &self.heard.tags, Feature::Rank, 1);
        let asked = asked.filter(|rows| (1..=MOST_ROWS).contains(rows) && self.heard.lengths.is_empty());
        self.give("limit", asked.unwrap_or(ROWS))
    }

    /// As many storms as there can be where those of one state are looked for among its country's.
    fn storms(&mut self) -> &mut Self {
        if self.heard.first_of_state().is_some() { self.give("limit", MOST_STORMS) } else { self.rows() }
    }

    /// By what resorts are ranked.
    fn sort(&mut self) -> &mut Self {
        let heard = self.heard;
        let ahead = heard.when.days_ahead(heard.today).is_some_and(|days| days > 1);
        // "The most snow in the last 24 hours" is what fell.
        let is_over = heard.when.is_past(heard.today) && heard.when.season.is_none();
        let is_of_new_snow = heard.has(Feature::NewSnow)
            || (heard.has(Feature::Hours) && heard.has(Feature::Last))
            || (is_over && (heard.has_any(&OF_SNOW) || !heard.lengths.is_empty()));
        let sort = if heard.has(Feature::Falls) || heard.has(Feature::Forecast) || ahead {
            "forecast"
        } else if heard.has_any(&[Feature::Depth, Feature::MostSnow]) && !is_of_new_snow {
            "depth"
        } else if is_of_new_snow || heard.has(Feature::Fell) {
            "snowfall"
        } else {
            self.learned.unwrap_or("score")
        };
        self.give("sort", sort)
    }

    fn least_snow(&mut self) -> &mut Self {
        let least = self.heard.lengths.iter().find(|length| length.cm < LEAST_HEIGHT_CM);
        self.give_if("minSnowfall", least.map(|length| length.cm.round()))
    }

    fn criteria(&mut self) -> &mut Self {
        let heard = self.heard;
        let height = heard.lengths.iter().find(|length| length.cm >= LEAST_HEIGHT_CM);
        let depth = heard.lengths.iter().find(|length| length.cm < LEAST_HEIGHT_CM);
        let beside = |feature| count_beside(&heard.tokens, &heard.tags, feature, 3);
        // What falls in days to come is no depth.
        let falls = heard.when.days_ahead(heard.today).is_some_and(|days| days > 1)
            && heard.has_any(&[Feature::Falls, Feature::Forecast, Feature::NewSnow, Feature::Fell]);
        // Nor is what fell.
        let fell = heard.has_any(&[Feature::NewSnow, Feature::Fell]) && !heard.has(Feature::Depth);
        let depth = depth.filter(|_| !falls && !fell);
        self.give_if("minDepth", depth.map(|length| length.cm.round()));
        self.give_if("minElevation", height.map(|length| (length.cm / 100.0).round()));
        if heard.has(Feature::Score) {
            self.give_if(
                "minScore",
                count_beside(&heard.tokens, &heard.tags, Feature::Score, 6).filter(|score| *score <= 100),
            );
        }
        if heard.has(Feature::Runs) {
            let said =
                || count_said_beside(&heard.tags, Feature::Runs, 3).filter(|_| heard.lengths.is_empty());
            self.give_if("minRuns", beside(Feature::Runs).or_else(said));
        }
        self.give_if("pass", heard.passes.first());
        // "Epicパスで滑れる山": where a pass holds, open or not.
        let of_pass = |tag: &Tag| {
            let holds =
                |other: &Tag| other.is(Feature::Reaches) && other.from <= tag.from && tag.to <= other.to;
            !heard.passes.is_empty() && heard.tags.iter().any(holds)
        };
        let is_open = heard.tags.iter().any(|tag| tag.is(Feature::Open) && !of_pass(tag));
        match (is_open, heard.has(Feature::Closed)) {
            (true, false) => drop(self.give("status", "OPEN")),
            (false, true) => drop(self.give("status", "CLOSED_TODAY")),
            _ => {}
        }
        if heard.has(Feature::Elevation) && !heard.has(Feature::Snow) || height.is_some() {
            self.give("sort", "elevation");
        } else if depth.is_some() && !heard.has(Feature::NewSnow) {
            self.give("sort", "depth");
        } else {
            self.sort();
        }
        self.rows()
    }

    fn hemisphere(&mut self) -> &mut Self {
        let heard = self.heard;
        let side = if heard.has(Feature::Southern) { Some("southern") } else { None };
        let side = side.or(heard.has(Feature::Northern).then_some("northern"));
        self.give_if("hemisphere", side)
    }

    fn date(&mut self) -> &mut Self {
        let date = self.heard.when.span.map(|span| span.first);
        self.give_if("date", date)
    }

    fn hub(&mut self) -> &mut Self {
        let hub = self.heard.hub.as_ref().map(|(slug, _)| slug.clone());
        self.give_if("slug", hub)
    }

    fn tier(&mut self) -> &mut Self {
        let tier = self.heard.value(Feature::Tier);
        self.give_if("tier", tier)
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

    fn metric(&mut self) -> &mut Self {
        let heard = self.heard;
        let metrics = [
            (Feature::PowderDays, "powder_days"),
            (Feature::SnowDays, "snow_days"),
            (Feature::DrySpell, "longest_dry_spell"),
            (Feature::BiggestDay, "biggest_day"),
            (Feature::Average, "percent_of_normal"),
        ];
        let metric = metrics.into_iter().find(|(feature, _)| heard.has(*feature)).map(|(_, metric)| metric);
        self.give_if("metric", metric.or(self.learned))
    }

    /// What insights are about.
    fn category(&mut self) -> &mut Self {
        let heard = self.heard;
        let said = heard.value(Feature::InsightOf);
        let categories = [
            (Feature::DrySpell, "dry_spell"),
            (Feature::Trust, "forecast_trust"),
            (Feature::Accuracy, "model_accuracy"),
            (Feature::Storm, "storm_of_season"),
        ];
        let category = categories.into_iter().find(|(feature, _)| heard.has(*feature));
        self.give_if("category", said.or(category.map(|(_, category)| category)).or(self.learned))
    }

    /// The day of a storm that was recorded.
    fn day_of_storm(&mut self) -> &mut Self {
        let heard = self.heard;
        let day = heard.when.span.filter(|span| span.first == span.last && span.last <= heard.today);
        self.give_if("date", day.map(|span| span.first))
    }

    /// What somebody says that they would pay for a pass.
    fn paid(&mut self) -> &mut Self {
        let paid = if self.heard.passes.len() == 1 { price(&self.heard.tokens) } else { None };
        self.give_if("price", paid)
    }

    fn travel(&mut self) -> &mut Self {
        let heard = self.heard;
        self.give_if("origin", heard.origin.clone());
        if let Some(span) = heard.when.span.filter(|span| span.first >= heard.today) {
            self.give("depart", span.first);
            self.give_if("return", Some(span.last).filter(|last| *last > span.first));
        }
        self
    }

    fn trip_days(&mut self) -> &mut Self {
        let days = self.heard.when.day_count.filter(|days| (1..=14).contains(days));
        self.give_if("days", days);
        let ahead = self.heard.when.days_ahead(self.heard.today).is_some_and(|days| days <= FORECAST_DAYS);
        // Beside a number of days a date says when they begin; one beyond the forecast is for the operation to refuse.
        // "In 5 days" is how long it takes.
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

    fn trip_length(&mut self) -> &mut Self {
        // "滑走5日だと": beside passes a day of the month is a number of days.
        let counted = || count_beside(&self.heard.tokens, &self.heard.tags, Feature::DaySign, 1);
        let days = self.heard.when.day_count.or_else(counted).filter(|days| (1..=200).contains(days));
        // "Four days at Jay Peak, then two at Cannon": of several numbers none is the whole.
        let numbers = self.heard.tags.iter().filter(|tag| tag.is(Feature::DaySign) && tag.value.is_empty());
        let is_whole = numbers.map(|tag| (tag.from, tag.to)).collect::<BTreeSet<_>>().len() < 2;
        let days = days.filter(|_| is_whole);
        if !self.heard.resorts.is_empty() {
            self.slugs();
        }
        self.give_if("tripDays", days).paid()
    }

    fn passes(&mut self) -> &mut Self {
        let passes = self.heard.passes.join(",");
        self.give_if("passes", Some(passes).filter(|passes| !passes.is_empty()))
    }

    fn pass(&mut self) -> &mut Self {
        let pass = self.heard.passes.first().cloned();
        self.give_if("pass", pass)
    }

    fn vibe(&mut self) -> &mut Self {
        let vibe = if self.heard.has(Feature::Lux) { Some("lux") } else { None };
        let vibe = vibe.or(self.heard.has(Feature::Hip).then_some("hip"));
        self.give_if("vibe", vibe)
    }

    fn ability(&mut self) -> &mut Self {
        let ability = self.heard.value(Feature::Ability);
        self.give_if("ability", ability)
    }

    fn stay(&mut self) -> &mut Self {
        let heard = self.heard;
        // Of a month that has begun the rest is left.
        let span = heard.when.span.filter(|span| span.last >= heard.today);
        let span = span.map(|span| Span { first: span.first.max(heard.today), ..span });
        self.give_if("priority", priority(&heard.tags));
        // Without a day it is asked about now.
        self.give("start", span.map_or(heard.today, |span| span.first));
        self.pass();
        self.give_if("end", span.map(|span| span.last))
    }
}
