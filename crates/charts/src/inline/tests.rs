use super::{Bar, Bars, Curve, CurveDay};

fn bar(value: Option<f64>, range: Option<(f64, f64)>, withheld: bool) -> Bar {
    Bar { name: "Mon <1>".to_owned(), value, range, words: "4 \"cm\"".to_owned(), withheld }
}

#[test]
fn bar_length_matches_value() {
    let rows =
        vec![bar(Some(10.0), Some((5.0, 20.0)), false), bar(None, None, false), bar(Some(8.0), None, true)];
    let svg = Bars { label: "Snow & ice".to_owned(), rows, least: 5.0 }.svg();
    // 168 pixels correspond to 20: the highest model.
    assert!(svg.contains("class=\"bar\" x=\"88\" y=\"6\" width=\"84.0\""), "{svg}");
    assert_eq!(svg.matches("class=\"bar\"").count(), 1, "{svg}");
    assert_eq!(svg.matches("class=\"withheld\"").count(), 1, "{svg}");
    assert!(svg.contains("Mon &lt;1&gt;") && svg.contains("Snow &amp; ice") && !svg.contains("<1>"), "{svg}");
}

#[test]
fn inline_chart_has_no_styles_or_ids() {
    let day = |value| CurveDay { value, usual: Some([1.0, 2.0, 3.0]) };
    let curve = Curve {
        label: "Depth".to_owned(),
        days: vec![day(Some(1.0)); 6],
        months: vec![(0, "Oct".to_owned())],
        marks: vec![(0.0, "0".to_owned()), (4.0, "4".to_owned())],
    };
    for svg in [
        curve.svg(),
        Bars { label: String::new(), rows: vec![bar(Some(0.0), None, false)], least: 0.0 }.svg(),
    ] {
        for foreign in ["fill=", "stroke=", "style", " id=", "#", "NaN", "inf"] {
            assert!(!svg.contains(foreign), "{foreign}: {svg}");
        }
    }
}

#[test]
fn unknown_day_interrupts_line() {
    let day = |value| CurveDay { value, usual: None };
    let values = [Some(1.0), Some(2.0), Some(3.0), None, None, Some(4.0), None];
    let curve = Curve {
        label: String::new(),
        days: values.map(day).to_vec(),
        months: Vec::new(),
        marks: vec![(5.0, "5".to_owned())],
    };
    let svg = curve.svg();
    let line = svg.split("class=\"curve\" d=\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(line.matches('M').count(), 2, "{line}");
    assert_eq!(line.matches('L').count(), 1, "{line}");
}
