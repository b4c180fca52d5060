use std::path::PathBuf;

use super::*;

fn secret(value: &str) -> FileSecret {
    FileSecret { value: value.to_owned(), file: PathBuf::from("/run/secret") }
}

/// Every setting that is hidden in the help can come from a file, also the keys of lanes.
#[test]
fn every_secret_can_come_from_a_file() {
    use clap::Args as _;

    let program = Settings::augment_args(Command::new("x"));
    let keys: Vec<String> = secrets::variables(&program)
        .map(|variable| variable.trim_start_matches("SNOW_").trim_end_matches("_FILE").to_ascii_lowercase())
        .collect();
    assert!(keys.len() >= 13, "{keys:?}");
    for key in keys {
        let settings = of_secrets(&BTreeMap::from([(key.clone(), secret("hunter2"))])).unwrap();
        assert_ne!(format!("{settings:?}"), format!("{:?}", Settings::default()), "{key}");
    }
}

#[test]
fn secret_files_override_the_configuration_file() {
    let url = |settings: Settings| settings.database_url;
    let secrets = BTreeMap::from([("database_url".to_owned(), secret("postgres://a/a"))]);
    let of_file = Settings { database_url: Some("postgres://b/b".to_owned()), ..Settings::default() };
    assert_eq!(url(of_secrets(&secrets).unwrap().or(of_file)).as_deref(), Some("postgres://a/a"));
}

/// A script's own variable must not keep the service from starting.
#[test]
fn variables_of_scripts_pass() {
    use clap::Args as _;

    let program = Settings::augment_args(Command::new("x"));
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts");
    let mut seen = 0;
    for file in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        for part in text.split("SNOW_").skip(1) {
            let rest: String = part.chars().take_while(|c| c.is_ascii_uppercase() || *c == '_').collect();
            if !rest.is_empty() {
                let given = (format!("SNOW_{rest}"), "1".to_owned());
                variables::check_given(&program, std::iter::once(given)).unwrap();
                seen += 1;
            }
        }
    }
    assert!(seen > 10, "{seen}");
}
