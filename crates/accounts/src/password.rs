//! Which passwords are taken (NIST SP 800-63B-4: at least 15 characters, no rule on their kinds, none that is common), and
//! how one is hashed: Argon2id with 19 MiB and two passes, as OWASP has it.

/// Characters of a password at least.
pub const SHORTEST: usize = 15;
/// Bytes of a password at most: what is longer only costs time.
pub const LONGEST_BYTES: usize = 1_024;

/// Why a password is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Weak {
    /// Fewer characters than [`SHORTEST`].
    #[error("must have at least {SHORTEST} characters")]
    Short,
    /// More bytes than [`LONGEST_BYTES`].
    #[error("must have at most {LONGEST_BYTES} bytes")]
    Long,
    /// One that others use, or that repeats or counts, or that says whose it is.
    #[error("is too easy to guess: common words and numbers, a repetition, or your own address")]
    Common,
}

/// Words that long passwords are commonly put together of. Lower case.
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

/// Judges a password for the account of an address.
///
/// # Errors
/// [`Weak`].
pub fn judge(password: &str, address: &str) -> Result<(), Weak> {
    if password.len() > LONGEST_BYTES {
        return Err(Weak::Long);
    }
    if password.chars().count() < SHORTEST {
        return Err(Weak::Short);
    }
    let lower = password.to_lowercase();
    // What is left when the common parts are taken out must be something by itself.
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
        return Err(Weak::Common);
    }
    Ok(())
}

/// Whether a text is one short part over and over.
fn is_repetition(text: &str) -> bool {
    let chars: Vec<char> = text.chars().collect();
    (1..=chars.len() / 2).any(|length| {
        let (part, _) = chars.split_at(length);
        chars.chunks(length).all(|chunk| part.starts_with(chunk))
    })
}

/// Whether most of what is left goes up or down by one, as `123456` and `abcdef` do.
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
pub use hash::{NOBODYS, hash, matches};

#[cfg(test)]
mod tests;
