//! Charts as callers receive them: their contents per caller, their errors, and that no foreign text gets into them.

use std::collections::BTreeSet;

use climate::{Day, Hemisphere, Winter, WinterDays, Winters};
use operations::{CHARTS, OPERATIONS, OpError};
use serde_json::Value;
use world::{Caller, ResortEvidence, View, World};

use crate::world::{NOW, answer, made_winters, measured_with, of_held, world};

fn draw_in(world: &World, name: &str, pairs: &[(&str, &str)]) -> Result<String, OpError> {
    let chart = CHARTS.iter().find(|chart| chart.meta().name == name).unwrap();
    chart.draw(&View::new(world, &Caller::anonymous()), pairs)
}

fn season(pairs: &[(&str, &str)]) -> String {
    draw_in(&world(), "season_chart", pairs).unwrap()
}

fn refused(pairs: &[(&str, &str)]) -> (String, String) {
    match draw_in(&world(), "season_chart", pairs) {
        Err(OpError::InvalidArguments(problems)) => {
            (problems[0].argument.clone(), problems[0].message.clone())
        }
        other => panic!("{pairs:?}: {other:?}"),
    }
}

/// Returns the text for screen readers.
fn words(svg: &str) -> &str {
    svg.split_once("<desc id=\"desc\">").unwrap().1.split("</desc>").next().unwrap()
}

#[test]
fn charts_have_unique_names() {
    let names: BTreeSet<&str> = OPERATIONS
        .iter()
        .map(|operation| operation.meta().name)
        .chain(CHARTS.iter().map(|chart| chart.meta().name))
        .collect();
    assert_eq!(names.len(), OPERATIONS.len() + CHARTS.len());
    let world = world();
    for chart in CHARTS {
        assert!(chart.meta().path.ends_with(".svg"), "{}", chart.meta().name);
        let schema = chart.arguments();
        for (name, property) in schema.get("properties").and_then(Value::as_object).unwrap() {
            assert!(property["description"].is_string(), "{}: {name}", chart.meta().name);
        }
        match draw_in(&world, chart.meta().name, &[("slug", "alpenau"), ("days", "3")]) {
            Err(OpError::InvalidArguments(problems)) => {
                let unknown = problems.iter().find(|one| one.argument == "days").unwrap();
                assert!(unknown.message.starts_with("unknown parameter; allowed: "), "{unknown:?}");
            }
            other => panic!("{}: {other:?}", chart.meta().name),
        }
    }
}

#[test]
fn chart_matches_snow_history() {
    let history = &answer("get_snow_history", &[("slug", "birch-bowl")])["data"]["current"];
    let depth = season(&[("slug", "birch-bowl")]);
    assert!(depth.contains("<title id=\"title\">Snow depth 2025-26: Birch Bowl</title>"));
    assert!(
        depth.contains("SYNTHETIC DATA") && words(&depth).starts_with("Synthetic data. Reanalysis ERA5-Land")
    );
    for said in
        ["for the base at 2500 m", "not measured", "known to 2026-01-05", "30 winters, 1995-96 to 2024-25"]
    {
        assert!(words(&depth).contains(said), "{said}: {}", words(&depth));
    }
    let percent = |svg: &str| -> f64 {
        let (before, _) = words(svg).split_once(" % of their mean").unwrap();
        before.rsplit(' ').next().unwrap().parse().unwrap()
    };
    let base = season(&[("slug", "birch-bowl"), ("measure", "depth_base")]);
    assert_eq!(percent(&base), history["depthPercentOfNormal"].as_f64().unwrap().round());
    // Depth and norm come from one model: never 0 next to a modelled depth.
    let modelled = &history["modelledDepths"][0];
    assert_eq!(
        (&modelled["band"], &modelled["percentOfNormal"]),
        (&serde_json::json!("base"), &history["depthPercentOfNormal"])
    );
    let snowfall = season(&[("slug", "birch-bowl"), ("measure", "snowfall")]);
    assert!(
        snowfall.contains("Season snowfall 2025-26: Birch Bowl")
            && snowfall.contains("snowfall since 1 November, cm")
    );
    assert_eq!(percent(&snowfall), history["percentOfNormal"].as_f64().unwrap().round());
    let total = history["snowfallCm"].as_f64().unwrap();
    assert!(words(&snowfall).contains(&format!("2026-01-05: {total:.1} cm. ")), "{}", words(&snowfall));
    assert!(snowfall.contains(&format!("\n{total:.0} cm on 5 Jan\n")));
}

