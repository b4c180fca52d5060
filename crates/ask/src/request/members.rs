//! Finds the resorts of an area, by what the catalogue knows of them.

use catalogue::Resort;

use crate::names::Known;

/// Returns the resorts of a selector: sets joined by `,`, each an intersection joined by `&` of `kind:name`.
pub(super) fn selected(known: &Known<'_>, selector: &str) -> Vec<usize> {
    let is_of = |resort: &Resort, one: &str| match one.split_once(':') {
        Some(("state", name)) => resort.state.as_deref() == Some(name),
        Some(("country", code)) => resort.country == code,
        Some(("hub", slug)) => resort.hub.as_deref() == Some(slug),
        Some(("tag", tag)) => resort.tags.iter().any(|own| own == tag),
        Some(("slug", slug)) => resort.slug == slug,
        _ => false,
    };
    where_(known, |resort| selector.split(',').any(|set| set.split('&').all(|one| is_of(resort, one))))
}

/// Returns the resorts with a tag of the catalogue.
pub(super) fn tagged(known: &Known<'_>, tag: &str) -> Vec<usize> {
    where_(known, |resort| resort.tags.iter().any(|own| own == tag))
}

fn where_(known: &Known<'_>, is_it: impl Fn(&Resort) -> bool) -> Vec<usize> {
    let resorts = (0..).map_while(|at| Some((at, (known.resort)(at)?)));
    resorts.filter(|(_, resort)| is_it(resort)).map(|(at, _)| at).collect()
}
