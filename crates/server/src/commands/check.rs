//! `check`: checks everything that the service needs from its machine, one line each, without changing anything.

use checkup::{Checkup, Finding, Line};
use clap::Args;
use sources::open_meteo::config::FREE_BASE;

use super::{block_on, print_text};
use crate::config::{Config, Settings};
use crate::database;
use crate::error::one_line;

/// Form of the result.
#[derive(Debug, Clone, Copy, Args)]
pub struct Arguments {
    /// Print a JSON array of objects with `name`, `result` (ok, warning, failed) and `text`.
    #[arg(long)]
    pub json: bool,
}

/// Runs the command.
///
/// # Errors
/// Returns a one-line message if a check fails.
pub fn run(arguments: Arguments, settings: Settings) -> Result<(), String> {
    let lines = match settings.config() {
        Err(error) => vec![Line::new("configuration", Finding::Failed(one_line(error)))],
        Ok(config) => {
            let text = format!("served as {} on {}", config.base_url, config.bind);
            let mut lines = vec![Line::new("configuration", Finding::Ok(text))];
            let fonts = Line::new("fonts", fonts(&config));
            lines.extend(block_on(checkup(config).run())?);
            lines.push(fonts);
            lines
        }
    };
    print_text(&if arguments.json { checkup::json(&lines) } else { checkup::text(&lines) })?;
    match checkup::failed(&lines) {
        0 => Ok(()),
        failed => Err(format!("{failed} of {} checks failed", lines.len())),
    }
}

fn checkup(config: Config) -> Checkup {
    Checkup {
        database: database::place(&config),
        is_embedded: config.database_url.is_none(),
        keys: config.webhooks.enabled.then(|| config.webhooks.key_source(&config.data_dir)),
        service_name: config.service_name,
        base_url: config.base_url,
        data_dir: config.data_dir,
        mail: config.accounts.mail,
        callback: config.webhooks.callback,
        name_servers: config.webhooks.name_servers,
        upstream: config.open_meteo.base_url.unwrap_or_else(|| FREE_BASE.to_owned()),
        bind: config.bind,
        admin_bind: config.admin_bind,
    }
}

/// Looks for the fonts of previews.
#[cfg(feature = "previews")]
fn fonts(config: &Config) -> Finding {
    use publication::previews::Previews;

    match Previews::new(config.preview_font.as_deref(), &config.service_name) {
        Ok(_) => Finding::Ok("previews of shared links have a font".to_owned()),
        Err(error) if config.preview_font.is_some() => Finding::Failed(one_line(error)),
        Err(error) => Finding::Warning(format!("shared links come without pictures: {error}")),
    }
}

#[cfg(not(feature = "previews"))]
fn fonts(_: &Config) -> Finding {
    Finding::Ok("not needed: this program is built without previews".to_owned())
}
