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
fn separators_commas_and_bom_are_parsed() {
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
        assert_eq!(report.cm.get(&Field::DepthMid), None, "a field without a column is not reported");
    }
}

#[test]
fn headers_of_six_languages_are_parsed() {
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
fn one_invalid_cell_rejects_all() {
    let refused = said(b"base,note\n84,fine\n-1,\n90,<script>x\n").unwrap_err();
    assert!(refused.contains("row 3, depthBase") && refused.contains("row 4, note"), "{refused}");
}

#[test]
fn formulas_are_rejected() {
    for cell in ["=1+1", "+1", "@SUM(A1)", "-cmd", "=HYPERLINK(\"x\")", "-2+3", "-2+cmd|x", "＝1+1", "－1＋1"]
    {
        let refused = said(format!("base;note\n84;{cell}").as_bytes()).unwrap_err();
        assert!(refused.contains("formula"), "{cell}: {refused}");
    }
}

#[test]
fn too_many_rows_are_rejected() {
    let file = format!("base\n{}", "84\n".repeat(100_000));
    let refused = said(file.as_bytes()).unwrap_err();
    assert_eq!(refused, "file: has more than 100 rows; a report is one row");
    let wrong = format!("base\n{}", "x\n".repeat(100_000));
    assert!(said(wrong.as_bytes()).unwrap_err().matches(" | ").count() < 20);
}

#[test]
fn other_encodings_are_named() {
    assert!(said(b"base;note\n84;Gr\xfc\xdfe").unwrap_err().contains("not UTF-8"));
    assert!(said(b"\xff\xfeb\0a\0s\0e\0").unwrap_err().contains("UTF-16"));
    assert!(said(b"b\0a\0s\0e\0").unwrap_err().contains("zero bytes"));
}

#[test]
fn malformed_files_are_rejected() {
    assert!(said(b"slug,base\nalta,84").unwrap_err().contains("not the resort"));
    assert!(said(b"slug,score\ntrysil,100").unwrap_err().contains("column 2: is unknown"));
    assert!(said(b"base,base_in\n1,2").unwrap_err().contains("another column"));
    assert!(said(b"base,mid\n1").is_err());
    assert!(said(b"base,mid\n").is_err());
    assert!(said(b"").is_err());
}

#[test]
fn lists_fit_in_a_cell() {
    let reports = said("Lifte;runs\nAlpha: offen | Beta: geschlossen;Ridge: open\n".as_bytes()).unwrap();
    assert_eq!(reports[0].count(Field::LiftsOpen), Some(1));
    assert_eq!(reports[0].count(Field::RunsTotal), Some(1));
    let refused = said(b"lifts;lifts_open\nAlpha: open;7\n").unwrap_err();
    assert!(refused.contains("row 2, liftsOpen: reports 7 open"), "{refused}");
    let refused = said(b"lifts\n=Alpha: open\n").unwrap_err();
    assert!(refused.contains("formula"), "{refused}");
}
