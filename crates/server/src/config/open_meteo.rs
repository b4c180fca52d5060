//! How the weather models and the archive of past winters are asked.

use super::{ConfigError, Settings, address, wrong};

/// The forecast upstream and the archive beside it.
#[derive(Clone)]
pub struct OpenMeteo {
    /// Base address; `None` for the public one that goes with the key.
    pub base_url: Option<String>,
    /// Base address of the archive; `None` for that of one's own server, else the public one that goes with the key.
    pub archive_url: Option<String>,
    /// Key of a paid plan.
    pub api_key: Option<String>,
    /// Open-Meteo's names of the weather models, 1 to 16.
    pub models: Vec<String>,
    /// Weighted calls a day; `None` without limit.
    pub daily_calls: Option<u32>,
}

impl std::fmt::Debug for OpenMeteo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpenMeteo")
            .field("base_url", &self.base_url)
            .field("archive_url", &self.archive_url)
            .field("api_key", &self.api_key.as_ref().map(|_| "(set)"))
            .field("models", &self.models)
            .field("daily_calls", &self.daily_calls)
            .finish()
    }
}

/// Weighted calls a day of the free tier.
const FREE_CALLS: u32 = 10_000;

impl OpenMeteo {
    /// From the settings.
    pub(super) fn of(settings: &Settings) -> Result<Self, ConfigError> {
        let url = |setting, url: &Option<String>| url.as_deref().map(|url| address(setting, url)).transpose();
        Ok(Self {
            base_url: url("open-meteo-url", &settings.open_meteo_url)?,
            archive_url: url("open-meteo-archive-url", &settings.open_meteo_archive_url)?,
            api_key: settings.open_meteo_api_key.clone().filter(|key| !key.is_empty()),
            models: models(settings.open_meteo_models.as_deref())?,
            daily_calls: Some(settings.open_meteo_daily_calls.unwrap_or(FREE_CALLS))
                .filter(|calls| *calls > 0),
        })
    }
}

/// The models, from the setting.
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