#[test]
fn band_depth_uses_its_own_past() {
    let history = &answer("get_snow_history", &[("slug", "birch-bowl")])["data"]["current"];
    let bands = history["modelledDepths"].as_array().unwrap();
    for (row, band) in bands.iter().zip(["base", "mid", "summit"]) {
        let svg = season(&[("slug", "birch-bowl"), ("measure", &format!("depth_{band}"))]);
        assert_eq!(row["band"], band);
        assert!(svg.contains("Modelled snow depth at ") && svg.contains("modelled snow depth, cm"));
        let said = words(&svg);
        for part in [
            "Modelled from the weather of the reanalysis ERA5-Land at 2000 m, not measured",
            "Norm: 30 winters",
        ] {
            assert!(said.contains(part), "{part}: {said}");
        }
        assert!(said.contains(&format!("2026-01-05: {}", row["depthCm"])), "{said}");
        let percent = row["percentOfNormal"].as_f64().unwrap().round();
        assert!(said.contains(&format!("That is {percent} % of their mean")), "{said}");
    }
    assert_eq!(bands.len(), 3);
    let none = season(&[("slug", "dom-dake"), ("measure", "depth_mid")]);
    assert!(words(&none).contains("Nothing to draw: no climate on record"));
}

#[test]
fn accepts_both_names_of_a_season() {
    let short = season(&[("slug", "birch-bowl"), ("season", "2010")]);
    assert!(short.contains("Snow depth 2010-11: Birch Bowl") && short.contains("known to 2011-06-30"));
    // The invented snow grows at a constant rate and stays for 120 days, three times: the text describes the deepest
    // day, not the last.
    assert!(short.contains("\n110 cm on 19 Feb\n") && !short.contains("30 Jun\n"), "{}", words(&short));
    assert!(words(&short).contains("Deepest on 2011-02-19: 110 cm. In 30 winters"), "{}", words(&short));
    assert_eq!(short, season(&[("slug", "birch-bowl"), ("season", "2010-11")]));
    let south = season(&[("slug", "elder-cone"), ("season", "2015"), ("measure", "snowfall")]);
    assert!(south.contains("Season snowfall 2015: ") && south.contains("snowfall since 1 May, cm"));
    for month in ["May", "Oct"] {
        assert!(south.contains(&format!("\n{month}\n")), "{month}");
    }
    assert!(!south.contains("\nNov\n") && season(&[("slug", "elder-cone")]).contains("\nDec\n"));
}

#[test]
fn unknown_season_lists_known_ones() {
    let of = |slug, season| refused(&[("slug", slug), ("season", season)]);
    let (argument, message) = of("birch-bowl", "1980");
    assert_eq!(
        (argument.as_str(), message.as_str()),
        ("season", "1980-81 is not on record; on record: 1995-96 to 2025-26")
    );
    assert!(of("birch-bowl", "2010-12").1.contains("`2024-25`"));
    assert!(of("elder-cone", "2015-16").1.contains("southern seasons are within one year"));
    assert!(of("dom-dake", "2015").1.contains("no climate on record"));
    assert_eq!(refused(&[("slug", "birch-bowl"), ("measure", "rain")]).0, "measure");
    let unknown = draw_in(&world(), "season_chart", &[("slug", "nowhere-at-all")]);
    assert!(matches!(unknown, Err(OpError::ResortNotFound { .. })), "{unknown:?}");
}

#[test]
fn few_winters_have_no_norm() {
    let none = season(&[("slug", "dom-dake")]);
    let reason = "Nothing to draw: no climate on record: the winters of this resort have not been fetched.";
    assert!(words(&none).contains(reason) && none.contains("\nNothing to draw: "), "{none}");
    assert!(!none.contains("<polyline") && !none.contains("A reanalysis"), "no data, so no credit");
    let few = season(&[("slug", "cedar-bowl")]);
    assert!(few.contains("Snow depth 2024-25: Cedar Bowl"), "the newest that is known");
    assert!(
        words(&few).contains("No norm: 10 complete winters are needed, 3 are on record"),
        "{}",
        words(&few)
    );
    assert!(few.contains("<polyline") && !few.contains("median") && !few.contains("<polygon"));
    assert!(few.contains("A reanalysis, as it wants to be credited"));
}

