//! Colours and letters. Every colour is told twice: as it stands in the picture, for light, and what it becomes in dark.

use plotters::style::{Color as _, IntoFont as _, RGBColor, ShapeStyle, TextStyle};

/// Letters and axes.
pub(crate) const INK: RGBColor = RGBColor(0x1B, 0x20, 0x26);
/// Lesser letters.
pub(crate) const MUTED: RGBColor = RGBColor(0x59, 0x63, 0x6E);
/// Behind everything.
pub(crate) const PAPER: RGBColor = RGBColor(0xFE, 0xFE, 0xFE);
/// Lines of the grid, and what is withheld.
pub(crate) const GRID: RGBColor = RGBColor(0xDD, 0xE1, 0xE6);
/// The blend.
pub(crate) const BLEND: RGBColor = RGBColor(0x0B, 0x5F, 0xA5);
/// What warns.
pub(crate) const WARNING: RGBColor = RGBColor(0xB3, 0x3A, 0x00);
/// Models, in the order of the legend: apart from one another and from both papers.
pub(crate) const MODELS: [RGBColor; 8] = [
    RGBColor(0xC7, 0x53, 0x00),
    RGBColor(0x00, 0x86, 0x5F),
    RGBColor(0xB8, 0x42, 0x8F),
    RGBColor(0x6A, 0x5F, 0xD6),
    RGBColor(0x94, 0x69, 0x0F),
    RGBColor(0x0A, 0x8A, 0x99),
    RGBColor(0x8A, 0x4F, 0x3D),
    RGBColor(0x5C, 0x7A, 0x29),
];

/// What changes in dark; the colours of the models do for both.
const IN_DARK: [(RGBColor, &str); 6] = [
    (INK, "#E8ECF1"),
    (MUTED, "#A9B4C0"),
    (PAPER, "#14181D"),
    (GRID, "#323A44"),
    (BLEND, "#6CB6FF"),
    (WARNING, "#FF9B6A"),
];

/// The style sheet of a chart: a reader in dark gets the dark colours, wherever the picture is shown.
pub(crate) fn sheet() -> String {
    let mut rules = String::new();
    for (light, dark) in IN_DARK {
        let light = format!("#{:02X}{:02X}{:02X}", light.0, light.1, light.2);
        for what in ["fill", "stroke"] {
            rules.push_str(&format!("[{what}=\"{light}\"]{{{what}:{dark}}}"));
        }
    }
    format!("<style>@media (prefers-color-scheme:dark){{{rules}}}</style>")
}

/// Letters of a size in pixels.
pub(crate) fn letters(size: i32, colour: RGBColor) -> TextStyle<'static> {
    ("system-ui, sans-serif", size).into_font().color(&colour)
}

/// A line of a width in pixels.
pub(crate) fn stroke(colour: RGBColor, width: u32) -> ShapeStyle {
    colour.stroke_width(width)
}
