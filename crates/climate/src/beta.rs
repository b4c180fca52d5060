//! The beta distribution: what share lies behind so many hits of so many tries, and how odd a t is.
//!
//! The regularised incomplete beta function by its continued fraction (Numerical Recipes, 6.4), the logarithm of gamma by
//! Lanczos' series; good to some ten digits, far beyond what a few winters tell.

/// Terms of the continued fraction; the arguments here need some twenty.
const TERMS: u32 = 200;

/// Smaller is nothing.
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

/// Logarithm of gamma for x of at least a half.
fn ln_gamma(x: f64) -> f64 {
    let x = x - 1.0;
    let terms = LANCZOS.iter().zip(1_u32..).map(|(term, at)| term / (x + f64::from(at)));
    let series = 0.999_999_999_999_809_9 + terms.sum::<f64>();
    let t = x + 7.5;
    0.5 * (2.0 * std::f64::consts::PI).ln() + (x + 0.5) * t.ln() - t + series.ln()
}

/// A beta distribution with `a` and `b` of at least a half.
struct Beta {
    a: f64,
    b: f64,
    /// Logarithm of what its density is divided by.
    ln_norm: f64,
}

impl Beta {
    fn new(a: f64, b: f64) -> Self {
        Self { a, b, ln_norm: ln_gamma(a) + ln_gamma(b) - ln_gamma(a + b) }
    }

    /// The probability that a value is at most `x`, 0–1.
    fn cdf(&self, x: f64) -> f64 {
        let Self { a, b, ln_norm } = *self;
        let x = x.clamp(0.0, 1.0);
        if x <= 0.0 || x >= 1.0 {
            return x;
        }
        let front = (a * x.ln() + b * (1.0 - x).ln() - ln_norm).exp();
        // The fraction converges fast below the mean; above it the other tail is taken.
        if x < (a + 1.0) / (a + b + 2.0) {
            front * fraction(x, a, b) / a
        } else {
            1.0 - front * fraction(1.0 - x, b, a) / b
        }
    }

    /// How dense its values lie at `x`, 0–1 without the ends.
    fn density(&self, x: f64) -> f64 {
        ((self.a - 1.0) * x.ln() + (self.b - 1.0) * (1.0 - x).ln() - self.ln_norm).exp()
    }
}

/// The probability that a value of the beta distribution with `a` and `b` of at least a half is at most `x`, 0–1.
#[must_use]
pub(crate) fn beta_cdf(x: f64, a: f64, b: f64) -> f64 {
    Beta::new(a, b).cdf(x)
}

/// Lentz's method.
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

/// Where a quantile is found: closer than any digit that is told.
const CLOSE: f64 = 1e-12;

/// The value that a beta distribution stays below with `probability`, by Newton's method between bounds that close in.
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
        // A step that leaves the bounds, or is none because the density is too small, halves them instead.
        let newton = x - miss / beta.density(x);
        let next = if newton > low && newton < high { newton } else { (low + high) / 2.0 };
        if (next - x).abs() < CLOSE {
            return next;
        }
        x = next;
    }
    x
}

/// The probability of a t at least as far from 0, on either side, with so many degrees of freedom.
#[must_use]
pub(crate) fn two_sided_p(t: f64, freedom: f64) -> f64 {
    if !t.is_finite() {
        return 0.0;
    }
    beta_cdf(freedom / (freedom + t * t), freedom / 2.0, 0.5)
}

#[cfg(test)]
mod tests;
