use clap::{Arg, Command};

use super::*;

fn program() -> Command {
    Command::new("brew")
        .arg(Arg::new("bind").long("bind").env("TEA_TEST_BIND").help("Address. Default: [::1]:80."))
        .arg(Arg::new("cups").long("cup-count").env("TEA_TEST_CUP_COUNT"))
        .arg(Arg::new("key").long("milk-key").env("TEA_TEST_MILK_KEY").hide_env_values(true))
        .arg(Arg::new("url").long("tea-url").env("TEA_TEST_URL").hide_env_values(true))
}

#[test]
fn each_setting_names_its_origin_and_secrets_are_hidden() {
    let matches = program().get_matches_from(["brew", "--bind", "[::]:1"]);
    let file = FileSecret { value: "hunter2".to_owned(), file: PathBuf::from("/run/key") };
    let secrets = BTreeMap::from([("milk_key".to_owned(), file)]);
    let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
    let values = BTreeMap::from([
        pair("bind", "[::]:2"),
        pair("cup_count", "3"),
        pair("milk_key", "hunter3"),
        pair("tables", "2 entries"),
    ]);
    let files = Files { secrets: &secrets, configuration: Some((Path::new("tea.toml"), &values)) };
    let all = effective(&program(), &matches, files);
    let lines: Vec<String> =
        all.iter().map(|one| format!("{} {} {}", one.key, one.value, one.origin)).collect();
    assert_eq!(
        lines,
        [
            "bind [::]:1 flag",
            "cup_count 3 file tea.toml",
            "milk_key (hidden) secret file /run/key",
            "tea_url none default",
            "tables 2 entries file tea.toml",
        ]
    );
}

#[test]
fn defaults_are_those_of_the_help() {
    let secrets = BTreeMap::new();
    let all = effective(
        &program(),
        &program().get_matches_from(["brew"]),
        Files { secrets: &secrets, configuration: None },
    );
    assert_eq!((all[0].value.as_str(), &all[0].origin), ("[::1]:80", &Origin::Default));
    assert_eq!(all.len(), 4);
}
