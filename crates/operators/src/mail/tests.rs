//! Tests of reports by e-mail. Every message is synthetic.

use super::*;

const GOOD: &str = "Authentication-Results: mx.example.net (with a word; dkim=pass header.d=evil.example);\r\n\tdkim=pass header.d=resort.example header.s=a;\r\n spf=fail\r\nFrom: Snow desk <Desk@Resort.example>\r\nMessage-ID: <1@resort.example>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nGood morning!\r\nResort: trysil\r\nNew 24h: 12,5 cm\r\nNew 48h: -\r\nBase in: 33\r\nSurface: powder\r\nNote: Light wind.\r\n-- \r\nBase: 999\r\n";

fn said(message: &str) -> Result<Message, MailRejection> {
    let now = Timestamp::parse("2026-01-10T12:00:00Z").unwrap();
    read(message.as_bytes(), "mx.example.net", now)
}

fn is_forged(message: &str) -> bool {
    matches!(said(message), Err(MailRejection::Forged(_)))
}

#[test]
fn labelled_lines_of_a_vouched_message_are_a_report() {
    let message = said(GOOD).unwrap();
    assert_eq!((message.from.as_str(), message.slug.as_deref()), ("desk@resort.example", Some("trysil")));
    assert_eq!(message.report.measured(Field::NewSnow24h), Some(12.5));
    assert_eq!(message.report.cm.get(&Field::NewSnow48h), Some(&None));
    assert_eq!(message.report.measured(Field::DepthBase), Some(83.8));
    assert_eq!(message.report.note.as_deref(), Some("Light wind."));
    let listed = GOOD.replace("Surface: powder", "Lifts: Alpha: open | Beta: on hold");
    assert_eq!(said(&listed).unwrap().report.counted(Field::LiftsOpen), Some(1));
    let german = GOOD.replace("New 24h: 12,5 cm", "Neuschnee 24h: 12,5 cm").replace("Base in", "Tal in");
    assert_eq!(said(&german).unwrap().report, message.report);
}

#[test]
fn a_message_forged_from_the_right_address_is_refused() {
    // No word of the own server.
    assert!(is_forged(&GOOD.replace("Authentication-Results: mx.example.net", "X-Results: mx.example.net")));
    // The sender's own header: the topmost is of another server.
    assert!(is_forged(&GOOD.replace("mx.example.net", "mx.evil.example")));
    let own = format!("Authentication-Results: mx.example.net; dkim=fail header.d=resort.example\r\n{GOOD}");
    assert!(is_forged(&own), "the topmost counts, not one that came with the message");
    // A good signature of another domain, and one that stands in a comment.
    assert!(is_forged(&GOOD.replace("header.d=resort.example", "header.d=evil.example")));
    assert!(is_forged(
        &GOOD.replace("dkim=pass header.d=resort.example", "dkim=none (dkim=pass header.d=resort.example)")
    ));
    assert!(is_forged(&GOOD.replace("header.d=resort.example", "header.d=resort.example.evil.example")));
    // SPF alone says nothing of From.
    assert!(is_forged(&GOOD.replace("dkim=pass", "dkim=none").replace("spf=fail", "spf=pass")));
}

#[test]
fn two_senders_or_an_address_in_the_name_are_refused() {
    for from in [
        "Desk@Resort.example, x@evil.example",
        "\"desk@resort.example\" <x@evil.example>",
        "<desk@resort.example> <x@evil.example>",
        "desk",
        "",
    ] {
        let message = GOOD.replace("Snow desk <Desk@Resort.example>", from);
        assert!(matches!(said(&message), Err(MailRejection::Form(_))), "{from}");
    }
    let two = GOOD.replace("From: ", "From: a@evil.example\r\nFrom: ");
    assert!(matches!(said(&two), Err(MailRejection::Form(_))));
}

#[test]
fn a_message_in_parts_says_what_its_plain_text_says() {
    let (head, body) = GOOD.split_once("\r\n\r\n").unwrap();
    let head = head.replace("text/plain; charset=utf-8", "multipart/alternative; boundary=b0");
    let parts = format!(
        "{head}\r\n\r\n--b0\r\nContent-Type: text/html\r\n\r\n<p>Base: 7</p>\r\n--b0\r\nContent-Type: text/plain\r\n\r\n{body}--b0--\r\n"
    );
    assert_eq!(said(&parts).unwrap().report, said(GOOD).unwrap().report);
    assert!(is_forged(&parts.replace("dkim=pass", "dkim=fail")), "nobody vouches for it the more");
    let html = parts.replace("Content-Type: text/plain", "Content-Type: text/html");
    assert!(matches!(said(&html), Err(MailRejection::Form(_))));
}

#[test]
fn a_head_within_the_text_is_no_head() {
    // A second head, with results of the own server in it, stands behind the empty line that ends the first.
    let forged = GOOD.replace("Authentication-Results", "X-Results");
    let with = forged.replace(
        "\r\n\r\n",
        "\r\n\r\nAuthentication-Results: mx.example.net; dkim=pass header.d=resort.example\r\n\r\n",
    );
    assert!(is_forged(&with));
}

#[test]
fn messages_that_are_too_large_or_no_text_are_told() {
    assert!(matches!(said(&GOOD.replace("text/plain", "text/html")), Err(MailRejection::Form(_))));
    assert!(matches!(said(&"a".repeat(LARGEST + 1)), Err(MailRejection::Form(_))));
}

#[test]
fn impossible_and_repeated_lines_are_refused() {
    assert!(matches!(said(&GOOD.replace("12,5 cm", "500 in")), Err(MailRejection::Problems(_))));
    assert!(matches!(said(&GOOD.replace("New 48h: -", "New 24h: 3")), Err(MailRejection::Problems(_))));
    assert!(matches!(said(&GOOD.replace("Light wind.", "a\u{202e}b")), Err(MailRejection::Problems(_))));
}
