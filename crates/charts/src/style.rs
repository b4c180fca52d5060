//! Colours and letters. Every colour has two values: the one in the picture, for light, and its replacement in dark.

/// Red, green and blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Colour(pub(crate) u8, pub(crate) u8, pub(crate) u8);

/// The style of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stroke {
    pub(crate) colour: Colour,
    /// Width in pixels of the drawing, which is [`crate::frame::WIDTH`] wide.
    pub(crate) width: u32,
}

/// Colour of letters and axes.
pub(crate) const INK: Colour = Colour(0x1B, 0x20, 0x26);
/// Colour of secondary letters.
pub(crate) const MUTED: Colour = Colour(0x59, 0x63, 0x6E);
/// Colour of the background.
pub(crate) const PAPER: Colour = Colour(0xFE, 0xFE, 0xFE);
/// Colour of the grid and of withheld values.
pub(crate) const GRID: Colour = Colour(0xDD, 0xE1, 0xE6);
/// Colour of the chart's subject.
pub(crate) const SUBJECT: Colour = Colour(0x0B, 0x5F, 0xA5);
/// Colour of the usual or possible range. Translucent, so that grid and lines show through.
pub(crate) const BAND: Colour = Colour(0x4C, 0x7C, 0xA8);
/// Colour of warnings.
pub(crate) const WARNING: Colour = Colour(0xB3, 0x3A, 0x00);
/// Colours of models, in the order of the legend: distinct from each other and from both backgrounds.
pub(crate) const MODELS: [Colour; 8] = [
    Colour(0xC7, 0x53, 0x00),
    Colour(0x00, 0x86, 0x5F),
    Colour(0xB8, 0x42, 0x8F),
    Colour(0x6A, 0x5F, 0xD6),
    Colour(0x94, 0x69, 0x0F),
    Colour(0x0A, 0x8A, 0x99),
    Colour(0x8A, 0x4F, 0x3D),
    Colour(0x5C, 0x7A, 0x29),
];

/// Replacements in dark; the colours of the models work in both.
const IN_DARK: [(Colour, &str); 7] = [
    (INK, "#E8ECF1"),
    (MUTED, "#A9B4C0"),
    (PAPER, "#14181D"),
    (GRID, "#323A44"),
    (SUBJECT, "#6CB6FF"),
    (BAND, "#7FA6CC"),
    (WARNING, "#FF9B6A"),
];

/// Letter size in pixels. A picture is 640 pixels wide: on a phone of 360 this becomes eight and a half.
pub(crate) const TEXT: i32 = 15;
/// Letter size of the small print, in pixels.
pub(crate) const SMALL: i32 = 13;

/// Returns the style sheet of a chart, which switches to the dark colours for readers in dark mode, wherever the
/// picture is shown.
pub(crate) fn sheet() -> String {
    let mut rules = String::new();
    for (light, dark) in IN_DARK {
        let light = hex(light);
        for what in ["fill", "stroke"] {
            rules.push_str(&format!("[{what}=\"{light}\"]{{{what}:{dark}}}"));
        }
    }
    format!("<style>@media (prefers-color-scheme:dark){{{rules}}}</style>")
}

/// Returns a colour in SVG notation.
pub(crate) fn hex(colour: Colour) -> String {
    format!("#{:02X}{:02X}{:02X}", colour.0, colour.1, colour.2)
}

/// Lengths of the dashes of a line and of the gaps between them, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Dashes {
    pub(crate) dash: i32,
    pub(crate) gap: i32,
}

/// Returns a stroke of a width in pixels.
pub(crate) const fn stroke(colour: Colour, width: u32) -> Stroke {
    Stroke { colour, width }
}
