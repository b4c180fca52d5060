//! Texts of the errors in a report: one template per problem, with placeholders such as `{x}` for its numbers.

use operators::entry::Units;
use operators::plain_text::TextProblem;
use operators::problem::ProblemKind;

use super::OperatorWords;

/// The templates of one language.
pub(crate) struct ProblemWords {
    pub(crate) number: &'static str,
    pub(crate) range: &'static str,
    pub(crate) count: &'static str,
    pub(crate) time: &'static str,
    pub(crate) future: &'static str,
    pub(crate) long_ago: &'static str,
    pub(crate) choose: &'static str,
    pub(crate) no_text: &'static str,
    pub(crate) too_long: &'static str,
    pub(crate) invisible: &'static str,
    pub(crate) control: &'static str,
    pub(crate) markup: &'static str,
    pub(crate) same_and_other: &'static str,
    pub(crate) number_and_none: &'static str,
    pub(crate) silent: &'static str,
    pub(crate) empty_list: &'static str,
    pub(crate) long_list: &'static str,
    pub(crate) line: &'static str,
    pub(crate) no_name: &'static str,
    pub(crate) sign: &'static str,
    pub(crate) list_status: &'static str,
    pub(crate) twice: &'static str,
    pub(crate) open_otherwise: &'static str,
    pub(crate) open_outside: &'static str,
    pub(crate) total_below: &'static str,
}

impl OperatorWords {
    /// Describes an invalid value. Problems that only programs can cause are in English.
    pub(crate) fn problem_text(&self, wrong: &ProblemKind) -> String {
        let words = &self.problems;
        match wrong {
            ProblemKind::Number => words.number.to_owned(),
            ProblemKind::Range { said, low, high, units } => {
                let unit = if *units == Units::Inches { self.inches } else { "cm" };
                filled(words.range, &[("x", said), ("unit", &unit), ("low", low), ("high", high)])
            }
            ProblemKind::Count { low, high } => filled(words.count, &[("low", low), ("high", high)]),
            ProblemKind::Instant | ProblemKind::LocalTime => words.time.to_owned(),
            ProblemKind::Future => words.future.to_owned(),
            ProblemKind::LongAgo => words.long_ago.to_owned(),
            ProblemKind::Status | ProblemKind::Surface => words.choose.to_owned(),
            ProblemKind::NoText => words.no_text.to_owned(),
            ProblemKind::Text(why) => words.text(*why),
            ProblemKind::SameAndOther => words.same_and_other.to_owned(),
            ProblemKind::NumberAndNone => words.number_and_none.to_owned(),
            ProblemKind::Silent => words.silent.to_owned(),
            ProblemKind::Other(text) => text.clone(),
            listed => words.of_a_list(listed),
        }
    }
}

impl ProblemWords {
    fn text(&self, why: TextProblem) -> String {
        match why {
            TextProblem::TooLong(most) => filled(self.too_long, &[("x", &most)]),
            TextProblem::Invisible => self.invisible.to_owned(),
            TextProblem::Control => self.control.to_owned(),
            TextProblem::Markup => self.markup.to_owned(),
        }
    }

    /// Describes an invalid list of lifts or runs.
    fn of_a_list(&self, wrong: &ProblemKind) -> String {
        let at = |line: &usize, text: &str| format!("{} {text}", filled(self.line, &[("x", line)]));
        match wrong {
            ProblemKind::EmptyList => self.empty_list.to_owned(),
            ProblemKind::LongList(most) => filled(self.long_list, &[("x", most)]),
            ProblemKind::Name { line, why } => at(line, &self.text(*why)),
            ProblemKind::NoName(line) => at(line, self.no_name),
            ProblemKind::Sign(line) => at(line, self.sign),
            ProblemKind::ListStatus(line) => at(line, self.list_status),
            ProblemKind::Twice(name) => filled(self.twice, &[("x", name)]),
            ProblemKind::OpenOtherwise { said, least, most } if least == most => {
                filled(self.open_otherwise, &[("x", said), ("low", least)])
            }
            ProblemKind::OpenOtherwise { said, least, most } => {
                filled(self.open_outside, &[("x", said), ("low", least), ("high", most)])
            }
            ProblemKind::TotalBelowList { said, listed } => {
                filled(self.total_below, &[("x", said), ("low", listed)])
            }
            other => other.to_string(),
        }
    }
}

/// Fills a template with its parts; a part that looks like a placeholder is unchanged.
fn filled(template: &str, parts: &[(&str, &dyn std::fmt::Display)]) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, behind)) = after.split_once('}') else { break };
        text.push_str(before);
        if let Some((_, value)) = parts.iter().find(|(known, _)| *known == name) {
            text.push_str(&value.to_string());
        }
        rest = behind;
    }
    text + rest
}
