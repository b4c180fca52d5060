use super::*;

#[test]
fn wrapping_keeps_every_word() {
    let text = "word ".repeat(40);
    let lines = wrapped(&text, 70, 5, "…");
    assert_eq!(lines.len(), 3);
    assert!(lines.iter().all(|line| line.chars().count() <= 70), "{lines:?}");
    assert_eq!(lines.join(" "), text.trim_end());
}

#[test]
fn overlong_text_is_marked() {
    let lines = wrapped(&"word ".repeat(400), 70, 4, " and others");
    assert!(lines.len() == 4 && lines[3].ends_with(" and others"), "{lines:?}");
    assert!(lines.iter().all(|line| line.chars().count() <= 70));
    let one = wrapped(&"x".repeat(90), 70, 2, " and others");
    assert_eq!(one, [format!("{}…", "x".repeat(69))]);
    assert_eq!(wrapped("", 70, 2, "…"), [""; 0]);
}

#[test]
fn width_counts_letters_not_bytes() {
    assert_eq!(width("Übersee", 20), width("Ubersee", 20));
    let fits = letters_in(600, 15);
    assert!(width(&"m".repeat(fits), 15) <= 600 && width(&"m".repeat(fits + 1), 15) > 600, "{fits}");
}
