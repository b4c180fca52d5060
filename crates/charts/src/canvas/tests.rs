use super::*;
use crate::style::{INK, stroke};

fn drawn(draw: impl FnOnce(&mut Area<'_>)) -> String {
    let mut svg = String::new();
    draw(&mut Area::new(&mut svg, 100, 50));
    svg
}

/// Returns the points of every line.
fn lines(svg: &str) -> Vec<&str> {
    svg.split("points=\"").skip(1).filter_map(|rest| rest.split(" \"").next()).collect()
}

#[test]
fn areas_are_relative_to_the_whole() {
    let svg = drawn(|area| {
        let mut below = area.below(20);
        assert_eq!(below.size(), (100, 30));
        let mut inner = below.between((10, 5), (60, 25));
        assert_eq!(inner.size(), (50, 20));
        inner.line(&[(0, 0), (1, 2)], stroke(INK, 1));
    });
    assert_eq!(lines(&svg), ["10,25 11,27"]);
}

#[test]
fn dashes_bend_with_the_line() {
    let straight = drawn(|area| area.dashes(&[(0, 0), (12, 0)], Dashes { dash: 4, gap: 2 }, stroke(INK, 1)));
    assert_eq!(lines(&straight), ["0,0 4,0", "6,0 10,0"]);
    let bent =
        drawn(|area| area.dashes(&[(0, 0), (3, 0), (3, 9)], Dashes { dash: 5, gap: 2 }, stroke(INK, 1)));
    assert_eq!(lines(&bent), ["0,0 3,0 3,2", "3,4 3,9"]);
    assert_eq!(drawn(|area| area.dashes(&[], Dashes { dash: 4, gap: 2 }, stroke(INK, 1))), "");
}

#[test]
fn dashes_of_no_length_are_a_line() {
    let svg = drawn(|area| area.dashes(&[(0, 0), (12, 0)], Dashes { dash: 0, gap: 0 }, stroke(INK, 1)));
    assert_eq!(lines(&svg), ["0,0 12,0"]);
}

#[test]
fn rectangle_corners_in_any_order() {
    let one = drawn(|area| area.rectangle([(2, 3), (8, 5)], INK, 0.5));
    assert_eq!(one, drawn(|area| area.rectangle([(8, 5), (2, 3)], INK, 0.5)));
    assert!(one.starts_with("<rect x=\"2\" y=\"3\" width=\"6\" height=\"2\" opacity=\"0.5\""), "{one}");
}

#[test]
fn texts_are_escaped() {
    let svg = drawn(|area| area.text("<a> & \"b\" 'c'", (0, 0), Letters::new(10, INK)));
    assert!(svg.contains("\n&lt;a&gt; &amp; &quot;b&quot; &apos;c&apos;\n</text>"), "{svg}");
}
