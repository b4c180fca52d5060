//! The beta distribution: intervals for shares, and p values of Student's t.
//!
//! The regularised incomplete beta function uses its continued fraction (Numerical Recipes, 6.4), the logarithm of
//! gamma Lanczos' series. Results are good to about ten digits, far more than a few winters determine.

/// Maximum number of terms of the continued fraction; the arguments here need about twenty.
const TERMS: u32 = 200;

/// Values below this count as zero.
const TINY: f64 = 1e-300;

/// Lanczos' coefficients for g = 7.
const LANCZOS: [f64; 8] = [
    676.520_368_121_885_1,
    -1_259.139_216_722_402_8,
    771.323_428_777_653_1,
    -176.615_029_162_140_6,
    12.507_343_278_686_905,
    -0.138_571_095_265_720_12,
    9.984_369_578_019_572e-6,
    1.505_632_735_149_311_6e-7,
];

/// Returns the logarithm of gamma for x of at least 0.5.
fn ln_gamma(x: f64) -> f64 {
    let x = x - 1.0;
    let terms = LANCZOS.iter().zip(1_u32..).map(|(term, at)| term / (x + f64::from(at)));
    let series = 0.999_999_999_999_809_9 + terms.sum::<f64>();
    let t = x + 7.5;
    0.5 * (2.0 * std::f64::consts::PI).ln() + (x + 0.5) * t.ln() - t + series.ln()
}

/// A beta distribution with `a` and `b` of at least 0.5.
struct Beta {
    a: f64,
    b: f64,
    /// Logarithm of the normalising constant of its density.
    ln_norm: f64,
}

impl Beta {
    fn new(a: f64, b: f64) -> Self {
        Self { a, b, ln_norm: ln_gamma(a) + ln_gamma(b) - ln_gamma(a + b) }
    }

    /// Returns the probability that a value is at most `x`, 0–1.
    fn cdf(&self, x: f64) -> f64 {
        let Self { a, b, ln_norm } = *self;
        let x = x.clamp(0.0, 1.0);
        if x <= 0.0 || x >= 1.0 {
            return x;
        }
        let front = (a * x.ln() + b * (1.0 - x).ln() - ln_norm).exp();
        // The fraction converges fast below the mean; above it the other tail is used.
        if x < (a + 1.0) / (a + b + 2.0) {
            front * fraction(x, a, b) / a
        } else {
            1.0 - front * fraction(1.0 - x, b, a) / b
        }
    }

    /// Returns the density at `x`, 0–1 without the ends.
    fn density(&self, x: f64) -> f64 {
        ((self.a - 1.0) * x.ln() + (self.b - 1.0) * (1.0 - x).ln() - self.ln_norm).exp()
    }
}

/// Returns the probability, 0–1, that a value of the beta distribution with `a` and `b` of at least 0.5 is at most `x`.
#[must_use]
pub(crate) fn beta_cdf(x: f64, a: f64, b: f64) -> f64 {
    Beta::new(a, b).cdf(x)
}

/// Evaluates the continued fraction by Lentz's method.
fn fraction(x: f64, a: f64, b: f64) -> f64 {
    let away = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / away(1.0 - (a + b) * x / (a + 1.0));
    let mut sum = d;
    for m in (1..=TERMS).map(f64::from) {
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut step = 1.0;
        for term in [even, odd] {
            d = 1.0 / away(1.0 + term * d);
            c = away(1.0 + term / c);
            step = d * c;
            sum *= step;
        }
        if (step - 1.0).abs() < 1e-13 {
            break;
        }
    }
    sum
}

/// Precision of a quantile: finer than any published digit.
const CLOSE: f64 = 1e-12;

/// Returns the value below which a beta distribution stays with `probability`, by Newton's method within shrinking
/// bounds.
#[must_use]
pub(crate) fn beta_quantile(probability: f64, a: f64, b: f64) -> f64 {
    let beta = Beta::new(a, b);
    let (mut low, mut high) = (0.0, 1.0);
    let mut x = a / (a + b);
    for _ in 0..60 {
        let miss = beta.cdf(x) - probability;
        if miss < 0.0 {
            low = x;
        } else {
            high = x;
        }
        // If a step leaves the bounds, or the density is too small for a step, the bounds are halved instead.
        let newton = x - miss / beta.density(x);
        let next = if newton > low && newton < high { newton } else { (low + high) / 2.0 };
        if (next - x).abs() < CLOSE {
            return next;
        }
        x = next;
    }
    x
}

/// Returns the two-sided probability of a t at least this far from 0, with `freedom` degrees of freedom.
#[must_use]
pub(crate) fn two_sided_p(t: f64, freedom: f64) -> f64 {
    if !t.is_finite() {
        return 0.0;
    }
    beta_cdf(freedom / (freedom + t * t), freedom / 2.0, 0.5)
}

#[cfg(test)]
mod tests;
