//! Decides which operation a question means: weighted rules, and a margin below which two readings are equally likely.

use std::sync::LazyLock;

use crate::content::QuestionContent;
use crate::feature::Feature;
use crate::whole::{WHOLES, WholeStatement, is_stated};

/// The rules; the head of the file describes their format.
const TABLE: &str = include_str!("../data/intents.txt");

/// The embedded rules, parsed once. The tests read them, so a build that passed the tests has all of them.
static EMBEDDED: LazyLock<Vec<Rule>> = LazyLock::new(|| parse(TABLE).unwrap_or_default());

/// Minimum sum of a reading.
const LEAST: i32 = 4;

/// Maximum number of unknown words that count against a reading.
const MOST_DOUBTS: usize = 3;

/// Additional points that a reading needs if words of the question are about things beyond the service; fewer for words
/// that are mostly mentioned in passing, such as "in the train".
const BEYOND: i32 = 9;
const SLIGHTLY_BEYOND: i32 = 3;

/// The distance of a question's words from what the service answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Distance {
    Within,
    Slight,
    Beyond,
}

/// Minimum distance of the second reading.
const MARGIN: i32 = 1;

/// The kind of name that an operation needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Needs {
    Nothing,
    Resort,
    Resorts,
    Hub,
    Place,
    Pass,
}

#[derive(Debug, Clone, Copy)]
enum On {
    Word(Feature),
    Whole(WholeStatement),
}

/// A rule of the table.
#[derive(Debug, Clone)]
pub(crate) struct Rule {
    pub(crate) operation: &'static str,
    pub(crate) needs: Needs,
    weights: Vec<(On, i32)>,
}

/// The meaning of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Intent {
    One(&'static str, Needs),
    /// Two operations that are equally likely.
    Either(&'static str, &'static str),
    /// An operation that this service does not have.
    Missing,
    /// Nothing that the service offers.
    Nothing,
}

/// Pairs of operations that answer one another's questions: if both are equally likely, the first is taken.
const COMPATIBLE: &[(&str, &str)] = &[
    ("get_conditions", "get_resort"),
    ("get_conditions", "get_weather_forecast"),
    ("get_conditions", "get_snow_quality"),
    ("get_resort", "get_snow_quality"),
    ("get_resort", "get_weather_forecast"),
    ("get_resort", "get_resort_info"),
    ("get_conditions", "get_resort_info"),
    ("get_weather_forecast", "get_operating_risk"),
    ("get_weather_forecast", "compare_forecasts"),
    ("get_weather_forecast", "get_snow_quality"),
    ("get_snow_report", "find_resorts_by_criteria"),
    ("get_snow_report", "find_best_powder"),
    ("get_snow_report", "get_regional_summary"),
    ("find_resorts_by_criteria", "get_regional_summary"),
    ("get_snow_history", "get_monthly_snow"),
    ("get_trip_window", "get_monthly_snow"),
    ("get_trip_window", "get_weather_forecast"),
    ("get_pass", "find_pass_resorts"),
    ("compare_passes", "get_pass"),
    ("get_road_access", "get_road_weather"),
    ("get_destination", "get_conditions"),
    ("get_destination", "get_resort"),
    ("get_regional_summary", "get_storm_watch"),
    ("get_season_leaderboard", "get_snow_report"),
    ("get_resort", "get_road_weather"),
    ("get_insights", "list_insight_categories"),
    ("plan_ski_trip", "get_snow_report"),
    ("find_resorts_by_criteria", "get_season_leaderboard"),
];

/// Operations whose words occur in few questions, the most specific first: if two are equally likely, the earlier one
/// is taken.
const SPECIAL: &[&str] = &[
    "list_insight_categories",
    "get_insights",
    "get_southern_hemisphere_report",
    "get_avalanche",
    "get_road_cameras",
    "get_webcam_status",
    "find_powder_trips",
    "plan_ski_road_trip",
    "get_storm_watch",
    "get_operating_risk",
    "compare_resorts",
    "get_elnino_rankings",
];

/// Parses rules.
fn parse(text: &'static str) -> Result<Vec<Rule>, String> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(rule).collect()
}

fn rule(line: &'static str) -> Result<Rule, String> {
    let parts = || {
        let (head, weights) = line.split_once(':')?;
        let (operation, needs) = head.split_once(' ')?;
        Some((operation, needs.trim(), weights))
    };
    let (operation, needs, weights) = parts().ok_or_else(|| format!("`{line}` is not a rule"))?;
    let needs = match needs {
        "nothing" => Needs::Nothing,
        "resort" => Needs::Resort,
        "resorts" => Needs::Resorts,
        "hub" => Needs::Hub,
        "place" => Needs::Place,
        "pass" => Needs::Pass,
        other => return Err(format!("`{other}` is not a kind of name")),
    };
    let weights = weights.split(',').map(|pair| {
        let (word, weight) = pair.trim().split_once(' ').ok_or_else(|| format!("`{pair}` has no weight"))?;
        let weight = weight.trim().parse().map_err(|_| format!("`{weight}` is not a weight"))?;
        Ok::<_, String>((
            on(word).ok_or_else(|| format!("`{word}` is neither a feature nor a statement"))?,
            weight,
        ))
    });
    Ok(Rule { operation, needs, weights: weights.collect::<Result<_, _>>()? })
}

