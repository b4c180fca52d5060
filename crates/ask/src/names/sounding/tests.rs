//! Which names sound alike.

use super::sound;

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
        assert_eq!(sound(name), sound(heard), "{heard}");
    }
}

#[test]
fn other_names_sound_otherwise() {
    for (name, other) in [("Portillo", "portilla"), ("Alta", "alto"), ("Vail", "vals"), ("Tignes", "tignac")]
    {
        assert_ne!(sound(name), sound(other), "{other}");
    }
}
