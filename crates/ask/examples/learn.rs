//! Learns the classifier's weights from the sets that the rules were built on: `cargo xtask questions --learn`.
//!
//! The method is multinomial logistic regression by stochastic gradient descent with a separate step for each row
//! (AdaGrad). If several operations answer a question, their joint likelihood counts. With one thread, one seed and no
//! function of the platform's mathematics library, the same sets give the same file on every machine.
#![expect(clippy::print_stdout, reason = "a command line tool prints")]

#[expect(dead_code, reason = "not all that a set expects is learned")]
mod sets;

use std::collections::BTreeMap;
use std::process::ExitCode;

use ask::learning::{ClassifierInputs, LEARNED_WITH, REFUSED, ROWS, classifier_inputs, written};
use ask::{Locale, Question, Reason, Service};
use catalogue::Resort;
use sets::{Expected, Line};

/// Output file of the weights.
const WEIGHTS: &str = "crates/ask/data/classifier.bin";
/// Folder of the sets, and of those whose questions specify only an operation.
const SETS: &str = "fixtures/questions";
const OPERATIONS: &str = "fixtures/questions/operations";

const EPOCHS: u16 = 12;
/// Length of the first step, and of the last as a fraction of it.
const STEP: f32 = 2.0;
const LAST_STEP: f32 = 0.1;
/// Step length of the biases, as a fraction.
const BIAS_STEP: f32 = 0.05;
/// One in this many inputs is dropped each time, so that the result never depends on a single word.
const LEFT_OUT: u64 = 10;
/// Unit of the weights in the file. Weights below the minimum are omitted.
const UNIT: f32 = 1.0 / 16.0;
const LEAST: f32 = 0.3;

/// A training example: the rows of a question's inputs, and the correct classes.
struct Lesson {
    rows: Vec<usize>,
    right: Vec<usize>,
}

/// A question with its inputs and the classes from its set.
struct LabelledQuestion {
    inputs: Vec<u16>,
    classes: Vec<String>,
    is_whole: bool,
}

struct Weights {
    classes: Vec<String>,
    biases: Vec<f32>,
    /// Weights by row, then by class.
    rows: Vec<Vec<f32>>,
    /// The sum of squared gradients of each row.
    squares: Vec<f32>,
}

/// A pseudo-random generator: Marsaglia's xorshift.
struct Chance(u64);

impl Chance {
    const fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }
}

/// Returns e to a power that is at most zero, by ten squarings: the same on every machine.
fn exponential(power: f32) -> f32 {
    let root = 1.0 + power / 1024.0;
    if root <= 0.0 { 0.0 } else { (0..10).fold(root, |root, _| root * root) }
}

impl Weights {
    fn new(classes: Vec<String>) -> Self {
        let biases = vec![0.0; classes.len()];
        Self { rows: vec![biases.clone(); ROWS], squares: vec![1e-4; ROWS], biases, classes }
    }

    fn likelihoods(&self, rows: &[usize]) -> Vec<f32> {
        let share = share(rows);
        let mut sums = self.biases.clone();
        for row in rows.iter().filter_map(|row| self.rows.get(*row)) {
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight * share);
        }
        let most = sums.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        sums.iter_mut().for_each(|sum| *sum = exponential(*sum - most));
        let whole: f32 = sums.iter().sum();
        sums.iter_mut().for_each(|sum| *sum /= whole);
        sums
    }

    fn learn(&mut self, rows: &[usize], right: &[usize], step: f32) {
        let mut slope = self.likelihoods(rows);
        let of_right: Vec<f32> = right.iter().filter_map(|class| slope.get(*class).copied()).collect();
        let together: f32 = of_right.iter().sum::<f32>().max(1e-9);
        for (class, own) in right.iter().zip(of_right) {
            if let Some(slope) = slope.get_mut(*class) {
                *slope -= own / together;
            }
        }
        let share = share(rows);
        let square: f32 = slope.iter().map(|slope| slope * slope).sum::<f32>() * share * share;
        for row in rows {
            let (Some(weights), Some(squares)) = (self.rows.get_mut(*row), self.squares.get_mut(*row)) else {
                continue;
            };
            *squares += square;
            let rate = step / squares.sqrt().max(1.0) * share;
            weights.iter_mut().zip(&slope).for_each(|(weight, slope)| *weight -= rate * slope);
        }
        self.biases.iter_mut().zip(&slope).for_each(|(bias, slope)| *bias -= step * BIAS_STEP * slope);
    }

    fn file(&self) -> Vec<u8> {
        #[expect(clippy::cast_possible_truncation, reason = "clamped to the range")]
        let steps = |weight: &f32| {
            if weight.abs() < LEAST { 0 } else { (weight / UNIT).round().clamp(-127.0, 127.0) as i8 }
        };
        let rows: Vec<Vec<i8>> = self.rows.iter().map(|row| row.iter().map(steps).collect()).collect();
        written(&self.classes, UNIT, &self.biases, &rows)
    }
}

/// Returns the weight of each input.
#[expect(clippy::cast_precision_loss, reason = "a question has some hundred inputs")]
fn share(rows: &[usize]) -> f32 {
    1.0 / (rows.len().max(1) as f32).sqrt()
}

/// Minimum number of questions from which an argument's value is learnt.
const FEWEST: usize = 5;

