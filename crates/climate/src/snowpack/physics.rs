//! Every number of the model, with where it comes from.

/// The numbers of the model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Physics {
    /// Melt at the winter solstice, millimetres of water per day and degree above freezing. This and the next: a sine
    /// over the year as in Anderson's SNOW-17 (*NOAA Technical Report NWS 19*, 1976), since the sun's height decides what a
    /// mild day melts. Fitted with `ground_melt_mm`, `dry_density`, `wet_density` and `settling_hours` on winters of Col de
    /// Porte, every second held out.
    pub melt_midwinter_mm: f64,
    /// Melt at the summer solstice, millimetres per day and degree.
    pub melt_midsummer_mm: f64,
    /// Melt from below, millimetres a day: the ground under alpine snow is at 0 °C.
    pub ground_melt_mm: f64,
    /// Millimetres that a millimetre of rain melts per degree: the heat of the rain over the heat of melting, 4.2 / 334.
    pub rain_melt: f64,
    /// Cold that a day of one degree of frost puts into the snow, as millimetres of water that it freezes.
    pub cold_mm: f64,
    /// Most cold that snow holds per millimetre of ice and degree of frost: half the heat of ice over that of melting, as
    /// the lower half of a pack is near 0 °C. 2.1 / 334 / 2.
    pub most_cold: f64,
    /// Water that a pack holds between its grains, as a share of its ice. Anderson's 0.05 of ripe snow.
    pub held: f64,
    /// A pack with more than this share of what it holds is wet.
    pub wet: f64,
    /// Density towards which dry snow settles, kg/m³.
    pub dry_density: f64,
    /// Density towards which wet snow settles, kg/m³.
    pub wet_density: f64,
    /// How long settling takes to a third of the distance, hours.
    pub settling_hours: f64,
    /// Density of a pack of which nothing but its depth is known, kg/m³: of a winter's middle (Sturm et al., *J.
    /// Hydrometeorology* 11, 2010, alpine snow).
    pub unknown_density: f64,
}

impl Physics {
    /// The numbers in use.
    pub const STANDARD: Self = Self {
        melt_midwinter_mm: 0.5,
        melt_midsummer_mm: 3.8,
        ground_melt_mm: 0.5,
        rain_melt: 0.0125,
        cold_mm: 0.5,
        most_cold: 0.003_15,
        held: 0.05,
        wet: 0.1,
        dry_density: 400.0,
        wet_density: 550.0,
        settling_hours: 300.0,
        unknown_density: 300.0,
    };
}
