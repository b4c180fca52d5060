use super::*;

#[track_caller]
fn interval(chance: Option<Chance>, low: f64, high: f64) {
    let chance = chance.unwrap();
    assert!((chance.low - low).abs() < 5e-4 && (chance.high - high).abs() < 5e-4, "{chance:?}");
}

#[test]
fn intervals_are_jeffreys() {
    // Computed separately, by Simpson's rule on the density.
    interval(Chance::of_tries(0, 10), 0.0, 0.217);
    interval(Chance::of_tries(1, 10), 0.011, 0.381);
    interval(Chance::of_tries(5, 10), 0.224, 0.776);
    interval(Chance::of_tries(15, 30), 0.328, 0.672);
    assert_eq!(Chance::of_tries(0, 0), None);
}

#[test]
fn five_winters_leave_doubt() {
    let (never, always) = (Chance::of_tries(0, 5).unwrap(), Chance::of_tries(5, 5).unwrap());
    assert_eq!((never.share, never.low, always.share, always.high), (0.0, 0.0, 1.0, 1.0));
    assert!(never.high > 0.35 && always.low < 0.65, "{never:?} {always:?}");
}

#[test]
fn days_of_a_winter_are_dependent() {
    // The same share of 240 days: spread over all winters, or concentrated in half of them.
    let even = Chance::of_days(&[(4, 8); 30]).unwrap();
    let clustered: Vec<(u16, u16)> = (0..30).map(|at| if at % 2 == 0 { (8, 8) } else { (0, 8) }).collect();
    let clustered = Chance::of_days(&clustered).unwrap();
    assert_eq!((even.share, even.of, clustered.share, clustered.of), (0.5, 240, 0.5, 240));
    assert!(even.high - even.low < 0.13, "{even:?}");
    let as_winters = Chance::of_tries(15, 30).unwrap();
    assert!((clustered.low - as_winters.low).abs() < 0.02, "{clustered:?}");
    let dry = Chance::of_days(&[(0, 8); 30]).unwrap();
    assert_eq!(dry.high, Chance::of_tries(0, 30).unwrap().high, "thirty dry winters, not 240 dry tries");
    assert_eq!(Chance::of_days(&[]), None);
    assert_eq!(Chance::of_days(&[(0, 0)]), None);
}

#[test]
fn interval_contains_its_share() {
    for tries in 1..=40 {
        for hits in 0..=tries {
            let chance = Chance::of_tries(hits, tries).unwrap();
            let in_order = 0.0 <= chance.low && chance.low <= chance.share && chance.share <= chance.high;
            assert!(in_order && chance.high <= 1.0, "{hits} of {tries}: {chance:?}");
        }
    }
}
