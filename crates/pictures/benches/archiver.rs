//! Measures the cost of recording: reading one still of a large camera, scaling, stamping, encoding and joining it with
//! a full reel, and the share of a core for ten cameras at the maximum rate.

#![expect(clippy::print_stdout, reason = "a bench reports to its reader")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use pictures::reels::{Bounds, Still, frame, moving, stamp};

/// Returns a synthetic still: a slope of snow with sensor noise.
fn still(width: usize, height: usize, seed: u64) -> Still {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut noise = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % 13) as usize
    };
    let mut rgb = Vec::with_capacity(width * height * 3);
    for y in 0..height {
        for x in 0..width {
            let light = 90 + 120 * y / height + 20 * x / width + noise();
            rgb.extend(
                [light, light + 4, light + 9].map(|value| u8::try_from(value.min(255)).unwrap_or(u8::MAX)),
            );
        }
    }
    Still { width, height, rgb }
}

/// Processes one still completely and returns the moving picture.
fn record(body: &[u8], frames: &mut Vec<Vec<u8>>) -> Result<Vec<u8>, String> {
    let still = Still::read(body, Bounds::USUAL).map_err(|error| error.to_string())?;
    let small = still.fitted(480, 270).with_fewer_shades();
    frames.push(frame::written(&stamp(&small, "2026-01-10 12:34 UTC +12.5 cm"))?);
    moving::joined(frames, 400).map_err(|error| error.to_string())
}

#[expect(clippy::disallowed_methods, reason = "a bench times its own steps")]
fn main() -> Result<(), String> {
    const CAMERAS: f64 = 10.0;
    const INTERVAL: Duration = Duration::from_secs(5 * 60);
    const FRAMES: usize = 48;
    let bodies: Vec<Vec<u8>> =
        (0..4).map(|seed| frame::written(&still(1_920, 1_080, seed))).collect::<Result<_, _>>()?;
    let mut frames = Vec::new();
    let (begun, mut last) = (Instant::now(), Vec::new());
    for body in bodies.iter().cycle().take(FRAMES) {
        last = black_box(record(body, &mut frames)?);
    }
    let each = begun.elapsed() / u32::try_from(FRAMES).unwrap_or(u32::MAX);
    let share = 100.0 * CAMERAS * each.as_secs_f64() / INTERVAL.as_secs_f64();
    println!("one still of 1920 x 1080: {:.1} ms", each.as_secs_f64() * 1_000.0);
    println!("reel of {FRAMES} frames: {:.2} MiB", last.len() as f64 / f64::from(1 << 20));
    println!("ten cameras every 5 minutes: {share:.2} % of one core");
    Ok(())
}
