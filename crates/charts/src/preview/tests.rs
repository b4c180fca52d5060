use super::*;

fn frame() -> Frame {
    Frame { warning: None, service: "Snow".to_owned(), address: "snow.example.org".to_owned() }
}

fn known(name: &str, told: &str) -> Fact {
    Fact {
        name: name.to_owned(),
        told: told.to_owned(),
        is_known: true,
        from: "measured by a station, Sat 10 Jan, 11:00".to_owned(),
    }
}

fn unknown(name: &str) -> Fact {
    Fact { name: name.to_owned(), told: "not reported".to_owned(), is_known: false, from: String::new() }
}

fn day(value: Option<f64>) -> Day {
    let told = value.map_or("not reported".to_owned(), |cm| format!("{cm} cm"));
    Day { name: "Sat 10 Jan".to_owned(), value, told }
}

fn preview() -> Preview {
    Preview {
        frame: frame(),
        title: "Tom & <Jerry>".to_owned(),
        place: "Valais, Switzerland".to_owned(),
        status: Some("open".to_owned()),
        facts: [known("Snow depth", "84 cm"), unknown("Past 24 hours")],
        sum: known("Next 7 days", "24 cm"),
        days: vec![day(Some(12.0)), day(None), day(Some(0.0)), day(Some(12.0))],
        least: 10.0,
        nothing: "No forecast has arrived.".to_owned(),
        date: "10 January 2026".to_owned(),
        sources: "Sources: Invented".to_owned(),
    }
}

/// Returns the values of an attribute.
fn numbers(svg: &str, name: &str) -> Vec<i32> {
    let opening = format!(" {name}=\"");
    let values = svg.split(&opening).skip(1).filter_map(|rest| rest.split('"').next());
    values.filter_map(|value| value.parse().ok()).collect()
}

#[test]
fn picture_states_known_and_unknown() {
    let svg = preview().svg();
    for said in [
        "Tom &amp; &lt;Jerry&gt;",
        "Valais, Switzerland",
        ">open<",
        ">84 cm<",
        ">not reported<",
        ">24 cm<",
        ">0 cm<",
    ] {
        assert!(svg.contains(said), "{said}: {svg}");
    }
    assert!(
        svg.contains("10 January 2026")
            && svg.contains("Sources: Invented")
            && svg.contains("snow.example.org")
    );
    // A day without a value has a label and a bar of zero height, like one with 0; their labels differ.
    assert_eq!(svg.matches(" height=\"0\"").count(), 2);
}

#[test]
fn unknown_resort_has_no_bars() {
    let nothing = Preview {
        status: None,
        facts: [unknown("Snow depth"), unknown("Past 24 hours")],
        sum: unknown("Next 7 days"),
        days: vec![day(None); 7],
        ..preview()
    };
    let svg = nothing.svg();
    assert!(svg.matches(">not reported<").count() == 3 && svg.contains("No forecast has arrived."), "{svg}");
    assert!(!svg.contains("0 cm") && !svg.contains(">open<"), "{svg}");
}

#[test]
fn synthetic_data_has_a_warning_strip() {
    let plain = preview();
    let frame = Frame { warning: Some("Synthetic data.".to_owned()), ..frame() };
    let warned = Preview { frame: frame.clone(), ..preview() };
    let strip = format!("fill=\"{}\"", hex(WARNING));
    assert!(!plain.svg().contains(&strip) && warned.svg().contains(&strip));
    let card = Card { frame, line: "Snow of every resort.".to_owned() }.svg();
    assert!(
        card.contains(&strip) && card.contains("Synthetic data.") && card.contains("Snow of every resort.")
    );
}

#[test]
fn the_longest_words_stay_inside() {
    let long = "Schlossalm - Angertal - Stubnerkogel (Gastein) and the valley behind it";
    let long_fact = || known(long, "1,234.5 cm of old snow that nobody counted");
    let warning = Some("Synthetic data. ".repeat(20));
    let crowded = Preview {
        frame: Frame { warning, service: long.repeat(3), address: long.to_owned() },
        title: long.repeat(2),
        place: long.repeat(3),
        status: Some("before the season".to_owned()),
        facts: [long_fact(), long_fact()],
        sum: long_fact(),
        days: vec![day(Some(200.0)); 7],
        sources: long.repeat(9),
        ..preview()
    };
    let svg = crowded.svg();
    assert!(numbers(&svg, "y").into_iter().all(|y| (0..HEIGHT).contains(&y)), "{svg}");
    assert!(numbers(&svg, "height").into_iter().all(|height| height >= 0), "{svg}");
    let bars = svg
        .split("<rect")
        .filter(|rect| rect.split("/>").next().is_some_and(|rect| rect.contains(&hex(SUBJECT))));
    let heights: Vec<i32> = bars.flat_map(|rect| numbers(rect, "height")).collect();
    assert!(heights.len() == 7 && heights.iter().all(|height| *height >= 40), "{heights:?}");
}

#[test]
fn bars_stay_within_their_area() {
    let svg = Preview { days: vec![day(Some(1.0e9)), day(Some(0.1))], ..preview() }.svg();
    assert!(numbers(&svg, "height").into_iter().all(|height| (0..=HEIGHT).contains(&height)), "{svg}");
    let flat = Preview { days: vec![day(Some(0.0)); 7], least: 0.0, ..preview() }.svg();
    assert!(flat.matches(">0 cm<").count() == 7, "{flat}");
}
