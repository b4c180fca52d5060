use super::*;
use crate::style::Colour;

fn heading() -> Heading {
    Heading {
        title: "Depth".to_owned(),
        subtitle: "invented".to_owned(),
        description: "none".to_owned(),
        synthetic: true,
        credit: "nobody".to_owned(),
    }
}

fn usual(median: f64) -> Norm {
    Norm { p10: median * 0.5, p25: median * 0.8, median, p75: median * 1.3, p90: median * 1.8 }
}

/// Returns a chart from 1 October 2025 on, with a value and a norm per day.
fn chart(days: &[(Option<f64>, Option<Norm>)]) -> Season {
    let first = NaiveDate::from_ymd_opt(2025, 10, 1).unwrap();
    let day = |(date, (cm, norm)): (NaiveDate, &(Option<f64>, Option<Norm>))| SeasonDay {
        date,
        cm: *cm,
        norm: *norm,
    };
    Season {
        heading: heading(),
        quantity: "snow depth, cm".to_owned(),
        winter: "2025-26 <&>".to_owned(),
        days: first.iter_days().zip(days).map(day).collect(),
        marked: days.iter().rposition(|(cm, _)| cm.is_some()).and_then(|at| first.iter_days().nth(at)),
        nothing: "nothing is known & nobody knows why".to_owned(),
    }
}

/// Returns the number of points of each polyline with a colour and width.
fn lines(svg: &str, colour: Colour, width: u32) -> Vec<usize> {
    let Colour(r, g, b) = colour;
    let look = format!("stroke=\"#{r:02X}{g:02X}{b:02X}\" stroke-width=\"{width}\"");
    let of = svg.split("<polyline ").skip(1).filter(|line| line.contains(&look));
    of.map(|line| {
        line.split("points=\"").nth(1).unwrap().split('"').next().unwrap().split_whitespace().count()
    })
    .collect()
}

#[test]
fn unreported_day_interrupts_line() {
    let told = |cm: f64| (Some(cm), None);
    let svg =
        chart(&[told(1.0), told(2.0), (None, None), told(0.0), (None, None), told(4.0), told(5.0)]).svg();
    // One of two days, one of one day, one of two days; the legend's.
    assert_eq!(lines(&svg, SUBJECT, 3), [2, 2, 1, 2]);
    // The legend's disc, the single day's, the last day's.
    assert_eq!(svg.matches("<circle").count(), 3);
    assert!(svg.contains("\n5 cm on 7 Oct\n"), "{svg}");
    assert!(!svg.contains("median") && !svg.contains("<polygon"), "no norm is invented");
}

#[test]
fn norm_has_two_bands_and_median() {
    let with = |median: f64| (None, Some(usual(median)));
    let svg = chart(&[with(10.0), with(12.0), (None, None), with(20.0), with(21.0)]).svg();
    assert_eq!(svg.matches("<polygon").count(), 4, "two bands, twice");
    assert_eq!(lines(&svg, BAND, 1).len(), 4, "the outer edges, twice");
    for words in ["median", "half of past winters", "eight in ten"] {
        assert_eq!(svg.matches(words).count(), 1, "{words}");
    }
    assert!(lines(&svg, SUBJECT, 3).is_empty() && !svg.contains("2025-26 &lt;"), "no line is invented");
    assert!(svg.contains("\n40\n"), "the axis holds the band's upper edge, 37.8");
}

#[test]
fn months_and_years_are_labelled() {
    let svg = chart(&[(Some(3.0), None); 273]).svg();
    for month in ["Oct", "Nov", "Dec", "Jan", "Feb", "Mar", "Apr", "May", "Jun"] {
        assert_eq!(svg.matches(&format!("\n{month}\n")).count(), 1, "{month}");
    }
    assert!(svg.contains("\n2025\n") && svg.contains("\n2026\n") && !svg.contains("\n2027\n"));
    assert!(svg.contains("\n3 cm on 30 Jun\n"));
}

#[test]
fn names_are_escaped() {
    let svg = chart(&[(Some(3.0), Some(usual(4.0))); 9]).svg();
    assert!(svg.contains("2025-26 &lt;&amp;&gt;") && !svg.contains("<&>"));
    assert!(chart(&[]).svg().contains("known &amp; nobody"));
}

#[test]
fn empty_season_shows_text() {
    for days in [vec![], vec![(None, None); 273], vec![(Some(f64::NAN), Some(usual(f64::INFINITY))); 9]] {
        let svg = chart(&days).svg();
        assert!(svg.contains("nothing is known"), "{svg}");
        for drawn in ["<polyline", "<polygon", "<circle", "snow depth, cm"] {
            assert!(!svg.contains(drawn), "{drawn}: {svg}");
        }
    }
    let one = chart(&[(Some(0.0), None)]).svg();
    assert!(one.contains("\n0 cm on 1 Oct\n"), "a bare ground is a report: {one}");
}

#[test]
fn only_known_marked_day_is_labelled() {
    let of = |day: u32| {
        let days = [(Some(7.0), None), (None, None), (Some(3.0), None)];
        Season { marked: NaiveDate::from_ymd_opt(2025, 10, day), ..chart(&days) }.svg()
    };
    assert!(of(1).contains("\n7 cm on 1 Oct\n") && !of(1).contains(" cm on 3 Oct"));
    assert!(!of(2).contains(" cm on ") && !of(9).contains(" cm on "));
}

#[test]
fn mark_label_covers_no_data() {
    // Rising, so that the line is higher to the right of the mark.
    let days: Vec<_> =
        (0..273).map(|nth| (Some(9.0).filter(|_| nth < 60), Some(usual(f64::from(nth))))).collect();
    let svg = chart(&days).svg();
    // The ground of the text follows everything else that is drawn.
    let (before, words) = svg.split_once(" opacity=\"0.75\"").unwrap();
    assert!(words.contains(" cm on "));
    let last = |name: &str| -> i32 {
        let (_, rest) = before.rsplit_once(&format!(" {name}=\"")).unwrap();
        rest.split('"').next().unwrap().parse().unwrap()
    };
    let (across, down) = (last("x")..last("x") + last("width"), last("y")..last("y") + last("height"));
    for points in before.split(" points=\"").skip(1) {
        for pair in points.split('"').next().unwrap().split_whitespace() {
            let (x, y) = pair.split_once(',').unwrap();
            let is_covered = across.contains(&x.parse().unwrap()) && down.contains(&y.parse().unwrap());
            assert!(!is_covered, "{pair} in {across:?}, {down:?}");
        }
    }
}

/// Returns left and right end of the marked day's text, by the assumed width.
fn words_of_mark(svg: &str) -> (i32, i32) {
    let (before, after) = svg.split_once(" cm on ").unwrap();
    let x = before.rsplit("<text x=\"").next().unwrap().split('"').next().unwrap().parse::<i32>().unwrap();
    let words =
        format!("{} cm on {}", before.rsplit('\n').next().unwrap(), after.split('\n').next().unwrap());
    (x, x + width(&words, TEXT))
}

#[test]
fn mark_label_stays_in_picture() {
    for known in [1, 5, 140, 260, 273] {
        for cm in [0.0, 57.0, 100.0] {
            let day = |nth: usize| (Some(cm).filter(|_| nth < known), Some(usual(50.0)));
            let (left, right) = words_of_mark(&chart(&(0..273).map(day).collect::<Vec<_>>()).svg());
            assert!(left >= 0 && right <= crate::frame::WIDTH as i32, "{known} {cm}: {left} {right}");
        }
    }
}
