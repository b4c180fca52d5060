//! Mutates requests for the given time: `cargo run --release -p mcp-protocol --example soak -- SECONDS [SEED]`. Exits
//! with 1 at the first invalid answer and prints the request.

use std::io::Write as _;
use std::process::ExitCode;
use std::time::{Duration, Instant};

#[path = "../tests/it/mutation.rs"]
mod mutation;
#[path = "../tests/it/server.rs"]
#[expect(dead_code, reason = "the tests use all of it")]
mod server;

/// Requests between two checks of the clock.
const STRIDE: u64 = 1000;

#[expect(clippy::disallowed_methods, reason = "it runs for a given time")]
fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).map_while(|word| word.parse::<u64>().ok());
    let seconds = numbers.next().unwrap_or(10);
    let mut random = Random(numbers.next().unwrap_or(0x5EED_0F5A));
    let endpoint = match server::endpoint() {
        Ok(endpoint) => endpoint,
        Err(error) => {
            say(&error.to_string());
            return ExitCode::FAILURE;
        }
    };
    let correct = mutation::correct();
    let end = Instant::now() + Duration::from_secs(seconds);
    let (mut count, mut refused) = (0_u64, 0_u64);
    while count % STRIDE != 0 || Instant::now() < end {
        let Some(sent) = correct.get(random.below(correct.len())) else { continue };
        let steps: Vec<_> = (0..=random.below(3)).map(|_| random.step()).collect();
        let sent = mutation::broken(sent.clone(), &steps);
        let response = server::answer(&endpoint, &sent.request());
        if let Some(fault) = server::fault_of(&response) {
            say(&format!("{fault}\n{sent:?}\n{}", String::from_utf8_lossy(&sent.body)));
            return ExitCode::FAILURE;
        }
        count += 1;
        refused += u64::from(response.status >= 400);
    }
    say(&format!("{count} requests in {seconds} s, {refused} refused, no fault"));
    ExitCode::SUCCESS
}

fn say(text: &str) {
    // A closed output is not an error.
    let _ = writeln!(std::io::stdout(), "{text}");
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % (bound.max(1) as u64)).unwrap_or(0)
    }

    fn step(&mut self) -> (u8, u16, u16) {
        let [kind, a, b, c, d, ..] = self.next().to_le_bytes();
        (kind, u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d]))
    }
}