fn on(word: &str) -> Option<On> {
    let Some(name) = word.strip_prefix('+') else {
        return Feature::ALL
            .iter()
            .find(|feature| feature.as_str() == word)
            .map(|feature| On::Word(*feature));
    };
    WHOLES.iter().find(|(own, _)| *own == name).map(|(_, whole)| On::Whole(*whole))
}

/// Returns whether a question names what an operation needs. A missing resort can be requested, a missing hub or pass
/// cannot.
fn may_be_meant(heard: &QuestionContent<'_>, rule: &Rule) -> bool {
    match rule.needs {
        Needs::Nothing | Needs::Resort => true,
        // A single resort is compared only with the conversation's resort, or if the words say so.
        Needs::Resorts if heard.resorts.len() == 1 && !heard.is_spoken_of => {
            heard.has(Feature::Contrast) && !heard.has(Feature::Band)
        }
        Needs::Resorts => heard.resorts.len() > 1 || heard.several.is_some() || heard.has(Feature::Compare),
        Needs::Hub => heard.hub.is_some(),
        Needs::Place => heard.names_place() || heard.has(Feature::RoadTrip) || heard.has(Feature::Recommend),
        Needs::Pass => {
            let compared =
                heard.has(Feature::Compare) || heard.has(Feature::Rank) || !heard.resorts.is_empty();
            !heard.passes.is_empty() || (heard.has(Feature::PassWord) && compared)
        }
    }
}

/// Returns the meaning of a question, and whether the operation exists. `distance` says whether its words are beyond
/// the service.
pub(crate) fn classify(
    heard: &QuestionContent<'_>,
    distance: Distance,
    has_operation: &dyn Fn(&str) -> bool,
) -> Intent {
    let mut scored: Vec<(i32, usize)> = Vec::with_capacity(EMBEDDED.len());
    let rules = EMBEDDED.iter().enumerate();
    for (at, rule) in rules.filter(|(_, rule)| may_be_meant(heard, rule)) {
        let holds = |on: &On| match on {
            On::Word(feature) => heard.has(*feature),
            On::Whole(whole) => is_stated(heard, *whole),
        };
        let said = || rule.weights.iter().filter(|(on, _)| holds(on));
        // With unknown words, a name and a day are not enough for a question.
        let by_word = said().any(|(on, weight)| {
            matches!(on, On::Word(_) | On::Whole(WholeStatement::Pass | WholeStatement::Passes))
                && *weight > 0
        });
        if by_word || (heard.unknown_words == 0 && distance == Distance::Within) {
            scored.push((said().map(|(_, weight)| weight).sum(), at));
        }
    }
    scored.sort_by_key(|(sum, at)| (std::cmp::Reverse(*sum), *at));
    let rule = |nth: usize| scored.get(nth).and_then(|(sum, at)| Some((*sum, EMBEDDED.get(*at)?)));
    // Unknown words raise the threshold for the others.
    let doubts = i32::try_from(heard.unknown_words.min(MOST_DOUBTS)).unwrap_or(0);
    let least = LEAST
        + doubts
        + match distance {
            Distance::Within => 0,
            Distance::Slight => SLIGHTLY_BEYOND,
            Distance::Beyond => BEYOND,
        };
    let Some((sum, first)) = rule(0).filter(|(sum, _)| *sum >= least) else { return Intent::Nothing };
    if !has_operation(first.operation) {
        return Intent::Missing;
    }
    let Some((next, second)) = rule(1).filter(|(next, _)| sum - next < MARGIN && sum - next >= 0) else {
        return Intent::One(first.operation, first.needs);
    };
    debug_assert!(next <= sum);
    let one_for_other = |one: &str, other: &str| COMPATIBLE.contains(&(one, other));
    if one_for_other(first.operation, second.operation) {
        Intent::One(first.operation, first.needs)
    } else if one_for_other(second.operation, first.operation) {
        Intent::One(second.operation, second.needs)
    } else if let Some(own) = more_special(heard, first, second) {
        Intent::One(own.operation, own.needs)
    } else {
        Intent::Either(first.operation, second.operation)
    }
}

/// Returns, of two equally likely readings, the one that uses what is named, or else the one with rarer words.
fn more_special<'r>(heard: &QuestionContent<'_>, one: &'r Rule, other: &'r Rule) -> Option<&'r Rule> {
    let is_of_one = |rule: &&Rule| rule.needs == Needs::Resort;
    let by_need = || {
        let mut of_one = [one, other].into_iter().filter(is_of_one);
        let (only, None) = (of_one.next()?, of_one.next()) else { return None };
        let rest = if only.operation == one.operation { other } else { one };
        match heard.resorts.len() {
            1 => Some(only),
            0 if heard.names_place() && heard.state.is_none() => Some(rest),
            _ => None,
        }
    };
    let by_words = || {
        let special = SPECIAL.iter().find(|name| [one.operation, other.operation].contains(*name))?;
        [one, other].into_iter().find(|rule| rule.operation == *special)
    };
    by_words().or_else(by_need)
}

/// Returns what an operation needs to have named, if questions can mean it.
pub(crate) fn takes(heard: &QuestionContent<'_>, operation: &str) -> Option<Needs> {
    let rule = EMBEDDED.iter().find(|rule| rule.operation == operation)?;
    may_be_meant(heard, rule).then_some(rule.needs)
}

/// Returns every operation that questions can mean, in the order of the rules.
pub fn operations() -> impl Iterator<Item = &'static str> {
    EMBEDDED.iter().map(|rule| rule.operation)
}

#[cfg(test)]
mod tests;
