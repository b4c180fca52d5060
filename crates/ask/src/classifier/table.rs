//! Weights as they are written: a head, how many weights each row has, and the weights themselves, most of which are
//! zero and omitted.
//!
//! Little endian: classes (their number, then length and letters of each), the step of a weight (`f32`), a bias of each
//! class (`f32`), for each of the 65,536 rows the number of its weights, and for each weight its class and its steps
//! (`i8`).

/// Number of rows: one for every hash.
pub(crate) const ROWS: usize = 1 << 16;
/// Distance of the rows with a stored start.
const STRIDE: usize = 64;
/// Size of a weight in bytes.
const WEIGHT: usize = 2;

/// The weights, read in place.
#[derive(Debug, Default)]
pub(crate) struct Table {
    classes: Vec<&'static str>,
    biases: Vec<f32>,
    step: f32,
    counts: &'static [u8],
    weights: &'static [u8],
    /// Number of weights before every [`STRIDE`]th row.
    starts: Vec<usize>,
}

impl Table {
    /// Parses a table.
    ///
    /// # Errors
    /// Returns what is missing or left over.
    pub(crate) fn read(bytes: &'static [u8]) -> Result<Self, String> {
        let mut rest = Rest(bytes);
        let number = rest.byte("the number of classes")?;
        let classes = (0..number).map(|_| {
            let length = rest.byte("a class")?;
            let letters = rest.take(usize::from(length), "a class")?;
            std::str::from_utf8(letters).map_err(|error| error.to_string())
        });
        let classes: Vec<&str> = classes.collect::<Result<_, _>>()?;
        let step = rest.float("the step")?;
        let biases = classes.iter().map(|_| rest.float("a bias")).collect::<Result<_, _>>()?;
        let counts = rest.take(ROWS, "the rows")?;
        let weights = rest.0;
        let starts = counts.chunks(STRIDE).scan(0, |before, rows| {
            let start = *before;
            *before += rows.iter().copied().map(usize::from).sum::<usize>();
            Some(start)
        });
        let starts: Vec<usize> = starts.collect();
        let whole = counts.iter().copied().map(usize::from).sum::<usize>() * WEIGHT;
        if weights.len() != whole {
            return Err(format!("{} bytes of weights, not {whole}", weights.len()));
        }
        if weights.chunks(WEIGHT).any(|weight| weight.first().is_none_or(|class| *class >= number)) {
            return Err("a weight of no class".to_owned());
        }
        Ok(Self { classes, biases, step, counts, weights, starts })
    }

    pub(crate) fn classes(&self) -> impl Iterator<Item = &'static str> {
        self.classes.iter().copied()
    }

    /// Returns the sum of the rows for each class, divided by the square root of their number: a long question is not
    /// more certain than a short one.
    pub(crate) fn sums(&self, rows: &[u16]) -> Vec<f32> {
        let mut steps = vec![0_i32; self.classes.len()];
        for row in rows {
            for weight in self.row(usize::from(*row)).chunks_exact(WEIGHT) {
                let [class, own] = *weight else { continue };
                if let Some(sum) = steps.get_mut(usize::from(class)) {
                    *sum += i32::from(i8::from_le_bytes([own]));
                }
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "a thousand inputs of 127 steps are far below 2^24")]
        let sum =
            |(steps, bias): (i32, &f32)| bias + steps as f32 * self.step / (rows.len().max(1) as f32).sqrt();
        steps.into_iter().zip(&self.biases).map(sum).collect()
    }

    fn row(&self, row: usize) -> &'static [u8] {
        let first = row - row % STRIDE;
        let of = |rows: std::ops::Range<usize>| {
            self.counts.get(rows).unwrap_or_default().iter().copied().map(usize::from).sum::<usize>()
        };
        let from = self.starts.get(row / STRIDE).copied().unwrap_or_default() + of(first..row);
        let to = from + of(row..row + 1);
        self.weights.get(from * WEIGHT..to * WEIGHT).unwrap_or_default()
    }
}

/// Serialises a table: the weights of each row by class, zero if absent.
#[cfg(any(test, feature = "learning"))]
pub(crate) fn written(classes: &[String], step: f32, biases: &[f32], rows: &[Vec<i8>]) -> Vec<u8> {
    let small = |length: usize| u8::try_from(length).unwrap_or(u8::MAX);
    let mut out = vec![small(classes.len())];
    for class in classes {
        out.push(small(class.len()));
        out.extend(class.bytes());
    }
    out.extend(step.to_le_bytes());
    out.extend(biases.iter().flat_map(|bias| bias.to_le_bytes()));
    out.extend(rows.iter().map(|row| small(row.iter().filter(|weight| **weight != 0).count())));
    for row in rows {
        let weights = row.iter().enumerate().filter(|(_, weight)| **weight != 0);
        out.extend(weights.flat_map(|(class, weight)| [small(class), weight.to_le_bytes()[0]]));
    }
    out
}

/// The unread part of a table.
struct Rest(&'static [u8]);

impl Rest {
    fn take(&mut self, length: usize, what: &str) -> Result<&'static [u8], String> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or_else(|| format!("{what} is cut off"))?;
        self.0 = rest;
        Ok(taken)
    }

    fn byte(&mut self, what: &str) -> Result<u8, String> {
        self.take(1, what)?.first().copied().ok_or_else(|| format!("{what} is missing"))
    }

    fn float(&mut self, what: &str) -> Result<f32, String> {
        let bytes = self.take(4, what)?.try_into().map_err(|_| format!("{what} is cut off"))?;
        Ok(f32::from_le_bytes(bytes))
    }
}
