use super::*;

const COUNT: usize = 130;

fn saved(positions: &[usize]) -> Positions {
    Positions::from_positions(COUNT, positions.iter().copied())
}

#[test]
fn audience_matches_shown_and_withheld() {
    let asked = AudienceRecorder::new(COUNT);
    for (position, is_shown) in [(0, true), (129, true), (64, false), (0, true)] {
        asked.note(position, is_shown);
    }
    let heard = asked.audience().unwrap();
    assert!(heard.is_so_of(&saved(&[0, 129])));
    assert!(heard.is_so_of(&saved(&[0, 1, 63, 128, 129])), "it did not check the others");
    for other in [&[][..], &[0], &[129], &[0, 64, 129]] {
        assert!(!heard.is_so_of(&saved(other)), "{other:?}");
    }
}

#[test]
fn unrecorded_is_for_all_personal_for_none() {
    let heard = AudienceRecorder::new(COUNT).audience().unwrap();
    assert!(heard.is_so_of(&saved(&[])) && heard.is_so_of(&saved(&[7, 100])));
    let asked = AudienceRecorder::new(COUNT);
    asked.note_personal();
    assert_eq!(asked.audience(), None);
}
