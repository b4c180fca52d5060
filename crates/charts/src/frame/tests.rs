//! Tests of `frame`.

use super::*;

fn heading(title: &str, credit: &str) -> Heading {
    Heading {
        title: title.to_owned(),
        subtitle: "sub".to_owned(),
        description: "numbers".to_owned(),
        synthetic: true,
        credit: credit.to_owned(),
    }
}

#[test]
fn a_screen_reader_hears_title_numbers_credit_and_warning() {
    let svg = framed(&heading("Snow & <ice>", "Data by \"X\""), |_| Ok(()));
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 800 440\""));
    assert!(
        svg.contains("role=\"img\"") && svg.contains("<title id=\"title\">Snow &amp; &lt;ice&gt;</title>")
    );
    assert!(svg.contains("<desc id=\"desc\">Synthetic data. sub numbers Data by"));
    assert!(svg.contains("SYNTHETIC DATA") && svg.trim_end().ends_with("</svg>"));
    assert_eq!(svg.matches("<svg").count(), 1);
    assert!(!svg.contains("<ice>"));
}

#[test]
fn real_data_is_not_called_synthetic() {
    let svg = framed(&Heading { synthetic: false, ..heading("a", "b") }, |_| Ok(()));
    assert!(!svg.to_lowercase().contains("synthetic"));
}

#[test]
fn every_colour_of_the_frame_has_one_for_dark() {
    let svg = framed(&heading("a", "b"), |_| Ok(()));
    let (sheet, drawn) = svg.split_once("</style>").unwrap();
    for fill in drawn.split("fill=\"").skip(1) {
        let (colour, _) = fill.split_once('"').unwrap();
        assert!(sheet.contains(&format!("[fill=\"{colour}\"]")), "{colour}");
    }
}

#[test]
fn a_long_credit_is_wrapped_and_a_longer_one_says_that_there_is_more() {
    let lines = wrapped(&"word ".repeat(40));
    assert!(lines.len() == 2 && lines.iter().all(|line| line.chars().count() <= CREDIT_LETTERS));
    let lines = wrapped(&"word ".repeat(400));
    assert!(lines.len() == CREDIT_LINES && lines[CREDIT_LINES - 1].ends_with("see credits"), "{lines:?}");
    assert!(lines.iter().all(|line| line.chars().count() <= CREDIT_LETTERS));
}

#[test]
fn axes_end_at_round_numbers() {
    let ends = [0.0, 0.3, 1.0, 1.2, 4.4, 9.0, 10.0, 23.0, 99.0, 100.0, f64::NAN, f64::INFINITY].map(ceiling);
    assert_eq!(ends, [1.0, 1.0, 1.0, 2.0, 5.0, 10.0, 10.0, 30.0, 100.0, 100.0, 1.0, 1.0]);
}
