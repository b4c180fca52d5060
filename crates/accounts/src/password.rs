//! Password rules (NIST SP 800-63B-4: at least 15 characters, no rule on their kinds, no common password), and hashing:
//! Argon2id with 19 MiB and two passes, as OWASP recommends.

/// Minimum length of a password, in characters.
pub const SHORTEST: usize = 15;
/// Maximum length of a password, in bytes; longer ones only cost time.
pub const LONGEST_BYTES: usize = 1_024;

/// Reason why a password is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// Fewer characters than [`SHORTEST`].
    #[error("must have at least {SHORTEST} characters")]
    Short,
    /// More bytes than [`LONGEST_BYTES`].
    #[error("must have at most {LONGEST_BYTES} bytes")]
    Long,
    /// Commonly used, repetitive, a sequence, or made of the owner's address.
    #[error("is too easy to guess: common words and numbers, a repetition, or your own address")]
    Common,
}

/// Common words in long passwords, in lower case.
const COMMON: [&str; 40] = [
    "password",
    "passwort",
    "passw0rd",
    "p@ssw0rd",
    "p@ssword",
    "motdepasse",
    "contraseña",
    "contrasena",
    "geheim",
    "qwertyuiop",
    "qwertzuiop",
    "azertyuiop",
    "qwerty",
    "qwertz",
    "azerty",
    "asdfghjkl",
    "asdfgh",
    "zxcvbnm",
    "yxcvbnm",
    "1q2w3e4r5t",
    "1q2w3e4r",
    "1qaz2wsx",
    "letmein",
    "iloveyou",
    "welcome",
    "willkommen",
    "admin",
    "administrator",
    "login",
    "user",
    "test",
    "changeme",
    "default",
    "master",
    "secret",
    "snow",
    "sunshine",
    "football",
    "baseball",
    "correcthorsebatterystaple",
];

/// Checks a password for the account of an address.
///
/// # Errors
/// Returns [`PasswordError`] if the password is rejected.
pub fn check(password: &str, address: &str) -> Result<(), PasswordError> {
    if password.len() > LONGEST_BYTES {
        return Err(PasswordError::Long);
    }
    if password.chars().count() < SHORTEST {
        return Err(PasswordError::Short);
    }
    let lower = password.to_lowercase();
    // The rest without the common parts must be strong enough.
    let mut rest = lower.clone();
    let (local, domain) = address.rsplit_once('@').unwrap_or((address, ""));
    let own = [local, domain.split('.').next().unwrap_or_default()].map(str::to_lowercase);
    for common in own.iter().map(String::as_str).filter(|own| own.len() >= 3).chain(COMMON) {
        rest = rest.replace(common, "");
    }
    let rest: Vec<char> = rest.chars().filter(|c| c.is_alphanumeric() || !c.is_ascii()).collect();
    let mut kinds = rest.clone();
    kinds.sort_unstable();
    kinds.dedup();
    if kinds.len() < 5 || is_repetition(&lower) || counts(&rest) {
        return Err(PasswordError::Common);
    }
    Ok(())
}

/// Returns whether a text repeats one short part.
fn is_repetition(text: &str) -> bool {
    let chars: Vec<char> = text.chars().collect();
    (1..=chars.len() / 2).any(|length| {
        let (part, _) = chars.split_at(length);
        chars.chunks(length).all(|chunk| part.starts_with(chunk))
    })
}

/// Returns whether most of the characters form an ascending or descending sequence, as in `123456` and `abcdef`.
fn counts(chars: &[char]) -> bool {
    let steps = chars.windows(2).filter(|pair| match pair {
        [one, other] => u32::from(*one).abs_diff(u32::from(*other)) <= 1,
        _ => false,
    });
    steps.count() * 4 >= chars.len().saturating_sub(1) * 3
}

#[cfg(feature = "password")]
mod hash;
#[cfg(feature = "password")]
pub use hash::{PLACEHOLDER, hash, matches};

#[cfg(test)]
mod tests;
