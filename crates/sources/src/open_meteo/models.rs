//! Model names, and the split of a column name into variable and model.
//!
//! Open-Meteo writes `{variable}_{model}`, but only if more than one model has data for the point: with only one the
//! suffix is omitted.

use std::collections::HashSet;

/// Names that Open-Meteo has used for models, in no order. A name that is missing here is still recognized if it has
/// the same variables as a known one.
const NAMES: &[&str] = &[
    "arome_france",
    "arome_france_hd",
    "arome_seamless",
    "arpae_cosmo_2i",
    "arpae_cosmo_2i_ruc",
    "arpae_cosmo_5m",
    "arpae_cosmo_seamless",
    "arpege_europe",
    "arpege_seamless",
    "arpege_world",
    "best_match",
    "bom_access_global",
    "bom_access_global_ensemble",
    "cerra",
    "chmi_aladin",
    "chmi_seamless",
    "cma_grapes_global",
    "dmi_harmonie_arome_europe",
    "dmi_seamless",
    "ecmwf_aifs025",
    "ecmwf_aifs025_ensemble",
    "ecmwf_aifs025_single",
    "ecmwf_ifs",
    "ecmwf_ifs025",
    "ecmwf_ifs025_ensemble",
    "ecmwf_ifs04",
    "ecmwf_ifs_analysis_long_window",
    "era5",
    "era5_ensemble",
    "era5_land",
    "era5_seamless",
    "gem_global",
    "gem_global_ensemble",
    "gem_hrdps_continental",
    "gem_hrdps_west",
    "gem_regional",
    "gem_seamless",
    "geosphere_arome_austria",
    "geosphere_seamless",
    "gfs013",
    "gfs025",
    "gfs05",
    "gfs_global",
    "gfs_graphcast025",
    "gfs_hrrr",
    "gfs_mixed",
    "gfs_seamless",
    "icon_d2",
    "icon_d2_eps",
    "icon_eu",
    "icon_eu_eps",
    "icon_global",
    "icon_global_eps",
    "icon_mixed",
    "icon_seamless",
    "icon_seamless_eps",
    "italia_meteo_arpae_icon_2i",
    "jma_gsm",
    "jma_mixed",
    "jma_msm",
    "jma_seamless",
    "kma_gdps",
    "kma_ldps",
    "kma_seamless",
    "knmi_harmonie_arome_europe",
    "knmi_harmonie_arome_netherlands",
    "knmi_seamless",
    "meteofrance_arome_france",
    "meteofrance_arome_france_hd",
    "meteofrance_arome_seamless",
    "meteofrance_arpege_europe",
    "meteofrance_arpege_seamless",
    "meteofrance_arpege_world",
    "meteofrance_mixed",
    "meteofrance_seamless",
    "meteoswiss_icon_ch1",
    "meteoswiss_icon_ch2",
    "meteoswiss_icon_seamless",
    "metno_nordic",
    "metno_seamless",
    "ncep_aigfs025",
    "ncep_gefs025",
    "ncep_gefs05",
    "ncep_gefs_seamless",
    "ncep_gfs013",
    "ncep_gfs025",
    "ncep_gfs_graphcast025",
    "ncep_hgefs025_ensemble_mean",
    "ncep_hrrr_conus",
    "ncep_nam_conus",
    "ncep_nbm_conus",
    "ukmo_global_deterministic_10km",
    "ukmo_global_ensemble_20km",
    "ukmo_seamless",
    "ukmo_uk_deterministic_2km",
    "ukmo_uk_ensemble_2km",
];

/// Suffixes of variable names that are not models.
const NOT_MODELS: &[&str] = &[
    "dominant",
    "depth",
    "duration",
    "height",
    "high",
    "hours",
    "low",
    "max",
    "mean",
    "median",
    "mid",
    "min",
    "probability",
    "sum",
    "type",
    "water_equivalent",
];

/// Splits `key` into variable and model, the model being one of `models`; the longest name wins.
#[must_use]
pub fn split_by<'k>(key: &'k str, models: impl Iterator<Item = &'k str>) -> Option<(&'k str, &'k str)> {
    models
        .filter_map(|model| {
            let variable = key.strip_suffix(model)?.strip_suffix('_')?;
            (!variable.is_empty()).then_some((variable, model))
        })
        .max_by_key(|(_, model)| model.len())
}

/// Splits `key` into variable and model, the model being known by name.
#[must_use]
pub fn split_known(key: &str) -> Option<(&str, &str)> {
    split_by(key, NAMES.iter().copied())
}

/// Splits every key of a section into variable and model, without knowing the request.
///
/// An unknown model is recognized only if it has every variable that a known model has: the upstream writes all models
/// with all variables.
#[must_use]
pub fn split_all<'k>(keys: &[&'k str]) -> Vec<(&'k str, Option<&'k str>)> {
    let known: Vec<_> = keys.iter().map(|key| split_known(key)).collect();
    let mut bases: Vec<&str> = known.iter().flatten().map(|(variable, _)| *variable).collect();
    bases.sort_unstable();
    bases.dedup();
    let all: HashSet<&str> = keys.iter().copied().collect();
    let stranger = |key: &'k str| {
        let base = bases.iter().filter(|base| starts(key, base)).max_by_key(|base| base.len())?;
        let model = key.get(base.len() + 1..)?;
        let everywhere = bases.iter().all(|base| all.contains(format!("{base}_{model}").as_str()));
        (everywhere && !NOT_MODELS.contains(&model)).then_some((key.get(..base.len())?, model))
    };
    keys.iter()
        .zip(known)
        .map(|(key, known)| match known.or_else(|| stranger(key)) {
            Some((variable, model)) => (variable, Some(model)),
            None => (*key, None),
        })
        .collect()
}

fn starts(key: &str, base: &str) -> bool {
    key.strip_prefix(base).is_some_and(|rest| rest.len() > 1 && rest.starts_with('_'))
}

#[cfg(test)]
mod tests;
