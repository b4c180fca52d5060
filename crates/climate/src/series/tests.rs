use super::*;

#[test]
fn zeros_at_the_ends_round_trip() {
    let lists: [&[u16]; 9] = [
        &[],
        &[0, 0],
        &[0, 0, 3, 0, 7, 0],
        &[5],
        &[UNKNOWN, 0, 0],
        &[0, UNKNOWN, UNKNOWN],
        &[UNKNOWN; 3],
        &[0, 254, UNKNOWN, 0, 1],
        &[0, 255, UNKNOWN, 400, 0],
    ];
    for all in lists {
        let series = Series::new(all);
        assert_eq!(series.first(all.len()).collect::<Vec<_>>(), all);
        assert_eq!(series.first(all.len() + 1).last(), Some(UNKNOWN), "{all:?}");
        let known_at = |index: usize| all.get(index).copied().and_then(known);
        for start in 0..8 {
            assert_eq!(series.at(start), known_at(start), "{all:?} {start}");
            for end in start..9 {
                let within: Vec<u16> = (start..end).filter_map(known_at).collect();
                assert_eq!(series.within(start..end).collect::<Vec<_>>(), within, "{all:?} {start}..{end}");
            }
        }
    }
}

#[test]
fn small_numbers_use_a_byte() {
    assert_eq!(Series::new(&[0, 0, 3, 0, 7, 0]).bytes(), 3);
    assert_eq!(Series::new(&[0, 0, 3, UNKNOWN, 254, 0]).bytes(), 3);
    assert_eq!(Series::new(&[0, 0, 3, 0, 255, 0]).bytes(), 6);
}
