//! Lists in source text with one entry more. A list that is not where it should be is an error, and so is an entry that is
//! there already.

/// The block of a macro, such as `operations! {`, with one name more at its end.
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

/// An array such as `static A: [T; 2] = [..];`, whose beginning up to its length is given, with one entry more at its end
/// and its length put right.
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

/// A list such as `const A: &[T] = &[..];`, whose beginning up to its first entry is given, with one entry more at its end.
pub(super) fn with_item(text: &str, path: &str, start: &str, entry: &str) -> Result<String, String> {
    let missing = || format!("{path} has no `{start}..];`");
    let (before, rest) = text.split_once(start).ok_or_else(missing)?;
    let (entries, after) = rest.split_once("];").ok_or_else(missing)?;
    Ok(format!("{before}{start}{}];{after}", longer(entries, path, entry)?))
}

/// Entries between commas with one more behind them.
fn longer(entries: &str, path: &str, entry: &str) -> Result<String, String> {
    let mut entries: Vec<&str> =
        entries.split(',').map(str::trim).filter(|known| !known.is_empty()).collect();
    if entries.contains(&entry) {
        return Err(format!("`{entry}` is in {path} already"));
    }
    entries.push(entry);
    Ok(entries.join(", "))
}

/// A crate's root with more lines, each in its place among those that begin with the same words, as `pub mod`.
pub(super) fn with_lines(text: &str, path: &str, added: &[String]) -> Result<String, String> {
    let mut lines: Vec<&str> = text.lines().collect();
    for line in added {
        let (words, _) = line.rsplit_once(' ').ok_or_else(|| format!("`{line}` is no line of a list"))?;
        let words = format!("{words} ");
        if lines.contains(&line.as_str()) {
            return Err(format!("`{line}` is in {path} already"));
        }
        // A root's tests are declared at its end, apart from its modules.
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
