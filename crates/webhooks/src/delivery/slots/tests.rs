use super::*;

const LIMITS: Limits = Limits { slots: 8, per_host: 4, per_second: 0 };

fn begun(number: u128, host: &str, poor: bool) -> (Uuid, StartedAttempt) {
    let attempt = StartedAttempt {
        delivery: Uuid::from_u128(number),
        site: host.to_owned(),
        maker: String::new(),
        poor,
        is_new: false,
    };
    (Uuid::from_u128(1_000 + number), attempt)
}

fn begin(slots: &mut Slots, (claim, attempt): (Uuid, StartedAttempt), now: Duration) {
    slots.begin(claim, attempt, now);
}

fn at_host(room: &Capacity, host: &str) -> usize {
    room.under_way.get(host).copied().unwrap_or(0)
}

#[test]
fn attempt_uses_slot_until_it_ends() {
    let now = Duration::from_secs(100);
    let mut slots = Slots::new(LIMITS);
    let empty = slots.capacity(now);
    assert_eq!((empty.most, empty.most_poor, empty.per_host), (8, 2, 4));
    for number in 0..3 {
        begin(&mut slots, begun(number, "a", number == 0), now);
    }
    let room = slots.capacity(now);
    assert_eq!((room.most, room.most_poor, at_host(&room, "a")), (5, 1, 3));
    assert!(room.holding.contains(&Uuid::from_u128(2)));
    slots.end(Uuid::from_u128(1_000));
    let room = slots.capacity(now);
    assert_eq!((room.most, room.most_poor, at_host(&room, "a"), slots.len()), (6, 2, 2, 2));
}

#[test]
fn slow_attempts_free_slots_for_others() {
    let start = Duration::from_secs(100);
    let mut slots = Slots::new(LIMITS);
    for number in 0..8 {
        begin(&mut slots, begun(number, if number < 4 { "a" } else { "b" }, false), start);
    }
    assert_eq!(slots.capacity(start).most, 0);
    assert_eq!(slots.next(start), Some(SLOW_AFTER), "the dispatcher has to check again then");
    let later = start + SLOW_AFTER;
    let room = slots.capacity(later);
    assert_eq!((room.most, at_host(&room, "a")), (8, 8));
    for number in 8..16 {
        begin(&mut slots, begun(number, "c", false), later);
    }
    let last = later + SLOW_AFTER;
    assert_eq!(slots.capacity(last).most, 0, "slow ones may use the same number again, at most");
    assert_eq!(slots.next(last), None);
}

#[test]
fn host_over_rate_gets_no_slot() {
    let now = Duration::from_secs(100);
    let mut slots = Slots::new(Limits { per_second: 2, ..LIMITS });
    begin(&mut slots, begun(1, "a", false), now);
    assert_eq!(at_host(&slots.capacity(now), "a"), 3, "one of four slots can be used");
    begin(&mut slots, begun(2, "a", false), now);
    slots.end(Uuid::from_u128(1_001));
    slots.end(Uuid::from_u128(1_002));
    assert_eq!(at_host(&slots.capacity(now), "a"), 4);
    assert_eq!(slots.next(now), Some(Duration::from_millis(500)));
    let room = slots.capacity(now + Duration::from_secs(1));
    assert_eq!(at_host(&room, "a"), 0);
}

#[test]
fn busy_clients_leave_room_for_new_ones() {
    let now = Duration::from_secs(100);
    let mut slots = Slots::new(Limits { slots: 128, ..LIMITS });
    let new = |number: u128, maker: &str| {
        let (claim, attempt) = begun(number, "a", false);
        (claim, StartedAttempt { maker: maker.to_owned(), is_new: true, ..attempt })
    };
    let room = slots.capacity(now).new.unwrap();
    assert_eq!((room.most, room.most_again, room.per_maker), (64, 48, 8));
    (0..48).for_each(|number| begin(&mut slots, new(number, "many"), now));
    let room = slots.capacity(now).new.unwrap();
    assert_eq!((room.most, room.most_again, room.under_way.get("many")), (16, 0, Some(&48)));
    assert!(room.turns.contains_key("many"));
    assert!(slots.capacity(now + TURN).new.unwrap().turns.is_empty());
}
