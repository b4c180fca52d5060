use super::*;

#[test]
fn names_are_unique_and_round_trip() {
    for class in FailureClass::ALL {
        assert_eq!(FailureClass::from_name(class.name()), class);
        assert_eq!(serde_json::to_value(class).unwrap(), class.name());
    }
    assert_eq!(FailureClass::from_name("of a newer version"), FailureClass::Other);
}

#[test]
fn limits_in_bodies_precede_statuses() {
    let refused = |refusal| Kind::Refused { refusal, reason: String::new() };
    let class = |status, kind: Option<Kind>| FailureClass::of_response(status, kind.as_ref());
    assert_eq!(class(400, Some(refused(Refusal::Day))), FailureClass::RateLimited);
    assert_eq!(class(429, None), FailureClass::RateLimited);
    assert_eq!(class(200, Some(refused(Refusal::Key))), FailureClass::Refused);
    assert_eq!(class(403, Some(refused(Refusal::Key))), FailureClass::Http4xx);
    assert_eq!(class(502, Some(Kind::Html)), FailureClass::Http5xx);
    assert_eq!(class(200, Some(Kind::Html)), FailureClass::NotRead);
    assert_eq!(class(302, None), FailureClass::Other);
}
