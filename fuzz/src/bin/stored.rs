//! Fuzzes stored forms, as a damaged or foreign database would contain them: they are read or rejected; the first byte
//! selects which.
#![no_main]

use conditions_core::evidence::Evidence;
use evidence::KINDS;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((which, payload)) = bytes.split_first() else { return };
    let Ok(payload) = std::str::from_utf8(payload) else { return };
    let kind = KINDS[usize::from(*which) % KINDS.len()];
    let mut evidence = Evidence::default();
    let _ = kind.apply(&mut evidence, "snotel", payload);
});
