//! Tests handwritten rows in the format of OurAirports (synthetic, except for well-known names), and the recorded
//! sample if it is available next to the repository.

use std::path::Path;

use chrono::NaiveDate;

use super::read;
use crate::Resort;
use crate::airports::Airports;

const HEADER: &str = "\"id\",\"ident\",\"type\",\"name\",\"latitude_deg\",\"longitude_deg\",\"elevation_ft\",\"continent\",\
    \"iso_country\",\"iso_region\",\"municipality\",\"scheduled_service\",\"icao_code\",\"iata_code\",\"gps_code\"\n";
/// Header of files before `icao_code`, in another order.
const OLDER: &str = "id,ident,type,name,latitude_deg,longitude_deg,elevation_ft,continent,iso_country,iso_region,\
    municipality,scheduled_service,gps_code,iata_code,local_code\n";

const DAY: NaiveDate = NaiveDate::from_ymd_opt(2026, 11, 22).unwrap();

/// Returns a row of the current format.
fn row(
    kind: &str,
    name: &str,
    at: (f64, f64),
    feet: &str,
    country: &str,
    scheduled: &str,
    iata: &str,
) -> String {
    format!(
        "1,\"XXXX\",\"{kind}\",\"{name}\",{},{},{feet},\"NA\",\"{country}\",\"X-Y\",\"Town\",\"{scheduled}\",\"XXXX\",\"{iata}\",\"XXXX\"\n",
        at.0, at.1
    )
}

fn resorts() -> Vec<Resort> {
    crate::embedded().unwrap()
}

fn taken(text: &str) -> Vec<String> {
    let register = read(text.as_bytes(), &resorts(), DAY).unwrap();
    register.airports.rows().iter().map(|row| row.iata.clone()).collect()
}

const VAIL: (f64, f64) = (39.6, -106.9);
const DESERT: (f64, f64) = (23.0, 5.0);

#[test]
fn medium_airports_must_be_near_resorts() {
    let text = HEADER.to_owned()
        + &row("medium_airport", "Near", VAIL, "6548", "US", "yes", "NEA")
        + &row("medium_airport", "Far", DESERT, "10", "DZ", "yes", "FAR")
        + &row("large_airport", "Large", DESERT, "10", "DZ", "yes", "LRG")
        + &row("small_airport", "Small", VAIL, "10", "US", "yes", "SML")
        + &row("closed", "Closed", VAIL, "10", "US", "yes", "CLO")
        + &row("large_airport", "Unscheduled", VAIL, "10", "US", "no", "UNS")
        + &row("large_airport", "Nameless", VAIL, "10", "US", "yes", "")
        + &row("heliport", "Heliport", VAIL, "", "US", "no", "");
    assert_eq!(taken(&text), ["LRG", "NEA"]);
    let register = read(text.as_bytes(), &resorts(), DAY).unwrap();
    assert_eq!(register.left_out.values().sum::<usize>(), 6);
    assert_eq!(register.left_out["no resort is in its reach"], 1);
    assert_eq!(register.airports.source(), "ourairports:2026-11-22");
}

#[test]
fn na_is_not_a_missing_value() {
    let text = HEADER.to_owned() + &row("large_airport", "Windhoek", (-22.48, 17.47), "", "NA", "yes", "WDH");
    let airports = read(text.as_bytes(), &resorts(), DAY).unwrap().airports;
    let row = airports.find("WDH").unwrap();
    assert_eq!((row.country.as_str(), row.elevation_m), ("NA", None), "an empty elevation is not sea level");
}

#[test]
fn reads_older_files_by_column_names() {
    let text = OLDER.to_owned()
        + "1,EGE,medium_airport,Eagle,39.6426,-106.9177,6548,NA,US,US-CO,Eagle,yes,KEGE,EGE,EGE\n";
    let airports = read(text.as_bytes(), &resorts(), DAY).unwrap().airports;
    let row = airports.find("EGE").unwrap();
    assert_eq!((row.lat, row.lon, row.elevation_m), (39.64, -106.92, Some(1996)));
}

#[test]
fn shared_code_goes_to_larger_airport() {
    for rows in [["medium_airport", "large_airport"], ["large_airport", "medium_airport"]] {
        let text =
            HEADER.to_owned() + &rows.map(|kind| row(kind, kind, VAIL, "1", "US", "yes", "TWO")).concat();
        let airports = read(text.as_bytes(), &resorts(), DAY).unwrap().airports;
        assert_eq!(airports.find("TWO").unwrap().name, "large_airport");
    }
}

#[test]
fn rejects_other_files() {
    for text in ["", "a,b,c\n1,2,3\n", HEADER] {
        assert!(read(text.as_bytes(), &resorts(), DAY).is_err(), "{text}");
    }
}

#[test]
fn bad_coordinates_skip_only_their_row() {
    let text = HEADER.to_owned()
        + &row("large_airport", "Pole", (91.0, 0.0), "1", "US", "yes", "POL")
        + "2,X,large_airport,Bad,north,east,1,NA,US,US-CO,Town,yes,X,BAD,X\n"
        + "3,X,large_airport,Short\n"
        + &row("large_airport", "Good", VAIL, "1", "US", "yes", "GOO");
    assert_eq!(taken(&text), ["GOO"]);
}

#[test]
fn table_round_trips() {
    let mut text =
        HEADER.to_owned() + &row("large_airport", "A, \"\"quoted\"\"", VAIL, "-11", "US", "yes", "QUO");
    text += &row("large_airport", "No height", DESERT, "", "DZ", "yes", "NOH");
    let airports = read(text.as_bytes(), &resorts(), DAY).unwrap().airports;
    assert_eq!(airports.find("QUO").unwrap().name, "A, \"quoted\"");
    assert_eq!(Airports::parse(&airports.table()).unwrap(), airports);
}

#[test]
fn the_recorded_sample_reads() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/payloads/airports");
    let Ok(text) = std::fs::read(folder.join("ourairports_airports_sample.csv")) else {
        println!("not tried: no recorded sample next to the repository");
        return;
    };
    let register = read(&text, &resorts(), DAY);
    println!("{register:?}");
    match register {
        Ok(register) => assert!(register.airports.rows().iter().all(|row| row.validate().is_ok())),
        Err(error) => assert!(error.to_string().contains("no airport with scheduled service"), "{error}"),
    }
}
