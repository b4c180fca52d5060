//! Shortens and cleans what an error repeats of a setting: one line of bounded length without credentials, because a
//! log has more readers than a configuration.

use super::ConfigError;

/// Maximum number of characters.
const LENGTH: usize = 400;

/// Makes the error of a setting; `message` may repeat the given value.
pub(crate) fn wrong(setting: &'static str, message: impl AsRef<str>) -> ConfigError {
    ConfigError::Setting { setting, message: redacted(message.as_ref()) }
}

/// Returns `message` as one line that may be logged.
pub(super) fn redacted(message: &str) -> String {
    let mut line = String::new();
    for (at, part) in message.split("://").enumerate() {
        if at == 0 {
            line.push_str(part);
            continue;
        }
        line.push_str("://");
        let end = part.find(|c: char| c.is_whitespace() || c == '`').unwrap_or(part.len());
        let (address, rest) = part.split_at(end);
        match address.rsplit_once('@') {
            Some((_, place)) => line.extend(["…@", place]),
            None => line.push_str(address),
        }
        line.push_str(rest);
    }
    let printable = line.chars().map(|c| if c.is_control() { ' ' } else { c });
    let mut cut: String = printable.take(LENGTH).collect();
    if line.chars().nth(LENGTH).is_some() {
        cut.push('…');
    }
    cut
}
