//! Tests the embedded table, the usual gateways, and the resolution of names.

use super::{Airports, OriginError, TABLE, airports};
use crate::embedded;

fn codes(place: (f64, f64)) -> Vec<&'static str> {
    airports().near(place, 300.0, 5).into_iter().map(|(_, row)| row.iata.as_str()).collect()
}

fn of(slug: &str) -> Vec<&'static str> {
    let resorts = embedded().unwrap();
    let resort = resorts.iter().find(|resort| resort.slug == slug).unwrap();
    codes((resort.lat, resort.lon))
}

#[test]
fn embedded_table_is_complete() {
    let table = Airports::parse(TABLE).unwrap();
    assert_eq!(&table, airports());
    assert!(table.rows().len() > 600);
    assert_eq!(table.source(), "compiled:2026-11");
    assert_eq!(table.table(), TABLE, "written as it is read");
}

#[test]
fn nearly_every_resort_has_a_gateway() {
    let resorts = embedded().unwrap();
    let without: Vec<&str> = resorts
        .iter()
        .filter(|resort| airports().near((resort.lat, resort.lon), 300.0, 1).is_empty())
        .map(|resort| resort.slug.as_str())
        .collect();
    assert!(without.is_empty(), "{without:?}");
}

#[test]
fn gateways_are_the_usual_ones() {
    for (slug, gateway) in [
        ("vail", "EGE"),
        ("alta", "SLC"),
        ("les-grands-montets", "GVA"),
        ("st-anton", "INN"),
        ("whistler-blackcomb", "YVR"),
        ("niseko-united", "CTS"),
        ("thredbo", "CBR"),
        ("the-remarkables", "ZQN"),
        ("valle-nevado", "SCL"),
        ("big-sky", "BZN"),
    ] {
        assert!(of(slug).contains(&gateway), "{slug}: {:?}", of(slug));
    }
}

#[test]
fn gateways_are_not_across_barriers() {
    for (slug, not) in [
        ("niseko-united", "AOJ"),
        ("elbrus-azau", "KUT"),
        ("las-lenas", "SCL"),
        ("troodos", "BEY"),
        ("gulmarg", "ISB"),
        ("mount-hermon", "BEY"),
        ("tsaghkadzor", "KSY"),
        ("turoa", "NSN"),
    ] {
        let near = of(slug);
        assert!(!near.is_empty() && !near.contains(&not), "{slug}: {near:?}");
    }
}

fn origin(text: &str) -> Vec<&'static str> {
    let origin = airports().origin(text).unwrap_or_else(|wrong| panic!("{text}: {wrong:?}"));
    [origin.code].into_iter().chain(origin.airports.into_iter().map(|row| row.iata.as_str())).collect()
}

#[test]
fn origins_are_codes_and_cities() {
    assert_eq!(origin("GVA"), ["GVA", "GVA"]);
    assert_eq!(origin(" gva "), ["GVA", "GVA"]);
    assert_eq!(origin("Geneva"), ["GVA", "GVA"]);
    assert_eq!(origin("São Paulo"), ["SAO", "GRU", "CGH"]);
    assert_eq!(origin("london"), ["LON", "LHR", "LGW", "STN", "LTN", "LCY"]);
    assert_eq!(origin("NYC"), ["NYC", "JFK", "EWR", "LGA"]);
    assert_eq!(origin("Dusseldorf"), ["DUS", "DUS"]);
    assert_eq!(origin("Québec"), ["YQB", "YQB"]);
}

#[test]
fn ambiguous_city_is_not_guessed() {
    for (text, codes) in [("Portland", ["PDX", "PWM"]), ("Dallas", ["DAL", "DFW"])] {
        let Err(OriginError::Several(rows)) = airports().origin(text) else {
            panic!("{text} was guessed at")
        };
        assert_eq!(rows.iter().map(|row| row.iata.as_str()).collect::<Vec<_>>(), codes);
    }
}

#[test]
fn unknown_airport_gets_candidates() {
    let candidates = |text: &str| {
        let Err(OriginError::Unknown(rows)) = airports().origin(text) else { panic!("{text} is something") };
        rows.iter().map(|row| row.iata.as_str()).collect::<Vec<_>>()
    };
    assert!(candidates("Genva").contains(&"GVA"));
    assert!(candidates("LRH").contains(&"LHR"));
    assert!(candidates("Innsbrück Hbf").contains(&"INN"));
    assert!(candidates("").is_empty());
    assert!(candidates("'; drop table").is_empty());
    assert!(candidates(&"x".repeat(10_000)).is_empty());
}

#[test]
fn city_codes_have_airports() {
    for (code, city, members) in super::origin::CITIES {
        assert!(airports().find(code).is_none(), "{code} is an airport's code too");
        assert!(members.iter().all(|iata| airports().find(iata).is_some()), "{city}");
    }
}

#[test]
fn rejects_invalid_tables() {
    let head = "# source: invented\n# dated: 2026-01-01\niata,name,city,country,lat,lon,elevation_m\n";
    let parse = |rows: &str| Airports::parse(&format!("{head}{rows}"));
    assert!(parse("ABC,Name,Town,CH,46.0,7.0,\n").is_ok());
    for rows in [
        "abc,Name,Town,CH,46.0,7.0,400\n",
        "ABC,Name,Town,CH,96.0,7.0,400\n",
        "ABC,Name,,CH,46.0,7.0,400\n",
        "ABC,Name,Town,ch,46.0,7.0,400\n",
        "ABC,Name,Town,CH,NaN,7.0,400\n",
        "ABC,Name,Town,CH,46.0,7.0,400\nABC,Name,Town,CH,46.0,7.0,400\n",
        "ABC,Name,Town\n",
    ] {
        assert!(parse(rows).is_err(), "{rows}");
    }
    assert!(Airports::parse(&head.replace("# dated", "# on")).is_err());
    assert!(Airports::parse(&head.replace("# source", "# by")).is_err());
}
