use super::*;

#[test]
fn axes_end_at_round_numbers() {
    let ends = [0.0, 0.3, 1.0, 1.1, 4.4, 9.0, 10.0, 23.0, 99.0, 113.0, f64::NAN, f64::INFINITY].map(ceiling);
    assert_eq!(ends, [1.0, 1.0, 1.0, 1.5, 5.0, 10.0, 10.0, 25.0, 100.0, 150.0, 1.0, 1.0]);
}

#[test]
fn the_end_of_the_axis_has_a_label() {
    for most in [1.0, 1.1, 1.4, 1.9, 2.4, 2.8, 3.7, 4.9, 5.3, 7.0, 9.0, 140.0, 580.0] {
        let (mut svg, top) = (String::new(), ceiling(most));
        Plot::new(Area::new(&mut svg, 640, 400), 10.0, top, rows(1), "cm");
        let label = if top.fract() == 0.0 { format!("\n{top:.0}\n") } else { format!("\n{top:.1}\n") };
        assert!(svg.contains(&label), "{top}: {svg}");
    }
}

#[test]
fn run_ends_at_unknown_value() {
    let values = [(1, Some('a')), (2, Some('b')), (3, None), (4, Some('c')), (6, Some('d'))];
    assert_eq!(runs(values), [vec![(1, 'a'), (2, 'b')], vec![(4, 'c')], vec![(6, 'd')]]);
    assert!(runs([(1, None::<f64>)]).is_empty());
}
