//! Reports as a file of columns: UTF-8, with `,` `;` or a tab between cells, header names in six languages, the unit in
//! the header (`base_in`). An empty cell is not reported, `-` is "not measured". All rows are accepted or none.
//!
//! A cell that a spreadsheet would run as a formula is rejected.

use conditions_core::text::is_formula;
use conditions_core::time::Timestamp;

use crate::entry::{Entry, RawValue, Units};
use crate::problem::Problem;
use crate::report::{Field, Report};

/// Maximum number of rows; a resort reports a few times a day.
const MOST_ROWS: usize = 100;
/// Maximum number of returned problems; a file in the wrong format has one in every cell.
const MOST_PROBLEMS: usize = 20;

/// Header names in lower case, by column. The first of each line is the name in the documentation.
const WORDS: &[(Column, &[&str])] = &[
    (Column::Slug, &["slug", "resort", "skigebiet", "station", "stazione", "estación", "スキー場"]),
    (
        Column::Of(Field::ObservedAt),
        &["observed_at", "observedat", "measured_at", "gemessen", "mesuré", "misurato", "medido", "観測時刻"],
    ),
    (Column::Of(Field::Status), &["status", "statut", "stato", "estado", "営業状況"]),
    (
        Column::Of(Field::NewSnow24h),
        &["new_24h", "newsnow24h", "neuschnee_24h", "neige_24h", "neve_24h", "nieve_24h", "新雪_24h"],
    ),
    (
        Column::Of(Field::NewSnow48h),
        &["new_48h", "newsnow48h", "neuschnee_48h", "neige_48h", "neve_48h", "nieve_48h", "新雪_48h"],
    ),
    (Column::Of(Field::DepthBase), &["base", "depthbase", "tal", "bas", "valle", "pie", "山麓"]),
    (Column::Of(Field::DepthMid), &["mid", "depthmid", "mitte", "milieu", "metà", "media", "中腹"]),
    (Column::Of(Field::DepthSummit), &["summit", "depthsummit", "berg", "sommet", "vetta", "cima", "山頂"]),
    (
        Column::Of(Field::LiftsOpen),
        &[
            "lifts_open",
            "liftsopen",
            "lifte_offen",
            "remontées_ouvertes",
            "impianti_aperti",
            "remontes_abiertos",
            "営業リフト",
        ],
    ),
    (
        Column::Of(Field::LiftsTotal),
        &[
            "lifts_total",
            "liftstotal",
            "lifte_gesamt",
            "remontées_total",
            "impianti_totali",
            "remontes_total",
            "リフト総数",
        ],
    ),
    (
        Column::Of(Field::RunsOpen),
        &[
            "runs_open",
            "runsopen",
            "pisten_offen",
            "pistes_ouvertes",
            "piste_aperte",
            "pistas_abiertas",
            "滑走可能コース",
        ],
    ),
    (
        Column::Of(Field::RunsTotal),
        &[
            "runs_total",
            "runstotal",
            "pisten_gesamt",
            "pistes_total",
            "piste_totali",
            "pistas_total",
            "コース総数",
        ],
    ),
    (Column::Of(Field::Lifts), &["lifts", "lifte", "remontées", "impianti", "remontes", "リフト"]),
    (Column::Of(Field::Runs), &["runs", "pisten", "pistes", "piste", "pistas", "コース"]),
    (Column::Of(Field::Surface), &["surface", "schneeart", "qualité", "superficie", "calidad", "雪質"]),
    (Column::Of(Field::Note), &["note", "bemerkung", "remarque", "nota", "observación", "コメント"]),
];

/// Subject of a column or a labelled line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Column {
    Slug,
    /// A field of the report.
    Of(Field),
}

/// Parses a header name or a label into its subject and the unit at its end.
pub(crate) fn label(word: &str) -> Option<(Column, Units)> {
    let plain = word.trim().to_lowercase().replace([' ', '-'], "_");
    let (stem, units) = match plain.strip_suffix("_in") {
        Some(stem) => (stem, Units::Inches),
        None => (plain.strip_suffix("_cm").unwrap_or(&plain), Units::Cm),
    };
    WORDS.iter().find(|(_, words)| words.contains(&stem)).map(|(column, _)| (*column, units))
}

