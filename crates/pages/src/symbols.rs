//! The symbols of the pages: sky, wind, the origin of a value, avalanche danger, and things. A page contains only the
//! drawings that it uses: [`sprite`] looks for them in the finished document.

use std::collections::HashSet;

use maud::{Markup, PreEscaped, html};

/// Defines the symbols: name, identifier in the document, side of the square, and drawing.
macro_rules! symbols {
    ($($name:ident $id:literal $side:literal $drawing:literal;)*) => {
        /// A symbol.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Symbol {
            $($name,)*
        }

        impl Symbol {
            const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Returns the reference to its drawing.
            const fn address(self) -> &'static str {
                match self {
                    $(Self::$name => concat!("#i-", $id),)*
                }
            }

            /// Returns its drawing.
            const fn drawing(self) -> &'static str {
                match self {
                    $(Self::$name => concat!(
                        "<symbol id=\"i-", $id, "\" viewBox=\"0 0 ", $side, " ", $side, "\">", $drawing, "</symbol>",
                    ),)*
                }
            }
        }
    };
}

symbols! {
    Clear "clear" "32" r##"<path class="yl" d="M16 7.4L16 4.8M22.1 9.9L23.9 8.1M24.6 16L27.2 16M22.1 22.1L23.9 23.9M16 24.6L16 27.2M9.9 22.1L8.1 23.9M7.4 16L4.8 16M9.9 9.9L8.1 8.1"/><circle class="y" cx="16" cy="16" r="6"/>"##;
    ClearNight "clear-night" "32" r##"<path class="m" d="M13 5.5a10.5 10.5 0 1 0 13.7 13.3A9 9 0 0 1 13 5.5z"/>"##;
    Fair "fair" "32" r##"<path class="yl" d="M13.5 5.2L13.5 2.6M19 7.5L20.9 5.6M21.3 13L23.9 13M19 18.5L20.9 20.4M13.5 20.8L13.5 23.4M8 18.5L6.1 20.4M5.7 13L3.1 13M8 7.5L6.1 5.6"/><circle class="y" cx="13.5" cy="13" r="5.2"/><path class="c" d="M9.2 25.5a5.6 5.6 0 0 1-.7-11.15 7.6 7.6 0 0 1 14.6 1.3 5 5 0 0 1 .4 9.85z" transform="translate(9.5 10.5) scale(0.74)"/>"##;
    FairNight "fair-night" "32" r##"<path class="m" d="M13 5.5a10.5 10.5 0 1 0 13.7 13.3A9 9 0 0 1 13 5.5z" transform="translate(-1 -2) scale(0.84)"/><path class="c" d="M9.2 25.5a5.6 5.6 0 0 1-.7-11.15 7.6 7.6 0 0 1 14.6 1.3 5 5 0 0 1 .4 9.85z" transform="translate(9.5 10.5) scale(0.74)"/>"##;
    Partly "partly" "32" r##"<path class="yl" d="M20.5 3.2L20.5 0.6M25.4 5.3L27.3 3.4M27.5 10.2L30.1 10.2M15.6 5.3L13.7 3.4"/><circle class="y" cx="20.5" cy="10.2" r="4.4"/><path class="c" d="M9.2 25.5a5.6 5.6 0 0 1-.7-11.15 7.6 7.6 0 0 1 14.6 1.3 5 5 0 0 1 .4 9.85z" transform="translate(0 1.5)"/>"##;
    PartlyNight "partly-night" "32" r##"<path class="m" d="M13 5.5a10.5 10.5 0 1 0 13.7 13.3A9 9 0 0 1 13 5.5z" transform="translate(8.5 -1.5) scale(0.66)"/><path class="c" d="M9.2 25.5a5.6 5.6 0 0 1-.7-11.15 7.6 7.6 0 0 1 14.6 1.3 5 5 0 0 1 .4 9.85z" transform="translate(0 1.5)"/>"##;
    Overcast "overcast" "32" r##"<path class="c2" d="M9.2 25.5a5.6 5.6 0 0 1-.7-11.15 7.6 7.6 0 0 1 14.6 1.3 5 5 0 0 1 .4 9.85z" transform="translate(8.2 -0.6) scale(0.78)"/><path class="c" d="M9.2 25.5a5.6 5.6 0 0 1-.7-11.15 7.6 7.6 0 0 1 14.6 1.3 5 5 0 0 1 .4 9.85z" transform="translate(-1 1.5)"/>"##;
    Snow1 "snow1" "32" r##"<path class="c" d="M9.2 25.5a5.6 5.6 0 0 1-.7-11.15 7.6 7.6 0 0 1 14.6 1.3 5 5 0 0 1 .4 9.85z" transform="translate(0 -5.5)"/><path class="f" d="M15.5 22.9v6.2M12.80 24.45l5.39 3.10M12.80 27.55l5.39 -3.10"/>"##;
    Snow2 "snow2" "32" r##"<path class="c" d="M9.2 25.5a5.6 5.6 0 0 1-.7-11.15 7.6 7.6 0 0 1 14.6 1.3 5 5 0 0 1 .4 9.85z" transform="translate(0 -5.5)"/><path class="f" d="M10.5 22.7v5.8M7.98 24.15l5.05 2.90M7.98 27.05l5.05 -2.90M20.5 23.5v5.8M17.98 24.95l5.05 2.90M17.98 27.85l5.05 -2.90"/>"##;
    Snow3 "snow3" "32" r##"<path class="c" d="M9.2 25.5a5.6 5.6 0 0 1-.7-11.15 7.6 7.6 0 0 1 14.6 1.3 5 5 0 0 1 .4 9.85z" transform="translate(0 -5.5)"/><path class="f" d="M7.5 22.1v5.8M4.98 23.55l5.05 2.90M4.98 26.45l5.05 -2.90M16 24.1v5.8M13.48 25.55l5.05 2.90M13.48 28.45l5.05 -2.90M24.5 22.1v5.8M21.98 23.55l5.05 2.90M21.98 26.45l5.05 -2.90"/>"##;
    Sunsnow "sunsnow" "32" r##"<path class="yl" d="M20.5 2.7L20.5 0.7M24.7 4.4L26.1 3M26.4 8.6L28.4 8.6M16.3 4.4L14.9 3"/><circle class="y" cx="20.5" cy="8.6" r="3.9"/><path class="c" d="M9.2 25.5a5.6 5.6 0 0 1-.7-11.15 7.6 7.6 0 0 1 14.6 1.3 5 5 0 0 1 .4 9.85z" transform="translate(0 -2.6)"/><path class="f" d="M15.5 24.7v5.8M12.98 26.15l5.05 2.90M12.98 29.05l5.05 -2.90"/>"##;
    Moonsnow "moonsnow" "32" r##"<path class="m" d="M13 5.5a10.5 10.5 0 1 0 13.7 13.3A9 9 0 0 1 13 5.5z" transform="translate(9 -2.6) scale(0.58)"/><path class="c" d="M9.2 25.5a5.6 5.6 0 0 1-.7-11.15 7.6 7.6 0 0 1 14.6 1.3 5 5 0 0 1 .4 9.85z" transform="translate(0 -2.6)"/><path class="f" d="M15.5 24.7v5.8M12.98 26.15l5.05 2.90M12.98 29.05l5.05 -2.90"/>"##;
    Rain1 "rain1" "32" r##"<path class="c" d="M9.2 25.5a5.6 5.6 0 0 1-.7-11.15 7.6 7.6 0 0 1 14.6 1.3 5 5 0 0 1 .4 9.85z" transform="translate(0 -5.5)"/><path class="r" d="M15.8 23.5l-1.6 4.4"/>"##;
    Rain2 "rain2" "32" r##"<path class="c" d="M9.2 25.5a5.6 5.6 0 0 1-.7-11.15 7.6 7.6 0 0 1 14.6 1.3 5 5 0 0 1 .4 9.85z" transform="translate(0 -5.5)"/><path class="r" d="M11 23.5l-1.6 4.4M21 23.5l-1.6 4.4"/>"##;
    Rain3 "rain3" "32" r##"<path class="c" d="M9.2 25.5a5.6 5.6 0 0 1-.7-11.15 7.6 7.6 0 0 1 14.6 1.3 5 5 0 0 1 .4 9.85z" transform="translate(0 -5.5)"/><path class="r" d="M8 23l-1.6 4.4M16 25l-1.6 4.4M24 23l-1.6 4.4"/>"##;
    Sleet "sleet" "32" r##"<path class="c" d="M9.2 25.5a5.6 5.6 0 0 1-.7-11.15 7.6 7.6 0 0 1 14.6 1.3 5 5 0 0 1 .4 9.85z" transform="translate(0 -5.5)"/><path class="r" d="M11 23.8l-1.6 4.4"/><path class="f" d="M20.5 23.3v5.8M17.98 24.75l5.05 2.90M17.98 27.65l5.05 -2.90"/>"##;
    Fog "fog" "32" r##"<path class="c" d="M9.2 25.5a5.6 5.6 0 0 1-.7-11.15 7.6 7.6 0 0 1 14.6 1.3 5 5 0 0 1 .4 9.85z" transform="translate(0 -6)"/><path class="g" d="M6 23.5h20M9 28h14"/>"##;
    Unknown "unknown" "32" r##"<circle class="u" cx="16" cy="16" r="9"/><path class="k" d="M13 13.5a3 3 0 1 1 4.3 2.7c-.9.5-1.3 1-1.3 2M16 21.3v.1"/>"##;
    Gust1 "gust1" "32" r##"<path class="k" d="M5 16h15.5a3.5 3.5 0 1 0-3.3-4.7"/>"##;
    Gust2 "gust2" "32" r##"<path class="k" d="M4 13h14.5a3.5 3.5 0 1 0-3.3-4.7M4 19h18a3.5 3.5 0 1 1-3.3 4.7"/>"##;
    Gust3 "gust3" "32" r##"<path class="k" d="M4 11h13a3.4 3.4 0 1 0-3.2-4.6M3 16.5h22a3.4 3.4 0 1 0-3.2-4.6M4 22h13.5a3.4 3.4 0 1 1-3.2 4.6"/>"##;
    Arrow "arrow" "32" r##"<path class="s" d="M16 4l8 22-8-5-8 5z"/>"##;
    Measured "measured" "32" r##"<path class="k" d="M16 4v24M9 28h14"/><path class="k" d="M16 8h6M16 13.5h4M16 19h6"/>"##;
    Reported "reported" "32" r##"<path class="k" d="M8 29V4M8 6h15l-4 5 4 5H8"/>"##;
    Modelled "modelled" "32" r##"<path class="k" d="M5 13c3.5-5 7.5-5 11 0s7.5 5 11 0M5 22c3.5-5 7.5-5 11 0s7.5 5 11 0"/>"##;
    Old "old" "32" r##"<circle class="k" cx="16" cy="16" r="11"/><path class="k" d="M16 9v7l5 3.5"/>"##;
    Missing "missing" "32" r##"<path class="k" d="M8 16h16" stroke-dasharray="4 4"/>"##;
    Star "star" "32" r##"<path class="k" d="M16 4.5l3.6 7.4 8.1 1.1-5.9 5.7 1.4 8.1L16 23l-7.2 3.8 1.4-8.1L4.3 13l8.1-1.1z"/>"##;
    Search "search" "32" r##"<circle class="k" cx="14" cy="14" r="8"/><path class="k" d="M20 20l7 7"/>"##;
    Home "home" "32" r##"<path class="k" d="M3 26 12 9l5.5 10L21 14l8 12z"/><path class="k" d="M9.5 14l2.5 2 2-2.5"/>"##;
    Rank "rank" "32" r##"<path class="k" d="M6 26V15M13 26V6M20 26V11M27 26v-7"/>"##;
    Map "map" "32" r##"<path class="k" d="M16 28s-9-8-9-15a9 9 0 0 1 18 0c0 7-9 15-9 15z"/><circle class="k" cx="16" cy="13" r="3"/>"##;
    Storm "storm" "32" r##"<path class="k" d="M9 18.5a5 5 0 0 1 0-10 7.5 7.5 0 0 1 14.3 1.7 4.2 4.2 0 0 1 .2 8.3zM10 24v.1M16 23v.1M16 28v.1M22 24v.1"/>"##;
    More "more" "32" r##"<path class="k" d="M7 10h18M7 16h18M7 22h18"/>"##;
    Cloud "cloud" "32" r##"<path class="k" d="M9.2 25a5.6 5.6 0 0 1-.7-11.1 7.6 7.6 0 0 1 14.6 1.3 5 5 0 0 1 .4 9.8z"/>"##;
    Lift "lift" "32" r##"<path class="k" d="M4 8l24-4M16 6v6M9 12h14a2 2 0 0 1 2 2v9a4 4 0 0 1-4 4H11a4 4 0 0 1-4-4v-9a2 2 0 0 1 2-2zM7 19h18M16 12v7"/>"##;
    Road "road" "32" r##"<path class="k" d="M12 5 6 27M20 5l6 22M16 6v3M16 14v4M16 23v4"/>"##;
    Camera "camera" "32" r##"<path class="k" d="M5 10h5l2-3h8l2 3h5a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V11a1 1 0 0 1 1-1z"/><circle class="k" cx="16" cy="17" r="4.5"/>"##;
    Eye "eye" "32" r##"<path class="k" d="M3 16s5-8 13-8 13 8 13 8-5 8-13 8S3 16 3 16z"/><circle class="k" cx="16" cy="16" r="3.5"/>"##;
    Chill "chill" "32" r##"<path class="k" d="M12 18V7a3 3 0 0 1 6 0v11a6 6 0 1 1-6 0zM15 14v8M23 8h5M23 13h3"/>"##;
    Flake "flake" "32" r##"<path class="k" d="M16 4v24M5.6 10l20.8 12M5.6 22l20.8-12M12.5 5.5 16 9l3.5-3.5M12.5 26.5 16 23l3.5 3.5"/>"##;
    Mail "mail" "32" r##"<path class="k" d="M4 8h24v16H4zM4 9l12 9 12-9"/>"##;
    Next "next" "32" r##"<path class="k" d="M12 7l9 9-9 9"/>"##;
    Warning "gap" "32" r##"<path class="k" d="M16 5 29 27H3zM16 13v6M16 23v.1"/>"##;
    ProblemWindSlab "p-wind-slab" "32" r##"<path class="k" d="M3 28 29 28 29 12 3 28M16 20l-1.5-4 14-8.5"/><path class="k" d="M3 7h11a2.5 2.5 0 1 0-2.3-3.4M3 12h7"/>"##;
    ProblemNewSnow "p-new-snow" "32" r##"<path class="k" d="M3 28h26V12L3 28M13 21.5l16-10"/><path class="k" d="M9 5v8M5.5 7l7 4M5.5 11l7-4"/>"##;
    ProblemPersistent "p-persistent" "32" r##"<path class="k" d="M3 28h26V10L3 28"/><path class="k" d="M9 24.5l20-10" stroke-dasharray="2 3"/>"##;
    ProblemWet "p-wet" "32" r##"<path class="k" d="M3 28h26V12L3 28"/><path class="k" d="M9 4c2.5 3.5 3.5 5 3.5 6.5a3.5 3.5 0 0 1-7 0C5.5 9 6.5 7.5 9 4z"/>"##;
    ProblemGliding "p-gliding" "32" r##"<path class="k" d="M3 28h26V12L3 28M15 21c2-3 1-5 4-6M18 19c2-2 1-4 4-6"/>"##;
    Lev1 "lev1" "32" r##"<rect width="32" height="32" rx="7" fill="#ccff66"/><text x="16" y="24" font-size="23" font-weight="700" text-anchor="middle" fill="#000">1</text>"##;
    Lev2 "lev2" "32" r##"<rect width="32" height="32" rx="7" fill="#ffff00"/><text x="16" y="24" font-size="23" font-weight="700" text-anchor="middle" fill="#000">2</text>"##;
    Lev3 "lev3" "32" r##"<rect width="32" height="32" rx="7" fill="#ff9900"/><text x="16" y="24" font-size="23" font-weight="700" text-anchor="middle" fill="#000">3</text>"##;
    Lev4 "lev4" "32" r##"<rect width="32" height="32" rx="7" fill="#ff0000"/><text x="16" y="24" font-size="23" font-weight="700" text-anchor="middle" fill="#000">4</text>"##;
    Lev5 "lev5" "32" r##"<clipPath id="t32"><rect width="32" height="32" rx="7"/></clipPath><g clip-path="url(#t32)"><rect width="32" height="32" fill="#f00"/><path d="M8 0h8v8h-8zM24 0h8v8h-8zM0 8h8v8h-8zM16 8h8v8h-8zM8 16h8v8h-8zM24 16h8v8h-8zM0 24h8v8h-8zM16 24h8v8h-8z" fill="#000"/></g><path d="M8 5h16v22H8z" fill="#000"/><text x="16" y="24" font-size="23" font-weight="700" text-anchor="middle" fill="#fff">5</text>"##;
    Danger1 "danger1" "48" r##"<rect width="48" height="48" rx="9" fill="#ccff66"/><path d="M4 43 16.5 21.5l6 9.5 4.5-5L42 43z" fill="#fff" stroke="#000" stroke-width="2" stroke-linejoin="round"/><path d="M16.5 36v4" fill="none" stroke="#000" stroke-width="2" stroke-linecap="round"/><text x="36" y="20.5" font-size="21" font-weight="700" text-anchor="middle" fill="#000">1</text>"##;
    Danger2 "danger2" "48" r##"<rect width="48" height="48" rx="9" fill="#ffff00"/><path d="M4 43 16.5 21.5l6 9.5 4.5-5L42 43z" fill="#fff" stroke="#000" stroke-width="2" stroke-linejoin="round"/><path d="M15 34l-2 6M24 36l1.5 4" fill="none" stroke="#000" stroke-width="2" stroke-linecap="round"/><text x="36" y="20.5" font-size="21" font-weight="700" text-anchor="middle" fill="#000">2</text>"##;
    Danger3 "danger3" "48" r##"<rect width="48" height="48" rx="9" fill="#ff9900"/><path d="M4 43 16.5 21.5l6 9.5 4.5-5L42 43z" fill="#fff" stroke="#000" stroke-width="2" stroke-linejoin="round"/><path d="M14 33l-4 7M18.5 33v7M26 35l3 5" fill="none" stroke="#000" stroke-width="2" stroke-linecap="round"/><text x="36" y="20.5" font-size="21" font-weight="700" text-anchor="middle" fill="#000">3</text>"##;
    Danger4 "danger4" "48" r##"<rect width="48" height="48" rx="9" fill="#ff0000"/><path d="M4 43 16.5 21.5l6 9.5 4.5-5L42 43z" fill="#fff" stroke="#000" stroke-width="2" stroke-linejoin="round"/><path d="M13.5 31 8 40M16.5 32l-2 8M20 33l1.5 7M26.5 33l5 7" fill="none" stroke="#000" stroke-width="2" stroke-linecap="round"/><text x="36" y="20.5" font-size="21" font-weight="700" text-anchor="middle" fill="#000">4</text>"##;
    Danger5 "danger5" "48" r##"<clipPath id="t48"><rect width="48" height="48" rx="9"/></clipPath><g clip-path="url(#t48)"><rect width="48" height="48" fill="#f00"/><path d="M12 0h12v12h-12zM36 0h12v12h-12zM0 12h12v12h-12zM24 12h12v12h-12zM12 24h12v12h-12zM36 24h12v12h-12zM0 36h12v12h-12zM24 36h12v12h-12z" fill="#000"/></g><path d="M4 43 16.5 21.5l6 9.5 4.5-5L42 43z" fill="#fff" stroke="#000" stroke-width="2" stroke-linejoin="round"/><path d="M13 30 6.5 40M15.5 31l-3.5 9M18 31v9M21.5 33l3 7M25.5 32l5 8M28.5 32l7 8" fill="none" stroke="#000" stroke-width="2" stroke-linecap="round"/><path d="M27 2h19v21H27z" fill="#000"/><text x="36" y="20.5" font-size="21" font-weight="700" text-anchor="middle" fill="#fff">5</text>"##;
    Danger0 "danger0" "48" r##"<rect x="1.5" y="1.5" width="45" height="45" rx="8" class="u"/><text x="24" y="33" font-size="24" font-weight="700" text-anchor="middle" class="s">?</text>"##;
}

