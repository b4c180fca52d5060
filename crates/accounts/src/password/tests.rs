use super::*;

#[test]
fn long_uncommon_passwords_are_accepted() {
    for good in [
        "vier müde Esel am Bach",
        "lift queue before dawn",
        "雪がとても深い朝に山へ登ると決めた日",
        "kT8#qfWz!2mLxp0vB",
    ] {
        assert_eq!(check(good, "ada@example.org"), Ok(()), "{good}");
    }
}

#[test]
fn weak_passwords_are_rejected() {
    assert_eq!(check("kT8#qfWz!2mLxp", "ada@example.org"), Err(PasswordError::Short));
    assert_eq!(check(&"kT8#qfWz!2mLxp0".repeat(100), "ada@example.org"), Err(PasswordError::Long));
    for common in [
        "passwordpassword",
        "Password12345678",
        "aaaaaaaaaaaaaaaa",
        "abcabcabcabcabcabc",
        "123456789012345",
        "qwertyuiop123456",
        "correcthorsebatterystaple",
        "adalovelace@example.org",
        "abcdefghijklmnop",
        "letmeinletmein1",
    ] {
        assert_eq!(check(common, "adalovelace@example.org"), Err(PasswordError::Common), "{common}");
    }
}
