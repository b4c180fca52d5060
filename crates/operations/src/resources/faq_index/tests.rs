use super::*;

/// Returns the placeholders of a text, in order.
fn placeholders(text: &str) -> Vec<&str> {
    let mut all: Vec<&str> = text.split('{').skip(1).map(|rest| rest.split_once('}').unwrap().0).collect();
    all.sort_unstable();
    all.dedup();
    all
}

#[test]
fn languages_state_the_same_facts() {
    let (_, english) = LOCALES[0];
    for (locale, texts) in LOCALES {
        for ((id, own), (_, answer)) in IDS.iter().zip(texts).zip(english) {
            assert_eq!(placeholders(own.1), placeholders(answer), "{locale}, {id}");
            assert!(own.0.ends_with(['?', '？']), "{locale}, {id}: {}", own.0);
            assert!(placeholders(own.0).is_empty(), "{locale}, {id}");
            assert!(locale == "en" || own.0 != english[IDS.iter().position(|known| known == id).unwrap()].0);
        }
    }
}

#[test]
fn texts_contain_no_literal_numbers() {
    for (locale, texts) in LOCALES {
        for (id, (question, answer)) in IDS.iter().zip(texts) {
            // A quoted label, the range of a confidence and the path of the API are not thresholds.
            let plain = [question, answer].map(|text| text.replace("3h", "").replace("2h", "").replace("/api/v1", ""));
            for text in plain {
                let numbers: Vec<&str> =
                    text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty()).collect();
                let allowed = |digits: &&str| ["0", "1", "100", "8", "14", "24", "7"].contains(digits);
                assert!(numbers.iter().all(allowed), "{locale}, {id}: {numbers:?} in {text}");
            }
        }
    }
}

#[test]
fn every_fact_is_used() {
    let used: BTreeSet<&str> = en::TEXTS.iter().flat_map(|(_, answer)| placeholders(answer)).collect();
    assert_eq!(used.len(), 15, "{used:?}");
}
