//! The configuration. For every setting, a flag overrides the environment, the environment overrides the file, and the
//! file overrides the default.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ::ingest::Pauses;
use catalogue::Selection;
use clap::Args;
use edge::limiter::ConnectionLimits;
use ingest_runner::options::{CameraUpstream, LaneUpstream, LiftUpstream, OpenMeteo, ReelLimits};
use serde::Deserialize;
use services::options::AccountOptions;
use world::avalanche::Regions;
use world::lodging::Partner;

mod accounts;
mod cameras;
mod connections;
mod connector;
mod error;
mod lifts;
mod loading;
mod lodging;
mod open_meteo;
mod redact;
mod upstreams;
mod values;
mod webhooks;

pub use accounts::AccountSettings;
pub use cameras::{CameraSetting, ReelSettings};
pub use connector::Connector;
pub use error::ConfigError;
pub use lifts::LiftSetting;
pub use loading::{LoadedSettings, Rereading, load};
pub use lodging::LodgingSetting;
pub(crate) use redact::wrong;
pub use upstreams::{LaneKeys, LaneSettings};
pub(crate) use values::base_url_of;
use values::{address, database_url, in_range, name, preview_font, public_address, regions, socket};
pub use webhooks::{WebhookSettings, Webhooks};

/// Settings as given by one source: flags, environment or file. An absent setting falls through to the next source.
#[derive(Debug, Clone, Default, Args, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Configuration file (TOML, the keys are the long flags with underscores).
    #[arg(long, global = true, env = "SNOW_CONFIG", value_name = "FILE")]
    #[serde(skip)]
    pub config: Option<PathBuf>,
    /// The service's name, shown in every answer; 1 to 200 bytes. Default: Open Snow Conditions.
    #[arg(long, global = true, env = "SNOW_SERVICE_NAME", value_name = "NAME")]
    pub service_name: Option<String>,
    /// Public address of the service, without a path. Default: http:// and the bind address, or localhost if the
    /// service listens on every address.
    #[arg(long, global = true, env = "SNOW_BASE_URL", value_name = "URL")]
    pub base_url: Option<String>,
    /// Address to listen on. Default: 127.0.0.1:8080.
    #[arg(long, global = true, env = "SNOW_BIND", value_name = "ADDRESS:PORT")]
    pub bind: Option<String>,
    /// Second address, only for the service's operator: /metrics and /readyz in full. Without it, only programs on this
    /// machine can read /metrics, and only in a service without a public base address and trusted proxies.
    #[arg(long, env = "SNOW_ADMIN_BIND", value_name = "ADDRESS:PORT")]
    pub admin_bind: Option<String>,
    /// Folder for the embedded database. Default: data.
    #[arg(long, global = true, env = "SNOW_DATA_DIR", value_name = "FOLDER")]
    pub data_dir: Option<PathBuf>,
    /// PostgreSQL address, postgres://… Default: the embedded SQLite database.
    #[arg(long, global = true, env = "SNOW_DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// Do not change the database's tables at the start; `snow-conditions migrate` does it instead.
    #[arg(long, global = true, env = "SNOW_NO_MIGRATE", num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL")]
    pub no_migrate: Option<bool>,
    /// Base address of the Open-Meteo forecast API; point it at your own instance. Default: the public one; with a key
    /// the customers' one.
    #[arg(long, global = true, env = "SNOW_OPEN_METEO_URL", value_name = "URL")]
    pub open_meteo_url: Option<String>,
    /// Base address of the Open-Meteo archive. Default: the one of your own instance, else the public one.
    #[arg(long, global = true, env = "SNOW_OPEN_METEO_ARCHIVE_URL", value_name = "URL")]
    pub open_meteo_archive_url: Option<String>,
    /// Key of a paid Open-Meteo plan.
    #[arg(long, global = true, env = "SNOW_OPEN_METEO_API_KEY", value_name = "KEY", hide_env_values = true)]
    pub open_meteo_api_key: Option<String>,
    /// Weather models, 1 to 16, comma-separated, by their Open-Meteo names. Default: seven models (docs/sources.md).
    #[arg(long, global = true, env = "SNOW_OPEN_METEO_MODELS", value_name = "LIST")]
    pub open_meteo_models: Option<String>,
    /// Weighted Open-Meteo calls a day; 0 for no limit (self-hosted). Default: 10000, the free tier.
    #[arg(long, global = true, env = "SNOW_OPEN_METEO_DAILY_CALLS", value_name = "NUMBER")]
    pub open_meteo_daily_calls: Option<u32>,
    /// Do not ask the archive every day for the current winter of backfilled resorts. Default: false.
    #[arg(long, env = "SNOW_NO_WINTER_REFRESH", num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL")]
    pub no_winter_refresh: Option<bool>,
    /// Station networks to poll, comma-separated, or none. Default: all.
    #[arg(long, env = "SNOW_STATIONS", value_name = "LIST")]
    pub stations: Option<String>,
    /// Base addresses of the station networks and of the document lanes, and keys of those that need one.
    #[command(flatten)]
    #[serde(flatten)]
    pub lanes: LaneSettings,
    /// File of avalanche warning regions (EAWS micro-regions, GeoJSON). Default: the regions of autumn 2022 that ship
    /// with the service.
    #[arg(long, env = "SNOW_AVALANCHE_REGIONS", value_name = "FILE")]
    pub avalanche_regions: Option<PathBuf>,
    /// Lift feeds of resorts to poll; only in the file.
    #[arg(skip)]
    pub lifts: Option<Vec<LiftSetting>>,
    /// Lodging searches that trips link to; only in the file.
    #[arg(skip)]
    pub lodging: Option<Vec<LodgingSetting>>,
    /// Cameras of resorts; only in the file.
    #[arg(skip)]
    pub cameras: Option<Vec<CameraSetting>>,
    /// Retention time and maximum size of powder reels.
    #[command(flatten)]
    #[serde(flatten)]
    pub reels: ReelSettings,
    /// Font of the preview pictures of shared links (TrueType or OpenType), only in a program with the feature
    /// `previews`. Default: a sans-serif font of the system.
    #[arg(long, global = true, env = "SNOW_PREVIEW_FONT", value_name = "FILE")]
    pub preview_font: Option<PathBuf>,
    /// Serve and fetch only these resorts, comma-separated slugs. Default: all.
    #[arg(long, global = true, env = "SNOW_RESORTS", value_name = "LIST")]
    pub resorts: Option<String>,
    /// Serve and fetch only the resorts of these regions, comma-separated: country codes, states, hubs or tags such as
    /// alps. Together with --resorts: the resorts of both. Default: all.
    #[arg(long, global = true, env = "SNOW_REGION", value_name = "LIST")]
    pub region: Option<String>,
    /// Fetch nothing; serve stored data. Default: false.
    #[arg(long, global = true, env = "SNOW_NO_INGEST", num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL")]
    pub no_ingest: Option<bool>,
    /// Days of evidence to keep, 3 to 3650. Default: 14.
    #[arg(long, global = true, env = "SNOW_RETENTION_DAYS", value_name = "DAYS")]
    pub retention_days: Option<u32>,
    /// Seconds between two renderings of all records, 1 to 60; equal on all replicas. Default: 60.
    #[arg(long, global = true, env = "SNOW_TICK_SECONDS", value_name = "SECONDS")]
    pub tick_seconds: Option<u32>,
    /// Minutes during which staff can withdraw a report, 0 to 60; alerts and webhooks wait for them. Default: 15.
    #[arg(long, global = true, env = "SNOW_OPERATOR_UNDO_MINUTES", value_name = "MINUTES")]
    pub operator_undo_minutes: Option<u32>,
    /// HTTP workers. Default: one per core.
    #[arg(long, global = true, env = "SNOW_WORKERS", value_name = "NUMBER")]
    pub workers: Option<usize>,
    /// Maximum number of open connections. Default: 2048 per worker, as far as the system's limit of open files allows.
    #[arg(long, env = "SNOW_MAX_CONNECTIONS", value_name = "NUMBER")]
    pub max_connections: Option<usize>,
    /// Maximum number of open connections per client; trusted proxies are not limited. Default: 128.
    #[arg(long, env = "SNOW_MAX_CONNECTIONS_PER_CLIENT", value_name = "NUMBER")]
    pub max_connections_per_client: Option<usize>,
    /// Reverse proxies whose X-Forwarded-For is trusted: addresses and networks, comma-separated. Default: none.
    #[arg(long, env = "SNOW_TRUSTED_PROXIES", value_name = "LIST")]
    pub trusted_proxies: Option<String>,
    /// Additional host names under which the tool connector answers, besides those of the base address and loopback; *
    /// for any.
    #[arg(long, env = "SNOW_MCP_HOSTS", value_name = "LIST")]
    pub mcp_hosts: Option<String>,
    /// Additional origins of web pages that may use the tool connector (docs/decisions/connector.md); * for any.
    #[arg(long, env = "SNOW_MCP_ORIGINS", value_name = "LIST")]
    pub mcp_origins: Option<String>,
    /// Requests per minute that one client may make to the tool connector. Default: 0, no limit.
    #[arg(long, env = "SNOW_MCP_PER_MINUTE", value_name = "NUMBER")]
    pub mcp_per_minute: Option<u32>,
    /// Settings of the webhooks.
    #[command(flatten)]
    #[serde(flatten)]
    pub webhooks: WebhookSettings,
    /// Settings of accounts.
    #[command(flatten)]
    #[serde(flatten)]
    pub accounts: AccountSettings,
    /// Log format: text or json. Default: text on a terminal, else json.
    #[arg(long, global = true, env = "SNOW_LOG_FORMAT", value_name = "FORM")]
    pub log_format: Option<String>,
    /// Log the client's address in every line of the access log. Default: no.
    #[arg(long, env = "SNOW_LOG_CLIENTS", num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL")]
    pub log_clients: Option<bool>,
    /// Log filter. Default: info, actix_server=warn.
    #[arg(long, global = true, env = "SNOW_LOG", value_name = "FILTER")]
    pub log: Option<String>,
}

