use super::Labels;

#[test]
fn names_do_not_cover_each_other() {
    let mut labels = Labels::new(352.0, 200.0, 14.0);
    for nth in 0..40 {
        labels.try_next_to(100.0 + f64::from(nth), 100.0, "Val d’Isère", Some("60"));
    }
    let areas = labels.taken.clone();
    assert!((2..=6).contains(&labels.take_placed().len()) && labels.len() == 0);
    for (at, [l, t, r, b]) in areas.iter().enumerate() {
        assert!(*l >= 0.0 && *t >= 0.0 && *r <= 352.0 && *b <= 200.0);
        for [left, top, right, bottom] in &areas[at + 1..] {
            assert!(l >= right || left >= r || t >= bottom || top >= b, "{areas:?}");
        }
    }
}

#[test]
fn name_at_the_edge_moves_inside() {
    let mut labels = Labels::new(352.0, 200.0, 14.0);
    labels.try_next_to(348.0, 100.0, "Krvavec", None);
    assert_eq!(labels.take_placed()[0].anchor, "end");
    labels.try_around(2.0, 2.0, "Österreich");
    assert_eq!(labels.len(), 0, "no room for half of a name");
}
