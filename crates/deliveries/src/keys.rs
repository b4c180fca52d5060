//! The keys of the webhook secrets: in the settings, or in a file that is created at the first start and read again
//! when an unknown key appears. The file is never created again while the database contains sealed secrets.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arc_swap::ArcSwap;
use runtime::random;
use storage::webhooks::subscriptions::sealed_page;
use storage::{Store, StoreError, settings};
use uuid::Uuid;
use webhooks::Secret;
use webhooks::seal::{KeyRing, KeyRingError, NONCE_BYTES, SealError};

/// Setting with the id of the current sealing key. A process whose key ring lacks it belongs to another deployment, or
/// has lost its key file.
const SETTING: &str = "webhooks.key";

/// Comment at the top of a key file.
const HEADER: &str = "# Keys of the webhook secrets: base64 of 32 bytes each, the current one first. Keep a copy apart\n\
                      # from the database's: without it no stored secret can be used, with it all of them can.\n";

/// The place of the key ring.
#[derive(Debug, Clone)]
pub enum KeySource {
    /// In the settings.
    Given(KeyRing),
    /// In a file, created if it does not exist.
    File(PathBuf),
}

impl KeySource {
    /// Returns the file; `None` if the keys are in the settings.
    #[must_use]
    pub fn into_file(self) -> Option<PathBuf> {
        match self {
            Self::Given(_) => None,
            Self::File(path) => Some(path),
        }
    }
}

/// The keys of this deployment, as this process knows them.
#[derive(Debug)]
pub struct Keys {
    source: KeySource,
    ring: ArcSwap<KeyRing>,
}

/// A problem with the keys. Contains no key.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The file cannot be read.
    #[error("cannot read the key file {path}: {source}")]
    Unreadable {
        /// Path of the file.
        path: PathBuf,
        /// Error of the system.
        #[source]
        source: std::io::Error,
    },
    /// The file cannot be written.
    #[error("cannot write the key file {path}: {source}; choose another with --webhook-key-file")]
    Unwritable {
        /// Path of the file.
        path: PathBuf,
        /// Error of the system.
        #[source]
        source: std::io::Error,
    },
    /// The file is not a key file.
    #[error("key file {path}: {error}")]
    Malformed {
        /// Path of the file.
        path: PathBuf,
        error: KeyRingError,
    },
    /// The file does not exist, but there are secrets that need it.
    #[error(
        "the key file {path} is missing, but the database's webhook secrets are sealed; restore it from its backup or \
         copy it from another replica, or, when it is lost for good, run `snow-conditions webhook-keys abandon`"
    )]
    Missing {
        /// Path of the file.
        path: PathBuf,
    },
    /// The keys do not match the database.
    #[error(
        "the database's webhook secrets are sealed with the key {id}, which is not among the keys given here; give \
         every replica the same keys, or, when that one is lost for good, run `snow-conditions webhook-keys abandon`"
    )]
    Foreign {
        /// Id of the database's key.
        id: String,
    },
    /// Keys in the settings can only be changed there, by the operator.
    #[error("the keys are in the setting webhook-keys: change them there, then run `webhook-keys reseal`")]
    Given,
    /// The key ring is full.
    #[error("the key ring is full: {0}; run `webhook-keys drop-old`")]
    Full(KeyRingError),
    /// The system has no random numbers.
    #[error("the system returned no random numbers: {0}")]
    Random(#[from] getrandom::Error),
    /// The database cannot be read or written.
    #[error(transparent)]
    Storage(#[from] StoreError),
}

/// Creates a secret for a subscription.
///
/// # Errors
/// Returns an error if the system has no random numbers.
pub fn new_secret() -> Result<Secret, getrandom::Error> {
    Secret::generate(|key| getrandom::fill(key))
}

impl Keys {
    /// Returns the keys for a service that starts on `store`. A key file is created if it does not exist and nothing is
    /// sealed yet.
    ///
    /// # Errors
    /// Returns a [`KeyError`]; nothing is written then.
    pub async fn start(source: &KeySource, store: &Store) -> Result<Self, KeyError> {
        let (known, any) = store
            .read(|conn| Ok((settings::get(conn, SETTING)?, !sealed_page(conn, None, 1)?.is_empty())))
            .await?;
        let keys = match Self::load(source)? {
            Some(keys) => keys,
            None if known.is_some() || any => return Err(source.missing()),
            None => Self::make(source)?,
        };
        let ring = keys.ring();
        let foreign = store
            .run(move |conn| {
                let known = settings::get(conn, SETTING)?;
                if let Some(id) = known.clone().filter(|id| !ring.ids().any(|own| own.to_string() == *id)) {
                    return Ok(Some(id));
                }
                let current = ring.current().to_string();
                if known.as_deref() != Some(current.as_str()) {
                    settings::set(conn, SETTING, &current)?;
                }
                Ok(None)
            })
            .await?;
        match foreign {
            Some(id) => Err(KeyError::Foreign { id }),
            None => Ok(keys),
        }
    }

    /// Reads the keys; returns `None` if the file does not exist.
    ///
    /// # Errors
    /// Returns an error for a file that cannot be read or is not a key file.
    pub fn load(source: &KeySource) -> Result<Option<Self>, KeyError> {
        let ring = match source {
            KeySource::Given(ring) => Some(ring.clone()),
            KeySource::File(path) => read(path)?,
        };
        let of = |ring| Self { source: source.clone(), ring: ArcSwap::from_pointee(ring) };
        Ok(ring.map(of))
    }

    /// Creates a file with a new key. If another process creates one at the same moment, both use that one.
    fn make(source: &KeySource) -> Result<Self, KeyError> {
        let KeySource::File(path) = source else { return Err(KeyError::Given) };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .map_err(|source| KeyError::Unwritable { path: path.clone(), source })?;
        }
        let ring = KeyRing::from_key(random::bytes()?);
        if write_new(path, &ring)? {
            tracing::info!(
                path = %path.display(),
                "created a key file for webhook secrets; keep a copy of it apart from the database's"
            );
        }
        Self::load(source)?.ok_or_else(|| source.missing())
    }

    /// Returns the key ring from the last read.
    #[must_use]
    pub fn ring(&self) -> Arc<KeyRing> {
        self.ring.load_full()
    }

    /// Opens a stored secret of a subscription. If its key is not on the ring, it may have been added since, so the
    /// file is read again.
    ///
    /// # Errors
    /// Returns the reason why it cannot be opened.
    pub fn open(&self, subscription: Uuid, sealed: &str) -> Result<Secret, SealError> {
        match self.ring.load().open(subscription, sealed) {
            Err(SealError::UnknownKey) => {
                self.reload();
                self.ring.load().open(subscription, sealed)
            }
            outcome => outcome,
        }
    }

    /// Seals a secret of a subscription with the current key.
    ///
    /// # Errors
    /// Returns [`SealError::Seal`], also if the system has no random numbers.
    pub fn seal(&self, subscription: Uuid, secret: &Secret) -> Result<String, SealError> {
        self.reload();
        let nonce = random::bytes::<NONCE_BYTES>().map_err(|_| SealError::Seal)?;
        self.ring.load().seal(subscription, secret, nonce)
    }

    /// Reads the file again; if that fails, the ring stays unchanged.
    pub fn reload(&self) {
        let KeySource::File(path) = &self.source else { return };
        match read(path) {
            Ok(Some(ring)) => self.ring.store(Arc::new(ring)),
            Ok(None) => {
                tracing::warn!(path = %path.display(), "the key file is gone; using the keys read before")
            }
            Err(error) => tracing::warn!(%error, "cannot read the key file; using the keys read before"),
        }
    }

    /// Writes another ring to the file.
    ///
    /// # Errors
    /// Returns [`KeyError::Given`] for keys in the settings, or the error of the system.
    pub fn replace(&self, ring: KeyRing) -> Result<(), KeyError> {
        let KeySource::File(path) = &self.source else { return Err(KeyError::Given) };
        write_over(path, &ring)?;
        self.ring.store(Arc::new(ring));
        Ok(())
    }
}

