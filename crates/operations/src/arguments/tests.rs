use schemars::JsonSchema;
use serde::Deserialize;

use super::*;

#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Colour {
    DeepBlue,
    Red,
}

#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Args {
    #[schemars(length(min = 1, max = 5))]
    name: String,
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u32>,
    min_depth: Option<f64>,
    colour: Option<Colour>,
}

fn args(pairs: &[Pair<'_>]) -> Result<Args, OpError> {
    read(&Rules::from_schema(&schema_of::<Args>()), pairs)
}

#[track_caller]
fn refuses(pairs: &[Pair<'_>], argument: &str, message: &str) {
    let Err(OpError::InvalidArguments(problems)) = args(pairs) else { panic!("accepted {pairs:?}") };
    assert_eq!((problems[0].argument.as_str(), problems[0].message.as_str()), (argument, message));
}

#[test]
fn reads_every_type() {
    let read = args(&[("name", "alta"), ("limit", "5"), ("minDepth", "2.5"), ("colour", "deep-blue")]);
    let expected = Args {
        name: "alta".to_owned(),
        limit: Some(5),
        min_depth: Some(2.5),
        colour: Some(Colour::DeepBlue),
    };
    assert_eq!(read, Ok(expected));
}

#[test]
fn names_the_error_and_allowed_values() {
    refuses(
        &[("name", "a"), ("size", "1")],
        "size",
        "unknown parameter; allowed: name, limit, minDepth, colour",
    );
    refuses(&[], "name", "required parameter is missing");
    refuses(&[("name", "a"), ("name", "b")], "name", "given more than once; give it once");
    refuses(&[("name", "")], "name", "must be 1 to 5 characters long, not 0");
    refuses(&[("name", "a"), ("limit", "101")], "limit", "must be a whole number from 1 to 100, not `101`");
    refuses(&[("name", "a"), ("limit", "-1")], "limit", "must be a whole number from 1 to 100, not `-1`");
    refuses(&[("name", "a"), ("limit", "abc")], "limit", "must be a whole number from 1 to 100, not `abc`");
    refuses(&[("name", "a"), ("minDepth", "NaN")], "minDepth", "must be a number, not `NaN`");
    refuses(&[("name", "a"), ("colour", "green")], "colour", "must be one of deep-blue, red, not `green`");
}

#[test]
fn errors_quote_only_a_short_excerpt() {
    let long = "x".repeat(10_000);
    let Err(OpError::InvalidArguments(problems)) = args(&[("name", "a"), ("limit", &long)]) else { panic!() };
    assert!(problems[0].message.len() < 200);
}
