//! Adds entries to lists in source text. A list that is not in the expected place is an error, and so is an existing
//! entry.

/// Adds a name at the end of a macro's block, such as `operations! {`.
pub(super) fn with_name(text: &str, path: &str, start: &str, name: &str) -> Result<String, String> {
    let missing = || format!("{path} has no `{start}` block");
    let start = format!("\n{start}\n");
    let (before, rest) = text.split_once(&start).ok_or_else(missing)?;
    let (names, after) = rest.split_once("\n}").ok_or_else(missing)?;
    if names.split([',', ' ', '\n']).any(|known| known == name) {
        return Err(format!("`{name}` is in {path} already"));
    }
    let comma = if names.trim_end().ends_with(',') || names.trim().is_empty() { "" } else { "," };
    Ok(format!("{before}{start}{names}{comma}\n    {name},\n}}{after}"))
}

/// Adds an entry at the end of an array such as `static A: [T; 2] = [..];`, and corrects its length. `start` is its
/// text up to the length.
pub(super) fn with_entry(text: &str, path: &str, start: &str, entry: &str) -> Result<String, String> {
    let missing = || format!("{path} has no `{start}N] = [..];`");
    let (before, rest) = text.split_once(start).ok_or_else(missing)?;
    let (length, rest) = rest.split_once(']').ok_or_else(missing)?;
    let (equals, rest) = rest.split_once('[').ok_or_else(missing)?;
    let (entries, after) = rest.split_once("];").ok_or_else(missing)?;
    let length: usize = length.parse().map_err(|_| missing())?;
    if equals.trim() != "=" {
        return Err(missing());
    }
    Ok(format!("{before}{start}{}] = [{}];{after}", length + 1, longer(entries, path, entry)?))
}

/// Adds an entry at the end of a list such as `const A: &[T] = &[..];`. `start` is its text up to the first entry.
pub(super) fn with_item(text: &str, path: &str, start: &str, entry: &str) -> Result<String, String> {
    let missing = || format!("{path} has no `{start}..];`");
    let (before, rest) = text.split_once(start).ok_or_else(missing)?;
    let (entries, after) = rest.split_once("];").ok_or_else(missing)?;
    Ok(format!("{before}{start}{}];{after}", longer(entries, path, entry)?))
}

/// Appends an entry to comma-separated entries.
fn longer(entries: &str, path: &str, entry: &str) -> Result<String, String> {
    let mut entries: Vec<&str> =
        entries.split(',').map(str::trim).filter(|known| !known.is_empty()).collect();
    if entries.contains(&entry) {
        return Err(format!("`{entry}` is in {path} already"));
    }
    entries.push(entry);
    Ok(entries.join(", "))
}

/// Adds lines to a crate's root, each in its place among the lines that begin with the same words, such as `pub mod`.
pub(super) fn with_lines(text: &str, path: &str, added: &[String]) -> Result<String, String> {
    let mut lines: Vec<&str> = text.lines().collect();
    for line in added {
        let (words, _) = line.rsplit_once(' ').ok_or_else(|| format!("`{line}` is not a line of a list"))?;
        let words = format!("{words} ");
        if lines.contains(&line.as_str()) {
            return Err(format!("`{line}` is in {path} already"));
        }
        // A root declares its tests at its end, apart from its modules.
        let is_alike =
            |known: &&str| known.starts_with(&words) && known.ends_with(';') && *known != "mod tests;";
        let last = lines.iter().rposition(is_alike).ok_or_else(|| format!("{path} has no `{words}` line"))?;
        let later = lines.iter().position(|known| is_alike(known) && *known > line.as_str());
        lines.insert(later.unwrap_or(last + 1), line);
    }
    Ok(lines.join("\n") + "\n")
}

#[cfg(test)]
mod tests;