/// The configuration in force.
#[derive(Debug, Clone)]
pub struct Config {
    pub service_name: String,
    /// Public address, without a trailing slash.
    pub base_url: String,
    /// True if the public address was set; otherwise it is derived from the address to listen on.
    pub base_url_is_given: bool,
    /// Address to listen on.
    pub bind: SocketAddr,
    /// Separate address for the service's operator.
    pub admin_bind: Option<SocketAddr>,
    /// Folder for the embedded database.
    pub data_dir: PathBuf,
    pub database_url: Option<String>,
    /// Runs missing migrations when the database is opened.
    pub migrate: bool,
    /// The forecast upstream.
    pub open_meteo: OpenMeteo,
    /// Keeps the current winter of backfilled resorts up to date.
    pub winter_refresh: bool,
    /// Station networks to poll, in the order of the documentation.
    pub stations: Vec<LaneUpstream>,
    /// Document lanes to poll.
    pub documents: Vec<LaneUpstream>,
    /// Keys of the lanes that need one.
    pub keys: LaneKeys,
    /// Avalanche warning regions from a file; empty if those that ship with the service are used.
    pub avalanche_regions: Regions,
    pub lifts: Vec<LiftUpstream>,
    /// Lodging searches that trips link to.
    pub lodging: Vec<Partner>,
    pub cameras: Vec<CameraUpstream>,
    /// Retention time and maximum size of powder reels.
    pub reels: ReelLimits,
    /// Font of the preview pictures of shared links.
    #[cfg(feature = "previews")]
    pub preview_font: Option<PathBuf>,
    /// Enables fetching.
    pub ingest: bool,
    /// Retention time of evidence.
    pub retention: Duration,
    /// Interval between two renderings of all records.
    pub tick: Duration,
    /// Time during which staff can withdraw a report.
    pub operator_undo: Duration,
    /// Number of HTTP workers.
    pub workers: Option<usize>,
    pub connections: ConnectionLimits,
    /// Logs client addresses in the access log.
    pub log_clients: bool,
    /// Access limits of the tool connector.
    pub connector: Connector,
    /// Webhooks: keys, limits, callback policy.
    pub webhooks: Webhooks,
    /// Accounts: sign-up, mail, billing.
    pub accounts: AccountOptions,
    /// True if the upstreams are simulated.
    pub synthetic: bool,
    /// Resorts to serve and fetch.
    pub selection: Selection,
    /// Winters to fetch in the background. Only in the demo; elsewhere the service's operator runs `backfill`.
    pub backfill: Option<Backfill>,
    /// Pauses of fetching after failures.
    pub pauses: Pauses,
    /// Reads the settings again; `None` if they are not those of the command line.
    pub rereading: Option<Rereading>,
}

