//! Tests of every family with synthetic responses in the real format.

use conditions_core::record::{Band, OpenTotal};

use super::*;

fn read(family: &str, body: &str) -> Result<Report, ParseError> {
    find(family).unwrap().read(body.as_bytes())
}

fn counts(report: &Report) -> [(Option<u32>, Option<u32>); 2] {
    [report.lifts.count(), report.runs.count()].map(|OpenTotal { open, total }| (open, total))
}

/// One response of each family with lifts: two lifts, the first open, the second closed.
const ANSWERS: [(&str, &str); 8] = [
    (
        "mtnpowder",
        r#"[{"Name":"Alpha","MountainAreaName":"Front","Status":"Open","StatusEnglish":"open","UpdateDate":"2026-01-10T05:45:46-0700","LiftType":"Quad Chair","Hours":{"Sunday":{"Open":"9:00 AM","Close":"4:00 PM"}},"Trails":[{"Name":"Ridge","StatusEnglish":"open","Difficulty":"Easy"},{"Name":"Bowl","StatusEnglish":"lower_open","Difficulty":"Expert"},{"Name":"Jib","StatusEnglish":"open","Difficulty":"SmallPark"}]},{"Name":"Beta","Status":"Closed","StatusEnglish":"closed","UpdateDate":"2026-01-10T04:45:46-0700","LiftType":null,"Trails":[{"Name":"Ridge","StatusEnglish":"open","Difficulty":"Easy"},{"Name":"Face","StatusEnglish":"closed","Difficulty":"Expert"}]}]"#,
    ),
    (
        "boyne",
        r#"[{"name":"Alpha 4","status":"Open","statusIcon":"open","comment":"","openTime":"9:00","type":"Chairlift","capacity":4},{"name":"Beta 2","status":"closed","statusIcon":"closed","comment":"","type":"Magic Carpet","capacity":0}]"#,
    ),
    (
        "powdr",
        r#"[{"id":"a","name":"Alpha","sector":{"uuid":"s","name":"Front"},"type":"quad","season":"winter","status":"open","created":1729715085,"updated":1768048800},{"id":"b","name":"Beta","type":"double","season":"all","status":"closed","updated":1768045200},{"id":"c","name":"Tubing Park Tow","type":"surface","season":"winter","status":"open","updated":1768045200},{"id":"d","name":"Coaster","type":"quad","season":"summer","status":"open","updated":0}]"#,
    ),
    (
        "aspen",
        r#"{"lastUpdated":"10:04 AM Jan 10, 2026","liftStatuses":[{"status":"Open","liftName":"Alpha","type":"Quad HS","area":"Upper"},{"status":"Closed","liftName":"Beta","type":"Double Fixed","area":"Lower"}]}"#,
    ),
    (
        "micado",
        r#"{"copyrights":[],"count":{"length":3000,"lengthOpen":1000,"open":1,"total":2},"entries":2,"items":[{"title":"Alpha","facilityTypeIdentifier":"ropeway","operatesInWinter":true,"state":"opened","altitude":0},{"title":"Beta","facilityTypeIdentifier":"draglift","operatesInWinter":true,"state":"closed"}],"meta":{"lastUpdate":"2026-01-10T16:20:22"}}"#,
    ),
    (
        "vail",
        r#"<!DOCTYPE html><html><head><script>if (FR.TerrainStatusFeed == null) { FR = {}; }</script><script type="module">
FR.TerrainStatusFeed = {"Date":"/Date(1768048800000)/","ResortId":9,"GroomingAreas":[{"Id":1,"Name":"Front; {side}","Trails":[{"Id":1,"Name":"Ridge","Difficulty":1,"IsOpen":true,"IsGroomed":true},{"Id":2,"Name":"Bowl","Difficulty":4,"IsOpen":false},{"Id":3,"Name":"Jib","Difficulty":5,"IsOpen":true}]},{"Id":2,"Name":"All Summer Terrain","Trails":[{"Id":9,"Name":"Hike","Difficulty":1,"IsOpen":true}]}],"Lifts":[{"Name":"Alpha \"4\"","Status":1,"Type":"quad"},{"Name":"Beta","Status":0,"Type":"double"}]};
FR.TerrainStatusFeed = {"Date":"2026-01-10T00:00:00","Lifts":[]};</script></head><body>Terrain</body></html>"#,
    ),
    (
        "jackson-hole",
        r#"{"respTimestamp":"2026-01-10T12:40:00Z","lastModified":"2026-01-10T05:00:00.000-07:00","snow":{"lastModified":"Jan 10, 2026, 5:00:00 AM","psa":"","midMountain":{"name":"Mid","altitude":{"unit":"FOOT","unitSymbol":"ft","value":"10,000"},"totalSnowDepth":{"unit":"INCH","unitSymbol":"\"","value":"50"}},"tramSummit":{"altitude":{"unit":"FOOT","value":"0"},"totalSnowDepth":{"unit":"CENTIMETER","value":"200"}},"base":{"totalSnowDepth":{"unit":"INCH","value":"0"}}},"liftStatus":{"totalLifts":2,"openLifts":1},"trailStatus":{"totalTrails":0,"openTrails":0},"lifts":{"alpha":{"id":"1","openingStatus":"OPEN","liftType":"TRAM","name":"Alpha"},"beta":{"id":"2","openingStatus":"CLOSED","liftType":"CHAIRLIFT","name":"Beta"}},"trails":{"jib":{"openingStatus":"CLOSED","trailLevel":"TERRAIN_PARKS","trailType":"DOWNHILL_SKIING","name":"Jib"},"ridge":{"openingStatus":"CLOSED","trailLevel":"BLUE_SQUARE","trailType":"DOWNHILL_SKIING","name":"Ridge"}}}"#,
    ),
    (
        "pats-peak",
        r#"{"Report":{"ID":1,"DealDate":"0001-01-01T00:00:00","Status":"Open","DepthMin":0,"DepthMax":0,"NewSnowPast24HoursMin":0,"UpdatedOn":"2026-01-10T05:05:00.9615068"},"Lifts":[{"ID":1,"Name":"Alpha ","Active":true,"LiftType":"Triple Chair","Status":{"NightSkiing":false,"Open":true,"Active":true}},{"ID":2,"Name":"Beta","Active":true,"LiftType":"J-Bar/Tow","Status":{"Open":false}}],"Trails":[{"Name":"Ridge","Active":true,"PercentIgnore":false,"Status":{"Open":true}},{"Name":"Cat track","PercentIgnore":true,"Status":{"Open":true}}]}"#,
    ),
];

