use super::{Side, Span};

#[test]
fn span_without_exporter_lacks_an_id() {
    let span = Span::begin(Side::Server, "call", None);
    assert_eq!((span.traceparent(), span.trace_id()), (None, None));
}

#[test]
fn span_without_exporter_keeps_the_trace_of_its_parent() {
    let trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    let of = |parent: &str| Span::begin(Side::Server, "call", Some(parent)).trace_id();
    assert_eq!(of(&format!("00-{trace}-00f067aa0ba902b7-01")).as_deref(), Some(trace));
    assert_eq!(of(&format!("cc-{trace}-00f067aa0ba902b7-01-later")).as_deref(), Some(trace));
    let malformed = [
        String::new(),
        format!("00-{trace}-00f067aa0ba902b7"),
        format!("00-{trace}-00f067aa0ba902b7-01-more"),
        format!("ff-{trace}-00f067aa0ba902b7-01"),
        format!("00-{trace}-0000000000000000-01"),
        format!("00-{}-00f067aa0ba902b7-01", trace.to_uppercase()),
    ];
    for parent in malformed {
        assert_eq!(of(&parent), None, "{parent}");
    }
}
