use super::*;

#[test]
fn table_lists_every_lane() {
    let text = lanes();
    for lane in crate::LANES {
        assert!(text.contains(&format!("(`{}`)", lane.meta().id)), "{}", lane.meta().id);
    }
    for family in crate::lifts::FAMILIES {
        assert!(text.contains(&format!("(`{}`)", family.meta().id)), "{}", family.meta().id);
    }
    for credit in crate::lanes::credits() {
        assert!(text.contains(&cell(credit.text)), "{}", credit.name);
    }
    assert!(text.ends_with("|\n"));
    assert!(!text.contains("None"));
}

#[test]
fn cells_cannot_break_the_table() {
    assert_eq!(cell("a|b\nc"), "a\\|b c");
    assert_eq!(link("a|b", None), "a\\|b");
}
