//! Keys of machines: `osc_key_` for the header, `osc_opr_` for a resort's own connector address; 32 letters and digits of
//! chance and six that are the checksum of all before them, so that a mistyped key is refused without a look at the store.
//!
//! Only the SHA-256 of a key is kept. 190 bits of chance need no salt and no slow hash.

use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BODY: usize = 32;
const CHECK: usize = 6;
/// Bytes of chance that [`mint`] takes: 32 usable ones among them are as good as certain.
pub const CHANCE: usize = 64;

/// Where a key is presented. A key of one use does not open the other: an address is copied more carelessly than a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// As the bearer in the header `Authorization`.
    Bearer,
    /// As the last part of a connector's address.
    Address,
    /// In a browser's cookie, for some hours.
    Session,
}

impl Use {
    /// Every use.
    pub const ALL: [Self; 3] = [Self::Bearer, Self::Address, Self::Session];

    /// What a key of this use begins with.
    #[must_use]
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Bearer => "osc_key_",
            Self::Address => "osc_opr_",
            Self::Session => "osc_ses_",
        }
    }

    /// The word that is stored.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Bearer => "bearer",
            Self::Address => "address",
            Self::Session => "session",
        }
    }

    /// The use of a stored word.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.word() == word)
    }
}

/// A new key: shown once, kept as its digest.
pub struct NewKey {
    /// The key itself.
    pub text: Zeroizing<String>,
    /// What is stored of it.
    pub digest: String,
}

impl std::fmt::Debug for NewKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Minted(…)")
    }
}

/// A new key out of chance; `None` when there is too little of it, which calls for more bytes.
#[must_use]
pub fn mint(of: Use, chance: &[u8; CHANCE]) -> Option<NewKey> {
    // The last bytes would make the first letters of the alphabet likelier.
    let even = chance.iter().filter(|byte| **byte < 248);
    let body: String = even
        .filter_map(|byte| ALPHABET.get(usize::from(byte % 62)))
        .take(BODY)
        .map(|b| char::from(*b))
        .collect();
    if body.len() < BODY {
        return None;
    }
    let head = Zeroizing::new(format!("{}{body}", of.prefix()));
    let text = Zeroizing::new(format!("{}{}", head.as_str(), checksum(&head)));
    let digest = digest(&text);
    Some(NewKey { text, digest })
}

/// The digest of a key of this use; `None` for what cannot be one: another prefix, length or letter, or a wrong checksum.
#[must_use]
pub fn read(of: Use, text: &str) -> Option<String> {
    let rest = text.strip_prefix(of.prefix())?;
    if rest.len() != BODY + CHECK || !rest.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    let (head, check) = text.split_at_checked(text.len() - CHECK)?;
    (check == checksum(head)).then(|| digest(text))
}

fn checksum(head: &str) -> String {
    let mut rest = u64::from(crc32fast::hash(head.as_bytes()));
    let mut check = [b'0'; CHECK];
    for slot in check.iter_mut().rev() {
        *slot = usize::try_from(rest % 62).ok().and_then(|at| ALPHABET.get(at)).copied().unwrap_or(b'0');
        rest /= 62;
    }
    check.iter().map(|byte| char::from(*byte)).collect()
}

/// The digest that is stored of a secret text, in hexadecimal.
#[must_use]
pub fn digest(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests;
