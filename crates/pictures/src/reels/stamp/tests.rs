use super::*;

/// Returns the bar as text: `#` for a dot of a letter.
fn bar(still: &Still, from: usize) -> Vec<String> {
    let row = |y: usize| {
        let pixels = &still.rgb[y * still.width * 3..(y + 1) * still.width * 3];
        pixels.chunks(3).map(|pixel| if pixel[0] == LIGHT { '#' } else { '.' }).collect()
    };
    (from..still.height).map(row).collect()
}

#[test]
fn stamp_leaves_picture_unchanged() {
    let still = Still { width: 16, height: 4, rgb: vec![99; 16 * 4 * 3] };
    let stamped = stamp(&still, "1+");
    assert_eq!((stamped.width, stamped.height), (16, 4 + 11));
    assert_eq!(stamped.rgb[..still.rgb.len()], still.rgb[..]);
    let expected = [
        "................",
        "................",
        "....#...........",
        "...##.....#.....",
        "....#.....#.....",
        "....#...#####...",
        "....#.....#.....",
        "....#.....#.....",
        "...###..........",
        "................",
        "................",
    ];
    assert_eq!(bar(&stamped, 4), expected);
}

#[test]
fn every_letter_of_a_stamp_is_in_the_font() {
    for letter in "2026-01-10 12:34 UTC +12.5 cm ? cm".chars().filter(|letter| *letter != ' ') {
        assert!(FONT.iter().any(|(known, _)| *known == letter), "{letter}");
    }
}

#[test]
fn narrow_picture_is_stamped() {
    let still = Still { width: 3, height: 1, rgb: vec![0; 9] };
    let stamped = stamp(&still, "2026-01-10 12:34 UTC");
    assert_eq!(stamped.rgb.len(), 3 * 12 * 3);
}
