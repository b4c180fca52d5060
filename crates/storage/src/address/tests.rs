use super::*;

fn refusal(location: &str) -> String {
    match parse(location) {
        Err(error) => error.to_string(),
        Ok(address) => panic!("{location} was taken for {address:?}"),
    }
}

fn server(location: &str) -> PostgresAddress {
    match parse(location) {
        Ok(Address::Postgres(address)) => *address,
        other => panic!("{location} gave {other:?}"),
    }
}

#[test]
fn paths_in_three_spellings() {
    for location in ["/data/snow.db", "sqlite:/data/snow.db", "sqlite:///data/snow.db"] {
        match parse(location) {
            Ok(Address::Sqlite(path)) => assert_eq!(path, PathBuf::from("/data/snow.db")),
            other => panic!("{location} gave {other:?}"),
        }
    }
}

#[test]
fn rejects_malformed_addresses() {
    for location in [
        "",
        "  ",
        "sqlite:",
        ":memory:",
        "sqlite::memory:",
        "file:snow.db",
        "mysql://root:secret@host/snow",
        "postgres:snow",
        "host=db password=secret",
        "postgres://u:secret@/snow",
        "postgres://u:secret@db/snow?sslmode=maybe",
        "postgres://u:secret@db/snow?sslrootcert=/x&sslmode=require",
        "postgres://u:secret@db/snow?sslrootcert=system&sslmode=verify-ca",
        "postgres://u:secret@db/snow?sslrootcert=system&sslmode=require",
        "postgres://u:secret@db/snow?sslmode=verify-ca",
        "postgres://u:secret@db:port/snow",
        "postgres://u:secret@db/snow?surprise=1",
        "postgres://u:sec@ret@db/snow",
        "postgres://u:sec/secret@db/snow",
        "postgres://u:sec?secret@db/snow",
    ] {
        let text = refusal(location);
        assert!(text.starts_with("database address: "), "{text}");
        assert!(!text.contains("secret") && !text.contains("ret@") && !text.contains('\n'), "{text}");
    }
}

#[test]
fn trust_follows_sslmode() {
    let mode = |query: &str| {
        let address = server(&format!("postgres://u@db/snow{query}"));
        (address.config.get_ssl_mode(), address.trust)
    };
    assert_eq!(mode(""), (SslMode::Prefer, Trust::Anyone));
    assert_eq!(mode("?sslmode=disable"), (SslMode::Disable, Trust::Anyone));
    assert_eq!(mode("?sslmode=require&connect_timeout=2"), (SslMode::Require, Trust::Anyone));
    assert_eq!(mode("?sslmode=verify-full"), (SslMode::Require, Trust::Verified(Roots::Public)));
    assert_eq!(
        mode("?sslrootcert=/a%20b/ca.crt&sslmode=verify-full"),
        (SslMode::Require, Trust::Verified(Roots::File(PathBuf::from("/a b/ca.crt"))))
    );
    assert_eq!(
        mode("?sslrootcert=/ca.crt&sslmode=verify-ca"),
        (SslMode::Require, Trust::AnyName(PathBuf::from("/ca.crt")))
    );
    let system = (SslMode::Require, Trust::Verified(Roots::System));
    assert_eq!(mode("?sslrootcert=system&sslmode=verify-full"), system);
    assert_eq!(mode("?sslrootcert=system"), system);
}

#[test]
fn the_password_is_never_shown() {
    let location =
        "postgresql://snow:p%40ss%2Fw0rd@db.example:5433,[::1]:5434/snow?sslmode=disable&options=-c%20x";
    assert_eq!(redact(location), "postgres://snow@db.example:5433,[::1]:5434/snow");
    assert_eq!(server(location).config.get_password(), Some(&b"p@ss/w0rd"[..]));
    assert!(!format!("{:?}", server(location)).contains("w0rd"));
    assert_eq!(redact("postgres://u:secret@"), "(unreadable database address)");
    assert_eq!(redact("postgres://db/snow?user=u&password=secret"), "postgres://u@db:5432/snow");
}

#[test]
fn host_list_requires_a_writable_server() {
    let wanted = |location: &str| server(location).config.get_target_session_attrs();
    assert_eq!(wanted("postgres://u@db/snow"), TargetSessionAttrs::Any);
    assert_eq!(wanted("postgres://u@a,b:5433/snow"), TargetSessionAttrs::ReadWrite);
    assert_eq!(wanted("postgres://u@a,b/snow?target_session_attrs=any"), TargetSessionAttrs::Any);
    assert_eq!(wanted("postgres://u@a/snow?target_session_attrs=read-write"), TargetSessionAttrs::ReadWrite);
}

#[test]
fn detects_unverified_servers() {
    for (location, expected) in [
        ("postgres://u@db.example/snow", true),
        ("postgres://u@db.example/snow?sslmode=prefer", true),
        ("postgres://u@192.0.2.7/snow", true),
        ("postgres://u@db.example/snow?sslmode=verify-full", false),
        ("postgres://u@db.example/snow?sslmode=disable", false),
        ("postgres://u@localhost/snow", false),
        ("postgres://u@127.0.0.1/snow", false),
        ("/var/lib/snow.sqlite", false),
    ] {
        assert_eq!(is_trusting(location), expected, "{location}");
    }
}
