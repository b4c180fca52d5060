use std::io;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use super::*;

#[derive(Clone, Default)]
struct Sink(Arc<Mutex<Vec<u8>>>);

impl io::Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns the parsed lines that `log` writes.
fn lines(log: impl FnOnce()) -> Vec<Value> {
    let sink = Sink::default();
    let writer = sink.clone();
    let subscriber =
        tracing_subscriber::fmt().event_format(JsonLines).with_writer(move || writer.clone()).finish();
    tracing::subscriber::with_default(subscriber, log);
    let written = sink.0.lock().unwrap().clone();
    let text = String::from_utf8(written).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

#[test]
fn every_kind_of_field_is_a_member() {
    let fault = io::Error::other("no \"route\"\n\tto host");
    let seen = lines(|| {
        tracing::warn!(target: "a\"b", count = 3_u32, below = -4_i32, share = 0.25, none = f64::NAN, fine = true,
            name = "Zürs \\ \u{1}", error = %fault, debug = ?Some("x"), "two {}", "words");
    });
    let [line] = seen.as_slice() else { panic!("{seen:?}") };
    let mut line = line.clone();
    let timestamp = line.as_object_mut().unwrap().remove("timestamp").unwrap();
    assert!(conditions_core::time::Timestamp::parse(timestamp.as_str().unwrap()).is_some(), "{timestamp}");
    let expected = json!({
        "level": "WARN", "message": "two words", "count": 3, "below": -4, "share": 0.25, "none": null, "fine": true,
        "name": "Zürs \\ \u{1}", "error": "no \"route\"\n\tto host", "debug": "Some(\"x\")", "target": "a\"b",
    });
    assert_eq!(line, expected);
}

#[test]
fn every_event_is_one_line() {
    let seen = lines(|| {
        tracing::info!("first\nline");
        tracing::info!(path = "/x\r\n{\"level\":\"forged\"}");
    });
    assert_eq!(seen.len(), 2);
    assert_eq!(seen[1]["level"], "INFO");
}
