//! Tests import rules on handwritten files in the real formats. All areas are synthetic.
use chrono::NaiveDate;

use super::{Context, Details, Format, ImportError, ImportResult, import};
use crate::Resort;

/// The live columns; all places are invented.
const HEADER: &str = "name,countries,regions,localities,status,has_downhill,has_nordic,downhill_distance_km,\
    nordic_distance_km,vertical_m,min_elevation_m,max_elevation_m,lift_count,surface_lifts_count,run_convention,\
    wikidata_id,websites,openskimap,id,geometry,lat,lng,sources";

const GOOD: &str = "Fohnberg,Austria,Tyrol,Dorf,operating,yes,no,21,,900,1000,1900,7,2,europe,,\
    https://fohnberg.example/ https://other.example/,https://openskimap.org/?obj=ab,ab,Polygon,47.100000,11.400000,\
    https://www.openstreetmap.org/way/900 https://www.skimap.org/SkiAreas/view/77";

fn embedded() -> Vec<Resort> {
    let text = r#"
        [[resort]]
        slug = "known-peak"
        name = "Known Peak"
        aliases = ["Old Peak"]
        state = "Colorado"
        tags = ["north-america"]
        lat = 39.6
        lon = -106.3
        timezone = "America/Denver"
        sources = ["openskimap:2026-08-08", "osm:way/500"]
        dated = "2026-11-20"
    "#;
    crate::parse("US", text).expect("a good file")
}

fn run(text: &str, format: Format, earlier: &[Resort]) -> Result<ImportResult, ImportError> {
    let catalogue = embedded();
    let imported_on = NaiveDate::from_ymd_opt(2026, 11, 20).expect("a date");
    import(
        text.as_bytes(),
        format,
        Context {
            catalogue: &catalogue,
            earlier,
            imported_on,
            data_date: None,
            details: &Details::default(),
        },
    )
}

fn csv(rows: &[String]) -> ImportResult {
    run(&format!("{HEADER}\n{}\n", rows.join("\n")), Format::Detect, &[]).expect("a readable file")
}

fn row(changes: &[(&str, &str)]) -> String {
    let mut fields: Vec<&str> = GOOD.split(',').collect();
    for (column, value) in changes {
        let position = HEADER.split(',').position(|name| name == *column).expect("a column");
        fields[position] = value;
    }
    fields.join(",")
}

#[track_caller]
fn skipped(changes: &[(&str, &str)], reason: &str) {
    let imported = csv(&[row(changes)]);
    assert!(imported.resorts.is_empty(), "{:?}", imported.resorts);
    assert!(imported.skipped[0].reason.contains(reason), "{:?}", imported.skipped[0]);
    assert_eq!(imported.skipped[0].at, "line 2");
}

#[test]
fn a_good_area_becomes_a_resort() {
    let imported = csv(&[GOOD.to_owned()]);
    assert_eq!(imported.skipped, []);
    let [resort] = imported.resorts.as_slice() else { panic!("one resort, not {:?}", imported.resorts) };
    assert_eq!(
        (resort.slug.as_str(), resort.name.as_str(), resort.country.as_str()),
        ("fohnberg", "Fohnberg", "AT")
    );
    assert_eq!((resort.base_m, resort.summit_m, resort.lifts), (Some(1000), Some(1900), Some(7)));
    assert_eq!((resort.runs, resort.run_km), (None, None), "segments are not runs");
    assert_eq!(resort.state.as_deref(), Some("Tyrol"));
    assert_eq!(resort.tags, ["europe", "alps"]);
    assert_eq!(resort.timezone, chrono_tz::Europe::Vienna);
    assert_eq!(resort.website.as_deref(), Some("https://fohnberg.example/"));
    assert_eq!(resort.sources, ["openskimap:undated", "osm:way/900"]);
    resort.validate().expect("it keeps the rules of every row");
}

#[test]
fn each_rule_has_its_reason() {
    skipped(&[("status", "abandoned")], "`abandoned`");
    skipped(&[("status", "")], "unknown");
    skipped(&[("has_downhill", "no")], "no downhill");
    skipped(&[("name", "")], "no name");
    skipped(&[("lat", "")], "no coordinates");
    skipped(&[("lat", "147.1")], "no coordinates");
    skipped(&[("lat", "0.0"), ("lng", "0.0")], "no coordinates");
    skipped(&[("lat", "NaN")], "no coordinates");
    skipped(&[("min_elevation_m", "")], "no elevations");
    skipped(&[("min_elevation_m", "1900")], "not below");
    skipped(&[("min_elevation_m", "2000")], "not below");
    skipped(&[("max_elevation_m", "19000")], "not on Earth");
    skipped(&[("max_elevation_m", "8000")], "too far apart");
    skipped(&[("min_elevation_m", "-64")], "base -64 m is below the lowest ground of AT, 0 m");
    skipped(&[("lift_count", "")], "no lifts");
    skipped(&[("lift_count", "-3")], "no lifts");
    skipped(&[("countries", "")], "no country");
    skipped(&[("countries", "Atlantis")], "unknown country: Atlantis");
    skipped(&[("countries", "Austria;Italy")], "several countries");
    skipped(&[("countries", "Antarctica")], "no continent");
    skipped(&[("countries", "United States")], "time zone unknown");
    skipped(&[("sources", "")], "no lasting identifier");
    skipped(
        &[("sources", "https://www.openstreetmap.org/way/500")],
        "already in the catalogue as `known-peak`",
    );
}

