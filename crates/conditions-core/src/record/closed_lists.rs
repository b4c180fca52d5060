//! Enumerations of the contract, one definition each.
//!
//! The contract may gain words in a minor version. A reader maps an unknown word to `Other` (a status and an
//! acquisition tier to their own word `Unknown`); the resolver never publishes `Other`. Bands are fixed: the record has
//! a member for each.

/// Enumerations that may grow: the listed words, and `Other` for unknown ones.
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

/// Operating status of a resort. Derived on each resolution; never defaults to `OPEN`.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "SCREAMING_SNAKE_CASE"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum OperatingStatus {
    /// Lifts are running.
    Open,
    /// In season, but closed today.
    ClosedToday,
    /// Before the season's opening.
    PreSeason,
    /// After the season's closing, or long before its opening.
    OffSeason,
    /// The status is not known.
    // Readers also map words of newer versions to it.
    #[cfg_attr(feature = "serde", serde(other))]
    Unknown,
}

impl OperatingStatus {
    /// Every status, in the order of the contract.
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
    /// Highest point of the ski area.
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
        /// A roadside station, according to its network.
        Road,
    }

    /// State of the snow on the ground.
    QualityLabel {
        /// Fresh and light.
        Powder,
        /// Packed or groomed.
        Packed,
        /// Dense and old.
        Dense,
        /// Hard and slick.
        Icy,
        /// Contains liquid water.
        Wet,
        /// Alternating thaw and freeze.
        Spring,
        /// Differs from place to place.
        Variable,
    }

    /// Risk that a wet surface freezes.
    RefreezeRisk {
        /// The coming minimum wet-bulb temperature is above 0 °C.
        Low,
        /// The coming minimum wet-bulb temperature is between −3 and 0 °C.
        Moderate,
        /// The coming minimum wet-bulb temperature is −3 °C or lower.
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
    /// Rule that chose the headline depth.
    HeadlineRule {
        /// Base, else mid, else summit.
        BasePreferred,
        /// A fresh measured mid or summit displaced a model or derived base.
        MeasuredOverModel,
    }

    /// Reason why `depthVsAvgPct` is withheld.
    Suppression {
        /// There is no headline depth within its time to live.
        NoDepth,
        /// There is no average on record.
        NoAverage,
        /// The average is too small to divide by.
        AverageTooSmall,
        /// The ratio is implausibly large.
        RatioUnbounded,
        /// The headline is not a base-band value, or the average belongs to another band.
        BandMismatch,
        /// Measured and modelled depth contradict each other, see `depthDisagreement`.
        DepthDisagreement,
    }

    /// Kind of contradiction between measured and modelled depth.
    DisagreementKind {
        /// The model base is less than half of a measured mid or summit.
        ModelBaseBelowHalfMeasuredUpper,
        /// The measured base is above the model summit.
        MeasuredBaseAboveModelSummit,
    }
}
