//! Checks that every crate is in one row, and that no arrow points to a higher one.

use crate::tidy::Violation;

pub(super) fn check(rows: &[(&str, &[&str])], arrows: &[(&str, &[&str])]) -> Vec<Violation> {
    let report = |what: String| Violation::new("xtask/src/tidy/layers.rs", 0, what);
    let places = |name: &str| -> Vec<usize> {
        let has_it = |(at, (_, crates)): (usize, &(&str, &[&str]))| crates.contains(&name).then_some(at);
        rows.iter().enumerate().filter_map(has_it).collect()
    };
    let mut found = Vec::new();
    for (from, targets) in arrows {
        let [row] = places(from)[..] else {
            found.push(report(format!("`{from}` must be in exactly one row of ROWS")));
            continue;
        };
        for to in *targets {
            if places(to).iter().any(|above| *above > row) {
                let what = format!("`{from}` uses `{to}` of a higher row: move one of them in ROWS");
                found.push(report(what));
            }
        }
    }
    for (title, crates) in rows {
        let unknown = crates.iter().filter(|name| arrows.iter().all(|(from, _)| from != *name));
        found.extend(unknown.map(|name| report(format!("`{name}` of ROWS is not a crate of ARROWS"))));
        if crates.is_empty() {
            found.push(report(format!("row `{title}` of ROWS is empty")));
        }
    }
    found
}

#[cfg(test)]
mod tests;