impl Symbol {
    /// Renders the symbol; `class` gives its size. It adds nothing for screen readers.
    fn drawn(self, class: &str) -> Markup {
        html! {
            svg class=(class) aria-hidden="true" focusable="false" { use href=(self.address()) {} }
        }
    }

    /// Renders the symbol next to a text.
    pub(crate) fn icon(self) -> Markup {
        self.drawn("i")
    }

    /// Renders a symbol of the sky.
    pub(crate) fn sky(self) -> Markup {
        self.drawn("sky")
    }

    /// Renders a symbol of the sky that has a name for screen readers.
    pub(crate) fn named_sky(self, name: &str) -> Markup {
        html! {
            svg.sky role="img" aria-label=(name) focusable="false" { use href=(self.address()) {} }
        }
    }

    /// Renders the tile of a danger level.
    pub(crate) fn tile(self) -> Markup {
        self.drawn("tile eaws")
    }

    /// Renders the symbol of an avalanche problem.
    pub(crate) fn problem(self) -> Markup {
        self.drawn("tile")
    }

    /// Renders the small form of a danger level inside a text.
    pub(crate) fn level(self) -> Markup {
        self.drawn("i eaws")
    }

    /// Returns its drawing with the colours of the light theme instead of classes, for pictures without a style sheet.
    /// Parts that have the colour of the text get `ink`.
    pub(crate) fn painted(self, ink: &str) -> String {
        let drawing = self.drawing().split_once('>').map_or("", |(_, inner)| inner);
        let drawing = drawing.strip_suffix("</symbol>").unwrap_or(drawing).to_owned();
        let round = "stroke-linecap=\"round\" stroke-linejoin=\"round\"";
        let line = |colour: &str, width: &str| {
            format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" {round}")
        };
        let filled = |fill: &str, edge: &str, width: &str| {
            format!("fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"")
        };
        let paints = [
            ("y", filled("#f6b93b", "#9c6500", "1.5")),
            ("yl", line("#9c6500", "2")),
            ("c", filled("#e3eaf0", "#5b7084", "1.75")),
            ("c2", filled("#c3cfda", "#5b7084", "1.75")),
            ("m", filled("#c9d3e6", "#5b7084", "1.75")),
            ("f", line("#0a6bb5", "1.75")),
            ("r", line("#1d5fae", "2.25")),
            ("g", line("#5b7084", "2.25")),
            ("u", format!("{} stroke-dasharray=\"4 3\"", line(ink, "2.25"))),
            ("k", line(ink, "2.25")),
            ("s", format!("fill=\"{ink}\"")),
        ];
        paints
            .iter()
            .fold(drawing, |drawing, (class, paint)| drawing.replace(&format!("class=\"{class}\""), paint))
    }

