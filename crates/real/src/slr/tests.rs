use super::*;

#[test]
fn steep_table_meets_its_knots() {
    for (temp, ratio) in
        [(-40.0, 30.0), (-25.0, 30.0), (-13.5, 19.0), (0.0, 8.0), (1.0, 4.0), (2.0, 0.0), (9.0, 0.0)]
    {
        assert!((steep(temp) - ratio).abs() < 1e-9, "{temp}: {}", steep(temp));
    }
}

#[test]
fn every_rule_is_scored() {
    let day = |measured_cm: f64| Day {
        station: "alta".to_owned(),
        date: "1944-11-21".to_owned(),
        water_mm: 10.0,
        temp_c: -5.0,
        measured_cm,
        ours_cm: 12.0,
    };
    let days: Vec<Day> = (0..12).map(|nth| day(10.0 + f64::from(nth % 3))).collect();
    let text = rules("Alta", &days).text();
    assert!(text.contains("10:1") && text.contains("**ours**"), "{text}");
    assert!(by_temperature("Alta", &days).text().contains("12.00"));
}

#[test]
fn any_station_with_a_board_is_graded() {
    let path = std::env::temp_dir().join(format!("real-{}-slr", std::process::id()));
    std::fs::create_dir_all(&path).unwrap();
    let days: String = (1..=28).map(|day| format!("2020-02-{day:02},{day},{day},-2,-8\n")).collect();
    std::fs::write(path.join("ghcn_some_pass.csv"), format!("date,prcp_mm,snow_cm,tmax_c,tmin_c\n{days}"))
        .unwrap();
    let found = run(&Folder::open(&path).unwrap()).unwrap();
    std::fs::remove_dir_all(path).unwrap();
    assert!(found.predictions.csv().contains("some_pass,2020-02-28,"));
    let text: String = found.scores.iter().map(Table::text).collect();
    assert!(text.contains("some_pass, all snow") && text.contains("24 days"), "{text}");
}
