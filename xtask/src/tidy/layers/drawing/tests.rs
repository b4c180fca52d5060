use super::{MARKS, WIDEST, drawing, with_drawing};

#[test]
fn rows_are_drawn_from_the_top() {
    let drawn = drawing(&[("Low", &["a", "bcd"]), ("High one", &["e"])]);
    let expected = "\
┌────────────┬───┐
│ 2 High one │ e │
├────────────┼───┼─────┐
│ 1 Low      │ a │ bcd │
└────────────┴───┴─────┘
";
    assert_eq!(drawn, expected, "\n{drawn}");
}

#[test]
fn long_rows_continue_below() {
    let names = ["a-crate-with-thirty-letters-xxx"; 4];
    let drawn = drawing(&[("Low", &names)]);
    assert!(drawn.lines().all(|line| line.chars().count() <= WIDEST), "\n{drawn}");
    assert_eq!(drawn.matches(names[0]).count(), 4);
    assert_eq!(drawn.lines().count(), 5);
    assert!(drawn.contains("\n│       ├───"), "\n{drawn}");
}

#[test]
fn drawing_is_placed_between_its_marks() {
    let [start, end] = MARKS;
    let rows: [(&str, &[&str]); 1] = [("Low", &["a"])];
    let text = format!("Before\n{start}\nold\n{end}\nAfter\n");
    let drawn = with_drawing(&text, &rows).expect("both marks");
    assert!(drawn.starts_with(&format!("Before\n{start}\n```\n┌")), "{drawn}");
    assert!(drawn.ends_with(&format!("┘\n```\n{end}\nAfter\n")) && !drawn.contains("old"), "{drawn}");
    assert_eq!(with_drawing(&drawn, &rows).as_ref(), Ok(&drawn), "drawing again changes nothing");
    assert!(with_drawing(&text.replace(end, ""), &rows).expect_err("a mark").contains(end));
}
