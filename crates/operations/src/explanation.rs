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
            let names = [seen.label.as_deref(), seen.station.as_deref()].into_iter().flatten();
            let names: String = names.map(|name| format!(" {name}")).collect();
            let time = seen.observed_at.map_or_else(|| NOT_REPORTED.to_owned(), |at| at.to_string());
            text.line(format_args!(
                "    {}{names}, {time}: {}",
                seen.source.kind().name(),
                word(&seen.verdict)
            ));
        }
    }
}
