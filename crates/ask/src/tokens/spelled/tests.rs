use super::super::tokens;
use crate::tokens::Kind;

fn numbers(text: &str) -> Vec<u32> {
    tokens(text)
        .iter()
        .filter_map(|token| match token.kind {
            Kind::Number(number, _) => Some(number),
            _ => None,
        })
        .collect()
}

#[test]
fn days_in_words_are_digits() {
    for (text, days) in [
        ("the eighteenth at grand targhee", vec![18]),
        ("february thirteenth to the twentieth", vec![13, 20]),
        ("the thirty-first of april", vec![31]),
        ("am sechzehnten auf der schmittenhöhe", vec![16]),
        ("vom zwanzigsten bis siebenundzwanzigsten Februar", vec![20, 27]),
        ("du vingt-sept février au six mars", vec![27, 6]),
        ("le seize à châtel", vec![16]),
        ("dal sei al tredici febbraio", vec![6, 13]),
        ("il trentuno novembre", vec![31]),
        ("del veintiuno al veintiocho de marzo", vec![21, 28]),
        ("el treinta y uno de abril", vec![31]),
    ] {
        assert_eq!(numbers(text), days, "{text}");
    }
}

#[test]
fn other_numbers_stay_words() {
    for text in [
        "the first lift at alta",
        "the second best",
        "les deux alpes",
        "am dritten tag",
        "tre cime",
        "le sei piste",
        "los tres mejores",
        "early march first tracks",
        "the fifth run",
    ] {
        assert_eq!(numbers(text), Vec::<u32>::new(), "{text}");
    }
}
