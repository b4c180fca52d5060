use super::*;

fn of(text: &str) -> ExcludedLines {
    let header: Vec<String> = text.lines().next().unwrap().split(',').map(str::to_owned).collect();
    doubtful(&header, text)
}

fn lines(found: &ExcludedLines) -> Vec<usize> {
    let mut lines: Vec<usize> = found.lines.iter().copied().collect();
    lines.sort_unstable();
    lines
}

#[test]
fn unreal_leap_days_are_excluded() {
    let found = of(
        "station,date,swe_mm\na,2023-02-28,1\na,2023-02-29,2\na,2024-02-29,3\na,2100-02-29,4\na,2000-02-29,5",
    );
    assert_eq!((lines(&found), found.unreal, found.contradicted), (vec![2, 4], 2, 0));
}

#[test]
fn contradictory_rows_are_excluded() {
    let found = of(
        "date,station,cm\n2024-01-01,a,5\n2024-01-01,b,7\n2024-01-01,a,914\n2024-01-02,b,3\n2024-01-02,b,3",
    );
    assert_eq!((lines(&found), found.contradicted), (vec![1, 3, 5], 2));
}

#[test]
fn files_without_time_are_skipped() {
    assert_eq!(of("station,height_m\na,5\na,6"), ExcludedLines::default());
}

#[test]
fn sentinels_are_counted() {
    let found = of("date,cm\n2024-01-01,-9999\n2024-01-02,-4\n2024-01-03,-999.0");
    assert_eq!((lines(&found), found.sentinels), (vec![], 2));
}

#[test]
fn equal_numbers_agree() {
    let found = of("date,station,cm\n2024-01-01,a,5\n2024-01-01,a,5.0\n2024-01-02,a,\n2024-01-02,a,NaN");
    assert_eq!((lines(&found), found.contradicted), (vec![2, 4], 0));
}
