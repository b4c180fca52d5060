//! Arguments that are unknown, malformed, missing or given twice are named, and nothing is ignored.

use operations::error::ArgumentProblem;
use operations::{Caller, OPERATIONS, OpError};

use crate::world::{ask, operation};

fn problems(name: &str, pairs: &[(&str, &str)]) -> Vec<ArgumentProblem> {
    match ask(&Caller::Anonymous, name, pairs) {
        Err(OpError::InvalidArguments(problems)) => problems,
        other => panic!("{name} {pairs:?}: {other:?}"),
    }
}

/// The arguments without which an operation does not answer.
fn needed(name: &str) -> Vec<(String, &'static str)> {
    let schema = operation(name).arguments();
    let required = schema.get("required").and_then(|list| list.as_array()).cloned().unwrap_or_default();
    required.iter().map(|name| (name.as_str().unwrap().to_owned(), "alpenau")).collect()
}

#[test]
fn an_unknown_argument_is_named_with_all_that_are_allowed() {
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
fn a_missing_argument_is_named() {
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
fn an_argument_given_twice_is_an_error_even_with_the_same_value() {
    let twice = problems("find_resorts_by_criteria", &[("limit", "5"), ("limit", "5")]);
    assert_eq!((twice.len(), twice[0].argument.as_str()), (1, "limit"));
    assert!(twice[0].message.contains("more than once"));
    let twice = problems("get_resort", &[("slug", "alpenau"), ("slug", "birch-bowl")]);
    assert_eq!(twice[0].argument, "slug");
}

#[test]
fn a_malformed_value_is_named_with_what_is_allowed() {
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
fn every_problem_is_named_at_once() {
    let all = problems(
        "find_resorts_by_criteria",
        &[("limit", "0"), ("colour", "red"), ("minDepth", "x"), ("sort", "depth"), ("offset", "-1")],
    );
    let named: Vec<&str> = all.iter().map(|problem| problem.argument.as_str()).collect();
    assert_eq!(named, ["limit", "colour", "minDepth", "offset"]);
    let words = problems("find_resorts_by_criteria", &[("sort", "x"), ("limit", "0"), ("status", "y")]);
    let named: Vec<&str> = words.iter().map(|problem| problem.argument.as_str()).collect();
    assert_eq!(named, ["sort", "limit", "status"], "wrong words are named beside wrong numbers");
}

#[test]
fn what_was_given_is_repeated_shortly_and_without_control_characters() {
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
