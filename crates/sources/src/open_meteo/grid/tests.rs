use super::*;

fn at(text: &str) -> Option<Timestamp> {
    Some(Timestamp::parse(&format!("2026-01-10T{text}:00Z")).unwrap())
}

fn numbers(count: usize) -> impl Iterator<Item = Option<f32>> {
    (0..count).map(|i| Some(i as f32))
}

#[test]
fn gaps_are_null() {
    let grid =
        Grid::new(&[at("03:00"), at("00:00"), at("01:00"), at("01:00"), None, at("05:00"), at("02:17")])
            .unwrap();
    assert_eq!((Some(grid.start), grid.len), (at("00:00"), 6));
    assert_eq!(grid.oddities, RowFaults { unreadable: 1, repeated: 1, off_hour: 1, missing: 2, unsorted: 2 });
    assert_eq!(grid.place(numbers(7)), [Some(1.0), Some(2.0), None, Some(0.0), None, Some(5.0)]);
}

#[test]
fn columns_fit_the_grid() {
    let grid = Grid::new(&[at("00:00"), at("01:00"), at("02:00")]).unwrap();
    assert_eq!(grid.oddities, RowFaults::default());
    assert_eq!(grid.place(numbers(2)), [Some(0.0), Some(1.0), None]);
    assert_eq!(grid.place(numbers(9)), [Some(0.0), Some(1.0), Some(2.0)]);
}

#[test]
fn half_hour_zones_keep_their_minute() {
    let grid = Grid::new(&[at("00:30"), at("01:30"), at("02:00")]).unwrap();
    assert_eq!((Some(grid.start), grid.len, grid.oddities.off_hour), (at("00:30"), 2, 1));
    // Among equals the first one counts.
    assert_eq!(Grid::new(&[at("00:30"), at("01:00")]).unwrap().len, 1);
    assert_eq!(Some(Grid::new(&[at("00:30"), at("01:00")]).unwrap().start), at("00:30"));
}

#[test]
fn absurd_axes_are_refused() {
    assert!(Grid::new(&[]).is_err());
    assert!(Grid::new(&[None, None]).is_err());
    let far = Timestamp::parse("9999-01-01T00:00:00Z");
    assert!(Grid::new(&[at("00:00"), far]).is_err());
}
