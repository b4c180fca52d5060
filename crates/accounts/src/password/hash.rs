//! Argon2id as PHC strings, which contain their parameters.

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};

/// A hash without a known password, for addresses that have none: checking it takes the same time.
pub const PLACEHOLDER: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$c25vdy1jb25kaXRpb25z$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Hashes a password with 16 random bytes; `None` if the library fails, which valid passwords never cause.
#[must_use]
pub fn hash(password: &str, salt: [u8; 16]) -> Option<String> {
    let hashed: Result<PasswordHash, _> =
        Argon2::default().hash_password_with_salt(password.as_bytes(), &salt);
    hashed.ok().map(|hash| hash.to_string())
}

/// Returns whether a password matches a hash. Takes the same time for a wrong password.
#[must_use]
pub fn matches(password: &str, hash: &str) -> bool {
    PasswordVerifier::<str>::verify_password(&Argon2::default(), password.as_bytes(), hash).is_ok()
}

#[cfg(test)]
mod tests;
