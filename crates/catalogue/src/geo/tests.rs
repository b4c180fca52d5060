use super::{crosses, inside, within};

const ZERMATT: (f64, f64) = (46.02, 7.75);
const CHAMONIX: (f64, f64) = (45.92, 6.87);

#[test]
fn within_agrees_with_the_distance() {
    assert!(within(70.0, ZERMATT, CHAMONIX));
    assert!(!within(67.0, ZERMATT, CHAMONIX));
}

#[test]
fn outlines_have_an_inside() {
    let square = [(0.0, 0.0), (0.0, 10.0), (10.0, 10.0), (10.0, 0.0)];
    assert!(inside(&square, (5.0, 5.0)));
    assert!(!inside(&square, (5.0, 11.0)));
    assert!(!inside(&square, (-1.0, 5.0)));
    assert!(!inside(&[], (5.0, 5.0)));
}

#[test]
fn stretches_cross_or_do_not() {
    let across = ((0.0, 0.0), (10.0, 10.0));
    assert!(crosses(across, ((10.0, 0.0), (0.0, 10.0))));
    assert!(!crosses(across, ((10.0, 0.0), (6.0, 4.0))), "it ends before");
    assert!(!crosses(across, ((1.0, 0.0), (11.0, 10.0))), "it runs beside");
    assert!(!crosses(across, ((5.0, 5.0), (5.0, 5.0))), "a point crosses nothing");
}
