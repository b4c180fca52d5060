//! Converts numbers in kanji before their counters: "二十日", "二月二十七日", "十五センチ".

use super::{Kind, Token};

/// Counters: before other characters, number kanji are part of a name, such as 八方 and 十勝.
const COUNTED: &[&str] = &["日", "月", "泊", "本", "度", "時", "週", "セ", "メ", "連", "か", "ヶ", "人"];

/// Characters that cancel a counter before them: 日本, 月山.
const NO_COUNT: &[(&str, &[&str])] =
    &[("日", &["本", "光"]), ("月", &["山"]), ("本", &["日", "当", "物"]), ("人", &["気"])];

fn digit(token: &Token<'_>) -> Option<u32> {
    let place = ["〇", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    place.iter().position(|digit| *digit == token.raw).and_then(|digit| u32::try_from(digit).ok())
}

/// Returns the factor by which a character multiplies the digit before it.
fn place(token: &Token<'_>) -> Option<u32> {
    match token.raw {
        "十" => Some(10),
        "百" => Some(100),
        "千" => Some(1_000),
        _ => None,
    }
}

/// Returns the number below ten thousand that begins at a token, and the token after it.
fn number(tokens: &[Token<'_>], at: usize) -> Option<(u32, usize)> {
    let (mut sum, mut own, mut to) = (0, None, at);
    while let Some(token) = tokens.get(to).filter(|token| to == at || token.glued) {
        match (digit(token), place(token)) {
            (Some(digit), _) if own.is_none() => own = Some(digit),
            (None, Some(place)) => sum += own.take().unwrap_or(1) * place,
            _ => break,
        }
        to += 1;
    }
    (to > at).then_some((sum + own.unwrap_or(0), to))
}

/// Replaces kanji before a counter with digits.
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
        let folded = value.to_string();
        out.push(Token { kind: Kind::Number(value, folded.len()), folded, ..first.clone() });
        at = to;
    }
    out
}

#[cfg(test)]
mod tests;
