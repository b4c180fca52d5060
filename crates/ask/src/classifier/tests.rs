use super::table::{ROWS, Table, written};
use super::{REFUSED, WEIGHTS, likelihoods};
use crate::content::{Question, QuestionContent};
use crate::intents::operations;
use crate::reading::tests::service;

fn heard(text: &str) -> QuestionContent<'_> {
    let service = service();
    QuestionContent::new(Question { text, about: None, locale: None }, &service.known, service.today)
}

fn small() -> Vec<u8> {
    let mut rows = vec![vec![0; 2]; ROWS];
    rows[7] = vec![0, -3];
    rows[ROWS - 1] = vec![16, 127];
    written(&["one".to_owned(), "other".to_owned()], 0.5, &[0.25, 0.0], &rows)
}

#[test]
fn table_round_trips() {
    let table = Table::read(small().leak()).expect("a table");
    assert_eq!(table.classes().collect::<Vec<_>>(), ["one", "other"]);
    assert_eq!(table.sums(&[]), [0.25, 0.0]);
    assert_eq!(table.sums(&[7]), [0.25, -1.5]);
    // Over the root of four rows, two of which are empty.
    assert_eq!(table.sums(&[1, 7, 8, 65_535]), [4.25, 31.0]);
}

#[test]
fn rejects_truncated_and_long_tables() {
    let whole = small();
    for end in [0, 1, 5, 12, 30, whole.len() - 1] {
        assert!(Table::read(whole[..end].to_vec().leak()).is_err(), "{end} bytes");
    }
    assert!(Table::read([whole.as_slice(), &[0]].concat().leak()).is_err());
    let mut strange = whole.clone();
    let last = strange.len() - 2;
    strange[last] = 9;
    assert_eq!(Table::read(strange.leak()).expect_err("a class that is none"), "a weight of no class");
}

#[test]
fn every_class_is_an_operation_or_none() {
    let table = Table::read(WEIGHTS).expect("the embedded weights");
    let known: Vec<&str> = operations().chain([REFUSED]).collect();
    assert!(table.classes().count() > 40);
    let strange: Vec<&str> =
        table.classes().filter(|class| !known.contains(&super::operation(class))).collect();
    assert!(strange.is_empty(), "{strange:?}");
}

#[test]
fn likelihoods_ignore_names() {
    let likeliest = |text: &str| {
        let likelihoods = likelihoods(&heard(text));
        let whole: f32 = likelihoods.iter().map(|(_, likelihood)| likelihood.exp()).sum();
        assert!((whole - 1.0).abs() < 1e-3, "{whole}");
        likelihoods.into_iter().max_by(|one, other| one.1.total_cmp(&other.1)).map(|(class, _)| class)
    };
    assert_eq!(likeliest("How much snow will fall in Zermatt tomorrow?"), Some("get_weather_forecast"));
    assert_eq!(likeliest("Book me a table for two in Zermatt"), Some(REFUSED));
    let inputs = |text: &str| super::inputs(&heard(text));
    assert_eq!(inputs("Snow in Zermatt?"), inputs("Snow in Verbier?"));
}
