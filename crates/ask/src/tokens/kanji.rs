//! Numbers in kanji before what they count: "二十日", "二月二十七日", "十五センチ".

use super::{Kind, Token};

/// What is counted: behind other characters the kanji of a number are part of a name, such as 八方 and 十勝.
const COUNTED: &[&str] = &["日", "月", "泊", "本", "度", "時", "週", "セ", "メ", "連", "か", "ヶ", "人"];

/// Characters before which a day is none: 日本, 月山.
const NO_COUNT: &[(&str, &[&str])] =
    &[("日", &["本", "光"]), ("月", &["山"]), ("本", &["日", "当", "物"]), ("人", &["気"])];

fn digit(token: &Token<'_>) -> Option<u32> {
    let place = ["〇", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    place.iter().position(|digit| *digit == token.raw).and_then(|digit| u32::try_from(digit).ok())
}

/// The number below a hundred that begins at a token, and the token behind it.
fn number(tokens: &[Token<'_>], at: usize) -> Option<(u32, usize)> {
    let glued = |at: usize| tokens.get(at).filter(|token| token.glued);
    let is_ten = |token: &Token<'_>| token.raw == "十";
    let first = tokens.get(at)?;
    let (tens, next) = match digit(first) {
        Some(tens) if glued(at + 1).is_some_and(is_ten) => (tens, at + 2),
        Some(one) => return Some((one, at + 1)),
        None if is_ten(first) => (1, at + 1),
        None => return None,
    };
    Some(match glued(next).and_then(digit) {
        Some(one) => (tens * 10 + one, next + 1),
        None => (tens * 10, next),
    })
}

/// Puts digits where kanji count something.
pub(super) fn in_digits(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let mut out: Vec<Token<'_>> = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while let Some(first) = tokens.get(at) {
        let counted = number(&tokens, at).filter(|(_, to)| {
            let is_run = at.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(|before| {
                first.glued && (digit(before).is_some() || matches!(before.raw, "第" | "百" | "千" | "万"))
            });
            let raw = |at: usize| tokens.get(at).filter(|token| token.glued).map_or("", |token| token.raw);
            let is_other =
                NO_COUNT.iter().any(|(word, next)| raw(*to) == *word && next.contains(&raw(to + 1)));
            !is_run && COUNTED.contains(&raw(*to)) && !is_other
        });
        let Some((value, to)) = counted else {
            out.push(first.clone());
            at += 1;
            continue;
        };
        let digits = if value < 10 { 1 } else { 2 };
        out.push(Token { kind: Kind::Number(value, digits), folded: value.to_string(), ..first.clone() });
        at = to;
    }
    out
}

#[cfg(test)]
mod tests;
