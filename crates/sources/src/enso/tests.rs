//! A complete series or an error. The rows are synthetic, in the form of the files.

use super::*;

/// Returns a file of `seasons` seasons from DJF 1950; `spoil` may change each line.
fn file(seasons: usize, with_total: bool, spoil: impl Fn(usize, String) -> String) -> String {
    let mut text = String::from(if with_total { " SEAS  YR   TOTAL   ANOM\n" } else { " SEAS  YR   ANOM\n" });
    for nth in 0..seasons {
        let (name, year) = (Season::NAMES[nth % 12], 1950 + nth / 12);
        let value = (nth % 7) as f64 * 0.1 - 0.35;
        let total = if with_total { format!("{:7.2}", 26.0 + value) } else { String::new() };
        text.push_str(&spoil(nth, format!("  {name} {year}{total}{value:7.2}\n")));
    }
    text
}

fn plain(seasons: usize) -> String {
    file(seasons, true, |_, line| line)
}

fn kind(text: &str) -> Kind {
    read(text.as_bytes()).unwrap_err().kind
}

#[test]
fn both_forms_read_to_the_same_series() {
    let with = read(plain(720).as_bytes()).unwrap();
    let without = read(file(720, false, |_, line| line).as_bytes()).unwrap();
    assert_eq!(with, without);
    assert_eq!((with.first, with.last()), (Season(1950 * 12), Some(Season(2009 * 12 + 11))));
    assert_eq!(with.anomalies[..4], [-35, -25, -15, -5]);
    assert_eq!(with.last().unwrap().to_string(), "NDJ 2009");
}

#[test]
fn tolerates_line_ends_and_bom() {
    let text = format!("\u{feff}\r\n{}\r\n  \r\n", plain(400).replace('\n', "\r\n"));
    assert_eq!(read(text.as_bytes()).unwrap(), read(plain(400).as_bytes()).unwrap());
}

#[test]
fn rejects_truncated_files() {
    let text = plain(400);
    for cut in 1..40 {
        let cut = text.len() - cut;
        let read = read(&text.as_bytes()[..cut]);
        // A cut between two lines leaves a file that looks complete.
        assert_eq!(read.is_err(), !text[..cut].ends_with('\n'), "{:?}", &text[cut - 30..cut]);
    }
    assert!(matches!(kind(&plain(359)), Kind::Malformed(_)));
}

#[test]
fn shorter_series_cannot_follow() {
    let (known, shorter) = (read(plain(720).as_bytes()), read(plain(719).as_bytes()));
    let (known, shorter) = (known.unwrap(), shorter.unwrap());
    assert_eq!(
        Enso.regression(&shorter, &known).unwrap(),
        "it ends with OND 2009 and used to end with NDJ 2009"
    );
    assert_eq!(Enso.regression(&known, &shorter), None);
    let late = Series { first: known.first.plus(1), ..known.clone() };
    assert_eq!(
        Enso.regression(&late, &known).unwrap(),
        "it begins with JFM 1950 and used to begin with DJF 1950"
    );
    let restated =
        Series { anomalies: known.anomalies.iter().map(|value| value + 3).collect(), ..known.clone() };
    assert_eq!(Enso.regression(&restated, &known), None);
}

#[test]
fn rejects_pages_and_empty_bodies() {
    assert_eq!(kind(" \n"), Kind::Empty);
    assert_eq!(kind("\n<!DOCTYPE html><html>"), Kind::Html);
    assert_eq!(read(&[0xff, 0xfe, 0x00]).unwrap_err().kind, Kind::Malformed("not text".to_owned()));
}

#[test]
fn rejects_misplaced_seasons() {
    let drop = file(400, true, |nth, line| if nth == 200 { String::new() } else { line });
    assert_eq!(kind(&drop), Kind::Times("SON 1966 follows JAS 1966".to_owned()));
    let twice = file(400, true, |nth, line| if nth == 200 { line.repeat(2) } else { line });
    assert_eq!(kind(&twice), Kind::Times("ASO 1966 follows ASO 1966".to_owned()));
    let other = file(400, true, |nth, line| if nth == 200 { line.replace("ASO", "XYZ") } else { line });
    assert!(matches!(kind(&other), Kind::Malformed(_)));
}

#[test]
fn rejects_touching_columns() {
    let spoilt = |from: &'static str, to: &'static str| {
        file(400, true, |nth, line| if nth == 300 { line.replacen(from, to, 1) } else { line })
    };
    // Season 300 is `  DJF 1975  26.25   0.25`.
    assert_eq!(
        kind(&spoilt("  26.25   0.25", "  26.25-0.25")),
        Kind::Malformed("`DJF 1975 26.25-0.25`".into())
    );
    assert!(matches!(kind(&spoilt("  26.25   0.25", "   0.25  26.25")), Kind::Malformed(_)));
    assert!(matches!(kind(&spoilt("  26.25   0.25", "   0.25")), Kind::Malformed(_)));
    assert!(matches!(kind(&spoilt("  0.25", "  nan")), Kind::Malformed(_)));
    assert!(matches!(kind(&spoilt("  0.25", "  1e-1")), Kind::Malformed(_)));
    assert!(matches!(kind(&spoilt("1975", "75")), Kind::Malformed(_)));
    let headers = ["SEAS YR TOTAL", "SEAS YR ANOM ANOM", "YR MON ANOM", "DJF 1950 25.01 -1.38"];
    for header in headers {
        let text = plain(400).replacen(" SEAS  YR   TOTAL   ANOM", header, 1);
        assert!(matches!(kind(&text), Kind::Malformed(_)), "{header}");
    }
}

#[test]
fn fillers_only_end_the_file() {
    let filled =
        |from: usize, to: usize| {
            file(400, false, move |nth, line| {
                if (from..to).contains(&nth) { line[..10].to_owned() + " -99.9\n" } else { line }
            })
        };
    let series = read(filled(398, 400).as_bytes()).unwrap();
    assert_eq!(series.anomalies.len(), 398);
    assert!(matches!(kind(&filled(300, 301)), Kind::Malformed(_)));
    assert!(matches!(kind(&filled(380, 400)), Kind::Malformed(_)));
}

#[test]
fn hundredths_are_exact() {
    let read =
        ["0.15", "-0.05", "-1.5", "2", ".5", "-.07", "0.005", "1-2", "", "-", "+1", "١"].map(hundredths);
    let expected = [Some(15), Some(-5), Some(-150), Some(200), Some(50), Some(-7)];
    assert_eq!(read[..6], expected);
    assert_eq!(read[6..], [None; 6]);
}

#[test]
fn observations_use_the_central_month() {
    let mut values = Enso.observations(plain(400).as_bytes()).unwrap();
    let first = values.nth(1).unwrap();
    let line = serde_json::to_string(&first).unwrap();
    assert!(
        line.contains(r#""interval":"DJF 1950","time":"1950-01-01","variable":"ANOM","value":-0.35"#),
        "{line}"
    );
}
