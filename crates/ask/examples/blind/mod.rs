//! Summarizes the blind sets: questions written without sight of the rules, with the verdicts of their first scoring.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Folder of the sets; the first line of a file has the date of its scoring.
const FOLDER: &str = "crates/ask/examples/blind";
const SETS: [&str; 12] = [
    "blind-1", "blind-2", "blind-3", "blind-4", "blind-5", "blind-6", "blind-7", "blind-8", "blind-9",
    "blind-10", "blind-11", "blind-12",
];
/// The verdicts: everything answered, a part, another thing, refused or asked back without need.
const VERDICTS: [&str; 5] = ["right", "partly", "wrong", "refused", "asked"];
/// Class of the questions that have to be refused.
const OUT: &str = "out";

/// Counts of verdicts.
type Counts = BTreeMap<String, BTreeMap<String, usize>>;

/// Returns the tables of the sets that exist.
pub(crate) fn report() -> Result<String, String> {
    let mut out = String::new();
    for set in SETS {
        let path = format!("{FOLDER}/{set}.tsv");
        if let Ok(text) = std::fs::read_to_string(&path) {
            out.push_str(&tables(set, &text).ok_or_else(|| format!("{path}: a row without a verdict"))?);
        }
    }
    if out.is_empty() {
        return Ok(out);
    }
    let head = "\n## Blind sets, scored once\n\nQuestions to a demo service, written without sight of the rules, tables or sets, and judged by whole \
                answers. The verdicts are those of the first scoring, whatever was changed after it.\n";
    Ok(format!("{head}{out}"))
}

fn tables(set: &str, text: &str) -> Option<String> {
    let mut lines = text.lines();
    let scored = lines.next()?.trim_start_matches("# ");
    let (mut classes, mut languages) = (Counts::new(), Counts::new());
    let (mut inside, mut right, mut wrong, mut out_of_scope, mut held) = (0, 0, 0, 0, 0);
    for line in lines.skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let &[language, _, class, _, _, _, verdict] = columns.as_slice() else { return None };
        VERDICTS.contains(&verdict).then_some(())?;
        *classes.entry(class.to_owned()).or_default().entry(verdict.to_owned()).or_default() += 1;
        *languages.entry(language.to_owned()).or_default().entry(verdict.to_owned()).or_default() += 1;
        if class == OUT {
            out_of_scope += 1;
            held += usize::from(verdict == "right");
        } else {
            inside += 1;
            right += usize::from(verdict == "right");
            wrong += usize::from(verdict == "wrong");
        }
    }
    let mut out = format!(
        "\n### {set}\n\n{scored}: in scope {right} of {inside} right, {wrong} wrong; out of scope {held} of {out_of_scope} refused helpfully.\n"
    );
    write_counts(&mut out, "language", &languages);
    write_counts(&mut out, "class", &classes);
    Some(out)
}

fn write_counts(out: &mut String, title: &str, counts: &Counts) {
    let _ =
        writeln!(out, "\n| {title} | questions | {} |\n|---|---|---|---|---|---|---|", VERDICTS.join(" | "));
    for (key, verdicts) in counts {
        let cells = VERDICTS.map(|verdict| verdicts.get(verdict).copied().unwrap_or(0).to_string());
        let _ = writeln!(out, "| {key} | {} | {} |", verdicts.values().sum::<usize>(), cells.join(" | "));
    }
}
