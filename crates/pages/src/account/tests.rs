//! Tests of `account`.

use super::*;

#[test]
fn a_mail_says_its_code_and_link_in_every_language() {
    for language in Language::ALL {
        let (subject, text) =
            sign_in_mail(language, "Snow", "012345", "https://snow.example/account/link?t=x");
        assert!(
            subject.contains("Snow") && !subject.contains("012345"),
            "{subject}: a locked screen shows subjects"
        );
        assert!(
            text.contains("012345") && text.contains("https://snow.example/account/link?t=x\n"),
            "{text}"
        );
    }
}
