//! Reads an answer of the contract and prints each depth with its age, source and confidence. `cargo run -p contract
//! --example read [FILE]`. Without a file it reads the synthetic `docs/examples/full.json`.
#![expect(clippy::print_stdout, reason = "an example prints its result")]

use std::error::Error;

use contract::conditions_core::field::Field;
use contract::conditions_core::units::Tenths;
use contract::freshness::FieldFreshness;

const FULL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/full.json");

fn line(band: &str, depth: Option<&Field<Tenths>>, age: &FieldFreshness) -> String {
    let Some(depth) = depth else { return format!("{band:9} not reported") };
    let Some(cm) = depth.value else { return format!("{band:9} not reported") };
    format!(
        "{band:9} {} cm ({}), {:?}, confidence {}",
        cm.get(),
        age.label,
        depth.source,
        depth.confidence.get()
    )
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).unwrap_or_else(|| FULL.to_owned());
    let answer = contract::read(&std::fs::read(&file)?)?;
    let (meta, data) = (&answer.envelope.meta, &answer.envelope.data);
    println!("{} by {}, {}", data.slug, meta.source, meta.generated_at);
    let (depth, age) = (&data.depth, &meta.freshness);
    println!("{}", line("base", depth.base.as_ref(), &age.depth_base));
    println!("{}", line("mid", depth.mid.as_ref(), &age.depth_mid));
    println!("{}", line("summit", depth.summit.as_ref(), &age.depth_summit));
    for addition in &answer.additions {
        println!("{} is of a newer version than this program", addition.pointer);
    }
    Ok(())
}
