//! Checks of this machine: database, rights and keys.

use std::fs;
use std::path::Path;

use command_line::one_line;
use deliveries::keys::{KeySource, Keys};
use runtime::opening;
use storage::{Options, StoreError};

use super::{Checkup, Finding};

/// Opens the database without creating or migrating it.
pub(super) fn database(checkup: &Checkup) -> Finding {
    let place = &checkup.database;
    let shown = storage::redact(place);
    if checkup.is_embedded && !Path::new(place).exists() {
        return Finding::Ok(format!("{shown} will be created at the first start"));
    }
    let options = Options { create: false, migrate: false, ..Options::default() };
    match opening::open_with(place, &options) {
        Ok(_) if storage::is_trusting(place) => {
            Finding::Warning(format!("{shown}: the connection is not verified; set sslmode=verify-full"))
        }
        Ok(_) => Finding::Ok(shown),
        Err(StoreError::Outdated { pending, .. }) => {
            Finding::Ok(format!("{shown}: {pending} migrations run at the next start"))
        }
        Err(error) => Finding::Failed(one_line(error)),
    }
}

/// Checks that this user may write to the data folder, and that no other user may read it.
pub(super) fn rights(checkup: &Checkup) -> Finding {
    let folder = &checkup.data_dir;
    let metadata = match fs::metadata(folder) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Finding::Ok(format!("{} will be created at the first start", folder.display()));
        }
        Err(error) => return Finding::Failed(format!("{}: {error}", folder.display())),
    };
    let probe = folder.join(format!(".check-{}", std::process::id()));
    if let Err(error) = fs::write(&probe, b"").and_then(|()| fs::remove_file(&probe)) {
        let advice = "run this as the service's user, or give the folder to that user with chown -R";
        return Finding::Failed(format!("{} cannot be written ({error}); {advice}", folder.display()));
    }
    #[cfg(unix)]
    if std::os::unix::fs::MetadataExt::mode(&metadata) & 0o007 != 0 {
        return Finding::Warning(format!("{} is open to every user; chmod o= closes it", folder.display()));
    }
    #[cfg(not(unix))]
    drop(metadata);
    Finding::Ok(format!("{} can be written", folder.display()))
}

/// Reads the webhook keys.
pub(super) fn keys(checkup: &Checkup) -> Finding {
    let Some(source) = &checkup.keys else {
        return Finding::Ok("webhooks are switched off".to_owned());
    };
    let place = match source {
        KeySource::Given(_) => "the settings".to_owned(),
        KeySource::File(path) => path.display().to_string(),
    };
    match Keys::load(source) {
        Ok(Some(keys)) => Finding::Ok(format!("{} in {place}", keys.ring().ids().count())),
        Ok(None) => Finding::Ok(format!("{place} will be created at the first start")),
        Err(error) => Finding::Failed(one_line(error)),
    }
}