/// Returns an operation with its learnt argument, if the set specifies it.
fn with_argument(name: &str, required: &BTreeMap<String, String>) -> String {
    let argument = LEARNED_WITH.iter().find(|(operation, _)| *operation == name);
    let told = argument.and_then(|(_, argument)| Some((argument, required.get(*argument)?)));
    told.map_or_else(|| name.to_owned(), |(argument, value)| format!("{name} {argument}={value}"))
}

/// Returns the correct classes, or none if the question is wrong only in its name or its day.
fn classes(line: &Line, seen: &ClassifierInputs) -> Vec<String> {
    // Tempting names are rejected for reasons that the classifier does not see.
    if line.file == sets::NAMES && seen.refused.is_none() {
        return Vec::new();
    }
    let is_of_name = matches!(
        seen.refused,
        Some(Reason::UnknownResort | Reason::WhichResort | Reason::WhichOne | Reason::BadDate)
    );
    let class = |expected: &Expected| match expected {
        Expected::Operation { name, required, .. } => {
            ask::operations().any(|own| own == name).then(|| with_argument(name, required))
        }
        Expected::Refusal(None) => (!is_of_name).then(|| REFUSED.to_owned()),
        Expected::Refusal(Some(reason)) => {
            matches!(reason.as_str(), "out_of_scope" | "no_data_kind" | "no_question" | "account")
                .then(|| REFUSED.to_owned())
        }
    };
    line.expected.iter().filter_map(class).collect()
}

fn files() -> Result<Vec<String>, String> {
    let mut files = Vec::new();
    for folder in [SETS, OPERATIONS] {
        let entries = std::fs::read_dir(folder).map_err(|error| format!("{folder}: {error}"))?;
        for entry in entries {
            let path = entry.map_err(|error| error.to_string())?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.ends_with(".tsv") && (folder == OPERATIONS || sets::is_read(&name)) {
                files.push(path.to_string_lossy().into_owned());
            }
        }
    }
    files.sort();
    Ok(files)
}

fn lessons(resorts: &[Resort], service: &Service<'_>) -> Result<(Vec<String>, Vec<Lesson>), String> {
    let lines = sets::read(&files()?)?.into_iter().map(|line| {
        let locale = Locale::from_tag(line.language.code());
        let seen = classifier_inputs(
            Question { text: &line.question, about: line.resort_position(resorts), locale },
            service,
        );
        let classes = classes(&line, &seen);
        // A scored set specifies every argument; the others specify none, so any is correct there.
        LabelledQuestion { inputs: seen.inputs, classes, is_whole: sets::is_read(&line.file) }
    });
    let lines: Vec<LabelledQuestion> = lines.filter(|told| !told.classes.is_empty()).collect();
    let mut told: BTreeMap<&str, usize> = BTreeMap::new();
    for class in lines.iter().flat_map(|told| &told.classes) {
        *told.entry(class).or_default() += 1;
    }
    told.retain(|class, times| !class.contains(' ') || *times >= FEWEST);
    let numbers: BTreeMap<&str, usize> =
        told.into_keys().enumerate().map(|(at, class)| (class, at)).collect();
    let right = |told: &LabelledQuestion| -> Vec<usize> {
        let is_right = |class: &str| {
            told.classes.iter().any(|own| {
                let argument = class.strip_prefix(own.as_str());
                argument.is_some_and(|rest| rest.is_empty() || (!told.is_whole && rest.starts_with(' ')))
            })
        };
        numbers.iter().filter(|(class, _)| is_right(class)).map(|(_, at)| *at).collect()
    };
    let lessons = lines.iter().map(|told| Lesson {
        rows: told.inputs.iter().copied().map(usize::from).collect(),
        right: right(told),
    });
    let lessons = lessons.collect();
    Ok((numbers.into_keys().map(str::to_owned).collect(), lessons))
}

fn learned(classes: Vec<String>, lessons: &[Lesson]) -> Weights {
    let mut weights = Weights::new(classes);
    let mut chance = Chance(0x2545_f491_4f6c_dd1d);
    let mut order: Vec<&Lesson> = lessons.iter().collect();
    for epoch in 0..EPOCHS {
        for at in (1..order.len()).rev() {
            let other = chance.below(at as u64 + 1);
            order.swap(at, usize::try_from(other).unwrap_or(at));
        }
        let step = STEP * (1.0 - (1.0 - LAST_STEP) * f32::from(epoch) / f32::from(EPOCHS));
        for lesson in &order {
            let rows: Vec<usize> =
                lesson.rows.iter().copied().filter(|_| chance.below(LEFT_OUT) != 0).collect();
            weights.learn(&rows, &lesson.right, step);
        }
        println!("epoch {} of {EPOCHS}", epoch + 1);
    }
    weights
}

fn run() -> Result<(), String> {
    let (classes, lessons) = sets::with_service(lessons)?;
    println!("{} questions, {} classes", lessons.len(), classes.len());
    let file = learned(classes, &lessons).file();
    std::fs::write(WEIGHTS, &file).map_err(|error| format!("{WEIGHTS}: {error}"))?;
    println!("{WEIGHTS}: {} bytes", file.len());
    Ok(())
}

fn main() -> ExitCode {
    sets::ended(run())
}
