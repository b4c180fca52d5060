//! The lanes as a table for people: `docs/generated/lanes.md`.

use std::fmt::Write;

/// Renders the table of lanes and the list of credits. The text ends with a newline and depends on nothing but the
/// tables.
#[must_use]
pub fn lanes() -> String {
    let mut out = String::from("# Upstream lanes\n\n");
    out.push_str("Generated from the table of lanes; do not edit.\n\n");
    out.push_str("| Lane | What | How often | Limits | Licence | Credit |\n|---|---|---|---|---|---|\n");
    for lane in crate::LANES {
        let meta = lane.meta();
        let _ = writeln!(
            out,
            "| [{}]({}) (`{}`) | {} | {} | {} ([terms]({})) | {} | {} |",
            cell(meta.title),
            meta.docs,
            meta.id,
            cell(meta.measures),
            cell(meta.every),
            cell(meta.limits),
            meta.terms,
            link(meta.credit.licence, meta.credit.licence_url),
            link(meta.credit.text, Some(meta.credit.url)),
        );
    }
    out.push_str("\n## Credits\n\n| Who | Licence | Words |\n|---|---|---|\n");
    for credit in crate::credit::credits() {
        let _ = writeln!(
            out,
            "| [{}]({}) | {} | {} |",
            cell(credit.name),
            credit.url,
            link(credit.licence, credit.licence_url),
            cell(credit.text),
        );
    }
    out
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn link(text: &str, url: Option<&str>) -> String {
    url.map_or_else(|| cell(text), |url| format!("[{}]({url})", cell(text)))
}

#[cfg(test)]
mod tests;