impl KeySource {
    fn missing(&self) -> KeyError {
        match self {
            Self::Given(_) => KeyError::Given,
            Self::File(path) => KeyError::Missing { path: path.clone() },
        }
    }
}

/// Loads the keys or creates a file, for the command that gives up lost keys.
///
/// # Errors
/// Returns the errors of [`Keys::start`].
pub fn load_or_make(source: &KeySource) -> Result<Keys, KeyError> {
    match Keys::load(source)? {
        Some(keys) => Ok(keys),
        None => Keys::make(source),
    }
}

/// Records in the database which key seals.
///
/// # Errors
/// Returns an error if the database fails.
pub fn note_current(store: &Store, ring: &KeyRing) -> Result<(), StoreError> {
    let current = ring.current().to_string();
    store.run_blocking(move |conn| settings::set(conn, SETTING, &current))
}

fn read(path: &Path) -> Result<Option<KeyRing>, KeyError> {
    let text = match fs::read_to_string(path) {
        Ok(text) => zeroize::Zeroizing::new(text),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(KeyError::Unreadable { path: path.to_owned(), source }),
    };
    let ring = KeyRing::parse(&text);
    ring.map(Some).map_err(|error| KeyError::Malformed { path: path.to_owned(), error })
}

/// Writes a file that only its owner can read, unless it exists already. The file appears whole or not at all.
fn write_new(path: &Path, ring: &KeyRing) -> Result<bool, KeyError> {
    let written = write_beside(path, ring).and_then(|beside| {
        let linked = fs::hard_link(&beside, path);
        let _ = fs::remove_file(&beside);
        match linked {
            Ok(()) => sync_folder(path).map(|()| true),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(error),
        }
    });
    written.map_err(|source| KeyError::Unwritable { path: path.to_owned(), source })
}

fn write_over(path: &Path, ring: &KeyRing) -> Result<(), KeyError> {
    let written = write_beside(path, ring).and_then(|beside| {
        fs::rename(&beside, path).inspect_err(|_| {
            let _ = fs::remove_file(&beside);
        })?;
        sync_folder(path)
    });
    written.map_err(|source| KeyError::Unwritable { path: path.to_owned(), source })
}

fn write_beside(path: &Path, ring: &KeyRing) -> std::io::Result<PathBuf> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}", Uuid::new_v4().simple()));
    let beside = path.with_file_name(name);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&beside)?;
    file.write_all(HEADER.as_bytes())?;
    file.write_all(ring.expose().as_bytes())?;
    keep_owner(path, &beside)?;
    file.sync_all()?;
    Ok(beside)
}

/// Copies the owner of a file: the service may run as another user than the one who changes its keys.
fn keep_owner(of: &Path, to: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    if let Ok(known) = fs::metadata(of) {
        use std::os::unix::fs::{MetadataExt as _, chown};
        let own = fs::metadata(to)?;
        if (own.uid(), own.gid()) != (known.uid(), known.gid()) {
            chown(to, Some(known.uid()), Some(known.gid()))?;
        }
        fs::set_permissions(to, known.permissions())?;
    }
    Ok(())
}

/// Makes a new name durable by syncing its folder.
fn sync_folder(path: &Path) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

#[cfg(test)]
mod tests;
