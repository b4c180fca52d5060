use alloc::format;

use proptest::prelude::*;

use super::*;

#[test]
fn option_name_is_string_sized() {
    assert_eq!(size_of::<Name>(), size_of::<String>());
    assert_eq!(size_of::<Option<Name>>(), size_of::<Name>());
}

proptest! {
    #[test]
    fn a_name_is_its_text(text in "([a-zA-Zé雪]{1,6}( [a-zA-Zé雪]{1,6}){0,3})?", other in "[a-zé]{0,2}") {
        let name = Name::from(text.as_str());
        prop_assert_eq!(name.as_str(), text.as_str());
        prop_assert_eq!(&String::from(name.clone()), &text);
        prop_assert_eq!(format!("{name} {name:?}"), format!("{text} {text:?}"));
        let another = Name::from(other.as_str());
        prop_assert_eq!((name == another, name.cmp(&another)), (text == other, text.cmp(&other)));
        let written = serde_json::to_string(&name).expect("a text");
        prop_assert_eq!(&written, &serde_json::to_string(&text).expect("a text"));
        prop_assert_eq!(serde_json::from_str::<Name>(&written).expect("a name"), name);
    }
}
