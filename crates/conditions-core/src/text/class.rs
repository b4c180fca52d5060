//! Character classes needed for cleaning. Ranges follow Unicode 16: `Default_Ignorable_Code_Point`, `Bidi_Control`,
//! noncharacters, private use, and the blocks of combining marks.

/// Returns whether a character is invisible, changes the direction of its neighbours, or has a meaning only in one
/// program: format characters, fillers, variation selectors, tags, annotations, private use and noncharacters.
///
/// Joiners depend on their neighbours, see [`takes_joiners`].
pub(super) const fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'
            | '\u{200e}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{e000}'..='\u{f8ff}'
            | '\u{fdd0}'..='\u{fdef}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffc}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d159}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{10ffff}'
    ) || c as u32 & 0xfffe == 0xfffe
}

/// Returns whether a character is of a script whose spelling needs joiners: Arabic, Syriac, N'Ko, the scripts of India and
/// South-East Asia, Mongolian.
pub(super) const fn takes_joiners(c: char) -> bool {
    matches!(
        c,
        '\u{600}'..='\u{8ff}'
            | '\u{900}'..='\u{dff}'
            | '\u{1000}'..='\u{109f}'
            | '\u{1780}'..='\u{18af}'
            | '\u{a8e0}'..='\u{a8ff}'
            | '\u{fb50}'..='\u{fdcf}'
            | '\u{fdf0}'..='\u{fdff}'
            | '\u{fe70}'..='\u{fefc}'
    )
}

/// Returns whether a character is a mark that is drawn above or below the letter before it, in the scripts where such marks can
/// be stacked.
pub(super) const fn is_mark(c: char) -> bool {
    matches!(
        c,
        '\u{300}'..='\u{36f}'
            | '\u{483}'..='\u{489}'
            | '\u{591}'..='\u{5bd}'
            | '\u{5bf}'
            | '\u{5c1}'..='\u{5c2}'
            | '\u{5c4}'..='\u{5c5}'
            | '\u{5c7}'
            | '\u{610}'..='\u{61a}'
            | '\u{64b}'..='\u{65f}'
            | '\u{670}'
            | '\u{6d6}'..='\u{6dc}'
            | '\u{6df}'..='\u{6e4}'
            | '\u{6e7}'..='\u{6e8}'
            | '\u{6ea}'..='\u{6ed}'
            | '\u{711}'
            | '\u{730}'..='\u{74a}'
            | '\u{7eb}'..='\u{7f3}'
            | '\u{816}'..='\u{82d}'
            | '\u{8ca}'..='\u{8e1}'
            | '\u{8e3}'..='\u{902}'
            | '\u{93a}'
            | '\u{93c}'
            | '\u{941}'..='\u{948}'
            | '\u{94d}'
            | '\u{951}'..='\u{957}'
            | '\u{e31}'
            | '\u{e34}'..='\u{e3a}'
            | '\u{e47}'..='\u{e4e}'
            | '\u{eb1}'
            | '\u{eb4}'..='\u{ebc}'
            | '\u{ec8}'..='\u{ece}'
            | '\u{f18}'..='\u{f19}'
            | '\u{f35}'
            | '\u{f37}'
            | '\u{f39}'
            | '\u{f71}'..='\u{f7e}'
            | '\u{f80}'..='\u{f84}'
            | '\u{f86}'..='\u{f87}'
            | '\u{1ab0}'..='\u{1aff}'
            | '\u{1dc0}'..='\u{1dff}'
            | '\u{20d0}'..='\u{20f0}'
            | '\u{2cef}'..='\u{2cf1}'
            | '\u{2de0}'..='\u{2dff}'
            | '\u{302a}'..='\u{302d}'
            | '\u{3099}'..='\u{309a}'
            | '\u{a66f}'..='\u{a672}'
            | '\u{a674}'..='\u{a67d}'
            | '\u{fe20}'..='\u{fe2f}'
    )
}
