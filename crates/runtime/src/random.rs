//! Random bytes of the operating system.

/// Returns random bytes that are fit for keys.
///
/// # Errors
/// Returns an error if the system has none.
pub fn bytes<const N: usize>() -> Result<[u8; N], getrandom::Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}
