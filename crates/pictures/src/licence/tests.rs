use super::*;

fn shown(text: &str) -> Option<(String, String, Option<String>)> {
    let licence = Licence::parse(text)?;
    Some((licence.code(), licence.name(), licence.url()))
}

#[test]
fn accepts_free_licences() {
    let by_sa_de = (
        "cc-by-sa-3.0-de".to_owned(),
        "CC BY-SA 3.0 DE".to_owned(),
        Some("https://creativecommons.org/licenses/by-sa/3.0/de/".to_owned()),
    );
    assert_eq!(shown("cc-by-sa-3.0-de").as_ref(), Some(&by_sa_de));
    assert_eq!(shown("CC BY-SA 3.0 de").as_ref(), Some(&by_sa_de));
    let by = Licence::parse("cc-by-2.0").unwrap();
    assert_eq!((by.name().as_str(), by.asks_for_author()), ("CC BY 2.0", true));
    let zero = Licence::parse("CC0").unwrap();
    assert_eq!((zero.code().as_str(), zero.asks_for_author()), ("cc0", false));
    assert_eq!(shown("Public domain"), Some(("pd".to_owned(), "Public domain".to_owned(), None)));
}

#[test]
fn rejects_other_licences() {
    for other in [
        "",
        "cc-by-nc-2.0",
        "CC BY-NC-SA 4.0",
        "cc-by-nd-4.0",
        "cc-by-sa",
        "cc-by-sa-",
        "cc-by-sa-9.0",
        "cc-by-sa-4.0-de",
        "cc-by-sa-3.0-de-x",
        "cc-by-sa-3.0,2.5,2.0,1.0",
        "cc-by-4.0\"><script>",
        "GFDL 1.2",
        "No restrictions",
        "Fair use",
        "Copyrighted free use",
        "pd-old",
    ] {
        assert_eq!(Licence::parse(other), None, "{other}");
    }
}

#[test]
fn stored_code_is_checked_again() {
    let kept = serde_json::to_string(&Licence::parse("CC BY-SA 4.0").unwrap()).unwrap();
    assert_eq!(kept, r#""cc-by-sa-4.0""#);
    assert!(serde_json::from_str::<Licence>(&kept).is_ok());
    assert!(serde_json::from_str::<Licence>(r#""cc-by-nc-4.0""#).is_err());
}
