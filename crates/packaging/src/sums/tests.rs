use std::io::Cursor;
use std::path::PathBuf;

use minisign::{KeyPair, SignatureBox};

use super::{lines, sign};
use crate::release::{Release, Target};

fn release() -> Release {
    let target = Target { triple: "x86_64-unknown-linux-gnu".to_owned(), architecture: "amd64" };
    Release { root: PathBuf::new(), version: "0.1.0".to_owned(), time: 0, target }
}

#[test]
fn lines_are_those_of_sha256sum() {
    let files = [("a.deb", b"abc".as_slice())];
    let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a.deb\n";
    assert_eq!(lines(files.into_iter()), expected);
}

#[test]
fn signature_is_valid_for_these_bytes_only() {
    let keys = KeyPair::generate_unencrypted_keypair().unwrap();
    let secret = keys.sk.to_box(None).unwrap().into_string();
    let signature = sign(&release(), "sums", &secret).unwrap();
    let signature = SignatureBox::from_string(&signature).unwrap();
    let verify = |text: &str| minisign::verify(&keys.pk, &signature, Cursor::new(text), true, false, false);
    assert!(verify("sums").is_ok());
    assert!(verify("other").is_err());
    assert_eq!(signature.trusted_comment().unwrap(), "snow-conditions 0.1.0 1970-01-01T00:00:00Z SHA256SUMS");
}

#[test]
fn rejects_text_that_is_not_a_key() {
    assert!(sign(&release(), "sums", "untrusted comment: x\nnot a key\n").is_err());
}
