//! Argon2id in the form of a PHC string, which says by itself how it was made.

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};

/// A hash that no password is known to open, for addresses that have none: trying it takes as long.
pub const NOBODYS: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$c25vdy1jb25kaXRpb25z$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Hashes a password with 16 random bytes; `None` when the library refuses, which it does for no password of ours.
#[must_use]
pub fn hash(password: &str, salt: [u8; 16]) -> Option<String> {
    let hashed: Result<PasswordHash, _> =
        Argon2::default().hash_password_with_salt(password.as_bytes(), &salt);
    hashed.ok().map(|hash| hash.to_string())
}

/// Whether a password is the one of a hash. Takes as long for a wrong one.
#[must_use]
pub fn matches(password: &str, hash: &str) -> bool {
    PasswordVerifier::<str>::verify_password(&Argon2::default(), password.as_bytes(), hash).is_ok()
}

#[cfg(test)]
mod tests;
