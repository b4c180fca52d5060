//! Texts are complete: every number has its unit, unreported values are stated in words, and an empty list says so.

use operations::ops::{
    compare_resorts, find_best_powder, get_destination, get_monthly_snow, get_regional_summary, get_resort,
    get_season_leaderboard, get_season_openings, get_snow_history, get_snow_report,
    get_southern_hemisphere_report, get_trip_window,
};
use operations::{Operation, arguments};
use schemars::SchemaGenerator;
use world::{Caller, View};

use crate::world::{NOW, world};

fn text<O: Operation>(pairs: &[(&str, &str)]) -> String {
    let schema = SchemaGenerator::default().into_root_schema_for::<O::Args>();
    let args = arguments::read(&arguments::Rules::from_schema(&schema), pairs).unwrap();
    let (world, caller) = (world(), Caller::anonymous());
    let text = O::text(&O::run(&View::new(&world, &caller), args, NOW).unwrap().data);
    assert!(!text.contains("null") && !text.contains("None") && !text.ends_with('\n'), "{text}");
    text
}

#[track_caller]
fn says<O: Operation>(pairs: &[(&str, &str)], expected: &[&str]) {
    let text = text::<O>(pairs);
    for words in expected {
        assert!(text.contains(words), "`{words}` is missing in:\n{text}");
    }
}

#[test]
fn describes_rankings() {
    says::<get_snow_report::Op>(&[], &["1. Alpenau (alpenau), Valais, CH: OPEN; depth 85 cm", "of 100"]);
    says::<get_snow_report::Op>(&[("country", "JP")], &["No resort there reports this quantity."]);
    says::<get_southern_hemisphere_report::Op>(&[], &["No resort south of the equator"]);
    says::<get_southern_hemisphere_report::Op>(&[("country", "NZ")], &["No resort south of the equator"]);
    says::<find_best_powder::Op>(&[], &["past 24 h 18 cm (operator,", "(model,", "confidence"]);
    says::<find_best_powder::Op>(
        &[("minSnowfall", "90")],
        &["No resort there has that much new snow on record."],
    );
}

#[test]
fn describes_comparisons() {
    let pairs = [("slugs", "alpenau,birch-bowl,dom-dake")];
    let withheld = "Next 14 days: alpenau withheld; needs the Pro tier";
    let lifts = "Lifts open: alpenau 17 of 20, birch-bowl not reported, dom-dake not reported. No winner";
    says::<compare_resorts::Op>(
        &pairs,
        &[withheld, lifts, "Summit: alpenau 2800 m, birch-bowl 3400 m", "Most: birch-bowl."],
    );
}

#[test]
fn describes_summary_and_destination() {
    let north = [("region", "north-america")];
    let expected = [
        "north-america: 2 resorts",
        "2 not known",
        "Past 24 h: reported by 2, median 7.8 cm",
        "Top by score:",
    ];
    says::<get_regional_summary::Op>(&north, &expected);
    says::<get_regional_summary::Op>(&[("region", "africa")], &["0 resorts", "median not reported"]);
    says::<get_destination::Op>(
        &[("slug", "invented-valley")],
        &["CA, US: 2 resorts", "Birch Bowl (birch-bowl)"],
    );
}

#[test]
fn describes_openings_by_basis() {
    says::<get_season_openings::Op>(&[("date", "2025-11-29")], &["announced for 2025-11-29 (operator, "]);
    says::<get_season_openings::Op>(
        &[("date", "2025-11-20")],
        &["season usually begins 11-20, not announced"],
    );
    assert!(!text::<get_season_openings::Op>(&[("date", "2025-11-20")]).contains("announced for"));
    says::<get_season_openings::Op>(&[], &["No season is known to open on that day."]);
}

#[test]
fn describes_scores() {
    let expected = [
        "Snow score: ",
        "of 100 (confidence ",
        "  operations: ",
        "17 of 20 lifts open (operator)",
        "  history: average depth of this day: not reported",
    ];
    says::<get_resort::Op>(&[("slug", "alpenau")], &expected);
    says::<get_resort::Op>(&[("slug", "dom-dake")], &["Snow score: not reported (too little is reported)"]);
}

#[test]
fn describes_past_winters() {
    let birch = ("slug", "birch-bowl");
    says::<get_snow_history::Op>(
        &[birch],
        &[
            "Record: era5_land, 1995-96 to 2025-26, 30 complete seasons",
            "Season 2025-26 to 2026-01-05:",
            "- 2025-26, 66 days known only:",
            "Snowy month: ",
        ],
    );
    says::<get_monthly_snow::Op>(&[birch], &["- January: ", "in eight winters of ten, 30 winters"]);
    says::<get_trip_window::Op>(
        &[birch, ("start", "2027-02-01"), ("end", "2027-02-10")],
        &["(10 days)", "Probability that a day brings 1 cm: 0.2", "(requested)"],
    );
    says::<get_season_leaderboard::Op>(&[], &["season 2024-25 and 2025", "1. Cedar Bowl (cedar-bowl)"]);
    let nothing = "Not available: no climate on record";
    says::<get_snow_history::Op>(&[("slug", "dom-dake")], &[nothing]);
    says::<get_monthly_snow::Op>(&[("slug", "dom-dake")], &[nothing]);
    says::<get_trip_window::Op>(&[("slug", "dom-dake"), ("start", "2027-02-01")], &[nothing]);
    says::<get_season_leaderboard::Op>(&[("country", "JP")], &[nothing]);
}
