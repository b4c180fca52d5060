use super::*;

#[test]
fn scopes_round_trip_ignoring_unknown() {
    for scopes in [Scopes::NONE, Scopes::ALL, Scopes::of([Scope::Alerts])] {
        assert_eq!(Scopes::parse(&scopes.to_text()), scopes);
    }
    let some = Scopes::parse("saved admin.everything");
    assert!(some.has(Scope::Saved) && !some.has(Scope::Forecast) && !some.has(Scope::Alerts));
    assert_eq!(Scopes::of(Scope::ALL), Scopes::ALL);
}
