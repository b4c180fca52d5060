//! Expected signatures were made with Python's `hmac` and checked with `openssl dgst -hmac`.

use super::*;

const ID: &str = "0197d5a4-6f0e-7c3a-9b7a-1c2d3e4f5a6b";
const SECONDS: i64 = 1_768_046_400;
const BODY: &[u8] = "{\"event\":\"powder-alert\",\"name\":\"Zürs\"}".as_bytes();

fn counting() -> Secret {
    Secret::from_key(&std::array::from_fn(|at| at as u8))
}

#[test]
fn contract_signature_uses_text() {
    for (body, expected) in [
        (&b""[..], "sha256=3869a63cbe73c747431cf9ff4d38cbaa6ad6adb0541c4753e1c90f7b6920620f"),
        (BODY, "sha256=5045679c6d154565b6e02c17f1fc603001e10ef5e454a2ddf2cf6494b258c6b3"),
        (b"\x00\xff\n", "sha256=b6f630fd33343a639bb9260cecb338283c5a57f2fea2107c46aeaa10539b5588"),
    ] {
        assert_eq!(service(&counting(), body), expected);
    }
}

#[test]
fn standard_signature_uses_bytes() {
    for (body, expected) in [
        (&b""[..], "v1,rYWS35dwdBUJsSbsRGagNfGBNlBks1JRegDD3WFxby8="),
        (BODY, "v1,qK91kQ7hMWD2fW8I5S6bm5mnEAqtd6rS6n24iI8olTE="),
        (b"\x00\xff\n", "v1,7LDZb9YXdlgb2FkwfE4841hoONw+62O6lF+ilgOLxw0="),
    ] {
        assert_eq!(standard(&[&counting()], ID, SECONDS, body), expected);
    }
}
