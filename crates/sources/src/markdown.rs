//! The lanes as a table for people: `docs/generated/lanes.md`.

use std::fmt::Write;

use conditions_core::source::AcquisitionTier;

use crate::lifts::Address;

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
    out.push_str("\n## Lift and run feeds\n\n");
    out.push_str("Off unless the configuration names a resort's feed. Credited to the resort, under its own terms.\n\n");
    out.push_str("| Family | What | Tier | How a feed is named |\n|---|---|---|---|\n");
    for family in crate::lifts::FAMILIES {
        let meta = family.meta();
        let (tier, named) = (tier(meta.tier), named(meta.address));
        let _ = writeln!(
            out,
            "| {} (`{}`) | {} | `{tier}` | {named} |",
            cell(meta.title),
            meta.id,
            cell(meta.says)
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

const fn tier(tier: AcquisitionTier) -> &'static str {
    match tier {
        AcquisitionTier::DirectApi => "direct_api",
        AcquisitionTier::StructuredFeed => "structured_feed",
        AcquisitionTier::HeadlessDom => "headless_dom",
        AcquisitionTier::Vision => "vision",
        AcquisitionTier::Unknown => "unknown",
    }
}

fn named(address: Address) -> String {
    match address {
        Address::Url => "`url`".to_owned(),
        Address::Id(pattern) => format!("`id`, which makes `{}`; or `url`", cell(pattern)),
    }
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn link(text: &str, url: Option<&str>) -> String {
    url.map_or_else(|| cell(text), |url| format!("[{}]({url})", cell(text)))
}

#[cfg(test)]
mod tests;
