use super::*;

#[test]
fn what_is_wrapped_keeps_every_word_and_no_line_is_too_long() {
    let text = "word ".repeat(40);
    let lines = wrapped(&text, 70, 5, "…");
    assert_eq!(lines.len(), 3);
    assert!(lines.iter().all(|line| line.chars().count() <= 70), "{lines:?}");
    assert_eq!(lines.join(" "), text.trim_end());
}

#[test]
fn what_does_not_fit_says_that_it_goes_on() {
    let lines = wrapped(&"word ".repeat(400), 70, 4, " and others");
    assert!(lines.len() == 4 && lines[3].ends_with(" and others"), "{lines:?}");
    assert!(lines.iter().all(|line| line.chars().count() <= 70));
    let one = wrapped(&"x".repeat(90), 70, 2, " and others");
    assert_eq!(one, [format!("{}…", "x".repeat(69))]);
    assert_eq!(wrapped("", 70, 2, "…"), [""; 0]);
}

#[test]
fn a_text_is_as_wide_as_its_letters_not_as_its_bytes() {
    assert_eq!(width("Übersee", 20), width("Ubersee", 20));
    let fits = letters_in(600, 15);
    assert!(width(&"m".repeat(fits), 15) <= 600 && width(&"m".repeat(fits + 1), 15) > 600, "{fits}");
}
