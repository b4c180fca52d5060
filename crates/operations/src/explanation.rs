//! An explanation in words.

use world::explanation::FieldExplanation;

use crate::text::{NOT_REPORTED, Text, word};

/// The explanation in words, fields of which there is nothing to say left out.
pub(crate) fn write(fields: &[FieldExplanation], text: &mut Text) {
    text.line("Why:");
    for FieldExplanation { field, considered, decisions } in fields {
        if considered.is_empty() && decisions.is_empty() {
            continue;
        }
        let rules: Vec<String> =
            decisions.iter().map(|by| format!("{} ({})", by.rule, by.source.kind().name())).collect();
        let rules = if rules.is_empty() { "nothing could be used".to_owned() } else { rules.join(", then ") };
        text.line(format_args!("  {field}: {rules}"));
        for seen in considered {
            let label = seen.label.as_ref().map(|label| format!(" {label}")).unwrap_or_default();
            let station = seen.station.as_ref().map(|name| format!(" {}", name.quoted())).unwrap_or_default();
            let time = seen.observed_at.map_or_else(|| NOT_REPORTED.to_owned(), |at| at.to_string());
            let source = seen.source.kind().name();
            text.line(format_args!("    {source}{label}{station}, {time}: {}", word(&seen.verdict)));
        }
    }
}
