use super::DeniedHosts;

#[test]
fn denied_host_includes_names_below_it() {
    let mut denied = DeniedHosts::default();
    assert!(denied.insert("example.org") && !denied.insert("example.org"));
    for (host, is_denied) in [
        ("example.org", true),
        ("hooks.example.org", true),
        ("HOOKS.Example.org.", true),
        ("notexample.org", false),
        ("org", false),
        ("", false),
    ] {
        assert_eq!(denied.contains(host), is_denied, "{host}");
    }
    assert!(denied.remove("example.org") && !denied.contains("example.org"));
}
