//! `same-code`: the proof that a change of comments and documentation is nothing else. Both versions of a file are
//! compared as token streams without documentation.

use std::process::Command;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::workspace;

/// Compares each Rust file below a path with its version in a revision.
///
/// # Errors
/// Returns the files that differ, or an error if git or a file cannot be read.
pub(crate) fn run(revision: &str, path: &str) -> Result<(), String> {
    let mut differing = Vec::new();
    let mut compared = 0;
    let files = workspace::files(".rs")?;
    for file in files.iter().filter(|file| file.path.starts_with(path)) {
        let Some(before) = version(revision, &file.path)? else { continue };
        compared += 1;
        if before != file.text && code(&before)? != code(&file.text)? {
            differing.push(file.path.as_str());
        }
    }
    let removed = removed(revision, path)?;
    differing.extend(removed.iter().map(String::as_str));
    if differing.is_empty() {
        println!("{compared} files have the code of {revision}");
        return Ok(());
    }
    Err(format!("{}\nsame-code: {} of {compared} files differ", differing.join("\n"), differing.len()))
}

fn git(arguments: &[&str]) -> Result<Option<String>, String> {
    let output = Command::new("git").args(arguments).current_dir(workspace::root()).output();
    let output = output.map_err(|error| format!("git: {error}"))?;
    Ok(output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned()))
}

/// Returns the text of a file in a revision, `None` for a new file.
fn version(revision: &str, path: &str) -> Result<Option<String>, String> {
    git(&["show", &format!("{revision}:{path}")])
}

/// Returns the Rust files of a revision that do not exist any more.
fn removed(revision: &str, path: &str) -> Result<Vec<String>, String> {
    let listed = git(&["ls-tree", "-r", "--name-only", revision])?;
    let listed =
        listed.ok_or_else(|| format!("`{revision}` is not a revision: name a commit, tag or branch"))?;
    let files = listed.lines().filter(|file| file.starts_with(path) && file.ends_with(".rs"));
    Ok(files.filter(|file| !workspace::root().join(file).exists()).map(str::to_owned).collect())
}

/// Returns the tokens of a source without documentation and trailing commas, which rustfmt moves with the comments.
fn code(source: &str) -> Result<Vec<String>, String> {
    // A script's first line is not Rust.
    let source =
        if source.starts_with("#!/") { source.split_once('\n').map_or("", |(_, rest)| rest) } else { source };
    let stream: TokenStream = source.parse().map_err(|error| format!("not Rust: {error}"))?;
    let mut tokens = Vec::new();
    flatten(stream, &mut tokens);
    Ok(tokens)
}

fn flatten(stream: TokenStream, tokens: &mut Vec<String>) {
    let trees: Vec<TokenTree> = stream.into_iter().collect();
    let mut rest = trees.as_slice();
    while let [tree, after @ ..] = rest {
        let documentation = documentation(rest);
        if documentation > 0 {
            rest = rest.get(documentation..).unwrap_or_default();
            continue;
        }
        match tree {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                tokens.push(open.to_owned());
                flatten(group.stream(), tokens);
                tokens.push(close.to_owned());
            }
            TokenTree::Punct(punct) if punct.as_char() == ',' && after.is_empty() => {}
            other => tokens.push(other.to_string()),
        }
        rest = after;
    }
}

/// Returns how many of the first tokens are one documentation attribute, `#[doc = "…"]` or `#![doc = "…"]`.
fn documentation(tokens: &[TokenTree]) -> usize {
    let is_punct =
        |tree: Option<&TokenTree>, mark| matches!(tree, Some(TokenTree::Punct(p)) if p.as_char() == mark);
    if !is_punct(tokens.first(), '#') {
        return 0;
    }
    let at = if is_punct(tokens.get(1), '!') { 2 } else { 1 };
    let Some(TokenTree::Group(group)) = tokens.get(at) else { return 0 };
    let mut inner = group.stream().into_iter();
    let is_doc = matches!(inner.next(), Some(TokenTree::Ident(name)) if name == "doc")
        && is_punct(inner.next().as_ref(), '=');
    if is_doc { at + 1 } else { 0 }
}

#[cfg(test)]
mod tests;
