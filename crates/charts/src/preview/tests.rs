use super::*;

fn frame() -> Frame {
    Frame { warning: None, service: "Snow".to_owned(), address: "snow.example.org".to_owned() }
}

fn known(told: &str) -> Fact {
    Fact {
        name: "Snow depth".to_owned(),
        told: told.to_owned(),
        is_known: true,
        is_observed: true,
        mark: "<path d=\"M0 0\"/>".to_owned(),
        from: "measured by a station, Sat 10 Jan, 11:00".to_owned(),
    }
}

fn unknown() -> Fact {
    Fact {
        is_known: false,
        is_observed: false,
        mark: String::new(),
        from: String::new(),
        ..known("not reported")
    }
}

fn day(snow: Option<[f64; 3]>) -> Day {
    Day {
        name: "Sat 10".to_owned(),
        sky: "<circle r=\"6\"/>".to_owned(),
        snow,
        step: 4,
        told: snow.map_or("–".to_owned(), |[_, _, value]| value.to_string()),
        range: snow.map(|[low, high, _]| format!("{low}–{high}")).unwrap_or_default(),
        degrees: "−3°".to_owned(),
        is_best: false,
    }
}

fn preview() -> Preview {
    Preview {
        frame: frame(),
        title: "Tom & <Jerry>".to_owned(),
        place: "Valais, Switzerland · open".to_owned(),
        danger: Some(Danger {
            tile: "<rect rx=\"9\"/>".to_owned(),
            name: "Avalanche danger".to_owned(),
            level: "high".to_owned(),
        }),
        depth: known("84 cm"),
        days: vec![day(Some([4.0, 20.0, 12.0])), day(None), day(Some([0.0; 3]))],
        least: 10.0,
        nothing: "No forecast has arrived.".to_owned(),
        sentence: "Snow from Saturday, about 12 cm.".to_owned(),
        about: "New snow (cm) · 10 January 2026".to_owned(),
        sources: "Sources: Invented".to_owned(),
    }
}

/// Returns the values of an attribute.
fn numbers(svg: &str, name: &str) -> Vec<i32> {
    let opening = format!(" {name}=\"");
    let values = svg.split(&opening).skip(1).filter_map(|rest| rest.split('"').next());
    values.filter_map(|value| value.parse().ok()).collect()
}

/// Returns the heights of the bars with a colour.
fn bars(svg: &str, colour: Colour) -> Vec<i32> {
    let fill = format!("fill=\"{}\"", hex(colour));
    let drawn = svg.split("<rect").filter_map(|rest| rest.split("/>").next());
    drawn.filter(|rect| rect.contains(&fill)).flat_map(|rect| numbers(rect, "height")).collect()
}

#[test]
fn picture_states_known_and_unknown() {
    let svg = preview().svg();
    for said in [
        "Tom &amp; &lt;Jerry&gt;",
        ">Valais, Switzerland · open<",
        ">84 cm<",
        ">high<",
        ">12<",
        ">4–20<",
        ">–<",
        ">Snow from Saturday, about 12 cm.<",
        ">New snow (cm) · 10 January 2026<",
        ">Sources: Invented<",
        ">snow.example.org<",
    ] {
        assert!(svg.contains(said), "{said}: {svg}");
    }
    // The bar reaches 12 of the 20 that the models give at most; the unknown day lacks a bar.
    assert_eq!(bars(&svg, STEPS[4]), [52, 0]);
    assert_eq!(bars(&svg, RANGE), [69, 0]);
}

#[test]
fn unknown_resort_has_no_bars() {
    let nothing = Preview { depth: unknown(), danger: None, days: vec![day(None); 7], ..preview() };
    let svg = nothing.svg();
    assert!(svg.contains(">not reported<") && svg.contains("No forecast has arrived."), "{svg}");
    assert!(!svg.contains(">0<") && !svg.contains("Avalanche") && bars(&svg, STEPS[4]).is_empty(), "{svg}");
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
    let crowded = Preview {
        frame: Frame {
            warning: Some("Synthetic data. ".repeat(20)),
            service: long.repeat(3),
            address: long.to_owned(),
        },
        title: long.repeat(2),
        place: long.repeat(3),
        depth: Fact { name: long.to_owned(), from: long.repeat(2), ..known("1,234.5 cm of old snow") },
        days: vec![Day { name: long.to_owned(), told: long.to_owned(), ..day(Some([0.0, 300.0, 200.0])) }; 7],
        sentence: long.repeat(9),
        sources: long.repeat(9),
        ..preview()
    };
    let svg = crowded.svg();
    assert!(numbers(&svg, "y").into_iter().all(|y| (0..HEIGHT).contains(&y)), "{svg}");
    assert!(numbers(&svg, "height").into_iter().all(|height| height >= 0), "{svg}");
    assert_eq!(bars(&svg, STEPS[4]), [57; 7]);
}

#[test]
fn bars_stay_within_their_area() {
    let days = vec![day(Some([0.0, 1.0e9, 1.0e9])), day(Some([0.0, 0.1, 0.1])), day(Some([5.0, 1.0, 3.0]))];
    let svg = Preview { days, ..preview() }.svg();
    assert!(numbers(&svg, "height").into_iter().all(|height| (0..=HEIGHT).contains(&height)), "{svg}");
    let flat = Preview { days: vec![day(Some([0.0; 3])); 7], least: 0.0, ..preview() }.svg();
    assert_eq!(bars(&flat, STEPS[4]), [0; 7]);
}
