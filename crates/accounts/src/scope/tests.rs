use super::*;

#[test]
fn scopes_are_read_as_they_were_written_and_later_ones_are_passed_over() {
    for scopes in [Scopes::NONE, Scopes::ALL, Scopes::of([Scope::Alerts])] {
        assert_eq!(Scopes::parse(&scopes.text()), scopes);
    }
    let some = Scopes::parse("saved admin.everything");
    assert!(some.has(Scope::Saved) && !some.has(Scope::Forecast) && !some.has(Scope::Alerts));
    assert_eq!(Scopes::of(Scope::ALL), Scopes::ALL);
}