#[test]
fn nearby_namesake_is_the_same_resort() {
    let near = [("countries", "United States"), ("lat", "39.61"), ("lng", "-106.31")];
    let named = |name| [&near[..], &[("name", name)]].concat();
    for name in ["Known Peak", "KNOWN PEAK Ski Resort", "Old Peak", "Knwon Peak"] {
        skipped(&named(name), "already in the catalogue as `known-peak`");
    }
    assert_eq!(csv(&[row(&named("Other Ridge"))]).resorts.len(), 1);
    let far = [("name", "Known Peak"), ("countries", "United States"), ("lat", "40.2"), ("lng", "-106.3")];
    let imported = csv(&[row(&far)]);
    assert_eq!(imported.resorts[0].slug, "known-peak-us", "a slug of the catalogue is never taken");
    assert_eq!(imported.resorts[0].timezone, chrono_tz::America::Denver, "lent by the neighbour");
}

#[test]
fn absurd_values_are_dropped() {
    let imported = csv(&[row(&[("lift_count", "4000"), ("websites", "javascript:alert(1)")])]);
    assert_eq!((imported.resorts[0].lifts, imported.resorts[0].website.clone()), (None, None));
}

fn namesakes(ids: &[(&str, &str)]) -> Vec<String> {
    let numbered = ids.iter().zip(40..).map(|((id, place), degree)| {
        let source = format!("https://www.openstreetmap.org/way/{id}");
        row(&[("sources", &source), ("localities", place), ("lat", &format!("{degree}.1"))])
    });
    numbered.collect()
}

#[test]
fn namesakes_get_distinct_slugs() {
    let rows = namesakes(&[("4", "Tal"), ("3", "Dorf"), ("2", "Dorf"), ("1", "Dorf")]);
    let slugs = |imported: &ImportResult| -> Vec<(String, String)> {
        imported.resorts.iter().map(|resort| (resort.sources[1].clone(), resort.slug.clone())).collect()
    };
    let first = csv(&rows);
    let expected = [
        ("osm:way/1", "fohnberg"),
        ("osm:way/2", "fohnberg-at"),
        ("osm:way/3", "fohnberg-dorf"),
        ("osm:way/4", "fohnberg-tal"),
    ];
    let found = slugs(&first);
    for (id, slug) in expected {
        assert!(found.contains(&(id.to_owned(), slug.to_owned())), "{id} {slug} in {found:?}");
    }
    let mut reversed = rows;
    reversed.reverse();
    assert_eq!(slugs(&csv(&reversed)), found, "the order of the file does not matter");
}

#[test]
fn a_re_import_keeps_slugs() {
    let rows = namesakes(&[("9", "Dorf")]);
    let first = csv(&rows);
    let both = namesakes(&[("9", "Dorf"), ("1", "Dorf")]);
    let again =
        run(&format!("{HEADER}\n{}\n", both.join("\n")), Format::Csv, &first.resorts).expect("readable");
    let slug_of = |id: &str| {
        again.resorts.iter().find(|resort| resort.sources[1] == id).map(|resort| resort.slug.as_str())
    };
    assert_eq!(slug_of("osm:way/9"), Some("fohnberg"), "an older identifier does not push it out");
    assert_eq!(slug_of("osm:way/1"), Some("fohnberg-at"));
}

#[test]
fn duplicate_areas_are_merged() {
    let twice = [row(&[]), row(&[("lift_count", "9")])];
    let imported = csv(&twice);
    assert_eq!((imported.resorts.len(), imported.resorts[0].lifts), (1, Some(9)));
    assert!(imported.skipped[0].reason.contains("twice"));
}

#[test]
fn slugs_are_kept_and_never_reused() {
    let first = csv(&namesakes(&[("9", "Dorf")]));
    let redrawn = namesakes(&[("77", "Dorf")]);
    let again =
        run(&format!("{HEADER}\n{}\n", redrawn.join("\n")), Format::Csv, &first.resorts).expect("readable");
    assert_eq!(again.resorts[0].slug, "fohnberg", "the same place under a new identifier");
    let elsewhere = row(&[("sources", "https://www.openstreetmap.org/way/78"), ("lat", "47.5")]);
    let again = run(&format!("{HEADER}\n{elsewhere}\n"), Format::Csv, &first.resorts).expect("readable");
    assert_eq!(again.resorts[0].slug, "fohnberg-at", "links to the old one must not lead to a stranger");
}

