//! Badges: one number of a resort as a small picture. An unreported number is shown as such in grey, never as 0. Also
//! available as JSON for badge services.

use operations::OpError;

use crate::ask::Ask;
use crate::quantity::ValueFormat;

/// Colours of a reported and of an unreported number.
const KNOWN: &str = "#0a5a9c";
const UNKNOWN: &str = "#5b6670";

/// Content of a badge.
struct Badge {
    label: String,
    told: String,
    colour: &'static str,
}

fn badge(ask: &Ask<'_>) -> Result<Badge, OpError> {
    let seen = ask.view.resort(ask.given("slug").unwrap_or_default())?;
    let (words, resolution) = (ask.words(), seen.resolution());
    let show = ValueFormat::new(words, ask.units, &seen.resort().country);
    let (label, amount) = match ask.given("show").unwrap_or("depth") {
        "depth" => {
            (words.depth, resolution.record.display_depth_cm.as_ref().and_then(|field| show.fallen(field)))
        }
        "new" => (words.past_24h, show.fallen(&resolution.snowfall24h_cm)),
        "next" => (
            words.next_7d,
            resolution.record.forecast.next7d_cm.value.map(|cm| show.whole_snow(cm.get(), true)),
        ),
        _ => return Err(OpError::argument("show", "must be one of depth, new, next")),
    };
    let synthetic = if ask.view.service().synthetic { " (synthetic)" } else { "" };
    Ok(Badge {
        label: format!("{}: {label}{synthetic}", seen.resort().name),
        colour: if amount.is_some() { KNOWN } else { UNKNOWN },
        told: amount.unwrap_or_else(|| words.not_reported.to_owned()),
    })
}

/// Renders the badge as JSON, in the format of shields.io endpoints.
pub(crate) fn json(ask: &Ask<'_>) -> Result<String, OpError> {
    let Badge { label, told, colour } = badge(ask)?;
    Ok(serde_json::json!({ "schemaVersion": 1, "label": label, "message": told, "color": colour })
        .to_string())
}

/// Renders the badge as a picture.
pub(crate) fn svg(ask: &Ask<'_>) -> Result<String, OpError> {
    let Badge { label, told, colour } = badge(ask)?;
    let wide = |text: &str| 7 * text.chars().count() + 12;
    let (left, right) = (wide(&label), wide(&told));
    let (label, told, whole) = (crate::text::escaped(&label), crate::text::escaped(&told), left + right);
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{whole}\" height=\"20\" role=\"img\"><title>{label} {told}</title>\
         <rect width=\"{left}\" height=\"20\" fill=\"#33414d\"/><rect x=\"{left}\" width=\"{right}\" height=\"20\" fill=\"{colour}\"/>\
         <g fill=\"#fff\" font-family=\"system-ui,sans-serif\" font-size=\"12\" text-anchor=\"middle\">\
         <text x=\"{}\" y=\"14\">{label}</text><text x=\"{}\" y=\"14\">{told}</text></g></svg>",
        left / 2,
        left + right / 2,
    ))
}
