//! Tests of the operator's account commands in a separate data folder.

use uuid::Uuid;

use crate::commands::{database_in, program};

#[test]
fn operator_commands_are_audited() {
    let folder = std::env::temp_dir().join(format!("snow-account-command-{}", Uuid::new_v4()));
    let data = folder.to_string_lossy().into_owned();
    let run = |arguments: &[&str]| {
        let all: Vec<&str> = ["account"].into_iter().chain(arguments.iter().copied()).collect();
        let ran = program(&[&all[..], &["--data-dir", &data]].concat());
        (ran.code, ran.out, ran.err)
    };
    let said = |arguments: &[&str]| {
        let (code, out, err) = run(arguments);
        assert_eq!(code, Some(0), "{arguments:?}: {err}");
        out
    };
    let refused = |arguments: &[&str], word: &str| {
        let (code, out, err) = run(arguments);
        assert_eq!((code, out.as_str(), err.lines().count()), (Some(1), "", 1), "{arguments:?}: {err}");
        assert!(err.contains(word), "{err}");
    };
    database_in(&data);
    let link = said(&["invite", "ada@example.org"]);
    assert!(link.starts_with("http://127.0.0.1:8080/account/link?t="), "{link}");
    assert!(said(&["create", "ADA@example.org"]).contains("(already existed)"));
    assert!(said(&["list"]).contains("ada@example.org free, invited"));
    assert!(
        said(&["tier", "ada@example.org", "pro", "--until", "2099-01-01T00:00:00Z"])
            .contains(" pro until 2099")
    );
    assert!(said(&["reset-link", "ada@example.org"]).contains("/account/link?t="));
    assert!(said(&["show", "ada@example.org"]).contains("ada@example.org pro"));
    assert_eq!(said(&["end-sessions", "ada@example.org"]).trim(), "0 sessions ended");
    assert_eq!(said(&["tokens", "ada@example.org"]).trim(), "");
    assert_eq!(said(&["passkeys", "ada@example.org"]).trim(), "");
    refused(&["revoke-token", "ada@example.org", "x"], "no such token");
    refused(&["remove-passkey", "ada@example.org", "x"], "no such passkey");
    refused(&["tier", "ada@example.org", "gold"], "use free or pro");
    refused(&["tier", "ada@example.org", "pro", "--until", "soon"], "is not a time");
    refused(
        &["tier", "ada@example.org", "free", "--until", "2099-01-01T00:00:00Z"],
        "use --until only with pro",
    );
    refused(&["show", "eve@example.org"], "no account");
    refused(&["create", "nobody"], "mail address");
    refused(&["delete", "ada@example.org"], "--yes");
    said(&["delete", "ada@example.org", "--yes"]);
    let log = said(&["audit"]);
    let acts: Vec<&str> = log.lines().rev().filter_map(|line| line.split(' ').nth(2)).collect();
    assert_eq!(acts, ["invited", "link_made", "tier", "link_made", "sessions_ended", "deleted"]);
    assert!(!log.contains("example.org"), "no address outlives its account");
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn suspensions_are_reported() {
    let folder = std::env::temp_dir().join(format!("snow-account-suspended-{}", Uuid::new_v4()));
    let data = folder.to_string_lossy().into_owned();
    database_in(&data);
    let said = |arguments: &[&str]| {
        let ran = program(&[&["--data-dir", &data, "account"], arguments].concat());
        assert_eq!(ran.code, Some(0), "{arguments:?}: {ran:?}");
        ran.out
    };
    said(&["create", "ada@example.org"]);
    assert!(said(&["suspend", "ada@example.org"]).contains(" suspended"));
    assert!(said(&["suspend", "ada@example.org"]).contains("was already suspended"));
    assert!(said(&["list"]).contains("suspended since 20"));
    assert!(said(&["resume", "ada@example.org"]).contains("may sign in again"));
    assert!(said(&["resume", "ada@example.org"]).contains("was not suspended"));
    let log = said(&["audit"]);
    let acts: Vec<&str> = log.lines().rev().filter_map(|line| line.split(' ').nth(2)).collect();
    assert_eq!(acts, ["invited", "sessions_ended", "suspended", "resumed"]);
    let _ = std::fs::remove_dir_all(folder);
}
