//! Tests of files of columns. Every file is synthetic.

use super::*;

fn now() -> Timestamp {
    Timestamp::parse("2026-01-10T12:00:00Z").unwrap()
}

fn said(file: &[u8]) -> Result<Vec<Report>, String> {
    read(file, "trysil", now()).map_err(|problems| {
        problems.iter().map(|p| format!("{}: {}", p.field, p.wrong)).collect::<Vec<_>>().join(" | ")
    })
}

#[test]
fn separators_decimal_commas_and_a_mark_of_order_are_read() {
    let files = [
        "slug,observed_at,new_24h,base,surface\ntrysil,2026-01-10T05:00:00Z,12.5,-,powder\n",
        "slug;observed_at;new_24h;base;surface\r\ntrysil;2026-01-10T05:00:00Z;12,5;-;powder\r\n",
        "\u{feff}slug\tobserved_at\tnew_24h\tbase\tsurface\ntrysil\t2026-01-10T05:00:00Z\t12,5\t-\tpowder",
    ];
    for file in files {
        let reports = said(file.as_bytes()).unwrap();
        let [report] = reports.as_slice() else { panic!("{file}") };
        assert_eq!(report.measured(Field::NewSnow24h), Some(12.5), "{file}");
        assert_eq!(report.cm.get(&Field::DepthBase), Some(&None), "- is not measured");
        assert_eq!(report.cm.get(&Field::DepthMid), None, "and what has no column is not said");
    }
}

#[test]
fn header_words_of_six_languages_are_read() {
    for header in [
        "new_24h;base;summit",
        "Neuschnee_24h;Tal;Berg",
        "neige_24h;bas;sommet",
        "neve_24h;valle;vetta",
        "nieve_24h;pie;cima",
        "新雪_24h;山麓;山頂",
    ] {
        let reports = said(format!("{header}\n1;2;3").as_bytes()).unwrap();
        assert_eq!(reports[0].measured(Field::DepthSummit), Some(3.0), "{header}");
    }
    let inches = said(b"base_in;new_24h\n10;10").unwrap();
    assert_eq!(inches[0].measured(Field::DepthBase), Some(25.4));
    assert_eq!(inches[0].measured(Field::NewSnow24h), Some(10.0));
}

#[test]
fn one_wrong_cell_takes_every_row_with_it() {
    let refused = said(b"base,note\n84,fine\n-1,\n90,<script>x\n").unwrap_err();
    assert!(refused.contains("row 3, depthBase") && refused.contains("row 4, note"), "{refused}");
}

#[test]
fn formulas_are_refused() {
    for cell in ["=1+1", "+1", "@SUM(A1)", "-cmd", "=HYPERLINK(\"x\")", "-2+3", "-2+cmd|x", "＝1+1", "－1＋1"]
    {
        let refused = said(format!("base;note\n84;{cell}").as_bytes()).unwrap_err();
        assert!(refused.contains("formula"), "{cell}: {refused}");
    }
}

#[test]
fn a_hundred_thousand_rows_are_refused_in_a_line() {
    let file = format!("base\n{}", "84\n".repeat(100_000));
    let refused = said(file.as_bytes()).unwrap_err();
    assert_eq!(refused, "file: has more than 100 rows; a report is one row");
    let wrong = format!("base\n{}", "x\n".repeat(100_000));
    assert!(said(wrong.as_bytes()).unwrap_err().matches(" | ").count() < 20);
}

#[test]
fn other_encodings_are_told() {
    assert!(said(b"base;note\n84;Gr\xfc\xdfe").unwrap_err().contains("not UTF-8"));
    assert!(said(b"\xff\xfeb\0a\0s\0e\0").unwrap_err().contains("UTF-16"));
    assert!(said(b"b\0a\0s\0e\0").unwrap_err().contains("zero bytes"));
}

#[test]
fn other_resorts_unknown_columns_and_ragged_rows_are_refused() {
    assert!(said(b"slug,base\nalta,84").unwrap_err().contains("not the resort"));
    assert!(said(b"slug,score\ntrysil,100").unwrap_err().contains("column 2: is unknown"));
    assert!(said(b"base,base_in\n1,2").unwrap_err().contains("another column"));
    assert!(said(b"base,mid\n1").is_err());
    assert!(said(b"base,mid\n").is_err());
    assert!(said(b"").is_err());
}

#[test]
fn lists_stand_in_a_cell_with_bars_between_the_names() {
    let reports = said("Lifte;runs\nAlpha: offen | Beta: geschlossen;Ridge: open\n".as_bytes()).unwrap();
    assert_eq!(reports[0].counted(Field::LiftsOpen), Some(1));
    assert_eq!(reports[0].counted(Field::RunsTotal), Some(1));
    let refused = said(b"lifts;lifts_open\nAlpha: open;7\n").unwrap_err();
    assert!(refused.contains("row 2, liftsOpen: says 7 open"), "{refused}");
    let refused = said(b"lifts\n=Alpha: open\n").unwrap_err();
    assert!(refused.contains("formula"), "{refused}");
}
