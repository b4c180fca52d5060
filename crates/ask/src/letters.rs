//! Compares spellings of a word that differ by a letter.

/// Minimum length of a word with a replaced letter: a shorter word soon becomes another word.
const SHORTEST_REPLACED: usize = 7;

/// Returns whether two adjacent letters are swapped.
pub(crate) fn is_swapped(one: &[u8], other: &[u8]) -> bool {
    let same = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    let (one, other) = (one.get(same..).unwrap_or_default(), other.get(same..).unwrap_or_default());
    one.len() > 1
        && one.first() == other.get(1)
        && one.get(1) == other.first()
        && one.get(2..) == other.get(2..)
}

/// Returns whether a letter is missing, superfluous or swapped with its neighbour, or in a longer word replaced.
pub(crate) fn is_one_off(one: &[u8], other: &[u8]) -> bool {
    let same = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    let (rest, other_rest) = (one.get(same..).unwrap_or_default(), other.get(same..).unwrap_or_default());
    match rest.len().cmp(&other_rest.len()) {
        std::cmp::Ordering::Greater => rest.get(1..) == Some(other_rest),
        std::cmp::Ordering::Less => other_rest.get(1..) == Some(rest),
        std::cmp::Ordering::Equal => {
            let is_replaced = one.len() >= SHORTEST_REPLACED && rest.get(1..) == other_rest.get(1..);
            is_replaced || is_swapped(one, other)
        }
    }
}

/// Returns the edit distance: the number of missing, superfluous and replaced letters.
pub(crate) fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (nth, letter) in one.chars().enumerate() {
        let mut left = nth + 1;
        let mut diagonal = nth;
        if let Some(first) = row.first_mut() {
            *first = left;
        }
        for (cell, own) in row.iter_mut().skip(1).zip(&other) {
            let replaced = diagonal + usize::from(letter != *own);
            diagonal = *cell;
            left = replaced.min(diagonal + 1).min(left + 1);
            *cell = left;
        }
    }
    row.last().copied().unwrap_or(0)
}
