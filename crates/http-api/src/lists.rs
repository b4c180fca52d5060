//! Header fields that are lists: a sender may split one over several lines (RFC 9110 5.3), and may give each member a
//! weight (RFC 9110 12.4.2).

use actix_web::http::header::{HeaderMap, HeaderName};

/// Weight of a member without one.
const FULL: u16 = 1_000;

/// Returns the members of a list, from all of its lines and in their order. A line that is not visible ASCII is left out.
pub fn members<'h>(headers: &'h HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'h str> {
    let lines = headers.get_all(name).filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(str::trim).filter(|member| !member.is_empty())
}

/// Returns the members of a list without their parameters, each with its weight in thousandths; 0 means "not acceptable".
pub fn weighted<'h>(headers: &'h HeaderMap, name: &HeaderName) -> impl Iterator<Item = (&'h str, u16)> {
    members(headers, name).map(|member| {
        let mut pieces = member.split(';').map(str::trim);
        let value = pieces.next().unwrap_or_default();
        (value, pieces.find_map(weight).unwrap_or(FULL))
    })
}

/// Parses the weight of a parameter named `q`, in either case. An unreadable weight is 0.
fn weight(parameter: &str) -> Option<u16> {
    let (name, value) = parameter.split_once('=')?;
    if !name.trim().eq_ignore_ascii_case("q") {
        return None;
    }
    let value: f32 = value.trim().parse().unwrap_or(0.0);
    Some((value.clamp(0.0, 1.0) * f32::from(FULL)).round() as u16)
}

#[cfg(test)]
mod tests;
