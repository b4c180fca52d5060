//! Fuzzes resort reports as JSON, CSV, AlpineBits and e-mail; the first byte selects the form. An accepted report is
//! not empty, contains possible numbers, and is unchanged when it is stored and read again.
#![no_main]

use conditions_core::policy::Policy;
use conditions_core::time::Timestamp;
use libfuzzer_sys::fuzz_target;
use operators::report::{Field, Report};
use operators::{alpinebits, csv, entry, mail};

/// The trusted mail server.
const SERVER: &str = "mx.example.net";

fuzz_target!(|bytes: &[u8]| {
    let Some((which, body)) = bytes.split_first() else { return };
    let now = Timestamp::parse("2026-01-10T12:00:00Z").unwrap();
    let reports = match which % 4 {
        0 => entry::json(body, now).into_iter().collect(),
        1 => csv::read(body, "trysil", now).unwrap_or_default(),
        2 => alpinebits::read(body, now).into_iter().flatten().collect(),
        _ => mail::read(body, SERVER, now).into_iter().map(of_mail).collect(),
    };
    for report in reports {
        judge(&report, now);
    }
});

fn of_mail(message: mail::Message) -> Report {
    assert!(message.from.contains('@') && !message.from.contains(char::is_whitespace), "{}", message.from);
    message.report
}

fn judge(report: &Report, now: Timestamp) {
    assert!(!report.is_empty());
    let can_be = |(field, cm): (&Field, &Option<f64>)| cm.is_none_or(|cm| entry::range_of(*field).contains(cm));
    assert!(report.cm.iter().all(can_be), "{:?}", report.cm);
    let is_ahead = |at| Policy::CONTRACT.is_in_future(at, now);
    assert!(!report.observed_at.is_some_and(is_ahead), "{:?}", report.observed_at);
    if let Some(note) = &report.note {
        assert!(!note.contains(char::is_control) && !note.contains("<a") && !note.contains("</"), "{note}");
    }
    let stored = serde_json::to_string(report).unwrap();
    assert_eq!(&serde_json::from_str::<Report>(&stored).unwrap(), report, "{stored}");
}