#[test]
fn nearby_duplicates_are_merged() {
    let second = |lat| {
        let source =
            [("sources", "https://www.openstreetmap.org/way/901"), ("lat", lat), ("lift_count", "2")];
        csv(&[GOOD.to_owned(), row(&source)]).resorts.len()
    };
    assert_eq!(second("47.12"), 1);
    assert_eq!(second("47.25"), 2);
}

#[test]
fn unreadable_names_get_identifier() {
    let japanese = [("name", "牛岳温泉"), ("countries", "Japan"), ("lat", "36.5"), ("lng", "137.1")];
    let resort = &csv(&[row(&japanese)]).resorts[0];
    assert_eq!((resort.slug.as_str(), resort.name.as_str()), ("jp-osm-way-900", "牛岳温泉"));
    let resort = &csv(&[row(&[("name", "\"Горa, Gora\""), ("countries", "Georgia")])]).resorts[0];
    assert_eq!((resort.slug.as_str(), resort.aliases.len()), ("gora", 1));
}

#[test]
fn the_archived_columns_are_read() {
    let text = "ski_area_id,ski_area_name,osm_status,country,country_code,region,country_subdiv_code,locality,latitude,\
        longitude,min_elevation,max_elevation,vertical_drop,lift_count,run_count,combined_distance,wikidata_id,\
        osm_run_convention,websites,sources\r\n\
        aa,\"Ünder, Berg\",operating,Austria,AT,Tyrol,AT-7,Dorf,47.1,11.4,1000.4,1900.6,900.2,7,55,21000.5,,europe,\
        https://a.example;https://b.example,https://www.openstreetmap.org/relation/5;https://skimap.org/skiareas/view/7\r\n";
    let resort = &run(text, Format::Detect, &[]).expect("readable").resorts[0];
    assert_eq!((resort.base_m, resort.summit_m, resort.runs), (Some(1000), Some(1901), None));
    assert_eq!(resort.sources[1], "osm:relation/5");
    assert_eq!(resort.website.as_deref(), Some("https://a.example"));
}

#[test]
fn columns_may_move() {
    let text = format!("{HEADER},new_column\n{GOOD},x\n");
    assert_eq!(run(&text, Format::Detect, &[]).expect("readable").resorts.len(), 1);
    let text = format!("\u{feff}{}\n{GOOD}\n", HEADER.replace("countries", "Country "));
    assert_eq!(
        run(&text, Format::Detect, &[]).expect("readable").resorts.len(),
        1,
        "older name, mark, blanks"
    );
}

