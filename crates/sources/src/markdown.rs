//! Renders the lanes as a table: `docs/generated/lanes.md`.

use std::fmt::Write;

use conditions_core::source::AcquisitionTier;
use conditions_core::time::{DAY_MS, HOUR_MS, MINUTE_MS};

use crate::budget::thousands;
use crate::lane::{Allowance, PollSchedule, SECOND_MS, in_words};
use crate::lifts::Address;

/// Renders the table of lanes and the list of credits. The text ends with a newline and depends only on the tables.
#[must_use]
pub fn lanes() -> String {
    let mut out = String::from("# Upstream lanes\n\n");
    out.push_str("Generated from the table of lanes; do not edit.\n\n");
    out.push_str("| Lane | What | How often | Silent after | Limits | Licence | Credit |\n|---|---|---|---|---|---|---|\n");
    for lane in crate::LANES {
        let meta = lane.meta();
        let _ = writeln!(
            out,
            "| [{}]({}) (`{}`) | {} | {} | {} | {} ([terms]({})) | {} | {} |",
            cell(meta.title),
            meta.docs,
            meta.id,
            cell(meta.measures),
            every(meta.rhythm),
            in_words(meta.rhythm.silent_ms),
            allowed(meta.allowance),
            meta.terms,
            link(meta.credit.licence, meta.credit.licence_url),
            link(meta.credit.text, Some(meta.credit.url)),
        );
    }
    out.push_str(
        "\n## Station networks\n\n| Network | Snow depths in | Setting of its address |\n|---|---|---|\n",
    );
    for network in crate::NETWORKS {
        let meta = network.meta();
        let depths = network.instruments().depths.words();
        let _ = writeln!(out, "| {} | {depths} | `--{}-url` |", cell(meta.title), meta.id);
    }
    out.push_str("\n## Lift and run feeds\n\n");
    out.push_str("Off unless the configuration names a resort's feed. Credited to the resort, under its own terms.\n\n");
    out.push_str("| Family | What | Tier | How a feed is named |\n|---|---|---|---|\n");
    for family in crate::lifts::FAMILIES {
        let meta = family.meta();
        let (tier, named) = (tier(meta.tier), address_text(meta.address));
        let _ = writeln!(
            out,
            "| {} (`{}`) | {} | `{tier}` | {named} |",
            cell(meta.title),
            meta.id,
            cell(meta.says)
        );
    }
    out.push_str("\n## Credits\n\n| Who | Licence | Words |\n|---|---|---|\n");
    for credit in crate::lanes::credits() {
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

fn every(rhythm: PollSchedule) -> String {
    noted(in_words(rhythm.period_ms), ", ", rhythm.note)
}

fn allowed(allowance: Allowance) -> String {
    let calls = allowance
        .calls
        .iter()
        .map(|(count, ms)| format!("{} per {}", thousands(f64::from(*count)), window(*ms)));
    let calls = calls.collect::<Vec<_>>().join(", ");
    noted(if calls.is_empty() { "none stated".to_owned() } else { calls }, "; ", allowance.note)
}

fn window(ms: i64) -> String {
    match ms {
        SECOND_MS => "second".to_owned(),
        MINUTE_MS => "minute".to_owned(),
        HOUR_MS => "hour".to_owned(),
        DAY_MS => "day".to_owned(),
        other => in_words(other),
    }
}

fn noted(fact: String, between: &str, note: &str) -> String {
    if note.is_empty() { fact } else { fact + between + &cell(note) }
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

fn address_text(address: Address) -> String {
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
