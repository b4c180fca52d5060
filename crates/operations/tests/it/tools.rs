//! Operations as tools: both channels are complete, agree with REST, and carry the credit.

use operations::{OPERATIONS, tool};
use serde_json::{Value, json};
use world::Caller;

use crate::examples::{caller, shown};
use crate::world::{act, ask, operation};

fn call(who: &Caller, name: &str, pairs: &[(&str, &str)]) -> (Value, String) {
    let answer = act(who, name, pairs).unwrap().tool;
    (serde_json::from_slice(&answer.structured).unwrap(), answer.text)
}

/// An example: name of the operation, caller and arguments.
type Example = (&'static str, Caller, Vec<(String, String)>);

/// Returns every example of every operation.
pub(crate) fn examples() -> Vec<Example> {
    let mut all = Vec::new();
    for operation in OPERATIONS {
        for example in shown(operation.meta().name)["examples"].as_array().unwrap() {
            let pairs = example["arguments"].as_object().unwrap().iter();
            let pairs =
                pairs.map(|(name, value)| (name.clone(), value.as_str().unwrap().to_owned())).collect();
            all.push((operation.meta().name, caller(example["caller"].as_str().unwrap()), pairs));
        }
    }
    all
}

pub(crate) fn borrowed(pairs: &[(String, String)]) -> Vec<(&str, &str)> {
    pairs.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect()
}

#[test]
fn content_matches_rest_answer() {
    for (name, who, pairs) in examples() {
        let mut rest = ask(&who, name, &borrowed(&pairs)).unwrap();
        let (mut structured, _) = call(&who, name, &borrowed(&pairs));
        let credits = structured.as_object_mut().unwrap().remove("credits").unwrap();
        assert!(!credits["service"]["text"].as_str().unwrap().is_empty());
        // The contract's envelope is closed and has none.
        if let Some(in_meta) = rest["meta"].as_object_mut().unwrap().remove("credits") {
            assert_eq!(credits, in_meta, "{name}");
        }
        assert_eq!(structured, rest, "{name}");
    }
}

#[test]
fn content_matches_output_schema() {
    for (name, who, pairs) in examples() {
        let schema = tool::output(operation(name));
        let validator = jsonschema::validator_for(&schema).unwrap();
        let (structured, _) = call(&who, name, &borrowed(&pairs));
        let wrong: Vec<String> = validator.iter_errors(&structured).map(|e| e.to_string()).collect();
        assert!(wrong.is_empty(), "{name}: {wrong:#?}");
        // The schema rejects invalid content.
        let mut broken = structured.clone();
        broken["data"] = json!("x");
        assert!(!validator.is_valid(&broken), "{name}");
    }
}

#[test]
fn texts_end_with_the_credit() {
    for (name, who, pairs) in examples() {
        let (structured, text) = call(&who, name, &borrowed(&pairs));
        let credits = &structured["credits"];
        let (_, credit) = text.rsplit_once("\n\n").unwrap();
        for part in [&credits["service"]["text"], &credits["service"]["url"], &credits["termsUrl"]] {
            assert!(credit.contains(part.as_str().unwrap()), "{name}: {credit}");
        }
        for source in credits["sources"].as_array().unwrap() {
            assert!(credit.contains(source["text"].as_str().unwrap()), "{name}: {credit}");
        }
        for marker in ["null", "None", "Some(", "NaN"] {
            assert!(!text.contains(marker), "{name}: {text}");
        }
        assert!(text.len() > credit.len() + 20, "{name} says nothing: {text}");
    }
}

/// The text that a model reads at every turn stays small: names, descriptions and arguments.
#[test]
fn tool_list_fits_its_budget() {
    // Share of one tool if 49 tools take 64 KB; about four bytes are a token.
    const TOOL_BYTES: usize = 64 * 1024 / 49;
    let mut all = 0;
    for operation in OPERATIONS {
        let meta = operation.meta();
        let seen = meta.name.len()
            + meta.title.len()
            + meta.description.len()
            + tool::input(*operation, None).to_string().len();
        let size = seen + tool::output(*operation).to_string().len();
        all += size;
        println!("{} {seen} {size}", meta.name);
    }
    assert!(all <= TOOL_BYTES * OPERATIONS.len() * 5 / 4, "{all} bytes for {} tools", OPERATIONS.len());
}