/// Winters to fetch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backfill {
    /// Slugs of the resorts; all resorts if empty.
    pub resorts: Vec<String>,
    /// Number of finished winters, in addition to the current one.
    pub winters: u16,
}

/// Default name of the service.
pub const DEFAULT_NAME: &str = "Open Snow Conditions";

impl Settings {
    fn or(self, other: Self) -> Self {
        Self {
            config: self.config.or(other.config),
            service_name: self.service_name.or(other.service_name),
            base_url: self.base_url.or(other.base_url),
            bind: self.bind.or(other.bind),
            admin_bind: self.admin_bind.or(other.admin_bind),
            data_dir: self.data_dir.or(other.data_dir),
            database_url: self.database_url.or(other.database_url),
            no_migrate: self.no_migrate.or(other.no_migrate),
            open_meteo_url: self.open_meteo_url.or(other.open_meteo_url),
            open_meteo_archive_url: self.open_meteo_archive_url.or(other.open_meteo_archive_url),
            open_meteo_api_key: self.open_meteo_api_key.or(other.open_meteo_api_key),
            open_meteo_models: self.open_meteo_models.or(other.open_meteo_models),
            open_meteo_daily_calls: self.open_meteo_daily_calls.or(other.open_meteo_daily_calls),
            no_winter_refresh: self.no_winter_refresh.or(other.no_winter_refresh),
            stations: self.stations.or(other.stations),
            lanes: self.lanes.or(other.lanes),
            avalanche_regions: self.avalanche_regions.or(other.avalanche_regions),
            lifts: self.lifts.or(other.lifts),
            lodging: self.lodging.or(other.lodging),
            cameras: self.cameras.or(other.cameras),
            reels: self.reels.or(other.reels),
            preview_font: self.preview_font.or(other.preview_font),
            resorts: self.resorts.or(other.resorts),
            region: self.region.or(other.region),
            no_ingest: self.no_ingest.or(other.no_ingest),
            retention_days: self.retention_days.or(other.retention_days),
            tick_seconds: self.tick_seconds.or(other.tick_seconds),
            operator_undo_minutes: self.operator_undo_minutes.or(other.operator_undo_minutes),
            workers: self.workers.or(other.workers),
            max_connections: self.max_connections.or(other.max_connections),
            max_connections_per_client: self.max_connections_per_client.or(other.max_connections_per_client),
            trusted_proxies: self.trusted_proxies.or(other.trusted_proxies),
            mcp_hosts: self.mcp_hosts.or(other.mcp_hosts),
            mcp_origins: self.mcp_origins.or(other.mcp_origins),
            mcp_per_minute: self.mcp_per_minute.or(other.mcp_per_minute),
            webhooks: self.webhooks.or(other.webhooks),
            accounts: self.accounts.or(other.accounts),
            log_format: self.log_format.or(other.log_format),
            log_clients: self.log_clients.or(other.log_clients),
            log: self.log.or(other.log),
        }
    }

