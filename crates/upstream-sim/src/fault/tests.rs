use super::*;

#[test]
fn script_comes_before_chance() {
    let faults = Faults {
        script: BTreeMap::from([(3, Fault::Empty)]),
        chances: vec![Chance { fault: Fault::Html, probability: 1.0 }],
    };
    assert_eq!(faults.pick(1, 3), Some(Fault::Empty));
    assert_eq!(faults.pick(1, 4), Some(Fault::Html));
    assert_eq!(Faults::default().pick(1, 4), None);
}

#[test]
fn chance_is_deterministic() {
    let faults =
        Faults { script: BTreeMap::new(), chances: vec![Chance { fault: Fault::Html, probability: 0.2 }] };
    let strikes = |seed| (0..10_000).filter(|nth| faults.pick(seed, *nth).is_some()).collect::<Vec<_>>();
    assert!((1_850..2_150).contains(&strikes(1).len()), "{}", strikes(1).len());
    assert_eq!(strikes(1), strikes(1));
    assert_ne!(strikes(1), strikes(2));
}

#[test]
fn configuration_reads() {
    let text = r#"{"script":{"0":{"limit":"minute"},"2":"bare_nan"},
        "chances":[{"fault":{"slow":{"ms":2000}},"probability":0.1},{"fault":{"status":502},"probability":0.05}]}"#;
    let faults: Faults = serde_json::from_str(text).unwrap();
    assert_eq!(faults.script[&0], Fault::Limit(Window::Minute));
    assert_eq!(faults.chances[0].fault, Fault::Slow { ms: 2_000 });
    assert!(serde_json::from_str::<Faults>(r#"{"chance":[]}"#).is_err());
}
