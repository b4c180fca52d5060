//! Extracts the paths that Rust source names: expanded trees of `use`, and inline paths. Works on blanked source, so
//! that comments and strings do not count; code compiled only for tests is omitted.

/// A path, with the name that a `use` gives it in its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NamedFile {
    pub(super) path: Vec<String>,
    /// Name; `None` for an inline path, and for `*`.
    pub(super) name: Option<String>,
}

/// Returns the paths of blanked source.
pub(super) fn paths(blanked: &str) -> Vec<NamedFile> {
    let tokens = tokens(blanked);
    let mut reader = Reader { tokens: &tokens, at: 0 };
    let mut found = Vec::new();
    while let Some(token) = reader.next() {
        if token == "use" {
            reader.tree(Vec::new(), &mut found);
        } else if token == "#" && reader.is_for_tests() {
            reader.skip_item();
        } else if is_name(token) && reader.peek() == "::" {
            let mut path = vec![token.to_owned()];
            while reader.peek() == "::" && is_name(reader.peek_by(1)) {
                path.push(reader.peek_by(1).to_owned());
                reader.at += 2;
            }
            found.push(NamedFile { path, name: None });
        }
    }
    found
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Splits text into words, `::`, and every other sign separately.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = match rest.find(|c| !is_word(c)) {
            _ if rest.starts_with("::") => 2,
            Some(0) => first.len_utf8(),
            Some(end) => end,
            None => rest.len(),
        };
        let (token, after) = rest.split_at(length);
        tokens.push(token);
        rest = after.trim_start();
    }
    tokens
}

struct Reader<'a> {
    tokens: &'a [&'a str],
    at: usize,
}

impl<'a> Reader<'a> {
    fn peek_by(&self, by: usize) -> &'a str {
        self.tokens.get(self.at + by).copied().unwrap_or_default()
    }

    fn peek(&self) -> &'a str {
        self.peek_by(0)
    }

    fn next(&mut self) -> Option<&'a str> {
        let token = self.tokens.get(self.at).copied();
        self.at += 1;
        token
    }

    /// Reads one branch of a `use`, after the path that it belongs to.
    fn tree(&mut self, mut path: Vec<String>, found: &mut Vec<NamedFile>) {
        while let Some(token) = self.next() {
            match token {
                "::" => {}
                "{" => {
                    while !matches!(self.peek(), "}" | "") {
                        self.tree(path.clone(), found);
                    }
                    self.at += 1;
                    return;
                }
                "*" => return found.push(NamedFile { path, name: None }),
                "as" => {
                    let name = self.next().map(str::to_owned);
                    return found.push(NamedFile { path, name });
                }
                "," | ";" if path.is_empty() => return,
                name if is_name(name) => path.push(name.to_owned()),
                _ => return,
            }
            if matches!(self.peek(), "," | ";" | "}" | "") {
                let own = path.last().is_some_and(|last| last == "self");
                path.truncate(path.len() - usize::from(own && path.len() > 1));
                let name = path.last().cloned();
                found.push(NamedFile { path, name });
                self.at += usize::from(self.peek() == ",");
                return;
            }
        }
    }

    /// Returns whether `#[cfg(test)]` is here; the `#` was already read.
    fn is_for_tests(&self) -> bool {
        ["[", "cfg", "(", "test", ")", "]"].iter().enumerate().all(|(by, token)| self.peek_by(by) == *token)
    }

    /// Skips the next item, including its attributes.
    fn skip_item(&mut self) {
        let mut depth = 0_usize;
        while let Some(token) = self.next() {
            match token {
                "{" => depth += 1,
                "}" if depth <= 1 => return,
                "}" => depth -= 1,
                ";" if depth == 0 => return,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests;
