use std::path::PathBuf;

use super::*;

fn file(text: &str) -> File {
    File::new("snow.csv", text.to_owned()).unwrap()
}

fn first(file: &File) -> Result<Row<'_>, String> {
    file.rows().next().unwrap()
}

#[test]
fn row_has_numbers_and_times() {
    let file = file("station,time,depth_cm,note\n\"A, upper \"\"B\"\"\",2014-10-25T06:00Z,57.5,\n");
    let row = first(&file).unwrap();
    let column = |name| file.column(name).unwrap();
    assert_eq!(row.text(column("station")), "A, upper \"B\"");
    assert_eq!(row.number(column("depth_cm")), Ok(Some(57.5)));
    assert_eq!(row.number(column("note")), Ok(None));
    assert_eq!(row.time(column("time")).unwrap(), Timestamp::parse("2014-10-25T06:00:00Z").unwrap());
    assert_eq!(row.date(column("time")).unwrap().to_string(), "2014-10-25");
}

#[test]
fn a_fault_names_its_file_and_line() {
    let missing = file("date,snow\n2014-10-25,1\n").column("depth_cm").err().unwrap();
    assert_eq!(missing, "snow.csv: no column depth_cm; there are date, snow");
    for (text, said) in [
        ("a,b\n1\n", "snow.csv: line 2: 1 fields under 2 columns"),
        ("a,b\n\"1,2\n", "snow.csv: line 2: a quote is not closed"),
    ] {
        assert_eq!(first(&file(text)).err().unwrap(), said);
    }
    let file = file("a,b\nx,inf\n");
    let row = first(&file).unwrap();
    let column = |name| file.column(name).unwrap();
    assert_eq!(row.number(column("a")).unwrap_err(), "snow.csv: line 2: a is \"x\", which is not a number");
    assert!(
        row.number(column("b")).is_err() && row.date(column("a")).is_err() && row.time(column("a")).is_err()
    );
    assert!(File::new("snow.csv", String::new()).is_err());
}

#[test]
fn trailing_blank_lines_are_ignored() {
    assert_eq!(file("a,b\r\n1,2\r\n\r\n\n").rows().filter(Result::is_ok).count(), 1);
    assert_eq!(file("a,b\n\n").rows().count(), 0);
}

#[test]
fn blank_lines_are_ignored() {
    let file = file("date,cm\n2020-01-01,1\n\n  \n2020-01-02,2\n");
    let numbers: Vec<f64> =
        file.rows().filter_map(|row| row.unwrap().number(file.optional("cm")).unwrap()).collect();
    assert_eq!(numbers, [1.0, 2.0]);
}

#[test]
fn markers_are_missing_values() {
    let file = file(" a , b\nNaN,-9999\nnull, 5 \n-99.9,\n");
    let (a, b) = (file.column("a").unwrap(), file.column("b").unwrap());
    let numbers: Vec<_> = file
        .rows()
        .map(|row| row.map(|row| (row.number(a).unwrap(), row.number(b).unwrap())).unwrap())
        .collect();
    assert_eq!(numbers, [(None, None), (None, Some(5.0)), (Some(-99.9), None)]);
}

#[test]
fn optional_column_may_be_missing() {
    let file = file("a\n1\n");
    assert_eq!(first(&file).unwrap().number(file.optional("b")), Ok(None));
    assert_eq!(first(&file).unwrap().text(file.optional("b")), "");
}

#[test]
fn parses_standard_times() {
    for text in ["2014-10-25T06:00Z", "2014-10-25T06:00:00", "2014-10-25 06:00", "2014-10-25T06:00:00+00:00"]
    {
        let file = file(&format!("time\n{text}\n"));
        let found = first(&file).unwrap().time(file.column("time").unwrap()).unwrap();
        assert_eq!(found, Timestamp::parse("2014-10-25T06:00:00Z").unwrap());
    }
}

#[test]
fn what_is_absent_is_noted() {
    let folder =
        Folder { path: PathBuf::from("/nowhere"), absent: RefCell::default(), told: RefCell::default() };
    assert!(folder.file("alta_daily.csv").unwrap().is_none());
    assert!(folder.below("cdp_hourly").unwrap().is_empty());
    assert_eq!(folder.absent(), ["alta_daily.csv", "cdp_hourly"]);
    assert!(Folder::open(&folder.path).is_err());
}

#[test]
fn doubtful_rows_are_reported() {
    let file = file("station,date,cm\na,2023-02-28,5\na,2023-02-29,5\na,2023-03-01,8\na,2023-03-01,914\n");
    let date = file.column("date").unwrap();
    let dates: Vec<String> = file.rows().map(|row| row.unwrap().text(date).to_owned()).collect();
    assert_eq!(dates, ["2023-02-28"]);
    let said = file.left_out().unwrap();
    assert!(
        said.starts_with("snow.csv: left out 1 rows of 29 February")
            && said.contains("2 rows that contradict")
    );
}