/// Returns a winter without the days that `is_known` leaves out, and ten complete ones, all from an archive without
/// their weather.
fn with_gaps(depth: bool, is_known: impl Fn(usize) -> bool) -> Winters {
    let mut all = Winters::new(Hemisphere::North);
    for year in 2014..=2024 {
        let winter = Winter::new(Hemisphere::North, year).unwrap();
        let is_known = |at| year < 2024 || is_known(at);
        let days = winter.first_day().iter_days().take(winter.days()).enumerate().map(|(at, date)| Day {
            date,
            snowfall_cm: is_known(at).then_some(1.0),
            depth_cm: (depth && is_known(at)).then_some(40.0),
            ..Day::default()
        });
        all.insert(WinterDays::from_days(&climate::Policy::DEFAULT, winter, NOW, days).0);
    }
    all
}

fn of_winters(winters: Winters, pairs: &[(&str, &str)]) -> String {
    draw_in(&of_held([measured_with(winters)]), "season_chart", pairs).unwrap()
}

#[test]
fn unknown_days_are_counted_not_filled() {
    // Two days of December.
    let winters = with_gaps(true, |at| !(170..172).contains(&at) && at < 200);
    let depth = of_winters(winters.clone(), &[("slug", "alpenau")]);
    assert!(words(&depth).contains("2 days are not known."), "{}", words(&depth));
    let snowfall = of_winters(winters, &[("slug", "alpenau"), ("measure", "snowfall")]);
    // From 1 November, the 123rd day, to the 199th: 77 days, 75 of them known, with 1 cm each.
    assert!(words(&snowfall).contains("2025-01-16: 75 cm. "), "{}", words(&snowfall));
}

#[test]
fn glacier_depth_is_left_out() {
    let mut glacier = Winters::new(Hemisphere::North);
    for year in 2010..=2024 {
        let winter = Winter::new(Hemisphere::North, year).unwrap();
        let days = winter.first_day().iter_days().take(winter.days());
        let days =
            days.map(|date| Day { date, snowfall_cm: Some(1.0), depth_cm: Some(3_333.0), ..Day::default() });
        glacier.insert(WinterDays::from_days(&climate::Policy::DEFAULT, winter, NOW, days).0);
    }
    let depth = of_winters(glacier.clone(), &[("slug", "alpenau")]);
    assert!(
        depth.contains("no snow depth of this resort is on record") && !depth.contains("<polyline"),
        "{depth}"
    );
    let snowfall = of_winters(glacier, &[("slug", "alpenau"), ("measure", "snowfall")]);
    assert!(snowfall.contains("\n181 cm on 30 Apr\n"), "{snowfall}");
}

#[test]
fn chart_excludes_other_sources() {
    let winters = made_winters(Hemisphere::North, 2010..=2025, 1.0);
    let measured = measured_with(winters.clone());
    let silent = ResortEvidence::new(measured.resort.clone(), Default::default()).with_winters(winters);
    for measure in ["depth", "snowfall"] {
        let pairs = [("slug", "alpenau"), ("measure", measure)];
        let of = |held: &ResortEvidence| draw_in(&of_held([held.clone()]), "season_chart", &pairs).unwrap();
        assert_eq!(of(&measured), of(&silent), "{measure}");
    }
}

#[test]
fn names_are_escaped() {
    let mut held = measured_with(made_winters(Hemisphere::North, 2010..=2025, 1.0));
    held.resort.name = "<script>\"Fish & Chips\"</script>".to_owned();
    let world = of_held([held]);
    for chart in ["season_chart", "forecast_chart"] {
        let svg = draw_in(&world, chart, &[("slug", "alpenau")]).unwrap();
        assert!(!svg.contains("<script") && svg.contains("&lt;script&gt;"), "{chart}: {svg}");
        assert!(svg.contains("Fish &amp; Chips"), "{chart}");
    }
}
