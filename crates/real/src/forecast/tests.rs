use super::*;

fn flat(value: f64) -> Members {
    [value; MEMBERS]
}

#[test]
fn divided_days_mix_back() {
    let days = BTreeMap::from([(0, flat(4.0)), (1, flat(6.0)), (2, flat(5.0))]);
    for late in [1.0 / 3.0, -0.125] {
        let parted = parted(&days, late);
        let issue = Issue {
            at: String::new(),
            days: core::array::from_fn(|lead| parted.get(&lead).map(|members| members[0])),
        };
        for (lead, mm) in issue.of_station(late).into_iter().enumerate().take(3) {
            assert!((mm.unwrap() - days[&lead][0]).abs() < 1e-9, "{late} {lead}: {mm:?}");
        }
    }
    // Amounts are never negative: the rest stays with the day that has it.
    let storm = parted(&BTreeMap::from([(0, flat(0.0)), (1, flat(9.0))]), 1.0 / 3.0);
    assert!(storm[&0][0] == 0.0 && (storm[&1][0] - 9.0).abs() < 1e-9, "{storm:?}");
}

#[test]
fn future_days_are_not_learnt() {
    let pair = Pair { place: "p".to_owned(), station: "s".to_owned(), is_water: true, late: 0.0 };
    let case = |issued: i64, measured: f64| Case {
        issued,
        lead: 0,
        signs: Predictors { forecast: 0.0, spell: 0.0, usual: 0.0 },
        raw: 0.0,
        members: None,
        measured: Some(measured),
    };
    let last = |late: f64| {
        let cases = (0..60).map(|issued| case(issued, if issued >= 58 { late } else { 0.0 }));
        let mut places = [Place { pair: &pair, cases: cases.collect() }];
        predict(&mut places);
        places[0].cases.last().and_then(|case| case.members).unwrap()
    };
    assert_eq!(last(0.0), last(50.0));
}

/// Makes a folder with forecasts of a place and a station's measurements: a fall every fourth day, of a different depth
/// each time.
fn records(name: &str, forecasts: &str, later: i64) -> Result<Records, String> {
    let path = std::env::temp_dir().join(format!("real-{}-forecast-{name}", std::process::id()));
    std::fs::create_dir_all(&path).unwrap();
    let fall = |day: i64| if day % 4 == 0 { (day * 7 % 11 + 3) as f64 } else { 0.0 };
    let mut all = "issued_at,place,date,lead_day,snowfall_cm\n".to_owned();
    for day in 20_000..20_040 {
        for lead in 0..4 {
            let (issued, date) = (records::date(day), records::date(day + lead));
            all.push_str(&format!("{issued}T12:00Z,a,{date},{lead},{}\n", fall(day + lead) * CM_PER_MM));
        }
    }
    all.push_str(forecasts);
    let mut measured = "station,date,dswe_mm,rise_cm\n".to_owned();
    for day in 19_990..20_050 {
        measured.push_str(&format!("s,{},{},\n", records::date(day + later), fall(day)));
    }
    std::fs::write(path.join("forecasts_openmeteo_2026.csv"), all).unwrap();
    std::fs::write(path.join("obs_snotel_2026.csv"), measured).unwrap();
    let pairs = "place,station,use,day_starts_utc_h,measures\nb,s,second,0,swe\na,s,primary,0,swe\na,s,primary,0,swe\n";
    std::fs::write(path.join("pairs.csv"), pairs).unwrap();
    let found = Records::read(&Folder::open(&path).unwrap());
    std::fs::remove_dir_all(path).unwrap();
    found
}

#[test]
fn rejects_misdated_stations() {
    let found = records("right", "", 0).unwrap();
    assert_eq!(found.pairs.len(), 1);
    for later in [-1, 1] {
        let said = records(&format!("late{later}"), "", later).err().unwrap();
        assert!(
            said.starts_with("the forecasts and what the stations measured are dated 1 days apart"),
            "{said}"
        );
    }
}

#[test]
fn rejects_misdated_forecasts() {
    let said = records("dates", "2024-10-04T12:00Z,a,2024-10-06,1,3\n", 0).err().unwrap();
    assert!(said.contains("has, as lead 1, a day 2 days after it"), "{said}");
}

#[test]
fn first_issue_of_a_day_counts() {
    let again = "2024-10-04T18:00Z,a,2024-10-05,1,99\n2024-10-04T06:00Z,a,2024-10-05,1,7\n";
    let found = records("again", again, 0).unwrap();
    let issue = &found.issues["a"][&20_000];
    assert_eq!((issue.at.as_str(), issue.days[1]), ("2024-10-04T06:00Z", Some(7.0 / CM_PER_MM)));
}

#[test]
fn place_is_predicted_once() {
    let mut found = records("twice", "", 0).unwrap();
    let pair = |station: &str, is_water| Pair {
        place: "a".to_owned(),
        station: station.to_owned(),
        is_water,
        late: 0.0,
    };
    let one = |pairs: Vec<Pair>| {
        found.pairs = pairs;
        let mut places: Vec<Place<'_>> = found.pairs.iter().map(|pair| place(&found, pair)).collect();
        predict(&mut places);
        predictions(&found, &places).csv()
    };
    let mut one = one;
    assert_eq!(one(vec![pair("s", true)]), one(vec![pair("r", false), pair("s", true)]));
}
