use super::is_alike;

#[test]
fn letters_that_sound_alike_are_one() {
    for (name, heard) in [
        ("Baqueira", "bakeira"),
        ("Baqueira", "vakeira"),
        ("Jackson Hole", "jaxon hole"),
        ("Bardonecchia", "bardonekia"),
        ("Cervinia", "cervigna"),
        ("Avoriaz", "avoriase"),
        ("Valdesqui", "baldesqui"),
    ] {
        assert!(is_alike(name, heard), "{heard}");
    }
}

#[test]
fn other_names_sound_otherwise() {
    for (name, other) in [
        ("Portillo", "portilla"),
        ("Alta", "alto"),
        ("Vail", "vals"),
        ("Tignes", "tignac"),
        ("Coronet", "Corones"),
        ("La Val", "La Valse"),
        ("Brand", "Brandt"),
        ("Châtel", "Châtelet"),
    ] {
        assert!(!is_alike(name, other), "{other}");
    }
}
