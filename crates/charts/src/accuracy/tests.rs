//! Tests of `accuracy`.

use super::*;

fn line(name: &str, cm: &[Option<f64>]) -> Line {
    let point =
        |(lead, cm): (u8, &Option<f64>)| Point { lead, cm: *cm, interval: cm.map(|cm| (cm * 0.8, cm * 1.3)) };
    Line { name: name.to_owned(), points: (1..).zip(cm).map(point).collect() }
}

fn heading() -> Heading {
    Heading {
        title: "Accuracy".to_owned(),
        subtitle: "invented".to_owned(),
        description: "none".to_owned(),
        synthetic: true,
        credit: "nobody".to_owned(),
    }
}

#[test]
fn a_lead_that_is_not_known_is_a_gap() {
    let gap = line("m", &[Some(1.0), Some(2.0), None, Some(3.0), Some(f64::NAN), Some(4.0)]);
    let parts = lines(&gap);
    assert_eq!(parts, [vec![(1.0, 1.0), (2.0, 2.0)], vec![(4.0, 3.0)], vec![(6.0, 4.0)]]);
    let skipped =
        Line { points: gap.points.iter().copied().filter(|point| point.lead != 2).collect(), ..gap };
    assert_eq!(lines(&skipped)[0], [(1.0, 1.0)]);
}

#[test]
fn everything_is_drawn_and_named() {
    let chart = Accuracy {
        heading: heading(),
        blend: Some(line("blend", &[Some(1.0), Some(2.0)])),
        models: vec![line("one", &[Some(2.0), None]), line("two & a half", &[None, None])],
        references: vec![line("climatology", &[Some(3.0), Some(3.0)])],
    };
    let svg = chart.svg();
    for name in ["blend", "its 95 % interval", "one", "two &amp; a half", "climatology"] {
        assert!(svg.contains(name), "{name}");
    }
    // The band, two points of the blend, one of a model.
    assert_eq!((svg.matches("<polygon").count(), svg.matches("<circle").count()), (1, 3));
    assert_eq!(svg, chart.svg(), "the same bytes");
}

#[test]
fn a_model_far_off_does_not_press_the_others_to_the_ground() {
    let chart = Accuracy {
        heading: heading(),
        blend: Some(line("blend", &[Some(1.0), Some(2.0)])),
        models: vec![line("wild", &[Some(4.0), Some(60.0)]), line("calm", &[Some(3.0), Some(3.0)])],
        references: Vec::new(),
    };
    // Twice the upper end of the interval, 2.6, and then round.
    assert_eq!(chart.top(), 8.0);
    let svg = chart.svg();
    assert!(svg.contains("wild (off the scale)") && !svg.contains("calm (off the scale)"));
    assert_eq!(svg.matches("<circle").count(), 2 + 1 + 2);
}

#[test]
fn nothing_to_draw_is_an_empty_chart() {
    let empty = Accuracy { heading: heading(), blend: None, models: Vec::new(), references: Vec::new() };
    let svg = empty.svg();
    assert!(svg.contains("days ahead") && !svg.contains("<circle"));
}
