//! Embeds the resolver in a program: readings go in, and the record comes out with its explanation. `cargo run -p
//! conditions-core --example embed`. The readings are invented.
#![expect(clippy::print_stdout, reason = "an example prints its result")]

use std::error::Error;

use conditions_core::evidence::{Claim, Evidence, Observation, Origin, Profile};
use conditions_core::policy::Policy;
use conditions_core::record::Band;
use conditions_core::time::Timestamp;
use conditions_core::trace::Explanation;

/// Readings in the program's own format: time, source, band and depth. One is the resort's entry, one a feed that was
/// read an hour later.
const READINGS: &str = "2026-01-10T10:00:00Z operator base 84\n\
    2026-01-10T11:00:00Z model base 61\n\
    2026-01-10T11:00:00Z model summit 142";
const RESORT: &str =
    r#"{"slug":"my-hill","zone":"Europe/Vienna","elevationM":{"base":800,"mid":1400,"summit":2000}}"#;

fn reading(line: &str) -> Option<Observation> {
    let mut words = line.split_whitespace();
    let observed_at = Timestamp::parse(words.next()?);
    let origin = match words.next()? {
        "operator" => Origin::Operator,
        "model" => Origin::Model { label: None, agreement: None },
        _ => return None,
    };
    let band = match words.next()? {
        "base" => Band::Base,
        "mid" => Band::Mid,
        "summit" => Band::Summit,
        _ => return None,
    };
    Some(Observation::new(origin, observed_at, Claim::Depth { band, cm: words.next()?.parse().ok()? }))
}

fn main() -> Result<(), Box<dyn Error>> {
    let resort: Profile = serde_json::from_str(RESORT)?;
    let observations = READINGS.lines().filter_map(reading);
    let evidence = Evidence::default().with_observations(observations);
    // The program supplies the time: the same evidence at the same time always gives the same record.
    let now = Timestamp::parse("2026-01-10T12:00:00Z").ok_or("not an instant")?;

    let mut why = Explanation::default();
    let resolution = conditions_core::resolve_with(now, &Policy::contract(), &resort, &evidence, &mut why);
    println!("{}", serde_json::to_string_pretty(&resolution.record)?);
    for step in &why.steps {
        println!("{}", serde_json::to_string(step)?);
    }
    Ok(())
}
