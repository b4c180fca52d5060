use accounts::Address;

use super::*;

const START: Duration = Duration::ZERO;
const LATER: Duration = Duration::from_secs(3);

fn mail(to: &str) -> Mail {
    Mail {
        to: Address::parse(to).unwrap(),
        subject: String::new(),
        text: String::new(),
        html: None,
        id: to.to_owned(),
        unsubscribe: None,
    }
}

/// Returns an outbox in which these first attempts failed at the start.
fn deferred(count: usize, domain: impl Fn(usize) -> String) -> Outbox {
    let mut outbox = Outbox::default();
    for nth in 0..count {
        assert!(outbox.push(mail(&format!("x{nth}@{}", domain(nth)))).is_none());
        let attempt = outbox.next(START).unwrap();
        outbox.ended(&attempt);
        assert!(outbox.retry(attempt, START).is_some());
    }
    outbox
}

fn all_at(outbox: &mut Outbox, now: Duration) -> Vec<String> {
    std::iter::from_fn(|| outbox.next(now)).map(|attempt| attempt.mail.id).collect()
}

#[test]
fn deferred_email_holds_no_slot() {
    let mut outbox = deferred(500, |nth| format!("gone{nth}.invalid"));
    assert!(outbox.next(START).is_none(), "a retry waits for its time");
    outbox.push(mail("honest@example.org"));
    assert_eq!(outbox.next(LATER).unwrap().mail.id, "honest@example.org");
}

#[test]
fn retries_leave_slots_free() {
    let mut outbox = deferred(500, |nth| format!("gone{nth}.invalid"));
    assert_eq!(all_at(&mut outbox, LATER).len(), RETRIES_AT_ONCE);
    outbox.push(mail("honest@example.org"));
    assert_eq!(all_at(&mut outbox, LATER), ["honest@example.org"]);
}

#[test]
fn a_domain_has_one_retry_slot() {
    let mut outbox = deferred(3, |_| "gone.invalid".to_owned());
    let one = outbox.next(LATER).unwrap();
    assert!(outbox.next(LATER).is_none());
    outbox.ended(&one);
    assert!(outbox.next(LATER).is_some());
}

#[test]
fn slow_domain_leaves_slots_to_others() {
    let mut outbox = Outbox::default();
    for nth in 0..AT_ONCE {
        outbox.push(mail(&format!("x{nth}@slow.example")));
    }
    outbox.push(mail("honest@example.org"));
    let sent = all_at(&mut outbox, START);
    assert_eq!((sent.len(), sent[1].as_str()), (AT_ONCE, "honest@example.org"));
}

#[test]
fn full_queue_drops_the_largest_domain() {
    let mut outbox = Outbox::default();
    outbox.push(mail("ada@example.org"));
    for nth in 1..WAITING {
        outbox.push(mail(&format!("x{nth}@crowd.example")));
    }
    let dropped = outbox.push(mail("bea@example.org")).unwrap();
    assert_eq!(dropped.id, format!("x{}@crowd.example", WAITING - 1));
    let mut retries = deferred(WAITING, |_| "gone.invalid".to_owned());
    let attempt = |to: &str| Attempt::first(mail(to));
    assert!(retries.retry(attempt("more@gone.invalid"), START).is_none());
    assert!(retries.retry(attempt("ada@greylisting.example"), START).is_some());
    assert_eq!(retries.retries.len(), WAITING);
}

#[test]
fn email_is_attempted_four_times() {
    let mut outbox = Outbox::default();
    outbox.push(mail("ada@example.org"));
    let mut now = START;
    for pause in PAUSES {
        let attempt = outbox.next(now).unwrap();
        outbox.ended(&attempt);
        assert_eq!(outbox.retry(attempt, now), Some(pause));
        now += pause;
        assert_eq!(outbox.next_due(), Some(now));
    }
    let last = outbox.next(now).unwrap();
    outbox.ended(&last);
    assert_eq!(outbox.retry(last, now), None);
}
