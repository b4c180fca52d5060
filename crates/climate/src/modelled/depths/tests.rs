//! Tests of `depths`.

use crate::cells::UNKNOWN;

use super::*;

#[test]
fn bare_ends_are_left_out_and_read_as_they_were() {
    let lists: [&[u16]; 6] =
        [&[], &[0, 0], &[0, 0, 3, 0, 7, 0], &[5], &[UNKNOWN, 0, 0], &[0, UNKNOWN, UNKNOWN]];
    for all in lists {
        let depths = Depths::new(all);
        assert_eq!(depths.all().collect::<Vec<_>>(), all);
        let known_at = |index: usize| all.get(index).copied().and_then(known);
        for start in 0..8 {
            assert_eq!(depths.at(start), known_at(start), "{all:?} {start}");
            for end in start..9 {
                let within: Vec<u16> = (start..end).filter_map(known_at).collect();
                assert_eq!(depths.within(start..end).collect::<Vec<_>>(), within, "{all:?} {start}..{end}");
            }
        }
    }
    assert_eq!(Depths::new(&[0, 0, 3, 0, 7, 0]).bytes(), 6);
}
