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
fn labelled_lines_become_a_report() {
    let message = said(GOOD).unwrap();
    assert_eq!((message.from.as_str(), message.slug.as_deref()), ("desk@resort.example", Some("trysil")));
    assert_eq!(message.report.measured(Field::NewSnow24h), Some(12.5));
    assert_eq!(message.report.cm.get(&Field::NewSnow48h), Some(&None));
    assert_eq!(message.report.measured(Field::DepthBase), Some(83.8));
    assert_eq!(message.report.note.as_deref(), Some("Light wind."));
    let listed = GOOD.replace("Surface: powder", "Lifts: Alpha: open | Beta: on hold");
    assert_eq!(said(&listed).unwrap().report.count(Field::LiftsOpen), Some(1));
    let german = GOOD.replace("New 24h: 12,5 cm", "Neuschnee 24h: 12,5 cm").replace("Base in", "Tal in");
    assert_eq!(said(&german).unwrap().report, message.report);
}

#[test]
fn forged_message_is_rejected() {
    // No results of the local server.
    assert!(is_forged(&GOOD.replace("Authentication-Results: mx.example.net", "X-Results: mx.example.net")));
    // The sender's own header: the topmost is from another server.
    assert!(is_forged(&GOOD.replace("mx.example.net", "mx.evil.example")));
    let own = format!("Authentication-Results: mx.example.net; dkim=fail header.d=resort.example\r\n{GOOD}");
    assert!(is_forged(&own), "only the topmost counts, not one from the message");
    // A valid signature of another domain, and one inside a comment.
    assert!(is_forged(&GOOD.replace("header.d=resort.example", "header.d=evil.example")));
    assert!(is_forged(
        &GOOD.replace("dkim=pass header.d=resort.example", "dkim=none (dkim=pass header.d=resort.example)")
    ));
    assert!(is_forged(&GOOD.replace("header.d=resort.example", "header.d=resort.example.evil.example")));
    // SPF does not authenticate `From`.
    assert!(is_forged(&GOOD.replace("dkim=pass", "dkim=none").replace("spf=fail", "spf=pass")));
}

#[test]
fn ambiguous_senders_are_rejected() {
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
fn multipart_message_uses_plain_text() {
    let (head, body) = GOOD.split_once("\r\n\r\n").unwrap();
    let head = head.replace("text/plain; charset=utf-8", "multipart/alternative; boundary=b0");
    let parts = format!(
        "{head}\r\n\r\n--b0\r\nContent-Type: text/html\r\n\r\n<p>Base: 7</p>\r\n--b0\r\nContent-Type: text/plain\r\n\r\n{body}--b0--\r\n"
    );
    assert_eq!(said(&parts).unwrap().report, said(GOOD).unwrap().report);
    assert!(is_forged(&parts.replace("dkim=pass", "dkim=fail")), "it is not authenticated by that");
    let html = parts.replace("Content-Type: text/plain", "Content-Type: text/html");
    assert!(matches!(said(&html), Err(MailRejection::Form(_))));
}

#[test]
fn head_inside_the_text_is_ignored() {
    // A second head with results of the local server follows the empty line that ends the first.
    let forged = GOOD.replace("Authentication-Results", "X-Results");
    let with = forged.replace(
        "\r\n\r\n",
        "\r\n\r\nAuthentication-Results: mx.example.net; dkim=pass header.d=resort.example\r\n\r\n",
    );
    assert!(is_forged(&with));
}

#[test]
fn oversized_messages_are_rejected() {
    assert!(matches!(said(&GOOD.replace("text/plain", "text/html")), Err(MailRejection::Form(_))));
    assert!(matches!(said(&"a".repeat(LARGEST + 1)), Err(MailRejection::Form(_))));
}

#[test]
fn invalid_lines_are_rejected() {
    assert!(matches!(said(&GOOD.replace("12,5 cm", "500 in")), Err(MailRejection::Problems(_))));
    assert!(matches!(said(&GOOD.replace("New 48h: -", "New 24h: 3")), Err(MailRejection::Problems(_))));
    assert!(matches!(said(&GOOD.replace("Light wind.", "a\u{202e}b")), Err(MailRejection::Problems(_))));
}

fn in_parts(kind: &str, parts: &[&str]) -> String {
    let parts: Vec<String> = parts.iter().map(|part| format!("--b0\r\n{part}\r\n")).collect();
    format!(
        "From: desk@resort.example\r\nMIME-Version: 1.0\r\nContent-Type: {kind}; boundary=\"b0\"\r\n\r\nignored: yes\r\n{}--b0--\r\nignored: too\r\n",
        parts.concat()
    )
}

fn text_of(message: &str) -> Result<String, &'static str> {
    plain_text(message.as_bytes()).map(|text| text.trim_end().to_owned())
}

const TEXT: &str = "Content-Type: text/plain; charset=utf-8\r\n\r\nBase: 84 cm";
const HTML: &str = "Content-Type: text/html; charset=utf-8\r\n\r\n<p>Base: 12 cm</p>";

#[test]
fn plain_text_is_found_in_any_part() {
    for kind in ["multipart/alternative", "multipart/mixed", "Multipart/Related", "multipart/signed"] {
        assert_eq!(text_of(&in_parts(kind, &[HTML, TEXT])).as_deref(), Ok("Base: 84 cm"), "{kind}");
    }
    let nested = "Content-Type: multipart/alternative; boundary=b1\r\n\r\n--b1\r\nContent-Type: text/plain\r\n\r\nBase: 84 cm\r\n--b1--";
    assert_eq!(text_of(&in_parts("multipart/mixed", &[nested, HTML])).as_deref(), Ok("Base: 84 cm"));
}

#[test]
fn encodings_and_charsets_are_decoded() {
    let base64 = "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\nQmFzZTogODQg\r\nY20=";
    assert_eq!(text_of(&in_parts("multipart/mixed", &[base64])).as_deref(), Ok("Base: 84 cm"));
    let quoted = "Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nNote: Wei=DFe =\r\nPracht";
    assert_eq!(text_of(&in_parts("multipart/mixed", &[quoted])).as_deref(), Ok("Note: Weiße Pracht"));
    let japanese = b"Content-Type: text/plain; charset=shift_jis\r\n\r\n\x90V\x90\xe1: 3";
    assert_eq!(plain_text(japanese).as_deref(), Ok("新雪: 3"));
}

#[test]
fn only_plain_text_is_a_report() {
    let attached =
        "Content-Type: text/plain\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\nBase: 12 cm";
    let forwarded = "Content-Type: message/rfc822\r\n\r\nFrom: x@evil.example\r\n\r\nBase: 12 cm";
    let report = in_parts("multipart/report", &[TEXT]);
    for refused in [
        in_parts("multipart/alternative", &[HTML]),
        in_parts("multipart/mixed", &[attached]),
        in_parts("multipart/mixed", &[forwarded]),
        report,
        HTML.to_owned(),
    ] {
        assert_eq!(
            text_of(&refused),
            Err("the message has no plain text; send it as text/plain"),
            "{refused}"
        );
    }
    assert_eq!(text_of(&in_parts("multipart/mixed", &[attached, TEXT])).as_deref(), Ok("Base: 84 cm"));
}

#[test]
fn deeply_nested_parts_are_rejected() {
    let deep: String = (0..2_000)
        .map(|n| format!("Content-Type: multipart/mixed; boundary=b{n}\r\n\r\n--b{n}\r\n"))
        .collect();
    assert!(plain_text(format!("{deep}{TEXT}").as_bytes()).is_err());
}