/// Parses the reports of a file for `slug`, in the order of the file.
///
/// # Errors
/// Returns every problem, at most 20, each with its row and column.
pub fn read(file: &[u8], slug: &str, now: Timestamp) -> Result<Vec<Report>, Vec<Problem>> {
    let one = |message: &str| vec![Problem::new("file", message)];
    let text = std::str::from_utf8(file).map_err(|_| one(encoding(file)))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.contains('\0') {
        return Err(one("contains zero bytes; save it as UTF-8 text (CSV UTF-8 in spreadsheets)"));
    }
    let header = text.lines().next().unwrap_or_default();
    let count = |separator: char| header.matches(separator).count();
    let separator = [';', '\t', ','].into_iter().max_by_key(|separator| count(*separator)).unwrap_or(',');
    let mut reader = ::csv::ReaderBuilder::new()
        .delimiter(u8::try_from(separator).unwrap_or(b','))
        .trim(::csv::Trim::All)
        .from_reader(text.as_bytes());
    let header = reader.headers().map_err(|error| one(&error.to_string()))?.clone();
    let columns = columns(&header)?;
    let (mut reports, mut problems) = (Vec::new(), Vec::new());
    for (index, row) in reader.records().enumerate() {
        let at = index + 2;
        if index >= MOST_ROWS {
            return Err(one(&format!("has more than {MOST_ROWS} rows; a report is one row")));
        }
        let row = row.map_err(|_| {
            vec![Problem::new(&format!("row {at}"), "has another number of cells than the header")]
        })?;
        if row.iter().all(str::is_empty) {
            continue;
        }
        match report(&columns, &row, slug, now) {
            Ok(report) => reports.push(report),
            Err(found) => problems.extend(
                found
                    .into_iter()
                    .map(|problem| Problem::new(&format!("row {at}, {}", problem.field), problem.wrong)),
            ),
        }
        if problems.len() >= MOST_PROBLEMS {
            break;
        }
    }
    problems.truncate(MOST_PROBLEMS);
    match (problems.is_empty(), reports.is_empty()) {
        (false, _) => Err(problems),
        (true, true) => Err(one("has no row with a report")),
        (true, false) => Ok(reports),
    }
}

/// Parses the columns of a header, each with the unit at the end of its name.
fn columns(header: &::csv::StringRecord) -> Result<Vec<(Column, Units)>, Vec<Problem>> {
    let (mut columns, mut problems) = (Vec::new(), Vec::new());
    for (index, word) in header.iter().enumerate() {
        let place = format!("column {}", index + 1);
        match label(word) {
            Some((column, _)) if columns.iter().any(|(known, _)| *known == column) => {
                problems.push(Problem::new(&place, "repeats another column"));
            }
            Some(found) => columns.push(found),
            None => {
                let names: Vec<&str> = WORDS.iter().filter_map(|(_, words)| words.first().copied()).collect();
                problems.push(Problem::new(&place, format!("is unknown; known: {}", names.join(", "))));
            }
        }
    }
    if problems.is_empty() { Ok(columns) } else { Err(problems) }
}

fn report(
    columns: &[(Column, Units)],
    row: &::csv::StringRecord,
    slug: &str,
    now: Timestamp,
) -> Result<Report, Vec<Problem>> {
    let mut entry = Entry::new(Units::Cm, now);
    for ((column, units), cell) in columns.iter().zip(row) {
        if cell.is_empty() {
            continue;
        }
        if is_formula(cell) {
            let name = if let Column::Of(field) = column { field.name() } else { "slug" };
            entry.problem(name, "looks like a formula; enter the value");
            continue;
        }
        match column {
            Column::Slug if cell == slug => {}
            Column::Slug => entry.problem("slug", "is not the resort of this key"),
            Column::Of(field) if cell == "-" && Field::MEASURES.contains(field) => {
                entry.set_in(*units, *field, RawValue::NotMeasured);
            }
            Column::Of(field) => entry.set_in(*units, *field, RawValue::Text(cell)),
        }
    }
    entry.finish()
}

/// Guesses the encoding of a file that is not UTF-8.
fn encoding(file: &[u8]) -> &'static str {
    match file {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "is UTF-16; save it as UTF-8 (CSV UTF-8 in spreadsheets)",
        _ => "is not UTF-8, perhaps Windows-1252 or Shift JIS; save it as UTF-8 (CSV UTF-8 in spreadsheets)",
    }
}

#[cfg(test)]
mod tests;
