//! Finds names of other lists: prints what finds no resort or one elsewhere, and the counts.
//!
//!     cargo run -p catalogue --example names < LIST
//!
//! A line of the list is a name, a latitude and a longitude, with tabs between them. A resort within 12 km is right.

#![expect(clippy::print_stdout, reason = "a command line tool prints")]

use std::io;

use catalogue::embedded;
use catalogue::search::SearchIndex;
use conditions_core::geo::distance_km;

const NEAR_KM: f64 = 12.0;
/// Lower scores are for callers that ask "did you mean".
const MEANT: f64 = 0.66;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let resorts = embedded()?;
    let index = SearchIndex::new(&resorts);
    let (mut right, mut wrong, mut offered, mut none) = (0, 0, 0, 0);
    for line in io::stdin().lines() {
        let line = line?;
        let mut fields = line.split('\t');
        let (Some(name), Some(lat), Some(lon)) = (fields.next(), fields.next(), fields.next()) else {
            return Err(format!("`{line}`: needed are a name, a latitude and a longitude").into());
        };
        let (lat, lon): (f64, f64) = (lat.parse()?, lon.parse()?);
        let Some((hit, found)) =
            index.search(name, 1).first().and_then(|hit| Some((*hit, resorts.get(hit.index)?)))
        else {
            none += 1;
            println!("nothing: {name}");
            continue;
        };
        let km = distance_km((lat, lon), (found.lat, found.lon));
        let (count, verdict) = match (km < NEAR_KM, hit.score > MEANT) {
            (true, _) => (&mut right, None),
            (false, true) => (&mut wrong, Some("wrong  ")),
            (false, false) => (&mut offered, Some("offered")),
        };
        *count += 1;
        if let Some(verdict) = verdict {
            println!("{verdict}  {name}: {} at {km:.0} km, score {:.2}", found.slug, hit.score);
        }
    }
    println!("{right} right, {wrong} wrong, {offered} similar names offered, {none} without any");
    Ok(())
}
