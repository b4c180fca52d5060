//! Reduces Rust source to what the rules examine: comments, strings and character literals become blanks, so that
//! braces and words in them do not count. Lines keep their positions.

/// Returns the source with comments, strings and character literals blanked.
pub(super) fn blanked(source: &str) -> String {
    Scanner::run_over(source).out
}

/// A comment or a string literal of a source file, with its delimiters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Piece {
    /// Line of its first character, from 1.
    pub(super) line: usize,
    /// Whether only whitespace precedes it on its line.
    pub(super) opens_line: bool,
    pub(super) text: String,
}

impl Piece {
    pub(super) fn is_comment(&self) -> bool {
        self.text.starts_with("//") || self.text.starts_with("/*")
    }
}

/// Returns the comments and string literals of a source file in their order.
pub(super) fn pieces(source: &str) -> Vec<Piece> {
    let scanner = Scanner::run_over(source);
    let (mut line, mut at, mut opens_line) = (1, 0, true);
    let mut pieces = Vec::with_capacity(scanner.pieces.len());
    for (start, end) in scanner.pieces {
        let before = scanner.rest.get(at..start).unwrap_or_default();
        for letter in before {
            if *letter == '\n' {
                (line, opens_line) = (line + 1, true);
            } else if !letter.is_whitespace() {
                opens_line = false;
            }
        }
        let text: String = scanner.rest.get(start..end).unwrap_or_default().iter().collect();
        let lines = text.matches('\n').count();
        pieces.push(Piece { line, opens_line, text });
        (line, at, opens_line) = (line + lines, end, false);
    }
    pieces
}

struct Scanner {
    rest: Vec<char>,
    at: usize,
    out: String,
    /// First and past-the-end character of each comment and string literal.
    pieces: Vec<(usize, usize)>,
}

impl Scanner {
    fn run_over(source: &str) -> Self {
        let rest = source.chars().collect();
        let mut scanner = Self { rest, at: 0, out: String::with_capacity(source.len()), pieces: Vec::new() };
        scanner.run();
        scanner
    }

    fn peek(&self, ahead: usize) -> char {
        self.rest.get(self.at + ahead).copied().unwrap_or('\0')
    }

    fn copy(&mut self) {
        self.out.push(self.peek(0));
        self.at += 1;
    }

    fn blank(&mut self, count: usize) {
        for _ in 0..count.min(self.rest.len() - self.at.min(self.rest.len())) {
            self.out.push(if self.peek(0) == '\n' { '\n' } else { ' ' });
            self.at += 1;
        }
    }

    fn run(&mut self) {
        while self.at < self.rest.len() {
            let start = self.at;
            match (self.peek(0), self.peek(1)) {
                ('/', '/') => self.line_comment(),
                ('/', '*') => self.block_comment(),
                ('"', _) => self.string(),
                ('r', '"' | '#') if !self.in_word() => self.raw_string(),
                ('\'', _) => {
                    self.quote();
                    continue;
                }
                _ => {
                    self.copy();
                    continue;
                }
            }
            if self.at > start + 1 {
                self.pieces.push((start, self.at.min(self.rest.len())));
            }
        }
    }

    /// Returns whether the previous character is part of a word, as in `for"` or `br"`; byte strings still count as
    /// strings.
    fn in_word(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|at| self.rest.get(at)).copied().unwrap_or(' ');
        (before.is_alphanumeric() || before == '_') && before != 'b' && before != 'c'
    }

    fn line_comment(&mut self) {
        while self.at < self.rest.len() && self.peek(0) != '\n' {
            self.blank(1);
        }
    }

    fn block_comment(&mut self) {
        let mut depth = 0;
        while self.at < self.rest.len() {
            match (self.peek(0), self.peek(1)) {
                ('/', '*') => depth += 1,
                ('*', '/') => depth -= 1,
                _ => {
                    self.blank(1);
                    continue;
                }
            }
            self.blank(2);
            if depth == 0 {
                return;
            }
        }
    }

    fn string(&mut self) {
        self.blank(1);
        while self.at < self.rest.len() {
            match self.peek(0) {
                '\\' => self.blank(2),
                '"' => return self.blank(1),
                _ => self.blank(1),
            }
        }
    }

    fn raw_string(&mut self) {
        let hashes = (1..).take_while(|ahead| self.peek(*ahead) == '#').count();
        if self.peek(1 + hashes) != '"' {
            // A raw identifier, `r#type`.
            return self.copy();
        }
        self.blank(2 + hashes);
        while self.at < self.rest.len() {
            if self.peek(0) == '"' && (1..=hashes).all(|ahead| self.peek(ahead) == '#') {
                return self.blank(1 + hashes);
            }
            self.blank(1);
        }
    }

    /// Reads a character literal, or the start of a lifetime.
    fn quote(&mut self) {
        if self.peek(1) == '\\' {
            self.blank(3);
            while self.at < self.rest.len() && self.peek(0) != '\'' {
                self.blank(1);
            }
            return self.blank(1);
        }
        if self.peek(2) == '\'' { self.blank(3) } else { self.copy() }
    }
}

/// A function: its name, its first line, and the number of lines of code between its braces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Function {
    pub(super) name: String,
    pub(super) line: usize,
    pub(super) lines: usize,
}

/// Returns the functions of blanked source, including inner ones.
pub(super) fn functions(blanked: &str) -> Vec<Function> {
    let bytes = blanked.as_bytes();
    let mut functions = Vec::new();
    for (start, _) in blanked.match_indices("fn ") {
        let follows_a_word = start.checked_sub(1).and_then(|at| bytes.get(at));
        if follows_a_word.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_') {
            continue;
        }
        let head = blanked.get(start + 3..).unwrap_or("");
        let name: String = head.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let Some(body) = body(head).filter(|_| !name.is_empty()) else { continue };
        let line = 1 + bytes.iter().take(start).filter(|byte| **byte == b'\n').count();
        let lines = body.lines().filter(|line| !line.trim().is_empty()).count();
        functions.push(Function { name, line, lines });
    }
    functions
}

/// Returns the text between a function's braces; `None` for a declaration without a body.
fn body(head: &str) -> Option<&str> {
    let (mut braces, mut inner, mut open) = (0_usize, 0_usize, 0);
    for (at, byte) in head.bytes().enumerate() {
        match byte {
            b'(' | b'[' if braces == 0 => inner += 1,
            b')' | b']' if braces == 0 => inner = inner.saturating_sub(1),
            b';' if braces == 0 && inner == 0 => return None,
            b'{' => {
                if braces == 0 {
                    open = at + 1;
                }
                braces += 1;
            }
            b'}' => {
                braces = braces.checked_sub(1)?;
                if braces == 0 {
                    return head.get(open..at);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests;