#[test]
fn rejects_other_files_with_reason() {
    let message = |text: &str| run(text, Format::Detect, &[]).expect_err("refused").to_string();
    assert!(message("").contains("empty"));
    assert!(message("\n \n").contains("empty"));
    let lifts =
        message("name,ref,lift_type,status,country,lat,lng,min_elevation_m,max_elevation_m,sources\n");
    assert!(lifts.contains("`lift_count`") && lifts.contains("lift_type"), "{lifts}");
    assert!(message("<!DOCTYPE html><html>").contains("no column `name` or `ski_area_name`"));
    assert!(message("name;countries\na;b\n").contains("no column"));
    assert!(message("[1, 2]").contains("expected a GeoJSON FeatureCollection"));
    assert!(message(r#"{"type": "Topology"}"#).contains("Topology"));
    assert!(message(r#"{"type": "FeatureCollection"}"#).contains("no `features`"));
    let lift = r#"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"type":"lift"}}]}"#;
    assert!(message(lift).contains("`lift`"));
}

#[test]
fn a_cut_file_says_where() {
    let whole =
        format!("{HEADER}\n{}\n{GOOD}\n", row(&[("sources", "https://www.openstreetmap.org/way/901")]));
    let cut = &whole[..whole.len() - 130];
    let error = run(cut, Format::Detect, &[]).expect_err("cut");
    assert!(
        matches!(&error, ImportError::Csv { line: 3, reason } if reason.contains("cut short")),
        "{error}"
    );
    let in_last_field = run(&whole[..whole.len() - 3], Format::Detect, &[]).expect("the whole rows");
    assert_eq!(in_last_field.resorts.len(), 1);
    assert!(
        in_last_field.skipped.iter().any(|area| area.reason.contains("no line end") && area.at == "line 3")
    );
    let damaged = format!("{HEADER}\na,b\n{GOOD}\n");
    let imported = run(&damaged, Format::Detect, &[]).expect("readable");
    assert_eq!(
        (imported.resorts.len(), imported.skipped[0].at.as_str()),
        (1, "line 2"),
        "one bad row is one row"
    );
}

#[test]
fn rejects_other_encodings() {
    let catalogue = embedded();
    let imported_on = NaiveDate::from_ymd_opt(2026, 11, 20).expect("a date");
    let context = Context {
        catalogue: &catalogue,
        earlier: &[],
        imported_on,
        data_date: None,
        details: &Details::default(),
    };
    let latin1 = [HEADER.as_bytes(), b"\n", &GOOD.as_bytes()[..3], b"\xfc", GOOD.as_bytes(), b"\n"].concat();
    let error = import(&latin1, Format::Detect, context).expect_err("not UTF-8").to_string();
    assert!(error.contains("line 2") && error.contains("UTF-8"), "{error}");
    assert!(
        import(&[0x1f, 0x8b, 8, 0], Format::Detect, context).expect_err("cut").to_string().contains("gzip")
    );
}

/// Returns one synthetic feature in the live form.
fn feature(name: &str, extra: &str) -> String {
    format!(
        r#"{{"type":"Feature","geometry":{{"type":"Polygon","coordinates":[[[11.3,47.0,900],[11.5,47.0,900],[11.5,47.2,900],[11.3,47.2,900],[11.3,47.0,900]]]}},
        "properties":{{"type":"skiArea","id":"cd","name":{name},"status":"operating","activities":["downhill","nordic"],
        "runConvention":"europe","websites":[],"wikidataID":null,
        "sources":[{{"type":"skimap.org","id":1078}},{{"type":"openstreetmap","id":"relation/31"}}],
        "places":[{{"iso3166_1Alpha2":"AT","iso3166_2":"AT-7","localized":{{"en":{{"country":"Austria","region":null,"locality":"Dorf"}}}}}}],
        "statistics":{{"minElevation":999.6,"maxElevation":1899.4,"runs":{{"byActivity":{{"downhill":{{"byDifficulty":{{"easy":{{"count":99,"lengthInKm":3}}}}}}}}}},
        "lifts":{{"byType":{{"gondola":{{"count":2,"lengthInKm":1}},"magic_carpet":{{"count":1,"lengthInKm":0.1}}}}}}}}{extra}}}}}"#
    )
}

fn collection(features: &[String]) -> String {
    format!(r#"{{"type":"FeatureCollection","name":"x","features":[{}]}}"#, features.join(",\n"))
}

#[test]
fn geojson_is_read() {
    let text = collection(&[feature(r#""ベルク, Berg""#, "")]);
    let imported = run(&text, Format::Detect, &[]).expect("readable");
    let [resort] = imported.resorts.as_slice() else { panic!("{:?}", imported.skipped) };
    assert_eq!((resort.slug.as_str(), resort.aliases.as_slice()), ("berg", &["ベルク".to_owned()][..]));
    assert_eq!(
        (resort.base_m, resort.summit_m, resort.lifts, resort.runs),
        (Some(1000), Some(1899), Some(3), None)
    );
    assert!((resort.lat - 47.1).abs() < 1e-6 && (resort.lon - 11.4).abs() < 1e-6);
    assert_eq!((resort.state.as_ref(), resort.sources[1].as_str()), (None, "osm:relation/31"));
}

#[test]
fn skips_odd_features() {
    let odd = [
        feature("null", ""),
        r#"{"type":"Feature","geometry":null,"properties":{"type":"skiArea","name":"No place","status":"operating","activities":["downhill"]}}"#.to_owned(),
        r#"{"type":"Feature","properties":null}"#.to_owned(),
        r#""not a feature""#.to_owned(),
        feature(r#""Berg""#, r#","statistics":null"#),
        feature(r#""Berg""#, r#","activities":"downhill""#),
        feature(r#""Gut""#, ""),
    ];
    let imported = run(&collection(&odd), Format::GeoJson, &[]).expect("readable");
    assert_eq!((imported.resorts.len(), imported.skipped.len()), (1, 6), "{:?}", imported.skipped);
}

#[test]
fn a_cut_geojson_says_where() {
    let text = collection(&[feature(r#""Eins""#, ""), feature(r#""Zwei""#, "")]);
    let error = run(&text[..text.len() - 40], Format::Detect, &[]).expect_err("cut");
    assert!(matches!(&error, ImportError::Json { features: 1, .. }), "{error}");
    let message = error.to_string();
    assert!(message.contains("cut short") && message.contains("after 1 features"), "{message}");
}

#[test]
fn file_names_promise_a_format() {
    assert_eq!(Format::from_name("https://x.example/ski_areas.GeoJSON"), Format::GeoJson);
    assert_eq!(Format::from_name("ski_areas_20260808.csv.gz"), Format::Csv);
    assert_eq!(Format::from_name("download"), Format::Detect);
}