    /// Returns the tile of a danger level, 1 to 5.
    pub(crate) const fn of_danger(level: Option<u8>) -> Self {
        match level {
            Some(1) => Self::Danger1,
            Some(2) => Self::Danger2,
            Some(3) => Self::Danger3,
            Some(4) => Self::Danger4,
            Some(5) => Self::Danger5,
            _ => Self::Danger0,
        }
    }

    /// Returns the small form of a danger level, 1 to 5.
    pub(crate) const fn of_level(level: u8) -> Option<Self> {
        match level {
            1 => Some(Self::Lev1),
            2 => Some(Self::Lev2),
            3 => Some(Self::Lev3),
            4 => Some(Self::Lev4),
            5 => Some(Self::Lev5),
            _ => None,
        }
    }
}

/// Renders the drawings of the symbols that a document uses.
pub(crate) fn sprite(document: &str) -> Markup {
    let address = |(quote, _)| document.get(quote + 1..)?.split('"').next();
    let used: HashSet<&str> = document.match_indices("\"#i-").filter_map(address).collect();
    let is_used = |symbol: &&Symbol| used.contains(symbol.address());
    html! {
        svg.sprite aria-hidden="true" focusable="false" {
            @for symbol in Symbol::ALL.iter().filter(is_used) { (PreEscaped(symbol.drawing())) }
        }
    }
}

#[cfg(test)]
mod tests;
