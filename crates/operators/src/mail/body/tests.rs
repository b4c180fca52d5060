//! Tests of the text of messages. Every message is synthetic.

use super::*;

fn message(kind: &str, parts: &[&str]) -> String {
    let parts: Vec<String> = parts.iter().map(|part| format!("--b0\r\n{part}\r\n")).collect();
    format!(
        "From: desk@resort.example\r\nMIME-Version: 1.0\r\nContent-Type: {kind}; boundary=\"b0\"\r\n\r\nignored: yes\r\n{}--b0--\r\nignored: too\r\n",
        parts.concat()
    )
}

fn said(message: &str) -> Result<String, &'static str> {
    plain(message.as_bytes()).map(|text| text.trim_end().to_owned())
}

const TEXT: &str = "Content-Type: text/plain; charset=utf-8\r\n\r\nBase: 84 cm";
const HTML: &str = "Content-Type: text/html; charset=utf-8\r\n\r\n<p>Base: 12 cm</p>";

#[test]
fn the_plain_text_of_a_message_in_parts_is_taken_wherever_it_stands() {
    for kind in ["multipart/alternative", "multipart/mixed", "Multipart/Related", "multipart/signed"] {
        assert_eq!(said(&message(kind, &[HTML, TEXT])).as_deref(), Ok("Base: 84 cm"), "{kind}");
    }
    let nested = "Content-Type: multipart/alternative; boundary=b1\r\n\r\n--b1\r\nContent-Type: text/plain\r\n\r\nBase: 84 cm\r\n--b1--";
    assert_eq!(said(&message("multipart/mixed", &[nested, HTML])).as_deref(), Ok("Base: 84 cm"));
}

#[test]
fn base64_quoted_printable_and_other_charsets_are_read() {
    let base64 = "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\nQmFzZTogODQg\r\nY20=";
    assert_eq!(said(&message("multipart/mixed", &[base64])).as_deref(), Ok("Base: 84 cm"));
    let quoted = "Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nNote: Wei=DFe =\r\nPracht";
    assert_eq!(said(&message("multipart/mixed", &[quoted])).as_deref(), Ok("Note: Weiße Pracht"));
    let japanese = b"Content-Type: text/plain; charset=shift_jis\r\n\r\n\x90V\x90\xe1: 3";
    assert_eq!(plain(japanese).as_deref(), Ok("新雪: 3"));
}

#[test]
fn what_the_sender_did_not_write_as_text_is_no_report() {
    let attached =
        "Content-Type: text/plain\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\nBase: 12 cm";
    let forwarded = "Content-Type: message/rfc822\r\n\r\nFrom: x@evil.example\r\n\r\nBase: 12 cm";
    let report = message("multipart/report", &[TEXT]);
    for refused in [
        message("multipart/alternative", &[HTML]),
        message("multipart/mixed", &[attached]),
        message("multipart/mixed", &[forwarded]),
        report,
        HTML.to_owned(),
    ] {
        assert_eq!(said(&refused), Err("the message has no plain text; send it as text/plain"), "{refused}");
    }
    assert_eq!(said(&message("multipart/mixed", &[attached, TEXT])).as_deref(), Ok("Base: 84 cm"));
}

#[test]
fn parts_in_parts_in_parts_are_refused_and_do_not_end_the_program() {
    let deep: String = (0..2_000)
        .map(|n| format!("Content-Type: multipart/mixed; boundary=b{n}\r\n\r\n--b{n}\r\n"))
        .collect();
    assert!(plain(format!("{deep}{TEXT}").as_bytes()).is_err());
}
