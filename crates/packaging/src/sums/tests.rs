use super::lines;

#[test]
fn lines_are_those_of_sha256sum() {
    let files = [("a.deb", b"abc".as_slice())];
    let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a.deb\n";
    assert_eq!(lines(files.into_iter()), expected);
}
