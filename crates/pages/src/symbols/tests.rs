use super::{Symbol, sprite};

#[test]
fn sprite_has_used_symbols_only() {
    let document = format!("{}{}", Symbol::Star.icon().0, Symbol::Snow2.sky().0);
    let sprite = sprite(&document).0;
    assert_eq!(sprite.matches("<symbol ").count(), 2, "{sprite}");
    assert!(sprite.contains("id=\"i-star\"") && sprite.contains("id=\"i-snow2\""), "{sprite}");
}

#[test]
fn identifiers_are_unique() {
    let all: std::collections::BTreeSet<_> = Symbol::ALL.iter().map(|symbol| symbol.address()).collect();
    assert_eq!(all.len(), Symbol::ALL.len());
}
