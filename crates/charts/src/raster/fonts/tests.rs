use super::*;

#[test]
fn invalid_font_file_is_named() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let error = of_file(&path).unwrap_err().to_string();
    assert!(error.contains("Cargo.toml is not a TrueType or OpenType font"), "{error}");
    let error = of_file(Path::new("/nowhere/at/all.ttf")).unwrap_err().to_string();
    assert!(error.starts_with("cannot read the font /nowhere/at/all.ttf: "), "{error}");
}

#[test]
fn missing_fonts_error_says_what_to_do() {
    let error = chosen(&Database::new()).unwrap_err().to_string();
    assert!(error.contains("install one") && error.contains("name a file"), "{error}");
}
