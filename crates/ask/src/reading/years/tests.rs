use crate::reading::tests::{reading, refused};
use crate::reason::Reason;

#[test]
fn rejects_present_for_other_years() {
    for text in [
        "Verbier temperature in 1999",
        "Wie viel Schnee lag in S\u{f6}lden Weihnachten 2010",
        "1998年の苗場の積雪",
        "Verbier forecast for next winter",
        "was Whistler open in July 2019",
        "Wetter in Zermatt 1999",
        "how much snow fell in Verbier in the 1980s",
        "Killington vs Stowe 1990 season",
    ] {
        assert_eq!(refused(text), Reason::BadDate, "{text}");
    }
    assert_eq!(reading("Snow depth in Isola 2000").operation, "get_conditions");
    assert_eq!(reading("Wie viel Schnee liegt in Meran 2000?").operation, "get_conditions");
}
