//! The words of the record: every enumeration that the contract spells out, one definition each.

/// Derives shared by every wire word.
macro_rules! words {
    ($case:literal; $($item:item)*) => { $(
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = $case))]
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $item
    )* };
}

words! { "SCREAMING_SNAKE_CASE";
    /// Operating status. Derived on each resolution; never defaults to `OPEN`.
    pub enum OperatingStatus {
        /// Lifts are turning.
        Open,
        /// In season, closed today.
        ClosedToday,
        /// Before the season's opening.
        PreSeason,
        /// Outside the season.
        OffSeason,
        /// Not known: a state of its own.
        Unknown,
    }
}

words! { "lowercase";
    /// Elevation band of a resort.
    pub enum Band {
        /// Base area.
        Base,
        /// Mid mountain.
        Mid,
        /// Summit.
        Summit,
    }

    /// Position of a station relative to the resort's terrain.
    pub enum StationRole {
        /// Top fifth of the vertical, or above.
        Summit,
        /// Between.
        Mid,
        /// Lowest fifth of the vertical, or below.
        Village,
        /// An airport's weather station.
        Airport,
        /// A roadside station.
        Road,
    }

    /// State of the snow on the ground.
    pub enum QualityLabel {
        /// Fresh, light.
        Powder,
        /// Packed, groomed.
        Packed,
        /// Dense, old.
        Dense,
        /// Icy.
        Icy,
        /// Wet.
        Wet,
        /// Thaw and freeze.
        Spring,
        /// Differs from place to place.
        Variable,
    }

    /// Risk that a wet surface freezes.
    pub enum RefreezeRisk {
        /// Low.
        Low,
        /// Moderate.
        Moderate,
        /// High.
        High,
    }

    /// Whether snow quality was measured or modelled.
    pub enum QualityBasis {
        /// From a station's density.
        Measured,
        /// From current weather.
        Modeled,
    }
}

words! { "kebab-case";
    /// Thermal state of the snow surface.
    pub enum SurfaceState {
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
    pub enum HeadlineRule {
        /// Base, else mid, else summit.
        BasePreferred,
        /// A fresh measured tier displaced a model or derived base.
        MeasuredOverModel,
    }

    /// Why `depthVsAvgPct` is withheld.
    pub enum Suppression {
        /// No headline depth.
        NoDepth,
        /// No average on record.
        NoAverage,
        /// The average is too small to divide by.
        AverageTooSmall,
        /// The ratio is absurdly large.
        RatioUnbounded,
        /// The headline is not a base-band value, or the average is of another band.
        BandMismatch,
        /// The depths disagree.
        DepthDisagreement,
    }

    /// In which way measured and modelled depth disagree.
    pub enum DisagreementKind {
        /// Model base under half of a measured mid or summit.
        ModelBaseBelowHalfMeasuredUpper,
        /// Measured base above the model summit.
        MeasuredBaseAboveModelSummit,
    }
}

words! { "snake_case";
    /// Machine-readable reconciliation issues, in the order of their wire names. Additive: new ones may appear.
    pub enum Flag {
        /// Fewer than seven days of the 7-day window are reported.
        ForecastPartialHorizon,
        /// The 14-day total was clamped into the models' range.
        ForecastRangeGuarded,
        /// An observation lies more than ten minutes in the future.
        FutureTimestamp,
        /// A terrain split was dropped as implausible.
        ImplausibleAbility,
        /// A snow density was dropped as implausible.
        ImplausibleDensity,
        /// A snow depth was dropped as implausible.
        ImplausibleDepth,
        /// A lift count was dropped as implausible.
        ImplausibleLifts,
        /// A longest run was dropped as implausible.
        ImplausibleLongestRun,
        /// A run count was dropped as implausible.
        ImplausibleRuns,
        /// A season date was dropped as implausible.
        ImplausibleSeason,
        /// A snowfall was dropped as implausible.
        ImplausibleSnowfall,
        /// A snow-surface temperature above 0.5 °C was dropped.
        ImplausibleSurfaceTemp,
        /// A temperature was dropped as implausible.
        ImplausibleTemperature,
        /// A wind speed was dropped as implausible.
        ImplausibleWind,
        /// Lifts turn outside the season.
        LiftsOpenOffSeason,
        /// A report of the lifts does not say how many are open.
        LiftsOpenUnknown,
        /// A reported lift total differs from the profile's.
        LiftsTotalMismatch,
        /// More open than there are.
        OpenExceedsTotal,
        /// Operator and model depth differ widely.
        OperatorModelDivergence,
        /// Operator and station depth differ widely in one band.
        OperatorStationDivergence,
        /// A report of the runs does not say how many are open.
        RunsOpenUnknown,
        /// A reported run total differs from the profile's.
        RunsTotalMismatch,
        /// A station's value was left out: its instrument stuck, jumped or spoke another unit.
        StationValueDropped,
        /// The operator's status contradicts a newer lift count.
        StatusLiftsConflict,
    }
}

impl Flag {
    /// Every flag, in the order of their wire names.
    pub const ALL: [Self; 24] = [
        Self::ForecastPartialHorizon,
        Self::ForecastRangeGuarded,
        Self::FutureTimestamp,
        Self::ImplausibleAbility,
        Self::ImplausibleDensity,
        Self::ImplausibleDepth,
        Self::ImplausibleLifts,
        Self::ImplausibleLongestRun,
        Self::ImplausibleRuns,
        Self::ImplausibleSeason,
        Self::ImplausibleSnowfall,
        Self::ImplausibleSurfaceTemp,
        Self::ImplausibleTemperature,
        Self::ImplausibleWind,
        Self::LiftsOpenOffSeason,
        Self::LiftsOpenUnknown,
        Self::LiftsTotalMismatch,
        Self::OpenExceedsTotal,
        Self::OperatorModelDivergence,
        Self::OperatorStationDivergence,
        Self::RunsOpenUnknown,
        Self::RunsTotalMismatch,
        Self::StationValueDropped,
        Self::StatusLiftsConflict,
    ];
}
