//! The command line: one program. Every failure is one clear line and a non-zero exit code.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use runtime::logging::{self, LastLines};

use crate::commands;
use crate::commands::standalone::Standalone;
use crate::config::{self, Config, ConfigError, LoadedSettings, Rereading, Settings, wrong};
use crate::error::one_line;

/// Snow conditions of ski resorts: every value with its source, time and confidence.
///
/// Without a command the program serves. A flag overrides the environment, the environment overrides the configuration
/// file, and the file overrides the default.
#[derive(Debug, Parser)]
#[command(name = "snow-conditions", version)]
struct Cli {
    #[command(flatten)]
    settings: Settings,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    #[command(flatten)]
    Configured(ConfiguredCommand),
    #[command(flatten)]
    Standalone(Standalone),
}

/// Commands that use the settings of the deployment.
#[derive(Debug, Subcommand)]
enum ConfiguredCommand {
    /// Serve the API (the default).
    Serve,
    /// Check that the service can run here: settings, database, rights, keys, mail, names, ports, clock, fonts.
    Check(commands::check::Arguments),
    /// Print every setting in force with its origin; secrets are hidden.
    Config,
    /// Save the database, and on request the keys, in new files; the service may be running.
    Backup(commands::backup::Arguments),
    /// Serve a simulated winter without a network; every answer says that it is synthetic.
    Demo {
        /// Seed of the simulated weather.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Add resorts to this deployment.
    Import {
        /// Format of the file.
        #[command(subcommand)]
        what: Import,
    },
    /// Print the observations in a recorded upstream response as JSON lines.
    Parse {
        /// Lane, for example open-meteo.
        lane: String,
        /// File, or - for standard input.
        file: PathBuf,
    },
    /// Resolve one resort offline and print the envelope.
    Resolve(commands::resolve::Arguments),
    /// Print the stations around a resort, why each one counts or does not, and its last reading.
    Stations {
        /// Slug of the resort.
        slug: String,
    },
    /// Fetch past winters, once. Prints the cost before it starts, and may be stopped at any time.
    Backfill(commands::backfill::Arguments),
    /// Grade the archived forecasts: the error of every model and of the blend, by lead, with intervals.
    Verify(commands::verify::Arguments),
    /// Bring the database's tables up to date and exit; see --no-migrate.
    Migrate,
    /// Move all data from the SQLite file to an empty PostgreSQL database; stop the service first.
    Move(commands::relocate::Arguments),
    /// Print the cost of fetching and how often it happens.
    Budget,
    /// Share past winters as a file.
    Climate {
        /// Action to take.
        #[command(subcommand)]
        what: commands::climate::ClimateCommand,
    },
    /// Manage accounts: people, tiers, invitations, tokens, the audit log.
    Account {
        /// Action to take.
        #[command(subcommand)]
        what: commands::account::AccountCommand,
    },
    /// Manage who may report for a resort: organisations, grants, keys and members.
    Operator {
        /// Action to take.
        #[command(subcommand)]
        what: commands::operator::OperatorCommand,
    },
    /// Manage webhook subscriptions, and the receivers that are denied.
    Webhooks {
        /// Action to take.
        #[command(subcommand)]
        what: commands::webhooks::WebhookCommand,
    },
    /// Manage the keys that seal webhook secrets.
    WebhookKeys {
        /// Action to take.
        #[command(subcommand)]
        what: commands::webhook_keys::KeyCommand,
    },
}

#[derive(Debug, Subcommand)]
enum Import {
    /// Import OpenSkiMap's ski areas, CSV or GeoJSON, plain or gzip, and their terrain.
    Openskimap(commands::import::Openskimap),
    /// Import past winters from a file that `climate export` wrote.
    Winters {
        /// File of winters.
        file: PathBuf,
    },
}

/// Runs the program.
#[must_use]
pub fn run() -> ExitCode {
    let matches = program().get_matches();
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let outcome = match cli.command.unwrap_or(Command::Configured(ConfiguredCommand::Serve)) {
        Command::Standalone(command) => commands::standalone::run(&command, program()),
        Command::Configured(command) => config::load(&program(), &matches, cli.settings)
            .map_err(one_line)
            .and_then(|loaded| configured(command, loaded)),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("snow-conditions: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the definition of the command line.
#[must_use]
pub fn program() -> clap::Command {
    Cli::command()
}

/// Reads the settings of this process again: the same command line and environment, and the files as they are now.
fn reread() -> Result<LoadedSettings, String> {
    let matches = program().try_get_matches().map_err(one_line)?;
    let cli = Cli::from_arg_matches(&matches).map_err(one_line)?;
    config::load(&program(), &matches, cli.settings).map_err(one_line)
}

fn start_logging(settings: &Settings) -> Result<LastLines, ConfigError> {
    let options =
        logging::Options { filter: settings.log.as_deref(), format: settings.log_format.as_deref() };
    logging::start(options).map_err(|error| wrong(error.setting(), error.to_string()))
}

fn configured(command: ConfiguredCommand, loaded: LoadedSettings) -> Result<(), String> {
    let LoadedSettings { settings, origins } = loaded;
    let _last_lines = start_logging(&settings).map_err(one_line)?;
    let config = |settings: Settings| settings.config().map_err(one_line);
    match command {
        ConfiguredCommand::Serve => {
            let rereading = Some(Rereading { origins, reread });
            commands::serve(Config { rereading, ..config(settings)? })
        }
        ConfiguredCommand::Check(arguments) => commands::check::run(arguments, settings),
        ConfiguredCommand::Config => commands::config::run(&origins, settings),
        ConfiguredCommand::Backup(arguments) => commands::backup::run(&arguments, &config(settings)?),
        #[cfg(feature = "demo")]
        ConfiguredCommand::Demo { seed } => commands::demo::run(settings, seed),
        #[cfg(not(feature = "demo"))]
        ConfiguredCommand::Demo { .. } => {
            Err("this program is built without the simulator; build it with the feature `demo`, \
             which is on by default: cargo build --release -p server"
                .to_owned())
        }
        ConfiguredCommand::Climate { what } => commands::climate::run(&what, &config(settings)?),
        ConfiguredCommand::Import { what: Import::Winters { file } } => {
            commands::climate::import(&config(settings)?, &file)
        }
        ConfiguredCommand::Import { what: Import::Openskimap(arguments) } => {
            commands::import::openskimap(&arguments, &config(settings)?)
        }
        ConfiguredCommand::Parse { lane, file } => commands::parse::run(&lane, &file),
        ConfiguredCommand::Resolve(arguments) => commands::resolve::run(&arguments, &config(settings)?),
        ConfiguredCommand::Stations { slug } => commands::stations::run(&slug, &config(settings)?),
        ConfiguredCommand::Backfill(arguments) => commands::backfill::run(arguments, &config(settings)?),
        ConfiguredCommand::Verify(arguments) => commands::verify::run(&arguments, &config(settings)?),
        ConfiguredCommand::Migrate => commands::migrate::run(&config(settings)?),
        ConfiguredCommand::Move(arguments) => commands::relocate::run(arguments, &config(settings)?),
        ConfiguredCommand::Budget => commands::budget::run(&config(settings)?),
        ConfiguredCommand::Account { what } => commands::account::run(what, &config(settings)?),
        ConfiguredCommand::Operator { what } => commands::operator::run(what, &config(settings)?),
        ConfiguredCommand::Webhooks { what } => commands::webhooks::run(what, &config(settings)?),
        ConfiguredCommand::WebhookKeys { what } => commands::webhook_keys::run(what, &config(settings)?),
    }
}
