use super::{Panel, Panels, Series, Shape, marks};

fn panels(shape: Shape) -> Panels {
    Panels {
        label: "Snow <&>".to_owned(),
        steps: 4,
        ticks: vec![(0, "Mon".to_owned()), (2, "Wed".to_owned())],
        panels: vec![Panel {
            title: "cm".to_owned(),
            marks: vec![(0.0, "0".to_owned()), (10.0, "10".to_owned())],
            series: vec![Series { class: "s1", shape }],
        }],
    }
}

#[test]
fn gap_interrupts_line() {
    let svg = panels(Shape::Line(vec![Some(10.0), None, Some(5.0), Some(10.0)])).svg();
    let path = svg.split("class=\"s1\" d=\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(path, "M88.8 20.0h.1M243.8 62.0L321.2 20.0", "{svg}");
    assert!(svg.contains("aria-label=\"Snow &lt;&amp;&gt;\""), "{svg}");
}

#[test]
fn nothing_known_draws_no_path() {
    let none = panels(Shape::Line(vec![None; 4]));
    assert!(!none.is_known() && !none.svg().contains("class=\"s1\""));
    let columns = panels(Shape::Columns(vec![None, Some(0.0), None, None], 1, 0));
    assert!(
        columns.is_known() && !columns.svg().contains("class=\"s1\""),
        "nought is known and has no height"
    );
    assert!(!panels(Shape::Ranges(vec![None; 4])).is_known());
}

#[test]
fn columns_are_side_by_side() {
    let of = |nth| {
        let svg = panels(Shape::Columns(vec![Some(10.0), None, None, None], 2, nth)).svg();
        svg.split("class=\"s1\" d=\"M").nth(1).unwrap().split(' ').next().unwrap().parse::<f64>().unwrap()
    };
    assert!(of(1) - of(0) > 30.0, "{} {}", of(0), of(1));
}

#[test]
fn values_are_clamped_to_panel() {
    let svg = panels(Shape::Ranges(vec![Some((-5.0, 500.0)), None, None, None])).svg();
    assert!(svg.contains("M85.8 104.0h6m-3 0V20.0m-3 0h6"), "{svg}");
}

#[test]
fn labels_without_space_are_omitted() {
    let mut wide = panels(Shape::Line(vec![Some(1.0); 4]));
    wide.ticks = vec![(0, "Mon 23 Nov".to_owned()), (3, "Thu 26 Nov".to_owned())];
    wide.steps = 40;
    assert!(wide.svg().contains("Thu 26 Nov"));
    wide.ticks = vec![(38, "Thu 26 Nov".to_owned())];
    assert!(!wide.svg().contains("Thu 26 Nov") && wide.svg().contains("class=\"grid\""));
}

#[test]
fn marks_are_round_and_hold_the_ends() {
    assert_eq!(marks(0.0, 87.0), [0.0, 50.0, 100.0]);
    assert_eq!(marks(-12.0, 3.0), [-15.0, -10.0, -5.0, 0.0, 5.0]);
    assert_eq!(marks(0.0, 0.7), [0.0, 0.5, 1.0]);
    for (low, high) in [(f64::NAN, 1.0), (3.0, 3.0), (f64::NEG_INFINITY, 2.0), (2.0, 1.0)] {
        assert_eq!(marks(low, high), [0.0, 0.5, 1.0], "{low} {high}");
    }
}