#[test]
fn every_family_counts_its_response() {
    let with_lifts = FAMILIES.map(|family| family.meta().id).into_iter().filter(|id| *id != alpinebits::LANE);
    assert_eq!(ANSWERS.map(|(id, _)| id).to_vec(), with_lifts.collect::<Vec<_>>());
    for (family, body) in ANSWERS {
        let report = read(family, body).unwrap();
        assert_eq!(counts(&report)[0], (Some(1), Some(2)), "{family}: {:?}", report.notes());
        assert!(report.lifts.faults.is_empty() && report.runs.faults.is_empty(), "{family}");
        assert_ne!(report.stated, ReportTime::Unreadable, "{family}");
        assert_eq!(report.lifts.rows[0].state, Some(State::Open), "{family}");
    }
}

#[test]
fn runs_count_once_and_parks_never() {
    let of = |nth: usize| counts(&read(ANSWERS[nth].0, ANSWERS[nth].1).unwrap())[1];
    assert_eq!(of(0), (Some(2), Some(3)), "mtnpowder: a run open in part can be skied");
    assert_eq!(of(1), (None, None), "boyne has no runs");
    assert_eq!(of(5), (Some(1), Some(2)), "vail");
    assert_eq!(of(6), (Some(0), Some(1)), "jackson-hole: a stated total of 0 is ignored");
    assert_eq!(of(7), (Some(1), Some(1)), "pats-peak");
}

#[test]
fn placeholder_zeros_are_not_depths() {
    let report = read(ANSWERS[6].0, ANSWERS[6].1).unwrap();
    assert_eq!(report.snow.depths, [(Band::Mid, 127.0)]);
    assert_eq!(report.snow.stated, ReportTime::parse("2026-01-10T12:00:00Z"));
    let notes = report.notes().join("\n");
    assert!(
        notes.contains("base: 0 means unknown") && notes.contains("tramSummit: not an amount"),
        "{notes}"
    );
    assert!(read(ANSWERS[7].0, ANSWERS[7].1).unwrap().snow.is_empty());
}

