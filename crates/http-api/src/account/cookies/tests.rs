use services::identity::PLAIN_SESSION;

use super::*;

#[test]
fn cookies_are_protected() {
    let secure = session(HOST_SESSION, "x");
    assert_eq!(secure, "__Host-osc_session=x; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure");
    assert!(
        challenge(HOST_SESSION, "x").starts_with("__Host-osc_challenge=x; Path=/; Max-Age=600; HttpOnly")
    );
    assert!(!session(PLAIN_SESSION, "x").contains("Secure"), "plain http does not allow secure cookies");
    assert!(
        mark_browser(HOST_SESSION, "x").starts_with("__Host-osc_known=x; Path=/; Max-Age=34560000; HttpOnly")
    );
    assert!(remove(PLAIN_SESSION).iter().all(|cookie| cookie.contains("Max-Age=0")));
}
