use super::*;

#[test]
fn hash_matches_only_its_password() {
    let made = hash("lift queue before dawn", [7; 16]).unwrap();
    assert!(made.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{made}");
    assert!(matches("lift queue before dawn", &made));
    assert!(!matches("lift queue before dusk", &made));
    assert!(!matches("lift queue before dawn", "nonsense"));
    assert_ne!(hash("lift queue before dawn", [8; 16]), Some(made));
}

#[test]
fn placeholder_hash_takes_equal_time() {
    let (nobodys, somebodys) =
        (PasswordHash::new(PLACEHOLDER).unwrap(), hash("lift queue before dawn", [7; 16]).unwrap());
    let somebodys = PasswordHash::new(&somebodys).unwrap();
    assert_eq!((nobodys.params, nobodys.version), (somebodys.params, somebodys.version));
    assert!(!matches("lift queue before dawn", PLACEHOLDER));
}
