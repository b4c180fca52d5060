//! The words of the record: every enumeration that the contract spells out, one definition each.
//!
//! The contract may gain words in a minor version. A reader takes one that it does not know as `Other` (a status and an
//! acquisition tier have a word for that of their own, `Unknown`); the resolver never publishes it. Bands are fixed: the
//! record has a member for each.

/// Words that may grow: the listed ones, and `Other` for what a reader does not know.
macro_rules! words {
    ($case:literal; $($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $word:ident,)* })*) => { $(
        $(#[$about])*
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = $case))]
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$doc])* $word,)*
            /// A word of a newer version of the contract.
            #[cfg_attr(feature = "serde", serde(other))]
            #[cfg_attr(feature = "schemars", schemars(skip))]
            Other,
        }

        impl $name {
            /// Every word that this version lists.
            pub const ALL: &'static [Self] = &[$(Self::$word,)*];
        }
    )* };
}

/// Whether a resort runs its lifts. Derived on each resolution; never defaults to `OPEN`.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "SCREAMING_SNAKE_CASE"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum OperatingStatus {
    /// Lifts are turning.
    Open,
    /// In season, closed today.
    ClosedToday,
    /// Before the season's opening.
    PreSeason,
    /// After the season's closing, or long before its opening.
    OffSeason,
    /// Not known: a state of its own.
    // A reader also takes a word of a newer version for it.
    #[cfg_attr(feature = "serde", serde(other))]
    Unknown,
}

impl OperatingStatus {
    /// Every status, from open to not known.
    pub const ALL: [Self; 5] =
        [Self::Open, Self::ClosedToday, Self::PreSeason, Self::OffSeason, Self::Unknown];
}

/// Elevation band of a resort.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Band {
    /// Base area.
    Base,
    /// Mid mountain.
    Mid,
    /// The top of the skiing.
    Summit,
}

words! { "lowercase";
    /// Position of a station relative to the resort's terrain.
    StationRole {
        /// Top fifth of the vertical, or above.
        Summit,
        /// Between the lowest and the highest fifth.
        Mid,
        /// Lowest fifth of the vertical, or below.
        Village,
        /// An airport's weather station.
        Airport,
        /// A station beside a road, as its network says.
        Road,
    }

    /// State of the snow on the ground.
    QualityLabel {
        /// Fresh, light.
        Powder,
        /// Packed, groomed.
        Packed,
        /// Dense, old.
        Dense,
        /// Hard and slick.
        Icy,
        /// Holding water.
        Wet,
        /// Thaw and freeze.
        Spring,
        /// Differs from place to place.
        Variable,
    }

    /// Risk that a wet surface freezes.
    RefreezeRisk {
        /// The coming minimum wet-bulb temperature is above 0 °C.
        Low,
        /// It lies between −3 and 0 °C.
        Moderate,
        /// It is −3 °C or lower.
        High,
    }

    /// Whether snow quality was measured or modelled.
    QualityBasis {
        /// From a station's density.
        Measured,
        /// From current weather.
        Modeled,
    }
}

words! { "kebab-case";
    /// Thermal state of the snow surface.
    SurfaceState {
        /// At 0 °C.
        Melting,
        /// −2 to −0.2 °C.
        NearFreezing,
        /// −8 to −2 °C.
        Firm,
        /// Below −8 °C.
        Cold,
    }
}

words! { "snake_case";
    /// Which rule chose the headline depth.
    HeadlineRule {
        /// Base, else mid, else summit.
        BasePreferred,
        /// A fresh measured mid or summit displaced a model or derived base.
        MeasuredOverModel,
    }

    /// Why `depthVsAvgPct` is withheld.
    Suppression {
        /// There is no headline depth within its time to live to compare.
        NoDepth,
        /// No average on record.
        NoAverage,
        /// The average is too small to divide by.
        AverageTooSmall,
        /// The ratio is absurdly large.
        RatioUnbounded,
        /// The headline is not a base-band value, or the average is of another band.
        BandMismatch,
        /// Measured and modelled depth contradict each other, see `depthDisagreement`.
        DepthDisagreement,
    }

    /// In which way measured and modelled depth disagree.
    DisagreementKind {
        /// Model base under half of a measured mid or summit.
        ModelBaseBelowHalfMeasuredUpper,
        /// Measured base above the model summit.
        MeasuredBaseAboveModelSummit,
    }
}
