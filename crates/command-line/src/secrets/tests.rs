use std::path::PathBuf;

use super::*;

fn program() -> Command {
    Command::new("brew")
        .arg(Arg::new("bind").long("bind").env("TEA_BIND"))
        .arg(Arg::new("key").long("milk-key").env("TEA_MILK_KEY").hide_env_values(true))
        .arg(Arg::new("url").long("database-url").env("TEA_DATABASE_URL").hide_env_values(true))
}

/// A folder of this test, with files.
fn folder(name: &str, files: &[(&str, &[u8])]) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("command-line-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).unwrap();
    }
    folder
}

fn read_from(variables: &[(&str, PathBuf)]) -> Result<BTreeMap<String, FileSecret>, SecretError> {
    read_with(&program(), &|name| {
        variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone().into_os_string())
    })
}

#[test]
fn secrets_come_from_named_files_and_credentials() {
    let folder = folder("read", &[("named", b"hunter2\n"), ("milk_key", b"k1,k2\r\n"), ("bind", b"x")]);
    let variables =
        [("TEA_DATABASE_URL_FILE", folder.join("named")), ("CREDENTIALS_DIRECTORY", folder.clone())];
    let secrets = read_from(&variables).unwrap();
    let values: Vec<_> = secrets.iter().map(|(key, secret)| (key.as_str(), secret.value.as_str())).collect();
    assert_eq!(values, [("database_url", "hunter2"), ("milk_key", "k1,k2")], "`bind` is not a secret");
    assert!(!format!("{secrets:?}").contains("hunter2"));
    // A file that a variable names overrides the credential.
    let both = [("TEA_MILK_KEY_FILE", folder.join("named")), ("CREDENTIALS_DIRECTORY", folder.clone())];
    assert_eq!(read_from(&both).unwrap()["milk_key"].value, "hunter2");
    assert!(read_from(&[]).unwrap().is_empty());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn unusable_secret_files_are_explained() {
    let large = vec![b'x'; 70_000];
    let folder = folder(
        "wrong",
        &[("empty", b" \n"), ("binary", b"hunter2\xff\xfe"), ("large", &large), ("fine", b"hunter2")],
    );
    for (name, reason) in [
        ("nowhere", "the file does not exist"),
        ("empty", "the file is empty"),
        ("binary", "not UTF-8 text"),
        ("large", "larger than 65536 bytes"),
        (".", "directory"),
    ] {
        let error = read_from(&[("TEA_MILK_KEY_FILE", folder.join(name))]).unwrap_err().to_string();
        assert!(error.contains(reason) && error.contains("TEA_MILK_KEY_FILE"), "{name}: {error}");
        assert!(!error.contains("hunter2"), "{error}");
    }
    let twice = [("TEA_MILK_KEY_FILE", folder.join("fine")), ("TEA_MILK_KEY", PathBuf::from("x"))];
    let error = read_from(&twice).unwrap_err().to_string();
    assert_eq!(error, "both TEA_MILK_KEY and TEA_MILK_KEY_FILE are set; remove one of them");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn each_secret_has_a_file_variable() {
    let names: Vec<String> = variables(&program()).collect();
    assert_eq!(names, ["TEA_MILK_KEY_FILE", "TEA_DATABASE_URL_FILE"]);
}
