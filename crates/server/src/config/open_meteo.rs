//! Settings of Open-Meteo: the weather models and the archive of past winters.

use ingest_runner::options::OpenMeteo;

use super::{ConfigError, Settings, address, wrong};

/// Weighted calls per day in the free tier.
const FREE_CALLS: u32 = 10_000;

/// Builds the forecast and archive upstream from the settings.
pub(super) fn open_meteo(settings: &Settings) -> Result<OpenMeteo, ConfigError> {
    let url = |setting, url: &Option<String>| url.as_deref().map(|url| address(setting, url)).transpose();
    Ok(OpenMeteo {
        base_url: url("open-meteo-url", &settings.open_meteo_url)?,
        archive_url: url("open-meteo-archive-url", &settings.open_meteo_archive_url)?,
        api_key: settings.open_meteo_api_key.clone().filter(|key| !key.is_empty()),
        models: models(settings.open_meteo_models.as_deref())?,
        daily_calls: Some(settings.open_meteo_daily_calls.unwrap_or(FREE_CALLS)).filter(|calls| *calls > 0),
    })
}

/// Parses the list of models.
fn models(list: Option<&str>) -> Result<Vec<String>, ConfigError> {
    let Some(list) = list else {
        return Ok(sources::open_meteo::config::MODELS.iter().map(|model| (*model).to_owned()).collect());
    };
    let models: Vec<String> = list.split(',').map(|model| model.trim().to_owned()).collect();
    let fine = |model: &String| {
        !model.is_empty() && model.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
    };
    if models.len() <= 16 && models.iter().all(fine) {
        Ok(models)
    } else {
        Err(wrong(
            "open-meteo-models",
            format!("`{list}` is not a list of 1 to 16 names such as gfs_seamless,icon_seamless"),
        ))
    }
}