    /// Validates the settings and applies the defaults.
    ///
    /// # Errors
    /// Returns an error for the first setting with an invalid value.
    pub fn config(self) -> Result<Config, ConfigError> {
        let bind = socket("bind", self.bind.as_deref().unwrap_or("127.0.0.1:8080"))?;
        let open_meteo = open_meteo::open_meteo(&self)?;
        let stations = self.lanes.stations(self.stations.as_deref())?;
        let documents = self.lanes.documents()?;
        let tick = in_range("tick-seconds", self.tick_seconds.unwrap_or(60), 1..=60)?;
        let days = in_range("retention-days", self.retention_days.unwrap_or(14), 3..=3650)?;
        let undo = in_range("operator-undo-minutes", self.operator_undo_minutes.unwrap_or(15), 0..=60)?;
        preview_font(self.preview_font.as_deref())?;
        if self.workers == Some(0) {
            return Err(wrong("workers", "must be at least 1"));
        }
        Ok(Config {
            service_name: name(self.service_name)?,
            base_url_is_given: self.base_url.is_some(),
            base_url: self.base_url.map_or_else(|| Ok(base_url_of(bind)), |url| public_address(&url))?,
            bind,
            admin_bind: self.admin_bind.as_deref().map(|text| socket("admin-bind", text)).transpose()?,
            webhooks: self.webhooks.config()?,
            accounts: self.accounts.config()?,
            data_dir: self.data_dir.unwrap_or_else(|| PathBuf::from("data")),
            database_url: database_url(self.database_url)?,
            migrate: !self.no_migrate.unwrap_or(false),
            open_meteo,
            winter_refresh: !self.no_winter_refresh.unwrap_or(false),
            stations,
            documents,
            keys: self.lanes.keys(),
            avalanche_regions: regions(self.avalanche_regions.as_deref())?,
            lifts: lifts::upstreams(self.lifts.unwrap_or_default())?,
            lodging: lodging::partners(self.lodging.unwrap_or_default())?,
            cameras: cameras::upstreams(self.cameras.unwrap_or_default())?,
            reels: self.reels.limits()?,
            #[cfg(feature = "previews")]
            preview_font: self.preview_font,
            ingest: !self.no_ingest.unwrap_or(false),
            retention: Duration::from_secs(days * 86_400),
            tick: Duration::from_secs(tick),
            operator_undo: Duration::from_secs(undo * 60),
            workers: self.workers,
            connections: connections::limits(
                self.max_connections,
                self.max_connections_per_client,
                self.workers,
            )?,
            connector: Connector::new(
                self.trusted_proxies.as_deref(),
                self.mcp_hosts.as_deref(),
                self.mcp_origins.as_deref(),
                self.mcp_per_minute,
            )?,
            log_clients: self.log_clients.unwrap_or(false),
            synthetic: false,
            selection: Selection::parse(
                self.resorts.as_deref().unwrap_or_default(),
                self.region.as_deref().unwrap_or_default(),
            ),
            backfill: None,
            pauses: Pauses::USUAL,
            rereading: None,
        })
    }
}

/// Reads a configuration file.
fn file(path: &Path) -> Result<Settings, ConfigError> {
    let text = std::fs::read_to_string(path)
        .map_err(|source| ConfigError::Unreadable { path: path.to_owned(), source })?;
    parse(path, &text)
}

fn parse(path: &Path, text: &str) -> Result<Settings, ConfigError> {
    toml::from_str(text).map_err(|error| ConfigError::Malformed {
        path: path.to_owned(),
        message: redact::redacted(error.message())
            + &error.span().map_or_else(String::new, |span| {
                format!(" (line {})", text.get(..span.start).unwrap_or_default().lines().count().max(1))
            }),
    })
}

#[cfg(test)]
mod tests;
