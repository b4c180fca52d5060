use super::*;
use crate::delivery::subscription::{Proof, State, SubscriptionState};

const NOW: Timestamp = Timestamp::from_millis(1_768_046_400_000);

fn secret(byte: u8) -> Secret {
    Secret::from_key(&[byte; 32])
}

fn subscription(state: State) -> Subscription {
    Subscription {
        id: Uuid::from_u128(1),
        url: "https://example.com/hook".to_owned(),
        events: vec![EventName::all()[1]],
        resort_slug: None,
        secret_digest: secret(1).digest(),
        sealed_secret: "sealed".to_owned(),
        next: None,
        created_at: NOW,
        standing: SubscriptionState { state, consecutive_failures: 0 },
        proof: Proof::default(),
        ended_at: None,
    }
}

fn credentials(next: Option<Timestamp>, state: State) -> Credentials {
    Credentials { digest: secret(1).digest(), next: next.map(|until| (secret(2).digest(), until)), state }
}

#[test]
fn current_and_next_secret_match() {
    let later = NOW.plus_millis(1);
    let of = |known: &Credentials, byte| presented_secret(Some(known), secret(byte).expose(), NOW);
    let plain = credentials(None, State::Active);
    assert_eq!([1, 2].map(|byte| of(&plain, byte)), [Some(ShownSecret::Current), None]);
    let rotating = credentials(Some(later), State::Active);
    assert_eq!(
        [1, 2, 3].map(|byte| of(&rotating, byte)),
        [Some(ShownSecret::Current), Some(ShownSecret::Next), None]
    );
    // From this time on only the new secret is valid, whether or not the row was rewritten.
    let due = credentials(Some(NOW), State::Active);
    assert_eq!([1, 2].map(|byte| of(&due, byte)), [None, Some(ShownSecret::Next)]);
    assert_eq!(
        of(&credentials(None, State::Dropped), 1),
        Some(ShownSecret::Current),
        "its owner may ask why"
    );
    assert_eq!(of(&credentials(None, State::Removed), 1), None);
    assert_eq!(presented_secret(None, secret(1).expose(), NOW), None);
    assert_eq!(presented_secret(None, "", NOW), None);
}

#[test]
fn commit_requires_new_secret() {
    let mut owner = Owner { subscription: subscription(State::Active), shown: ShownSecret::Current };
    let refused = |owner: &Owner| matches!(commit(owner), Err(Rejection::Conflict(_)));
    assert!(refused(&owner), "there is no new one");
    let next = rotate(&secret(2), "sealed anew".to_owned(), NOW);
    assert_eq!(next.until.since(NOW), 24 * HOUR_MS);
    owner.subscription.next = Some(next);
    assert!(refused(&owner), "it may never have arrived");
    owner.shown = ShownSecret::Next;
    assert_eq!(commit(&owner), Ok(secret(2).digest()));
}

#[test]
fn test_event_must_be_listed() {
    let subscription = subscription(State::Active);
    let [unlisted, listed] = [EventName::all()[0], EventName::all()[1]];
    assert_eq!(tested(&subscription, TestRequest { event: None }), Ok(listed));
    assert_eq!(tested(&subscription, TestRequest { event: Some(listed) }), Ok(listed));
    let Err(Rejection::Arguments(problems)) = tested(&subscription, TestRequest { event: Some(unlisted) })
    else {
        panic!("not refused")
    };
    assert!(problems[0].message.contains(listed.wire()));
}

#[test]
fn ended_subscription_gets_no_delivery() {
    assert_eq!(may_send(&subscription(State::Active)), Ok(()));
    for state in [State::Dropped, State::Removed] {
        assert!(matches!(may_send(&subscription(state)), Err(Rejection::Conflict(_))));
    }
    assert_eq!(redelivered(Redelivery::Unknown), Err(Rejection::NoDelivery));
}

#[test]
fn hourly_limit_scales_minute_limit() {
    assert_eq!(Caps::USUAL.requests_per_minute(), 30);
    assert_eq!(Caps { per_origin: usize::MAX, ..Caps::USUAL }.requests_per_minute(), u32::MAX);
}
