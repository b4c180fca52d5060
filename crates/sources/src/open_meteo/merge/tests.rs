use conditions_core::time::Timestamp;

use super::*;

fn series(model: &str, start: &str) -> HourlySeries {
    HourlySeries::new(model.to_owned(), Timestamp::parse(start).unwrap())
}

fn answer(series: Vec<HourlySeries>) -> Answer {
    let location = LocationAnswer { elevation_m: Some(3.0), series };
    Answer { locations: vec![Ok(location)], notes: Vec::new(), fault: None }
}

fn fault(kind: Kind) -> ParseError {
    error(FaultPosition::Body, kind)
}

#[test]
fn halves_join_by_model_and_time() {
    let mut core = series("a", "2026-01-10T02:00:00Z");
    core.temp_c = vec![Some(2.0), Some(3.0)];
    let mut context = series("a", "2026-01-10T00:00:00Z");
    context.wind_mps = vec![Some(0.0), Some(1.0), Some(2.0)];
    let mut later = series("b", "2026-01-10T05:00:00Z");
    later.wind_mps = vec![Some(5.0)];
    let merged = merge(answer(vec![core]), Some(Ok(answer(vec![context, later]))));
    let place = merged[0].as_ref().unwrap();
    assert_eq!(place.series.len(), 2);
    assert_eq!(place.series[0].start, Timestamp::parse("2026-01-10T00:00:00Z").unwrap());
    assert_eq!(place.series[0].temp_c, [None, None, Some(2.0), Some(3.0)]);
    assert_eq!(place.series[0].wind_mps, [Some(0.0), Some(1.0), Some(2.0)]);
    assert_eq!((place.notes.len(), &place.without_context), (0, &None));
}

#[test]
fn second_half_is_aligned_by_time() {
    let mut core = series("a", "2026-01-10T00:00:00Z");
    core.temp_c = vec![Some(0.0)];
    let mut context = series("a", "2026-01-10T02:00:00Z");
    context.wind_mps = vec![Some(2.0)];
    let merged = merge(answer(vec![core]), Some(Ok(answer(vec![context]))));
    assert_eq!(merged[0].as_ref().unwrap().series[0].wind_mps, [None, None, Some(2.0)]);
}

#[test]
fn first_half_keeps_its_columns() {
    let mut core = series("a", "2026-01-10T00:00:00Z");
    core.temp_c = vec![Some(1.0)];
    let mut context = core.clone();
    context.temp_c = vec![Some(9.0)];
    let merged = merge(answer(vec![core]), Some(Ok(answer(vec![context]))));
    assert_eq!(merged[0].as_ref().unwrap().series[0].temp_c, [Some(1.0)]);
}

#[test]
fn other_grids_are_not_merged() {
    let mut core = series("a", "2026-01-10T00:00:00Z");
    core.temp_c = vec![Some(1.0)];
    for start in ["2026-01-10T00:30:00Z", "1990-01-01T00:00:00Z"] {
        let mut context = series("a", start);
        context.wind_mps = vec![Some(9.0)];
        let merged = merge(answer(vec![core.clone()]), Some(Ok(answer(vec![context]))));
        let place = merged[0].as_ref().unwrap();
        assert!(place.series[0].wind_mps.is_empty());
        assert_eq!(place.notes[0].remark, Remark::OtherGrid("a".to_owned()));
    }
}

#[test]
fn a_failed_half_costs_only_itself() {
    let mut core = answer(vec![series("a", "2026-01-10T00:00:00Z")]);
    let without = merge(core.clone(), Some(Err(fault(Kind::Empty))));
    assert_eq!(without[0].as_ref().unwrap().without_context, Some(fault(Kind::Empty)));
    assert_eq!(merge(core.clone(), None)[0].as_ref().unwrap().without_context, None);
    let short = Answer { locations: Vec::new(), notes: Vec::new(), fault: None };
    assert!(merge(core.clone(), Some(Ok(short)))[0].as_ref().unwrap().without_context.is_some());
    core.locations = vec![Err(fault(Kind::Missing))];
    assert_eq!(merge(core.clone(), Some(Ok(answer(vec![])))), [Err(fault(Kind::Missing))]);
}
