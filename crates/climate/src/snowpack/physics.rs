//! Every number of the model, with its source.

/// The numbers of the model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Physics {
    /// Melt at the winter solstice, millimetres of water per day and degree above freezing. This and the next follow a
    /// sine over the year as in Anderson's SNOW-17 (*NOAA Technical Report NWS 19*, 1976), because the height of the
    /// sun determines the melt of a mild day. Fitted with `ground_melt_mm`, `cold_mm`, `dry_density` and
    /// `settling_hours` on winters of Col de Porte and of two stations in the Sierra Nevada, by hours and by days
    /// together; the figures of every second pair of winters held out are in `docs/verification.md`.
    pub melt_midwinter_mm: f64,
    /// Melt at the summer solstice, millimetres per day and degree.
    pub melt_midsummer_mm: f64,
    /// Melt from below, millimetres per day: the ground under alpine snow is at 0 °C.
    pub ground_melt_mm: f64,
    /// Melt per millimetre of rain and degree, millimetres: the heat of the rain over the heat of melting, 4.2 / 334.
    pub rain_melt: f64,
    /// Cold content added by a day of one degree of frost, as millimetres of water that it freezes.
    pub cold_mm: f64,
    /// Maximum cold content per millimetre of ice and degree of frost: half the heat of ice over that of melting,
    /// because the lower half of a pack is near 0 °C. 2.1 / 334 / 2.
    pub most_cold: f64,
    /// Liquid water that a pack holds between its grains, as a share of its ice. Anderson's 0.05 of ripe snow.
    pub held: f64,
    /// Share of the water capacity above which a pack counts as wet.
    pub wet: f64,
    /// Density towards which dry snow settles, kg/m³.
    pub dry_density: f64,
    /// Density towards which wet snow settles, kg/m³.
    pub wet_density: f64,
    /// Time constant of settling, hours.
    pub settling_hours: f64,
    /// Density of a pack of which only the depth is known, kg/m³: typical of midwinter (Sturm et al., *J.
    /// Hydrometeorology* 11, 2010, alpine snow).
    pub unknown_density: f64,
}

impl Physics {
    pub const STANDARD: Self = Self {
        melt_midwinter_mm: 0.1,
        melt_midsummer_mm: 4.1,
        ground_melt_mm: 0.4,
        rain_melt: 0.0125,
        cold_mm: 0.35,
        most_cold: 0.003_15,
        held: 0.05,
        wet: 0.1,
        dry_density: 440.0,
        wet_density: 550.0,
        settling_hours: 295.0,
        unknown_density: 300.0,
    };
}
