use super::*;

#[test]
fn scopes_round_trip_ignoring_unknown() {
    for scopes in [Scopes::NONE, Scopes::ALL, Scopes::from_scopes([Scope::Alerts])] {
        assert_eq!(Scopes::parse(&scopes.to_text()), scopes);
    }
    let some = Scopes::parse("saved admin.everything");
    assert!(some.has(Scope::Saved) && !some.has(Scope::Forecast) && !some.has(Scope::Alerts));
    assert_eq!(Scopes::from_scopes(Scope::ALL), Scopes::ALL);
}
