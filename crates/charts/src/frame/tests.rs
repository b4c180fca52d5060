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

fn empty(heading: &Heading) -> String {
    framed(heading, 100, |_| {})
}

#[test]
fn screen_reader_text_is_complete() {
    let svg = empty(&heading("Snow & <ice>", "Data by \"X\""));
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 "));
    assert!(
        svg.contains("role=\"img\"") && svg.contains("<title id=\"title\">Snow &amp; &lt;ice&gt;</title>")
    );
    assert!(svg.contains("<desc id=\"desc\">Synthetic data. sub. numbers. Data by"));
    assert!(svg.contains("SYNTHETIC DATA") && svg.trim_end().ends_with("</svg>"));
    assert_eq!(svg.matches("<svg").count(), 1);
    assert!(!svg.contains("<ice>"));
}

#[test]
fn real_data_is_not_called_synthetic() {
    let svg = empty(&Heading { synthetic: false, ..heading("a", "b") });
    assert!(!svg.to_lowercase().contains("synthetic"));
}

#[test]
fn all_colours_have_dark_variants() {
    let svg = empty(&heading("a", "b"));
    let (sheet, drawn) = svg.split_once("</style>").unwrap();
    for fill in drawn.split("fill=\"").skip(1) {
        let (colour, _) = fill.split_once('"').unwrap();
        assert!(sheet.contains(&format!("[fill=\"{colour}\"]")), "{colour}");
    }
}

/// Returns the height of a picture, and the top of each of its lines.
fn measured(svg: &str) -> (i32, Vec<i32>) {
    let after = |text: &str, what: &str| {
        let (_, rest) = text.split_once(what).unwrap();
        rest.split('"').next().unwrap().parse::<i32>().unwrap()
    };
    (after(svg, " height=\""), svg.split("<text ").skip(1).map(|text| after(text, " y=\"")).collect())
}

#[test]
fn picture_grows_with_its_content() {
    let (short, _) = measured(&empty(&heading("a", "b")));
    let long = Heading {
        subtitle: "word ".repeat(30),
        ..heading(&"A long name of a resort ".repeat(3), &"somebody, ".repeat(60))
    };
    let (height, tops) = measured(&empty(&long));
    assert!(height > short + 3 * TEXT, "{height} {short}");
    assert!(tops.windows(2).all(|pair| pair[1] - pair[0] >= SMALL + 3), "{tops:?}");
    assert!(tops.iter().all(|top| top + SMALL <= height), "{tops:?}");
    let drawing = tops.windows(2).filter(|pair| pair[1] - pair[0] >= 100).count();
    assert_eq!(drawing, 1, "one gap, for the drawing: {tops:?}");
}

#[test]
fn long_credit_is_marked_as_cut() {
    let svg = empty(&heading("a", &"somebody, ".repeat(200)));
    assert!(svg.contains(" and others, see credits\n"));
}
