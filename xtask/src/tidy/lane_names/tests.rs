use super::{check, names};
use crate::workspace::File;

fn file(path: &str, text: &str) -> File {
    File { path: path.to_owned(), text: text.to_owned() }
}

fn lines(text: &str) -> Vec<usize> {
    let names = ["open-meteo".to_owned(), "slf".to_owned()];
    check(&file("crates/server/src/a.rs", text), &names).into_iter().map(|violation| violation.line).collect()
}

#[test]
fn a_name_that_decides_is_found() {
    for bad in [
        "match lane { slf::LANE => 1, _ => 2 }",
        "match lane { Some(sources::slf::LANE | archive::LANE) => 1, _ => 2 }",
        "match lane { \"open-meteo\" => 1, _ => 2 }",
        "match lane { LANE if x => 1, _ => 2 }",
        "if lane == sources::slf::LANE {}",
        "if LANE != lane {}",
        "if row.lane == \"slf\" {}",
        "let a = matches!(lane, slf::LANE);",
    ] {
        assert_eq!(lines(&format!("//! A.\n\n{bad}\n")), [3], "{bad}");
    }
}

#[test]
fn plain_use_of_name_is_allowed() {
    for good in [
        "tracing::warn!(lane = LANE, \"waits\");",
        "const ALL: [&str; 2] = [sources::slf::LANE, metar::LANE];",
        "let id = match self { Self::Slf => sources::slf::LANE, Self::Other => metar::LANE };",
        "if key == LEADERBOARD_LANE {}",
        "let a = find(\"slf\");",
        "// if lane == \"slf\" \nlet a = 1;",
        "#[cfg(test)]\nmod tests {\n if lane == slf::LANE {} }",
    ] {
        assert_eq!(lines(&format!("//! A.\n{good}\n")), [] as [usize; 0], "{good}");
    }
}

#[test]
fn sources_and_tests_may() {
    for path in ["crates/sources/src/slf.rs", "crates/server/src/a/tests.rs", "crates/server/tests/it/a.rs"] {
        assert_eq!(check(&file(path, "if lane == slf::LANE {}"), &[]), [], "{path}");
    }
}

#[test]
fn names_come_from_the_lanes_files() {
    let lanes = [
        file("crates/sources/src/slf.rs", "//! A.\npub const LANE: &str = \"slf\";\n"),
        file("crates/sources/src/lane.rs", "//! B.\n"),
        file("crates/server/src/a.rs", "const LANE: &str = \"x\";"),
    ];
    assert_eq!(names(&lanes), ["slf"]);
}
