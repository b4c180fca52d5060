//! Randomness without state: hashes, smooth noise, and waves that travel over the globe.

use libm::{cos, floor, sin};

/// Returns a well-mixed hash of two numbers.
#[must_use]
pub const fn hash(seed: u64, key: u64) -> u64 {
    let mut z = seed ^ key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = z.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Returns a number in [0, 1) from a hash.
#[must_use]
pub fn unit(hash: u64) -> f64 {
    (hash >> 11) as f64 / (1u64 << 53) as f64
}

/// Returns noise in [-1, 1) that runs smoothly through a new value at every whole `x`.
#[must_use]
pub fn smooth(seed: u64, x: f64) -> f64 {
    let whole = floor(x);
    let at = |step: f64| unit(hash(seed, (whole + step) as i64 as u64)) * 2.0 - 1.0;
    let part = x - whole;
    let eased = part * part * (3.0 - 2.0 * part);
    at(0.0) * (1.0 - eased) + at(1.0) * eased
}

/// Returns a number that identifies a place, to about a hundred metres.
#[must_use]
pub fn place_key(lat: f64, lon: f64) -> u64 {
    let fine = |degrees: f64| floor(degrees * 1_000.0 + 0.5) as i64 as u64;
    hash(fine(lat), fine(lon))
}

/// Plane waves in space and time whose sum is coherent over hundreds of kilometres and over days.
#[derive(Debug, Clone, PartialEq)]
pub struct Waves(Vec<Wave>);

#[derive(Debug, Clone, Copy, PartialEq)]
struct Wave {
    /// Wave vector, radians per earth radius.
    vector: [f64; 3],
    /// Radians per hour.
    speed: f64,
    phase: f64,
    amplitude: f64,
}

impl Waves {
    /// Makes `count` waves, 2,500–8,000 km long, with periods of `shortest_h` to `longest_h` hours; their sum has a
    /// standard deviation of about `deviation`.
    #[must_use]
    pub fn new(seed: u64, count: u32, shortest_h: f64, longest_h: f64, deviation: f64) -> Self {
        const TURN: f64 = core::f64::consts::TAU;
        let amplitude = deviation * libm::sqrt(2.0 / f64::from(count.max(1)));
        let waves = (0..count).map(|index| {
            let draw = |what: u64| unit(hash(seed, u64::from(index) * 8 + what));
            let up = draw(0) * 2.0 - 1.0;
            let around = draw(1) * TURN;
            let flat = libm::sqrt(1.0 - up * up);
            let number = 5.0 + 11.0 * draw(2);
            let period = shortest_h + (longest_h - shortest_h) * draw(3);
            Wave {
                vector: [number * flat * cos(around), number * flat * sin(around), number * up],
                speed: TURN / period,
                phase: draw(4) * TURN,
                amplitude,
            }
        });
        Self(waves.collect())
    }

    /// Returns the sum at a place, a unit vector from the earth's centre, at an hour.
    #[must_use]
    pub fn at(&self, place: [f64; 3], hour: f64) -> f64 {
        self.0
            .iter()
            .map(|wave| {
                let [x, y, z] = wave.vector;
                let along = x * place[0] + y * place[1] + z * place[2];
                wave.amplitude * sin(along - wave.speed * hour + wave.phase)
            })
            .sum()
    }
}

#[cfg(test)]
mod tests;
