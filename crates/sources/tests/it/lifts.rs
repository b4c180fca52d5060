//! Tests with recorded lift feeds, if present, against the known state of each lift; and with mutated ones.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use proptest::prelude::*;
use serde_json::Value;
use sources::lifts::{self, FAMILIES, State};

use crate::mutations::{Edit, apply, edit};
use crate::payloads::payloads;

/// Open and total.
type Count = (Option<u32>, Option<u32>);

/// The family of each recorded feed, and the number of its runs that were open.
const RECORDED: [(&str, &str, Count); 10] = [
    ("aspen-mountain", "aspen", (None, None)),
    ("big-sky", "boyne", (None, None)),
    ("jackson-hole", "jackson-hole", (Some(0), Some(131))),
    ("killington", "powdr", (None, None)),
    ("loon", "boyne", (None, None)),
    ("pats-peak", "pats-peak", (Some(0), Some(29))),
    ("skiwelt", "micado", (None, None)),
    ("snowbird", "powdr", (None, None)),
    ("steamboat", "mtnpowder", (Some(146), Some(159))),
    ("winter-park", "mtnpowder", (Some(121), Some(161))),
];

const fn word(state: State) -> &'static str {
    match state {
        State::Open => "open",
        State::Closed => "closed",
        State::Hold => "hold",
        State::Scheduled => "scheduled",
    }
}

#[test]
fn recorded_feeds_have_known_states() {
    let Some(folder) = payloads("lifts") else { return };
    let text = fs::read(folder.join("expected_lift_status.json")).unwrap();
    let expected: BTreeMap<String, Value> = serde_json::from_slice(&text).unwrap();
    let known: BTreeSet<&str> = RECORDED.iter().map(|(resort, ..)| *resort).collect();
    assert_eq!(known, expected.keys().map(String::as_str).collect(), "a feed without a family");
    for (resort, family, runs) in RECORDED {
        let body = fs::read(folder.join(format!("{resort}.json"))).unwrap();
        let report = lifts::find(family).unwrap().read(&body).unwrap();
        assert_eq!((&report.lifts.faults[..], &report.runs.faults[..]), (&[][..], &[][..]), "{resort}");
        let told: BTreeMap<String, &str> =
            report.lifts.rows.iter().map(|row| (row.name.clone(), row.state.map_or("", word))).collect();
        // Consecutive spaces in a name become one.
        let shown = |name: &String| name.split_whitespace().collect::<Vec<_>>().join(" ");
        let wanted: BTreeMap<String, &str> = expected[resort][0]["expected"]
            .as_object()
            .unwrap()
            .iter()
            .map(|(name, state)| (shown(name), state.as_str().unwrap()))
            .collect();
        assert_eq!(told, wanted, "{resort}");

        let counted = || report.lifts.rows.iter().filter(|row| row.counted);
        let open = counted().filter(|row| row.state == Some(State::Open)).count();
        let count = report.lifts.count();
        assert_eq!(count.open.map(|open| open as usize), Some(open), "{resort}: {:?}", report.notes());
        assert_eq!(count.total.map(|total| total as usize), Some(counted().count()), "{resort}");
        assert_eq!((report.runs.count().open, report.runs.count().total), runs, "{resort}");
        assert_ne!(report.stated, lifts::ReportTime::Unreadable, "{resort}");
    }
}

#[test]
fn zero_depth_at_zero_altitude_is_none() {
    let Some(folder) = payloads("lifts") else { return };
    let body = fs::read(folder.join("jackson-hole.json")).unwrap();
    let report = lifts::find("jackson-hole").unwrap().read(&body).unwrap();
    let inches: Vec<f64> = report.snow.depths.iter().map(|(_, cm)| cm / 2.54).collect();
    assert_eq!(inches, [7.0, 22.0]);
    assert_eq!(report.snow.new_snow.map(|cm| cm.map(|cm| cm / 2.54)), [Some(3.0); 3]);
    assert_eq!(report.snow.surface.as_deref(), Some("Powder"));
    assert_eq!(report.snow.stated, lifts::ReportTime::parse("2021-11-19T19:58:50Z"));
    let body = fs::read(folder.join("pats-peak.json")).unwrap();
    let snow = lifts::find("pats-peak").unwrap().read(&body).unwrap().snow;
    assert!(snow.is_empty(), "the zeros of September: {snow:?}");
}

#[test]
fn recorded_alpinebits_states_nothing() {
    let Some(folder) = payloads("snow-reports") else { return };
    for name in ["odh_lift_2021_as_alpinebits.json", "odh_snowpark_2021_as_alpinebits.json"] {
        let body = fs::read(folder.join(name)).unwrap();
        let refused = lifts::find("alpinebits").unwrap().read(&body).unwrap_err().to_string();
        assert!(refused.contains("nothing is reported"), "{name}: {refused}");
    }
}

/// A synthetic response in the form of the families that give a list, and long enough for the edits.
const BODY: &str = r#"[{"Name":"Alpha","name":"Alpha","StatusEnglish":"open","status":"open","UpdateDate":"2026-01-10T05:45:46-0700","updated":1768048800,"LiftType":"Quad Chair","Trails":[{"Name":"Ridge","StatusEnglish":"open","Difficulty":"Easy"},{"Name":"Jib","StatusEnglish":"lower_open","Difficulty":"SmallPark"}]},{"Name":"Beta","name":"Beta","StatusEnglish":"closed","status":"closed","UpdateDate":"2026-01-10T04:45:46-0700","updated":1768048700,"Trails":[]}]"#;

fn never_panics(body: &str) {
    let page =
        format!("<html><script>FR.TerrainStatusFeed = {{\"Date\":\"/Date(1)/\",\"Lifts\":{body}}};</script>");
    let object =
        format!("{{\"items\":{body},\"liftStatuses\":{body},\"Lifts\":{body},\"lifts\":{{\"a\":{body}}}}}");
    for family in FAMILIES {
        for text in [body, &page, &object] {
            if let Ok(report) = family.read(text.as_bytes()) {
                let count = report.lifts.count();
                assert!(
                    count.open.is_none_or(|open| count.total.is_some_and(|total| open <= total)),
                    "{count:?}"
                );
                assert!(report.notes().len() < 1_000 && report.claims().len() < 10);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutated_feeds_never_panic(edits in prop::collection::vec(edit(), 1..5)) {
        let edits: Vec<Edit> = edits;
        let mut body = BODY.as_bytes().to_vec();
        for edit in &edits {
            apply(&mut body, edit);
        }
        never_panics(&String::from_utf8_lossy(&body));
    }
}

#[test]
fn the_unchanged_text_reads() {
    for family in ["mtnpowder", "boyne", "powdr"] {
        let count = lifts::find(family).unwrap().read(BODY.as_bytes()).unwrap().lifts.count();
        assert_eq!((count.open, count.total), (Some(1), Some(2)), "{family}");
    }
}
