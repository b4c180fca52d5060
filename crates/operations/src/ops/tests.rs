use std::collections::BTreeSet;

use super::{OPERATIONS, tools};

#[test]
fn names_and_paths_are_unique() {
    let mut names = BTreeSet::new();
    let mut paths = BTreeSet::new();
    for operation in OPERATIONS {
        let meta = operation.meta();
        assert!(names.insert(meta.name), "{} is listed twice", meta.name);
        assert!(paths.insert((meta.path, meta.method.name())), "{} is taken", meta.path);
        assert!(meta.name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'), "{}", meta.name);
        assert!(meta.path.starts_with('/') && !meta.path.ends_with('/'), "{}", meta.path);
        assert!(meta.description.ends_with('.') && !meta.title.ends_with('.'), "{}", meta.name);
    }
}

/// The specification's tools, and `get_conditions`.
const TOOLS: [&str; 49] = [
    "get_conditions",
    "get_resort",
    "get_resort_info",
    "search_resorts",
    "find_resorts_by_criteria",
    "get_snow_report",
    "find_best_powder",
    "compare_resorts",
    "get_weather_forecast",
    "compare_forecasts",
    "get_storm_watch",
    "get_snow_quality",
    "get_operating_risk",
    "get_regional_summary",
    "get_southern_hemisphere_report",
    "get_season_openings",
    "get_destination",
    "ask_snowdata",
    "get_snow_history",
    "get_monthly_snow",
    "get_trip_window",
    "get_season_leaderboard",
    "get_elnino_signal",
    "get_elnino_rankings",
    "get_ml_trends",
    "list_insight_categories",
    "get_insights",
    "get_avalanche",
    "get_road_access",
    "get_road_cameras",
    "get_road_weather",
    "plan_ski_road_trip",
    "find_flights_to_powder",
    "get_webcam_status",
    "get_resort_photos",
    "get_powder_reels",
    "find_powder_trips",
    "plan_ski_trip",
    "get_pass",
    "find_pass_resorts",
    "compare_passes",
    "save_resort",
    "remove_saved_resort",
    "list_saved_resorts",
    "subscribe_alerts",
    "list_alerts",
    "unsubscribe_alerts",
    "book_lodging",
    "get_my_snow_report",
];

#[test]
fn tools_match_the_specification() {
    for operation in tools() {
        let name = operation.meta().name;
        assert!(TOOLS.contains(&name), "{name} is not a tool of the specification");
    }
    assert_eq!(tools().count(), TOOLS.len());
    let rest_alone: Vec<&str> = OPERATIONS
        .iter()
        .map(|one| one.meta())
        .filter(|meta| !meta.has_tool())
        .map(|meta| meta.name)
        .collect();
    assert_eq!(rest_alone, ["get_hourly_weather", "get_credits", "get_definitions"]);
}

#[test]
fn arguments_are_described() {
    for operation in OPERATIONS {
        let schema = operation.arguments();
        assert_eq!(schema.get("additionalProperties"), Some(&false.into()), "{}", operation.meta().name);
        for (name, property) in schema.get("properties").and_then(|p| p.as_object()).into_iter().flatten() {
            assert!(property.get("description").is_some(), "{}.{name}", operation.meta().name);
        }
    }
}

#[test]
fn path_arguments_are_declared() {
    for operation in OPERATIONS {
        let schema = operation.arguments();
        for name in
            operation.meta().path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
        {
            assert!(schema.get("properties").is_some_and(|p| p.get(name).is_some()), "{name}");
        }
    }
}
