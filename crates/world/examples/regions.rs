//! `regions FILE YYYY-MM-DD LICENCE` finds the avalanche warning region of every resort of the catalogue, from a file
//! in the form of the EAWS micro-regions, with the borders of that day. `cargo xtask regions FILE --on YYYY-MM-DD
//! --licence TEXT` runs it. The file's polygons are not copied.
#![expect(clippy::print_stdout, reason = "a command line tool prints")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use avalanche::Regions;
use chrono::NaiveDate;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let outcome = match (words.next(), words.next().map(|day| day.parse()), words.next()) {
        (Some(file), Some(Ok(day)), Some(licence)) => run(&file, day, &licence),
        _ => Err("regions FILE YYYY-MM-DD LICENCE".to_owned()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn run(file: &str, day: NaiveDate, licence: &str) -> Result<(), String> {
    let bytes = fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let regions = Regions::from_geojson(&bytes).map_err(|error| format!("{file}: {error}"))?;
    let resorts = catalogue::embedded().map_err(|error| error.to_string())?;
    let found: BTreeMap<&str, &str> = resorts
        .iter()
        .filter_map(|resort| Some((resort.slug.as_str(), regions.at(resort.lat, resort.lon, day)?)))
        .collect();
    let before: BTreeMap<&str, &str> = avalanche::resorts().collect();
    let moved = found.iter().filter(|(slug, region)| before.get(*slug).is_some_and(|known| known != *region));
    let gone: Vec<&str> = before.keys().filter(|slug| !found.contains_key(*slug)).copied().collect();
    println!("{} resorts in a region, {} in another one than before", found.len(), moved.count());
    println!("no longer in a region: {}", gone.join(" "));
    let licence = regions.licence().unwrap_or(licence);
    let dated = regions.dated().map_or_else(|| "of an unknown day".to_owned(), |dated| format!("of {dated}"));
    let mut table = format!(
        "# Which warning region of the EAWS scheme a resort of the catalogue lies in: slug, region. Facts, no geometry.\n\
         # Found with the rules of `regions.rs` on {day} in micro-regions {dated} (https://gitlab.com/eaws/eaws-regions),\n\
         # licence: {licence}. Regions are cut anew each autumn; a deployment may give a newer file.\n"
    );
    for (slug, region) in found {
        let _ = writeln!(table, "{slug},{region}");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../avalanche/data/resorts.csv");
    fs::write(&path, table).map_err(|error| format!("{}: {error}", path.display()))
}
