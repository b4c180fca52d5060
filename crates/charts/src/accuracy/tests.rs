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
    assert_eq!(gap.within(9.0), [vec![(0.5, 1.0), (1.5, 2.0)], vec![(3.5, 3.0)], vec![(5.5, 4.0)]]);
    let skipped =
        Line { points: gap.points.iter().copied().filter(|point| point.lead != 2).collect(), ..gap };
    assert_eq!(skipped.within(9.0)[0], [(0.5, 1.0)]);
}

#[test]
fn everything_is_drawn_and_named() {
    let chart = Accuracy {
        heading: heading(),
        blend: Some(line("blend", &[Some(1.0), Some(2.0)])),
        models: vec![line("one", &[Some(2.0), None]), line("two & a half", &[None, None])],
        references: vec![line("climatology", &[Some(3.0), Some(3.0)])],
        nothing: String::new(),
    };
    let svg = chart.svg();
    for name in ["blend", "its 95 % interval", "one", "two &amp; a half", "climatology"] {
        assert!(svg.contains(name), "{name}");
    }
    // The blend's discs: two leads and the legend. The first model's squares, in addition to the paper and the
    // interval's sample: one lead and the legend. The second model's triangle appears only in the legend, next to the
    // interval.
    let count = |tag: &str| svg.matches(tag).count();
    assert_eq!((count("<circle"), count("<rect"), count("<polygon")), (3, 4, 2));
    assert_eq!(svg, chart.svg(), "the same bytes");
}

#[test]
fn lines_differ_without_colours() {
    let looks: Vec<LineStyle> = looks().take(OTHERS.len()).collect();
    for (nth, one) in looks.iter().enumerate() {
        assert_ne!(one.shape, BLEND.shape);
        assert!(looks[..nth].iter().all(|other| other.shape != one.shape), "{one:?}");
    }
    assert_ne!(dashes(0), dashes(1));
}

#[test]
fn outlier_does_not_squeeze_others() {
    let chart = Accuracy {
        heading: heading(),
        blend: Some(line("blend", &[Some(1.0), Some(2.0)])),
        models: vec![line("wild", &[Some(4.0), Some(60.0)]), line("calm", &[Some(3.0), Some(3.0)])],
        references: Vec::new(),
        nothing: String::new(),
    };
    // Twice the upper end of the interval (2.6), rounded.
    assert_eq!(chart.top(), 6.0);
    let svg = chart.svg();
    assert!(svg.contains("wild (off the scale)") && !svg.contains("calm (off the scale)"));
    // The outlier's squares: only its first lead and the legend remain, in addition to the paper and the interval's.
    assert_eq!(svg.matches("<rect").count(), 4);
}

#[test]
fn empty_chart_shows_text() {
    let empty = Accuracy {
        heading: heading(),
        blend: None,
        models: Vec::new(),
        references: Vec::new(),
        nothing: "nothing <yet>".to_owned(),
    };
    let svg = empty.svg();
    assert!(svg.contains("\nnothing &lt;yet&gt;\n") && !svg.contains("days ahead"), "{svg}");
    let one = Accuracy { references: vec![line("persistence", &[Some(1.0)])], ..empty };
    assert!(one.svg().contains("days ahead") && !one.svg().contains("nothing &lt;"));
}
