//! The snow surface in the thirteen terms of MTN.XML, which AlpineBits has adopted: one term, whatever the channel.

macro_rules! surfaces {
    ($($name:ident $code:literal $title:literal [$($short:literal),*];)*) => {
        /// Term for the snow surface.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Surface {
            $(#[doc = $title] $name),*
        }

        impl Surface {
            /// Every term, in the order of forms.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Returns the code of AlpineBits.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$name => $code),* }
            }

            /// Returns the English text in the record.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self { $(Self::$name => $title),* }
            }

            /// Returns the abbreviations of snow reporters.
            const fn short(self) -> &'static [&'static str] {
                match self { $(Self::$name => &[$($short),*]),* }
            }
        }
    };
}

surfaces! {
    Powder "powder" "Powder" ["PDR"];
    PackedPowder "packed-powder" "Packed powder" ["PP"];
    HardPack "hard-pack" "Hard pack" ["HP"];
    LooseGranular "loose-granular" "Loose granular" ["LSGR"];
    FrozenGranular "frozen-granular" "Frozen granular" ["FRGR"];
    WetPacked "wet-packed" "Wet packed" ["WETPS"];
    WetGranular "wet-granular" "Wet granular" ["WETGR"];
    WetSnow "wet-snow" "Wet snow" [];
    SpringConditions "spring-conditions" "Spring conditions" ["SC"];
    Windblown "windblown" "Windblown" [];
    CornSnow "corn-snow" "Corn snow" [];
    Icy "icy" "Icy" [];
    Variable "variable" "Variable" [];
}

impl Surface {
    /// Parses a code, with spaces or underscores for hyphens, or an abbreviation, in any case.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let same = |code: &str| {
            code.len() == text.len()
                && code
                    .bytes()
                    .zip(text.bytes())
                    .all(|(a, b)| a == b.to_ascii_lowercase() || (a == b'-' && matches!(b, b' ' | b'_')))
        };
        Self::ALL.iter().copied().find(|word| {
            same(word.code()) || word.short().iter().any(|short| short.eq_ignore_ascii_case(text))
        })
    }
}

impl serde::Serialize for Surface {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> serde::Deserialize<'de> for Surface {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| serde::de::Error::custom("is not one of the thirteen terms"))
    }
}
