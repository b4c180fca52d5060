//! Unknown, malformed, missing and repeated arguments are named, and nothing is ignored.

use operations::error::ArgumentProblem;
use operations::{OPERATIONS, OpError};
use world::Caller;
use world::place::Region;

use crate::world::{ask, operation, reader};

fn problems(name: &str, pairs: &[(&str, &str)]) -> Vec<ArgumentProblem> {
    match ask(&reader(&[]), name, pairs) {
        Err(OpError::InvalidArguments(problems)) => problems,
        other => panic!("{name} {pairs:?}: {other:?}"),
    }
}

/// Returns the required arguments of an operation.
fn needed(name: &str) -> Vec<(String, &'static str)> {
    let schema = operation(name).arguments();
    let required = schema.get("required").and_then(|list| list.as_array()).cloned().unwrap_or_default();
    let value = |name: &str| match name {
        "slugs" => "alpenau,birch-bowl",
        "start" | "checkIn" => "2026-02-14",
        "checkOut" => "2026-02-16",
        "type" => "powder",
        _ => "alpenau",
    };
    required.iter().filter_map(|name| name.as_str()).map(|name| (name.to_owned(), value(name))).collect()
}

#[test]
fn unknown_argument_lists_known_ones() {
    for operation in OPERATIONS {
        let name = operation.meta().name;
        let needed = needed(name);
        let mut pairs: Vec<(&str, &str)> = needed.iter().map(|(n, v)| (n.as_str(), *v)).collect();
        pairs.push(("colour", "red"));
        let problems = problems(name, &pairs);
        assert_eq!(problems.len(), 1, "{name}: {problems:?}");
        assert_eq!(problems[0].argument, "colour", "{name}");
        let schema = operation.arguments();
        for allowed in schema.get("properties").and_then(|known| known.as_object()).into_iter().flatten() {
            assert!(problems[0].message.contains(allowed.0), "{name}: {}", problems[0].message);
        }
    }
}

#[test]
fn reports_at_most_ten_problems() {
    let names: Vec<String> = (0..15_000).map(|number| format!("a{number}")).collect();
    let pairs: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "")).collect();
    let unknown = problems("find_resorts_by_criteria", &pairs);
    assert_eq!(unknown.len(), 10);
    assert_eq!([unknown[0].argument.as_str(), unknown[9].argument.as_str()], ["a0", "a9"]);
    let repeated = problems("find_resorts_by_criteria", &[("country", "AT"); 5_000]);
    assert_eq!(repeated.len(), 10);
}

#[test]
fn missing_argument_is_named() {
    for operation in OPERATIONS {
        let name = operation.meta().name;
        for (argument, _) in needed(name) {
            let missing = problems(name, &[]);
            assert!(
                missing.iter().any(|p| p.argument == argument && p.message.contains("missing")),
                "{name}"
            );
        }
    }
}

#[test]
fn rejects_repeated_arguments() {
    let twice = problems("find_resorts_by_criteria", &[("limit", "5"), ("limit", "5")]);
    assert_eq!((twice.len(), twice[0].argument.as_str()), (1, "limit"));
    assert!(twice[0].message.contains("more than once"));
    let twice = problems("get_resort", &[("slug", "alpenau"), ("slug", "birch-bowl")]);
    assert_eq!(twice[0].argument, "slug");
}

#[test]
fn malformed_value_names_allowed_ones() {
    let find = "find_resorts_by_criteria";
    for (name, argument, value, allowed) in [
        (find, "limit", "0", "from 1 to 500"),
        (find, "limit", "501", "from 1 to 500"),
        (find, "limit", "ten", "whole number"),
        (find, "limit", "1.5", "whole number"),
        (find, "limit", "", "whole number"),
        (find, "limit", "99999999999999999999", "from 1 to 500"),
        (find, "offset", "-1", "from 0 to 100000"),
        (find, "minDepth", "deep", "a number from 0 to 1500"),
        (find, "minDepth", "NaN", "a number"),
        (find, "minDepth", "inf", "a number"),
        (find, "minDepth", "1e400", "a number"),
        (find, "minRuns", "12.0", "whole number"),
        (find, "minScore", "100.1", "from 0 to 100"),
        (find, "sort", "depht", "name, depth, snowfall, forecast, elevation, score"),
        (find, "sort", "Depth", "depth"),
        (find, "status", "open", "OPEN, CLOSED_TODAY, PRE_SEASON, OFF_SEASON, UNKNOWN"),
        (find, "region", "atlantis", "alps"),
        (find, "country", "Atlantis", "ISO 3166-1"),
        (find, "country", "X", "2 to 60 characters"),
        (find, "state", "", "2 to 60 characters"),
        ("search_resorts", "limit", "51", "from 1 to 50"),
        ("search_resorts", "country", "Narnia", "ISO 3166-1"),
        ("get_weather_forecast", "days", "15", "from 1 to 14"),
        ("get_weather_forecast", "days", "0", "from 1 to 14"),
        ("get_weather_forecast", "band", "top", "base, mid, summit"),
        ("get_snow_report", "limit", "101", "from 1 to 100"),
        ("get_snow_report", "sort", "snowsure", "score, snowfall, depth, forecast"),
        ("get_snow_report", "region", "everywhere", "alps"),
        ("get_southern_hemisphere_report", "sort", "name", "score, snowfall, depth, forecast"),
        ("get_southern_hemisphere_report", "country", "Atlantis", "ISO 3166-1"),
        ("find_best_powder", "minSnowfall", "-1", "a number from 0 to 300"),
        ("find_best_powder", "minSnowfall", "deep", "a number from 0 to 300"),
        ("find_best_powder", "limit", "0", "from 1 to 100"),
        ("compare_resorts", "dimensions", "score,beauty", "must be one of score, status"),
        ("compare_resorts", "dimensions", "score,,depth", "must be one of score, status"),
        ("compare_resorts", "dimensions", "", "must be one of score, status"),
        ("get_season_openings", "date", "tomorrow", "YYYY-MM-DD"),
        ("get_season_openings", "date", "2026-02-30", "YYYY-MM-DD"),
        ("get_season_openings", "date", "2026-1-5", "YYYY-MM-DD"),
        ("get_season_openings", "date", "+026-01-05", "YYYY-MM-DD"),
        ("get_season_openings", "date", "2027-01-12", "within 366 days"),
        ("get_season_openings", "date", "0001-01-01", "within 366 days"),
        ("get_season_openings", "hemisphere", "eastern", "northern, southern"),
        ("get_regional_summary", "region", "atlantis", "scandinavia, or a country"),
        ("get_regional_summary", "country", "Atlantis", "ISO 3166-1"),
        ("get_destination", "limit", "101", "from 1 to 100"),
    ] {
        let needed = needed(name);
        let mut pairs: Vec<(&str, &str)> = needed.iter().map(|(n, v)| (n.as_str(), *v)).collect();
        pairs.push((argument, value));
        let problems = problems(name, &pairs);
        assert_eq!(problems.len(), 1, "{argument}={value}: {problems:?}");
        assert_eq!(problems[0].argument, argument, "{argument}={value}");
        assert!(problems[0].message.contains(allowed), "{argument}={value}: {}", problems[0].message);
    }
    let empty = problems("get_resort", &[("slug", "")]);
    assert!(empty[0].message.contains("1 to 100 characters"), "{empty:?}");
}

