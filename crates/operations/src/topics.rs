//! Topics of tools, for clients that load every description: `/mcp/t/{topics}` lists only the tools of some.

use crate::operation::AnyOperation;
use crate::ops;

/// The tool that finds the slug which most others need; it is in every list.
const FINDER: &str = "search_resorts";

/// A topic and its tools.
#[derive(Debug, Clone, Copy)]
struct Topic {
    name: &'static str,
    tools: &'static [&'static str],
}

/// Every topic. A tool has one; [`FINDER`] is in all.
const TOPICS: [Topic; 6] = [
    Topic {
        name: "snow",
        tools: &[
            "ask_snowdata",
            "get_conditions",
            "get_resort",
            "get_resort_info",
            "find_resorts_by_criteria",
            "get_snow_report",
            "find_best_powder",
            "compare_resorts",
            "get_regional_summary",
            "get_southern_hemisphere_report",
            "get_season_openings",
            "get_snow_quality",
            "get_avalanche",
        ],
    },
    Topic {
        name: "forecast",
        tools: &["get_weather_forecast", "compare_forecasts", "get_storm_watch", "get_operating_risk"],
    },
    Topic {
        name: "climate",
        tools: &[
            "get_snow_history",
            "get_monthly_snow",
            "get_trip_window",
            "get_season_leaderboard",
            "get_elnino_signal",
            "get_elnino_rankings",
            "get_ml_trends",
            "list_insight_categories",
            "get_insights",
        ],
    },
    Topic {
        name: "travel",
        tools: &[
            "get_destination",
            "find_flights_to_powder",
            "plan_ski_trip",
            "find_powder_trips",
            "plan_ski_road_trip",
            "compare_passes",
            "get_pass",
            "find_pass_resorts",
            "get_road_access",
            "get_road_cameras",
            "get_road_weather",
            "book_lodging",
        ],
    },
    Topic { name: "media", tools: &["get_webcam_status", "get_resort_photos", "get_powder_reels"] },
    Topic {
        name: "account",
        tools: &[
            "save_resort",
            "remove_saved_resort",
            "list_saved_resorts",
            "subscribe_alerts",
            "list_alerts",
            "unsubscribe_alerts",
            "get_my_snow_report",
        ],
    },
];

/// A set of topics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Topics(u8);

/// A name that is not a topic.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a topic; the topics are snow, forecast, climate, travel, media, account, joined with commas"
)]
pub struct UnknownTopic(String);

impl std::str::FromStr for Topics {
    type Err = UnknownTopic;

    /// Parses names with commas between them.
    fn from_str(text: &str) -> Result<Self, UnknownTopic> {
        let mut bits = 0;
        for name in text.split(',') {
            let place = TOPICS.iter().position(|topic| topic.name == name);
            bits |= 1 << place.ok_or_else(|| UnknownTopic(name.chars().take(40).collect()))?;
        }
        Ok(Self(bits))
    }
}

impl Topics {
    /// Returns the tools of these topics, in the documented order.
    pub fn tools(self) -> impl Iterator<Item = &'static dyn AnyOperation> {
        ops::tools().filter(move |operation| self.has(operation.meta().name))
    }

    fn has(self, tool: &str) -> bool {
        let chosen = TOPICS.iter().enumerate().filter(|(place, _)| self.0 >> place & 1 == 1);
        tool == FINDER || chosen.into_iter().any(|(_, topic)| topic.tools.contains(&tool))
    }
}

#[cfg(test)]
mod tests;
