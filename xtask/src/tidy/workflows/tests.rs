use super::check;
use crate::workspace::File;

const ALL: &str = "# `.ci/run` has the steps\n- run: .ci/run lint checks\n- run: .ci/run unit integration\n\
                   - run: .ci/run $LONG browsers clients\n- run: .ci/run --long faults gate\n";

fn found(text: &str) -> Vec<String> {
    let file = File { path: "ci.yml".to_owned(), text: text.to_owned() };
    check(&file).iter().map(ToString::to_string).collect()
}

#[test]
fn accepts_each_part_in_one_job() {
    assert_eq!(found(ALL), Vec::<String>::new());
}

#[test]
fn rejects_unknown_repeated_and_missing_parts() {
    let unknown = found(&ALL.replace(" gate", " gate polish"));
    assert!(
        matches!(unknown.as_slice(), [one] if one.starts_with("ci.yml:5: `polish` is not a part")),
        "{unknown:?}"
    );
    let twice = found(&ALL.replace(" gate", " gate lint"));
    assert_eq!(twice, ["ci.yml:5: part `lint` is in two jobs"]);
    let missing = found(&ALL.replace(" gate", ""));
    assert_eq!(missing, ["ci.yml:1: part `gate` of `.ci/run` is not in any job"]);
}
