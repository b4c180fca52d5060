use super::*;

#[test]
fn mail_has_code_and_link() {
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

#[test]
fn notice_has_event_and_link() {
    let at = Timestamp::parse("2026-01-10T12:30:00Z").unwrap();
    let page = "https://snow.example/account/sessions";
    let events = [
        Event::SignedIn(Some("Firefox")),
        Event::SignedIn(None),
        Event::PasswordSet,
        Event::TokenMade,
        Event::ClientAllowed("app.example"),
        Event::PasskeyAdded,
        Event::Deleted,
    ];
    let mut seen = std::collections::BTreeSet::new();
    for language in Language::ALL {
        for event in events {
            let (subject, text) = notice_mail(language, "Snow", event, at, page);
            assert!(subject.contains("Snow") && text.contains("2026-01-10 12:30 UTC"), "{text}");
            assert_eq!(text.contains(page), event != Event::Deleted, "{text}");
            seen.insert(text);
        }
    }
    assert_eq!(seen.len(), events.len() * Language::ALL.len());
}
