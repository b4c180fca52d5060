//! Encrypted connections to PostgreSQL, if the test server has a certificate (`scripts/postgres.sh` creates one).

use std::env;
use std::fs;
use std::path::PathBuf;

use storage::{Options, Store, StoreError, settings};

use crate::support::{Fresh, now, run};

/// Returns the authority that `scripts/postgres.sh` created in its default folder.
fn authority() -> Option<PathBuf> {
    let found =
        fs::read_dir(env::temp_dir()).ok()?.filter_map(Result::ok).map(|entry| entry.path()).find(|path| {
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("snow-postgres-"))
                && path.join("ca.crt").is_file()
        });
    found.map(|folder| folder.join("ca.crt")).filter(|_| env::var_os("SNOW_TEST_POSTGRES_URL").is_none())
}

#[test]
fn reload_replaces_connections_and_keeps_readable_certificates() {
    let Some(fresh) = Fresh::postgres() else { return };
    let Some(authority) = authority() else { return };
    let file = env::temp_dir().join(format!("snow-reload-{}.crt", std::process::id()));
    fs::copy(&authority, &file).unwrap();
    let location = format!("{}?sslmode=verify-full&sslrootcert={}", fresh.location, file.display());
    let store = Store::open(&location, &Options::default(), now()).unwrap();
    let certificates = store.certificates();
    let write = || store.run_blocking(|conn| settings::set(conn, "a", "1"));
    let reload_with = |text: &[u8]| {
        fs::write(&file, text).unwrap();
        certificates.reload();
    };
    write().unwrap();
    reload_with(b"no certificate");
    write().unwrap();
    // The server's certificate does not descend from this one, so every connection that is replaced fails.
    reload_with(include_bytes!("../other-ca.crt"));
    for _ in 0..8 {
        let foreign = write().unwrap_err();
        assert!(matches!(foreign, StoreError::Tls { .. }), "{foreign}");
    }
    reload_with(b"");
    write().unwrap_err();
    reload_with(&fs::read(&authority).unwrap());
    write().unwrap();
    assert_eq!(store.lost_connections(), 0, "a replaced connection is not a lost one");
    fs::remove_file(&file).unwrap();
}

#[test]
fn certificate_checks_follow_the_url() {
    let Some(fresh) = Fresh::postgres() else { return };
    let Some(authority) = authority() else { return };
    let open = |query: &str| Store::open(&format!("{}?{query}", fresh.location), &Options::default(), now());
    for query in ["sslmode=disable", "sslmode=prefer", "sslmode=require"] {
        run(&open(query).unwrap(), |conn| settings::set(conn, "a", "1"));
    }
    let unknown = open("sslmode=verify-full").unwrap_err();
    assert!(matches!(unknown, StoreError::Tls { .. }), "{unknown}");
    let verified = format!("sslmode=verify-full&sslrootcert={}", authority.display());
    run(&open(&verified).unwrap(), |conn| settings::set(conn, "a", "1"));
    // A host name that the certificate does not contain, at the same address.
    let by_other_name = |query: &str| {
        let location = fresh.location.replace("127.0.0.1", "db.example");
        Store::open(&format!("{location}?hostaddr=127.0.0.1&{query}"), &Options::default(), now())
    };
    let any_name = format!("sslmode=verify-ca&sslrootcert={}", authority.display());
    run(&by_other_name(&any_name).unwrap(), |conn| settings::set(conn, "a", "1"));
    let misnamed = by_other_name(&verified).unwrap_err();
    assert!(matches!(misnamed, StoreError::Tls { .. }), "{misnamed}");
    let of_others = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/other-ca.crt");
    let foreign = open(&format!("sslmode=verify-ca&sslrootcert={of_others}")).unwrap_err();
    assert!(matches!(foreign, StoreError::Tls { .. }), "{foreign}");
    let system = open("sslmode=verify-full&sslrootcert=system").unwrap_err();
    assert!(matches!(system, StoreError::Tls { .. }), "{system}");
    let missing = open("sslmode=verify-full&sslrootcert=/nowhere/ca.crt").unwrap_err();
    assert!(matches!(missing, StoreError::Tls { .. }), "{missing}");
}
