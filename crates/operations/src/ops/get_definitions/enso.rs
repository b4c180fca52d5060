//! The thresholds for El Niño, as data.

use ::climate::enso::EnsoPolicy;

use super::List;

pub(super) fn add(list: &mut List) {
    let policy = EnsoPolicy::DEFAULT;
    let tenths = |value: i32| f64::from(value) / 10.0;
    let count = |value: usize| value as f64;
    list.add("enso.threshold", tenths(policy.threshold_tenths), "\u{b0}C", "a season this far from normal, rounded to a tenth, is warm or cold");
    list.add("enso.eventSeasons", count(policy.event_seasons), "", "overlapping seasons in a row that make an event");
    list.add("enso.strong", tenths(policy.strong_tenths), "\u{b0}C", "a winter of an event this far from normal at its heart is strong");
    list.add("enso.staleAfter", policy.stale_months as f64, "months", "an index with an older newest season \
        is not used for the present");
    list.add("enso.minWinters", count(policy.min_winters), "", "a resort with fewer complete winters has no result");
    list.add("enso.minGroup", count(policy.min_group), "", "with fewer winters on a side the evidence is low");
    list.add("enso.leastNormal", policy.least_normal_cm, "cm", "percentages need at least this mean season total");
    list.add("enso.confidence", policy.confidence, "", "confidence of every interval");
    list.add("enso.falseDiscoveryRate", policy.false_discovery_rate, "", "of the resorts whose effect is clear, at most this share is expected to be chance");
    list.add("enso.tier.prime", policy.prime_pct, "%", "A from this effect on; D with a normal season when \
        the late half reaches it");
    list.add("enso.tier.favored", policy.favored_pct, "%", "B from this effect on, C within it on either side; D below it when the late half reaches it, else E");
    list.add("enso.analogues", count(policy.analogues), "", "maximum number of analogues listed");
    list.add("enso.analogueWithin", f64::from(policy.analogue_within) / 100.0, "\u{b0}C", "a winter that \
        began further from the present state is not an analogue");
}