/// The form of mtnpowder with areas and a snow report.
const WHOLE: &str = r#"{"Name":"Synthetic","LastUpdate":"2026-01-10T05:52:41-0800","OperatingStatus":"--","SnowReport":{"LastUpdate":"2026-01-10T05:33:12-0800","BaseConditions":"Wet Snow","TotalOpenLifts":1,"TotalLifts":9,"BaseArea":{"BaseIn":"0.0","BaseCm":"0.0","Last24HoursIn":"0.0","Last24HoursCm":"0.0","Last72HoursIn":"--"},"MidMountainArea":{"BaseIn":"7.0","BaseCm":"17.78","Last24HoursIn":"1.0","Last24HoursCm":"2.54","Last48HoursIn":"--","Last48HoursCm":"--","Last7DaysIn":"4.0","Last7DaysCm":"0.0"},"SummitArea":{"BaseIn":"--","BaseCm":"--","Last24HoursIn":"9.0"}},"MountainAreas":[{"Name":"North","Trails":[{"Name":"Ridge","StatusEnglish":"open","Difficulty":"Easy"},{"Name":"Jib","StatusEnglish":"open","Difficulty":"SmallPark"}],"Lifts":[{"Name":"Alpha","StatusEnglish":"open","UpdateDate":"2026-01-10T05:45:46-0800"}]},{"Name":"South","Trails":[{"Name":"Ridge","StatusEnglish":"open","Difficulty":"Easy"},{"Name":"Face","StatusEnglish":"closed_for_season"}],"Lifts":[{"Name":"Beta","StatusEnglish":"closed_for_season","UpdateDate":"2025-04-18T10:20:37-0700"}]}]}"#;

#[test]
fn areas_and_snow_report_are_read() {
    let report = read("mtnpowder", WHOLE).unwrap();
    assert_eq!(counts(&report), [(Some(1), Some(2)), (Some(1), Some(2))]);
    assert_eq!(report.stated, ReportTime::parse("2026-01-10T13:45:46Z"));
    let snow = &report.snow;
    assert_eq!(snow.depths, [(Band::Mid, 17.78)], "0 at the base and dashes at the summit are unknown");
    assert_eq!(snow.new_snow, [Some(2.54), None, Some(4.0 * 2.54)]);
    assert_eq!(
        (snow.surface.as_deref(), snow.stated),
        (Some("Wet Snow"), ReportTime::parse("2026-01-10T13:33:12Z"))
    );
}

#[test]
fn report_of_closed_season_keeps_its_time() {
    let old = WHOLE.replace("2026-01-10T05:33", "2025-04-18T05:33");
    let report = read("mtnpowder", &old).unwrap();
    let zone = chrono_tz::America::Los_Angeles;
    let now = conditions_core::time::Timestamp::parse("2026-01-10T14:00:00Z").unwrap();
    assert_eq!(
        report.snow.stated.observed_at(&zone, now),
        conditions_core::time::Timestamp::parse("2025-04-18T13:33:12Z")
    );
}

