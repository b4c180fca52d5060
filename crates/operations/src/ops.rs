//! The one ordered list of operations. REST routes, tools, OpenAPI and the documentation are generated from it.

use crate::operation::AnyOperation;

/// Returns the operations that are REST endpoints, in the documented order.
pub fn endpoints() -> impl Iterator<Item = &'static dyn AnyOperation> {
    OPERATIONS.iter().copied().filter(|operation| operation.meta().has_endpoint())
}

/// Returns the operations that are tools, in the documented order.
pub fn tools() -> impl Iterator<Item = &'static dyn AnyOperation> {
    OPERATIONS.iter().copied().filter(|operation| operation.meta().has_tool())
}

macro_rules! operations {
    ($($name:ident),* $(,)?) => {
        $(pub mod $name;)*

        /// Every operation, in the documented order.
        ///
        /// A static, not a constant: a crate that uses a constant compiles every operation again.
        pub static OPERATIONS: &[&dyn AnyOperation] = &[$(&$name::Op),*];
    };
}

operations! {
    ask_snowdata,
    get_conditions,
    get_resort,
    get_resort_info,
    search_resorts,
    find_resorts_by_criteria,
    get_weather_forecast,
    get_hourly_weather,
    compare_forecasts,
    get_storm_watch,
    get_snow_quality,
    get_operating_risk,
    get_avalanche,
    get_snow_report,
    find_best_powder,
    compare_resorts,
    get_regional_summary,
    get_southern_hemisphere_report,
    get_season_openings,
    get_destination,
    get_snow_history,
    get_monthly_snow,
    get_trip_window,
    get_season_leaderboard,
    get_elnino_signal,
    get_elnino_rankings,
    get_ml_trends,
    list_insight_categories,
    get_insights,
    find_flights_to_powder,
    plan_ski_trip,
    find_powder_trips,
    plan_ski_road_trip,
    compare_passes,
    get_pass,
    find_pass_resorts,
    get_road_access,
    get_road_cameras,
    get_road_weather,
    get_webcam_status,
    get_resort_photos,
    get_powder_reels,
    save_resort,
    remove_saved_resort,
    list_saved_resorts,
    subscribe_alerts,
    list_alerts,
    unsubscribe_alerts,
    book_lodging,
    get_my_snow_report,
    get_credits,
    get_definitions,
}

#[cfg(test)]
mod tests;
