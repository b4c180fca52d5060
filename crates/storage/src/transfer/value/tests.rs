use super::*;

#[test]
fn values_keep_their_type() {
    let text = |text: &str| Value::Text(text.as_bytes().to_vec());
    let integer = |value| DeclaredType::Integer.convert(value);
    let string = |value| DeclaredType::Text.convert(value);
    assert_eq!(integer(Value::Integer(i64::MIN)), Ok(Cell::Integer(Some(i64::MIN))));
    assert_eq!(integer(Value::Null), Ok(Cell::Integer(None)));
    assert_eq!(string(Value::Null), Ok(Cell::Text(None)));
    assert_eq!(string(text("")), Ok(Cell::Text(Some(String::new()))));
    for misfit in [text("7"), Value::Unsupported] {
        assert!(integer(misfit.clone()).is_err(), "{misfit:?}");
    }
    for misfit in [Value::Integer(7), Value::Text(vec![0xff]), text("a\0b"), Value::Unsupported] {
        assert!(string(misfit.clone()).is_err(), "{misfit:?}");
    }
}
