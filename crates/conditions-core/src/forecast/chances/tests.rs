use chrono::NaiveDate;

use super::*;

fn rows(cm: impl Fn(usize) -> Option<f64>) -> [DailyRow; DAYS] {
    core::array::from_fn(|day| {
        let mut row = DailyRow::unknown(NaiveDate::default());
        row.snowfall_cm = cm(day).and_then(Tenths::new);
        row
    })
}

fn of(cm: impl Fn(usize) -> Option<f64>) -> Outlook {
    outlook(&Policy::contract(), &rows(cm))
}

#[test]
fn near_storm_is_nearly_certain() {
    let near = of(|day| Some(if day == 1 { 30.0 } else { 0.0 }));
    let far = of(|day| Some(if day == 11 { 30.0 } else { 0.0 }));
    let [one, fifteen, _] = near.days[1].unwrap().told.at_least;
    assert!(one > 0.9 && fifteen > 0.5, "{near:?}");
    let [one, fifteen, _] = far.days[11].unwrap().told.at_least;
    assert!(one < 0.6 && fifteen < 0.2, "{far:?}");
    assert!(far.days[11].unwrap().usual && !near.days[1].unwrap().usual);
    // A dry day next to a distant snowy day is nearly as likely to have snow.
    assert!(far.days[13].unwrap().told.at_least[0] > 0.5 * one, "{far:?}");
}

#[test]
fn totals_need_all_days() {
    let whole = of(|_| Some(4.0));
    let [three, seven, fourteen] = whole.totals.map(|told| told.unwrap());
    assert!(three.p50 < seven.p50 && seven.p50 < fourteen.p50, "{whole:?}");
    assert!(three.at_least[1] < seven.at_least[1] && seven.at_least[1] < fourteen.at_least[1], "{whole:?}");
    let week = of(|day| (day < 7).then_some(4.0));
    assert!(week.totals[1].is_some() && week.totals[2].is_none() && week.days[7].is_none());
    assert!(of(|_| None).days.iter().all(Option::is_none));
}

#[test]
fn later_storm_leaves_today_dry() {
    let week = [0.0, 1.4, 33.0, 17.5, 0.0, 0.0, 0.0];
    let told = of(|day| Some(week.get(day).copied().unwrap_or(0.0)));
    let [one, fifteen, _] = told.days[0].unwrap().told.at_least;
    assert!(one < 0.35 && fifteen < 0.02, "{one} {fifteen}");
    let [one, fifteen, _] = told.days[2].unwrap().told.at_least;
    assert!(one > 0.85 && fifteen > 0.45, "{one} {fifteen}");
}
