use conditions_core::units::Tenths;

use super::{Dot, Drawing, REACH};

fn dot(name: &'static str, lon: f64, lat: f64, cm: Option<f64>) -> Dot<'static> {
    Dot {
        lon,
        lat,
        name,
        to: format!("/resorts/{name}"),
        cm: cm.and_then(Tenths::new),
        said: "about".to_owned(),
        number: cm.map(|cm| format!("{cm}")),
        step: cm.map(|cm| if cm > 10.0 { 6 } else { 0 }),
    }
}

#[test]
fn links_are_a_finger_apart_and_the_most_snow_wins() {
    let dots = [
        dot("less", 7.0, 46.0, Some(1.0)),
        dot("more", 7.01, 46.0, Some(40.0)),
        dot("far", 12.0, 47.0, Some(2.0)),
        dot("silent", 9.0, 46.5, None),
    ];
    let svg = Drawing::from_dots(&dots).unwrap().linked("A \"map\"", Vec::new());
    let links: Vec<&str> = svg.split("href=\"/resorts/").skip(1).map(|rest| &rest[..4]).collect();
    assert_eq!(links, ["far\"", "more"], "{svg}");
    assert!(
        svg.contains(&format!("r=\"{REACH}\"")) && svg.contains("aria-label=\"A &quot;map&quot;\""),
        "{svg}"
    );
    assert!(svg.contains("class=\"cross\"") && svg.contains("class=\"dot d0\""), "unknown is not 0: {svg}");
    assert!(svg.contains("class=\"border\" d=\"M"), "{svg}");
}

#[test]
fn picture_contains_no_links() {
    let dots = [dot("one", 7.0, 46.0, Some(40.0))];
    let svg = Drawing::from_dots(&dots).unwrap().picture("Map", vec![("Schweiz", 7.0, 46.1)]);
    assert!(!svg.contains("<a ") && svg.contains("role=\"img\""), "{svg}");
    assert!(svg.contains("<tspan class=\"num\">40</tspan>"), "{svg}");
    assert!(Drawing::from_dots(&[]).is_none());
}
