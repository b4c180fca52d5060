use super::*;

#[track_caller]
fn wrong(read: Result<impl fmt::Debug, Rejection>) -> Vec<(String, String)> {
    let Err(Rejection::Arguments(problems)) = read else { panic!("not refused") };
    problems.into_iter().map(|problem| (problem.argument, problem.message)).collect()
}

#[test]
fn a_creation_is_read_whole() {
    let body =
        br#"{"resortSlug":"alta","events":["powder-alert","snow-report.updated"],"url":"https://a.org"}"#;
    let asked = creation(body).unwrap();
    assert_eq!((asked.url.as_str(), asked.resort.as_deref()), ("https://a.org", Some("alta")));
    assert_eq!(
        asked.events,
        [EventName::parse("powder-alert").unwrap(), EventName::parse("snow-report.updated").unwrap()]
    );
    let global = creation(br#"{"url":"https://a.org","events":["powder-alert"],"resortSlug":null}"#).unwrap();
    assert_eq!(global.resort, None);
}

#[test]
fn problems_name_allowed_values() {
    for (body, argument, message) in [
        ("", "body", "not a JSON object"),
        ("[]", "body", "not a JSON object"),
        ("\"x\"", "body", "not a JSON object"),
        ("{\"url\":\"https://a.org\"", "body", "not a JSON object"),
        ("{} {}", "body", "not a JSON object"),
        ("{\"events\":[\"powder-alert\"]}", "url", "missing"),
        ("{\"url\":null,\"events\":[\"powder-alert\"]}", "url", "missing"),
        ("{\"url\":7,\"events\":[\"powder-alert\"]}", "url", "must be a string"),
        ("{\"url\":\"https://a.org\"}", "events", "missing"),
        ("{\"url\":\"https://a.org\",\"events\":\"powder-alert\"}", "events", "must be a list"),
        ("{\"url\":\"https://a.org\",\"events\":[]}", "events", "at least one of snow-report.updated"),
        ("{\"url\":\"https://a.org\",\"events\":[7]}", "events", "must be a string"),
        (
            "{\"url\":\"https://a.org\",\"events\":[\"powder\"]}",
            "events",
            "`powder` is not an event; allowed:",
        ),
        (
            "{\"url\":\"https://a.org\",\"events\":[\"powder-alert\",\"powder-alert\"]}",
            "events",
            "listed twice",
        ),
        (
            "{\"url\":\"https://a.org\",\"events\":[\"powder-alert\"],\"resortSlug\":[]}",
            "resortSlug",
            "must be a string",
        ),
        (
            "{\"url\":\"https://a.org\",\"events\":[\"powder-alert\"],\"resort\":\"alta\"}",
            "resort",
            "unknown; allowed: url, events, resortSlug",
        ),
        ("{\"url\":\"https://a.org\",\"url\":\"x\",\"events\":[\"powder-alert\"]}", "url", "more than once"),
    ] {
        let problems = wrong(creation(body.as_bytes()));
        assert_eq!(problems.len(), 1, "{body}: {problems:?}");
        assert_eq!(problems[0].0, argument, "{body}");
        assert!(problems[0].1.contains(message), "{body}: {problems:?}");
    }
}

#[test]
fn all_problems_reported_with_short_echo() {
    let long = "x".repeat(3_000);
    let problems = wrong(creation(format!("{{\"{long}\":1,\"events\":[\"{long}\"]}}").as_bytes()));
    assert_eq!(problems.len(), 3, "unknown member, unknown event, missing url");
    assert!(problems.iter().all(|(argument, message)| argument.len() + message.len() < 400));
    assert!(wrong(creation(format!("\"{long}\"").as_bytes()))[0].1.len() < 200);
    assert!(creation("[".repeat(4_000).as_bytes()).is_err());
    assert!(creation(&[0xff, 0xfe]).is_err());
}

#[test]
fn test_body_may_name_event() {
    let of = |body: &[u8]| test(body).unwrap().event;
    assert_eq!((of(b""), of(b"{}")), (None, None));
    assert_eq!(of(br#"{"event":"powder-alert"}"#), Some(EventName::parse("powder-alert").unwrap()));
    assert_eq!(wrong(test(br#"{"event":"x"}"#))[0].0, "event");
    assert_eq!(wrong(test(br#"{"events":[]}"#))[0].0, "events");
    assert!(check_empty(b"").is_ok() && check_empty(b"{}").is_ok());
    assert_eq!(wrong(check_empty(b"{\"a\":1}"))[0].0, "a");
    assert_eq!(wrong(check_empty(b"null"))[0].0, "body");
}
