//! Sentences with named places, such as `{name}: {cm} on {date}`.

/// Fills the places of a sentence. A place without a value stays empty.
pub(crate) fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(template.len() * 2);
    let mut rest = template;
    while let Some((before, opened)) = rest.split_once('{') {
        out.push_str(before);
        let Some((name, after)) = opened.split_once('}') else { break };
        out.push_str(values.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value));
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Returns the names of the places of a sentence, sorted.
#[cfg(test)]
pub(super) fn places(template: &str) -> std::collections::BTreeSet<&str> {
    template.split('{').skip(1).filter_map(|part| part.split_once('}')).map(|(name, _)| name).collect()
}
