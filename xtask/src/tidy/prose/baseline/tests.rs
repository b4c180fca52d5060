use super::*;

fn counts(rows: &[(&str, usize, Kind, usize)]) -> BTreeMap<Key, usize> {
    rows.iter()
        .map(|(part, rule, kind, count)| (((*part).to_owned(), RULES[*rule].name, *kind), *count))
        .collect()
}

#[test]
fn file_is_read_as_it_was_written() {
    let baseline = Baseline::lowered(None, &counts(&[("a", 0, Kind::Comment, 3), ("b", 1, Kind::Test, 1)]));
    let text = baseline.to_string();
    assert_eq!(Baseline::parse(&text).unwrap().to_string(), text);
    assert!(Baseline::parse("head\na\tstrange\t1\t1\t1\t1\n").unwrap_err().1.contains("not a rule"));
    assert_eq!(Baseline::parse("head\na\tis no\t1\tx\t1\t1\n").unwrap_err().0, 2);
}

#[test]
fn counts_may_fall_and_never_rise() {
    let old = Baseline::lowered(None, &counts(&[("a", 0, Kind::Comment, 3)]));
    assert_eq!(old.compare(&counts(&[("a", 0, Kind::Comment, 3)])), []);
    let risen = old.compare(&counts(&[("a", 0, Kind::Comment, 4)]));
    assert!(
        risen[0].what.contains("4 sentences of comments") && risen[0].what.contains("3 at most"),
        "{risen:?}"
    );
    let fallen = old.compare(&counts(&[("a", 0, Kind::Comment, 2)]));
    assert!(fallen[0].what.contains("--lower"), "{fallen:?}");
    let elsewhere = old.compare(&counts(&[("a", 0, Kind::Comment, 3), ("b", 0, Kind::Text, 1)]));
    assert_eq!(elsewhere.len(), 1);
}

#[test]
fn lowering_never_raises_a_count() {
    let old = Baseline::lowered(None, &counts(&[("a", 0, Kind::Comment, 3)]));
    let today = counts(&[("a", 0, Kind::Comment, 5), ("b", 0, Kind::Comment, 2), ("b", 1, Kind::Test, 2)]);
    let new = Baseline::lowered(Some(&old), &today);
    assert_eq!(new, Baseline(counts(&[("a", 0, Kind::Comment, 3), ("b", 1, Kind::Test, 2)])));
}