#[test]
fn areas_without_lifts_still_report_snow() {
    let (head, _) = WHOLE.split_once("\"MountainAreas\"").unwrap();
    let report = read("mtnpowder", &format!("{head}\"MountainAreas\":[]}}")).unwrap();
    assert_eq!(counts(&report), [(None, None); 2]);
    assert_eq!(report.claims().len(), 4, "a depth, two totals and the surface");
    assert!(
        read("mtnpowder", r#"{"SnowReport":{"MidMountainArea":{"BaseIn":"--"}},"MountainAreas":[]}"#)
            .is_err()
    );
}

#[test]
fn new_snow_of_other_families_is_converted() {
    let mid = r#""totalSnowDepth":{"unit":"INCH","unitSymbol":"\"","value":"50"}"#;
    let new = r#""snowQuality":"Powder","newSnowLast24H":{"unit":"INCH","value":"3"},"newSnowLast48H":{},"newSnowLast7D":{"unit":"INCH","value":"10"},"#;
    let report = read("jackson-hole", &ANSWERS[6].1.replacen(mid, &format!("{new}{mid}"), 1)).unwrap();
    assert_eq!(report.snow.new_snow, [Some(3.0 * 2.54), None, Some(25.4)]);
    assert_eq!(report.snow.surface.as_deref(), Some("Powder"));

    let zeros = r#""DepthMin":0,"DepthMax":0,"NewSnowPast24HoursMin":0"#;
    let pats = |numbers: &str| read("pats-peak", &ANSWERS[7].1.replacen(zeros, numbers, 1)).unwrap().snow;
    let all = r#""DepthMin":10,"DepthMax":20,"NewSnowPast24HoursMin":2,"NewSnowPast24HoursMax":2,"SnowLast48Hours":4"#;
    assert_eq!(pats(all).new_snow, [Some(5.08), Some(10.16), None]);
    assert_eq!(pats(&all.replace("Min\":2", "Min\":1")).new_snow, [None, Some(10.16), None], "a range");
}

/// A synthetic document in the real format.
const AREA: &str = r#"{"jsonapi":{"version":"1.0"},"data":{"type":"mountainAreas","id":"synthetic","meta":{"lastUpdate":"2026-01-10T09:00:00+01:00"},"attributes":{"snowCondition":{"baseSnow":80,"baseSnowRange":{"lower":60,"upper":110},"groomed":true,"latestStorm":25,"obtainedIn":"2026-01-10T06:00:00+01:00","primarySurface":"packed-powder","snowOverNight":12}}}}"#;

#[test]
fn alpinebits_has_snow_only() {
    let report = read("alpinebits", AREA).unwrap();
    assert_eq!(report.snow.depths, [(Band::Base, 80.0)]);
    assert_eq!(report.snow.new_snow, [Some(12.0), None, None]);
    assert_eq!(report.snow.surface.as_deref(), Some("packed powder"));
    assert_eq!(report.snow.stated, ReportTime::parse("2026-01-10T05:00:00Z"));
    assert_eq!(report.claims().len(), 3);
    let undated = read("alpinebits", &AREA.replace("obtainedIn", "when")).unwrap();
    assert_eq!(undated.snow.stated, ReportTime::parse("2026-01-10T08:00:00Z"), "the time of the last change");
    for (from, to) in
        [("\"snowCondition\"", "\"snow\""), ("\"baseSnow\":80", "\"baseSnow\":0"), ("\"data\"", "\"date\"")]
    {
        let odd = read("alpinebits", &AREA.replace(from, to));
        assert!(odd.map_or(true, |report| report.snow.depths.is_empty()), "{to}");
    }
}

#[test]
fn unknown_terms_leave_open_unknown() {
    for (family, body) in ANSWERS {
        let odd = match family {
            "vail" => body.replacen("\"Status\":1", "\"Status\":7", 1),
            "pats-peak" => body.replacen("\"Open\":true", "\"Open\":\"perhaps\"", 1),
            "jackson-hole" => body.replace("\"OPEN\"", "\"PERHAPS\""),
            "micado" => body.replace("\"opened\"", "\"perhaps\""),
            "mtnpowder" => body.replacen("\"StatusEnglish\":\"open\"", "\"StatusEnglish\":\"perhaps\"", 1),
            "aspen" => body.replace("\"Open\"", "\"Perhaps\""),
            _ => body
                .replacen("\"status\":\"open\"", "\"status\":\"perhaps\"", 1)
                .replace("\"Open\"", "\"Perhaps\""),
        };
        let report = read(family, &odd).unwrap();
        assert_eq!(report.lifts.rows[0].state, None, "{family}");
        assert_eq!(counts(&report)[0], (None, Some(2)), "{family}");
        assert!(report.notes().iter().any(|note| note.contains("unknown")), "{family}: {:?}", report.notes());
    }
}

#[test]
fn renamed_state_is_not_a_report() {
    let renamed = [
        ("mtnpowder", "\"Status", "\"State"),
        ("boyne", "\"status", "\"state"),
        ("powdr", "\"status\"", "\"state\""),
        ("aspen", "\"status\"", "\"state\""),
        ("micado", "\"state\"", "\"status\""),
        ("vail", "\"Status\"", "\"State\""),
        ("jackson-hole", "\"openingStatus\"", "\"opening\""),
        ("pats-peak", "\"Open\"", "\"IsOpen\""),
    ];
    for ((family, body), (named, from, to)) in ANSWERS.into_iter().zip(renamed) {
        assert_eq!(family, named);
        let error = read(family, &body.replace(from, to)).unwrap_err().to_string();
        assert!(error.contains("renamed"), "{family}: {error}");
    }
}

#[test]
fn renamed_list_is_not_a_report() {
    for (family, body) in ANSWERS {
        for from in [
            "\"Name\"",
            "\"name\"",
            "\"liftName\"",
            "\"title\"",
            "\"Lifts\"",
            "\"items\"",
            "\"liftStatuses\"",
        ] {
            if body.contains(from) {
                let told = read(family, &body.replace(from, "\"renamed\""));
                assert!(
                    told.as_ref().map_or(true, |report| report.claims().is_empty()),
                    "{family} {from}: {told:?}"
                );
            }
        }
    }
}

#[test]
fn renamed_time_means_unknown_age() {
    for (family, time) in [
        ("mtnpowder", "\"UpdateDate\""),
        ("powdr", "\"updated\""),
        ("aspen", "\"lastUpdated\""),
        ("micado", "\"lastUpdate\""),
        ("vail", "\"Date\""),
        ("jackson-hole", "\"respTimestamp\""),
        ("pats-peak", "\"UpdatedOn\""),
    ] {
        let body = ANSWERS.iter().find(|(id, _)| *id == family).unwrap().1;
        let report = read(family, &body.replace(time, "\"when\"")).unwrap();
        assert_eq!(report.stated, ReportTime::Unreadable, "{family}");
        assert!(report.notes().iter().any(|note| note.contains("age of the report is unknown")), "{family}");
    }
}

#[test]
fn rejects_pages_and_empty_lists() {
    for (family, body) in ANSWERS {
        assert_eq!(read(family, "").unwrap_err().kind, Kind::Empty, "{family}");
        assert_eq!(read(family, " \n").unwrap_err().kind, Kind::Empty, "{family}");
        let page = read(family, "<html><body>502 Bad Gateway</body></html>").unwrap_err().kind;
        assert!(page == Kind::Html || family == "vail", "{family}: {page}");
        for odd in ["[]", "{}", "null", "[1,2]", "{\"error\":\"no\"}", "[[]]", "[{}]"] {
            assert!(read(family, odd).is_err(), "{family}: {odd}");
        }
        let _ = body;
    }
    let empty = r#"<script>FR.TerrainStatusFeed = {"Date":"2026-01-10T00:00:00","Lifts":[]};</script>"#;
    assert!(read("vail", empty).is_err());
}

#[test]
fn truncated_response_claims_no_count() {
    for (family, body) in ANSWERS {
        let last_lift = ["\"Beta\"", "\"Beta 2\""].iter().find_map(|name| body.find(name)).unwrap();
        for end in (0..body.len()).filter(|end| body.is_char_boundary(*end)) {
            if let Ok(report) = read(family, &body[..end]) {
                let lifts = report.lifts.count();
                // If the text is cut after the last lift, the list of lifts may be complete.
                assert!(lifts.open.is_none() || end > last_lift, "{family} at {end}: {lifts:?}");
                assert!(lifts.open.is_none_or(|open| open == 1), "{family} at {end}");
            }
        }
    }
}

#[test]
fn unreadable_row_is_dropped() {
    let body = ANSWERS[1].1.replacen('[', "[42,{\"status\":\"open\"},", 1);
    let report = read("boyne", &body).unwrap();
    assert_eq!((report.lifts.rows.len(), report.lifts.faults.len()), (2, 2));
    assert_eq!(counts(&report)[0], (None, None));
    assert_eq!(report.claims(), []);
}

#[test]
fn reports_unfilled_pages() {
    let room = "<html><script>document.location.href = '/?c=vailresorts&e=x';</script></html>";
    assert!(read("vail", room).unwrap_err().to_string().contains("waiting room"));
    let blank = r#"<script>FR.TerrainStatusFeed = {"Date":"0001-01-01T00:00:00","Lifts":[{"Name":"Alpha","Status":0}]};</script>"#;
    assert!(read("vail", blank).unwrap_err().to_string().contains("never filled in"));
    let words = r#"<script>FR.TerrainStatusFeed={"Date":"2026-01-10T09:00:00","Lifts":[{"Name":"Alpha","Status":"Open"},{"Name":"Beta","Status":"OnHold"}]}</script>"#;
    assert_eq!(counts(&read("vail", words).unwrap())[0], (Some(1), Some(2)));
}

#[test]
fn absurd_numbers_are_not_counts() {
    let micado = ANSWERS[4].1;
    for (own, total) in [("-3", None), ("1e99", None), ("2.5", None), ("\"2\"", None), ("9999", Some(9999))] {
        let report = read("micado", &micado.replace("\"total\":2", &format!("\"total\":{own}"))).unwrap();
        assert_eq!(report.lifts.count().total, total.or(Some(2)), "{own}");
    }
    let report = read("micado", &micado.replace("\"open\":1", "\"open\":2")).unwrap();
    assert_eq!(counts(&report)[0], (None, Some(2)), "the feed contradicts itself");
}
