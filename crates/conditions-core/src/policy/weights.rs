//! Default weights of the weather models in the blend of snow, before weights are learnt.

use alloc::borrow::Cow;

/// Weight of a model in the blend.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ModelWeight {
    /// Name of the model at the upstream.
    pub model: Cow<'static, str>,
    /// Weight on days 1 to 3, relative to the other models; 0 leaves the model out.
    pub early: f64,
    /// Weight on days 4 to 7, relative to the other models.
    pub late: f64,
    /// Weight from day 8 on, relative to the other models.
    pub far: f64,
}

impl ModelWeight {
    pub(super) const fn new(model: &'static str, early: f64, late: f64) -> Self {
        Self { model: Cow::Borrowed(model), early, late, far: late }
    }
}

/// The published weights; a model that is not listed has weight 1.
pub(super) const DEFAULTS: &[ModelWeight] = &[
    ModelWeight::new("ecmwf_ifs025", 2.0, 2.0),
    ModelWeight::new("gfs_seamless", 1.5, 1.5),
    ModelWeight::new("ecmwf_aifs025_single", 1.5, 1.5),
    ModelWeight::new("icon_seamless", 1.5, 1.0),
    ModelWeight::new("gem_seamless", 1.0, 1.0),
    ModelWeight::new("jma_seamless", 0.75, 0.75),
    ModelWeight::new("meteofrance_seamless", 0.75, 0.75),
];
