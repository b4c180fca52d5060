//! The amount of snow that a question asks for: "at least 20 cm", "a foot".

/// Words for a centimetre, an inch and a foot, longest first.
const UNITS: [(&[&str], f64); 3] = [
    (
        &[
            "centimetres",
            "centimeters",
            "centimètres",
            "centimetri",
            "centímetros",
            "zentimeter",
            "センチ",
            "cm",
        ],
        1.0,
    ),
    (&["inches", "inch", "zoll", "pouces", "pollici", "pulgadas", "インチ", "″", "\""], 2.54),
    (&["feet", "foot", "fuß", "fuss", "pieds", "piedi", "pies", "フィート", "ft"], 30.48),
];

/// One foot without a number.
const ONE_FOOT: [&str; 2] = [" a foot of", " one foot of"];

/// Returns the first length in a question, in centimetres; `None` if there is none.
pub(super) fn least_cm(question: &str) -> Option<f64> {
    let question = question.to_lowercase();
    let mut rest = question.as_str();
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let from = rest.get(start..)?;
        let end = from.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',').unwrap_or(from.len());
        let (number, behind) = from.split_at_checked(end)?;
        let unit = behind.trim_start();
        let factor = UNITS.iter().find(|(words, _)| words.iter().any(|word| unit.starts_with(word)));
        if let Some((_, factor)) = factor {
            let number: f64 = number.trim_end_matches(['.', ',']).replace(',', ".").parse().ok()?;
            return Some(number * factor);
        }
        rest = behind;
    }
    ONE_FOOT.iter().any(|words| question.contains(words)).then_some(30.48)
}

#[cfg(test)]
mod tests;