#[test]
fn lists_use_commas_or_repetition() {
    let one = ask(&Caller::anonymous(), "compare_resorts", &[("slugs", "alpenau, birch-bowl")]).unwrap();
    let two = ask(&Caller::anonymous(), "compare_resorts", &[("slugs", "alpenau"), ("slugs", "birch-bowl")])
        .unwrap();
    assert_eq!(one, two);
    let three =
        ask(&Caller::anonymous(), "compare_resorts", &[("resorts", "alpenau"), ("slugs", "birch-bowl")])
            .unwrap();
    assert_eq!(one, three, "under two names of the same argument");
    for (slugs, message) in [
        ("alpenau", "must have 2 to 4 values, separated by commas, not 1"),
        ("a,b,c,d,e", "must have 2 to 4 values, separated by commas, not 5"),
        ("alpenau,", "must be 1 to 100 characters long, not 0"),
        ("alpenau,ALPENAU", "names `alpenau` twice"),
    ] {
        let problems = problems("compare_resorts", &[("slugs", slugs)]);
        assert_eq!((problems[0].argument.as_str(), problems[0].message.as_str()), ("slugs", message));
    }
    let unknown = ask(&Caller::anonymous(), "compare_resorts", &[("slugs", "alpenau,birch-bowls")]);
    assert!(matches!(unknown, Err(OpError::ResortNotFound { .. })), "{unknown:?}");
}

#[test]
fn summary_needs_a_matching_place() {
    let none = problems("get_regional_summary", &[]);
    assert_eq!(none[0].argument, "region");
    let schema = operation("get_regional_summary").arguments();
    let described = schema.pointer("/properties/region/description").unwrap().as_str().unwrap().to_owned();
    for region in Region::ALL {
        assert!(described.contains(region.tag()) && none[0].message.contains(region.tag()), "{region:?}");
    }
    let other = problems("get_regional_summary", &[("region", "France"), ("country", "CH")]);
    assert!(other[0].message.contains("another one"), "{other:?}");
    for (region, country) in [("FR", "France"), ("japan", "CH"), (" ALPS ", "switzerland")] {
        let both = [("region", region), ("country", country)];
        assert!(ask(&Caller::anonymous(), "get_regional_summary", &both).is_ok(), "{both:?}");
    }
}

#[test]
fn reports_all_problems_at_once() {
    let all = problems(
        "find_resorts_by_criteria",
        &[("limit", "0"), ("colour", "red"), ("minDepth", "x"), ("sort", "depth"), ("offset", "-1")],
    );
    let named: Vec<&str> = all.iter().map(|problem| problem.argument.as_str()).collect();
    assert_eq!(named, ["limit", "colour", "minDepth", "offset"]);
    let words = problems("find_resorts_by_criteria", &[("sort", "x"), ("limit", "0"), ("status", "y")]);
    let named: Vec<&str> = words.iter().map(|problem| problem.argument.as_str()).collect();
    assert_eq!(named, ["sort", "limit", "status"], "wrong words and wrong numbers are both named");
}

#[test]
fn errors_quote_input_safely() {
    let long = "9".repeat(50_000);
    let problem = &problems("find_resorts_by_criteria", &[("limit", &long)])[0];
    assert!(problem.message.len() < 200);
    let name = "n".repeat(50_000);
    let problem = &problems("find_resorts_by_criteria", &[(&name, "1")])[0];
    assert!(problem.argument.len() < 300, "{} bytes of the name are repeated", problem.argument.len());
    let problem = &problems("find_resorts_by_criteria", &[("sort", "a\u{1b}[31m")])[0];
    assert!(!problem.message.contains('\u{1b}'));
    let problem = &problems("find_resorts_by_criteria", &[("so\u{1b}rt", "a")])[0];
    assert!(!problem.argument.contains('\u{1b}'));
}
