use super::*;

#[test]
fn tables_are_aligned() {
    let mut table = Table::new("Snow".to_owned(), &["rule", "MAE cm"]);
    table.row("ours", [two(0.5)]);
    table.row("baseline", [two(f64::NAN)]);
    assert_eq!(table.text(), "Snow\n  rule      MAE cm\n  ours        0.50\n  baseline       -\n");
    assert_eq!(
        table.markdown(),
        "**Snow**\n\n| rule | MAE cm |\n|---|---|\n| ours | 0.50 |\n| baseline | - |\n"
    );
}

#[test]
fn predictions_are_csv() {
    let mut predictions = Predictions::new(&["station", "date"]);
    predictions.row(["alta".to_owned(), "1944-11-21".to_owned()]);
    assert_eq!(predictions.csv(), "station,date\nalta,1944-11-21\n");
    predictions.row(["Alta, \"upper\"".to_owned(), "1944-11-21".to_owned()]);
    assert!(predictions.csv().ends_with("\"Alta, \"\"upper\"\"\",1944-11-21\n"));
    assert_eq!((percent(1, 4), percent(0, 0)), ("25.0 %".to_owned(), "-".to_owned()));
}
