//! Tests of ranges and the tree line.

use super::*;

#[test]
fn ranges_in_metres_are_decided() {
    let above = Elevation::above(Bound::Metres(2200));
    assert_eq!([2199, 2200, 3000].map(|at| above.reaches(at)), [Reach::No, Reach::Yes, Reach::Yes]);
    let band = Elevation { from: Some(Bound::Metres(1800)), to: Some(Bound::Metres(2400)) };
    assert_eq!([1700, 2000, 2500].map(|at| band.reaches(at)), [Reach::No, Reach::Yes, Reach::No]);
    assert_eq!(Elevation::ALL.reaches(0), Reach::Yes);
}

#[test]
fn tree_line_leaves_reach_unknown() {
    assert_eq!(Elevation::above(Bound::Treeline).reaches(3800), Reach::Unknown);
    let mixed = Elevation { from: Some(Bound::Treeline), to: Some(Bound::Metres(2400)) };
    assert_eq!(mixed.reaches(2500), Reach::No);
}

#[test]
fn range_is_displayed_in_words() {
    let words = [
        Elevation::ALL,
        Elevation::above(Bound::Metres(2200)),
        Elevation::below(Bound::Treeline),
        Elevation { from: Some(Bound::Treeline), to: Some(Bound::Treeline) },
    ];
    let words = words.map(|range| range.to_string());
    assert_eq!(words, ["at all elevations", "above 2200 m", "below the tree line", "at the tree line"]);
}
