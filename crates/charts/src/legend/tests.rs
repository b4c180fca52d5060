use super::*;

#[test]
fn legend_wraps_within_picture() {
    let mut legend = Legend::default();
    assert_eq!(legend.height(), 0);
    for nth in 0..9 {
        legend.add(Sign::Letter("x"), format!("a meaning of some length, number {nth}"));
    }
    let places = legend.places();
    assert!(places.iter().all(|(left, _)| *left == LEFT || *left > SAMPLE), "{places:?}");
    assert!(places[8].1 > places[0].1);
    assert_eq!(legend.height(), places[8].1 + ROW + 4);
    for ((_, meaning), (left, _)) in legend.0.iter().zip(&places) {
        assert!(left + SAMPLE + width(meaning, TEXT) <= INNER, "{left}");
    }
    for (pair, (_, meaning)) in places.windows(2).zip(&legend.0) {
        let [(left, top), (next, below)] = pair else { panic!("pairs") };
        assert!(below > top || left + SAMPLE + width(meaning, TEXT) < *next, "{places:?}");
    }
}
