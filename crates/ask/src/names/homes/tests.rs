use crate::reading::tests::{reading, refused};
use crate::reason::Reason;

#[test]
fn home_town_does_not_reject() {
    for (text, operation) in [
        ("Four lads from Leeds, advanced skiers, 6-13 Feb, Austria. Where?", "plan_ski_trip"),
        (
            "Il fait gris \u{e0} Gen\u{e8}ve, o\u{f9} y a-t-il le plus de neige en Autriche ?",
            "get_snow_report",
        ),
        ("temps de trajet Lyon Alpe d'Huez", "get_road_access"),
        (
            "\u{bf}Epic o Ikon para 8 d\u{ed}as? Mi primo, que vive en Denver, no para de dar la chapa.",
            "compare_passes",
        ),
    ] {
        assert_eq!(reading(text).operation, operation, "{text}");
    }
    assert_eq!(refused("How deep is the snow in Denver?"), Reason::UnknownResort);
}
