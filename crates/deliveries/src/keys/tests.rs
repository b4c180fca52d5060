use std::os::unix::fs::PermissionsExt as _;

use runtime::opening;

use super::*;

const ROW: Uuid = Uuid::from_u128(7);

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("snow-keys-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn database(folder: &Path) -> Store {
    opening::open(&folder.join("x.sqlite").to_string_lossy()).unwrap()
}

#[tokio::test]
async fn file_is_private_and_created_once() {
    let folder = folder("made");
    let source = KeySource::File(folder.join("webhook.keys"));
    let store = database(&folder);
    let first = Keys::start(&source, &store).await.unwrap();
    let mode = fs::metadata(folder.join("webhook.keys")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let second = Keys::start(&source, &store).await.unwrap();
    assert_eq!(first.ring().current(), second.ring().current());
    assert_eq!(
        fs::read_dir(&folder)
            .unwrap()
            .filter(|entry| { entry.as_ref().unwrap().file_name().to_string_lossy().contains("keys") })
            .count(),
        1,
        "no temporary file is left"
    );
}

#[tokio::test]
async fn lost_or_foreign_file_stops_start() {
    let folder = folder("lost");
    let path = folder.join("webhook.keys");
    let source = KeySource::File(path.clone());
    let store = database(&folder);
    Keys::start(&source, &store).await.unwrap();
    fs::remove_file(&path).unwrap();
    assert!(matches!(Keys::start(&source, &store).await.unwrap_err(), KeyError::Missing { .. }));
    assert!(!path.exists());
    let other = KeySource::Given(KeyRing::from_key([9; 32]));
    assert!(matches!(Keys::start(&other, &store).await.unwrap_err(), KeyError::Foreign { .. }));
}

#[tokio::test]
async fn unknown_key_reloads_the_file() {
    let folder = folder("later");
    let source = KeySource::File(folder.join("webhook.keys"));
    let store = database(&folder);
    let (running, command) =
        (Keys::start(&source, &store).await.unwrap(), Keys::start(&source, &store).await.unwrap());
    let secret = Secret::from_key(&[5; 32]);
    let old = running.seal(ROW, &secret).unwrap();
    command.replace(command.ring().with_new([8; 32]).unwrap()).unwrap();
    let new = command.seal(ROW, &secret).unwrap();
    assert_eq!(running.open(ROW, &new).unwrap().expose(), secret.expose());
    assert_eq!(running.open(ROW, &old).unwrap().expose(), secret.expose());
    assert!(running.ring().is_current(&running.seal(ROW, &secret).unwrap()));
}

#[tokio::test]
async fn start_requires_the_sealing_key() {
    let folder = folder("noted");
    let store = database(&folder);
    let old = KeyRing::from_key([1; 32]);
    let both = old.with_new([2; 32]).unwrap();
    Keys::start(&KeySource::Given(old.clone()), &store).await.unwrap();
    Keys::start(&KeySource::Given(both.clone()), &store).await.unwrap();
    let error = Keys::start(&KeySource::Given(old), &store).await.unwrap_err().to_string();
    assert!(error.contains(&both.current().to_string()) && !error.contains('\n'), "{error}");
}

#[test]
fn malformed_file_is_named_not_quoted() {
    let folder = folder("none");
    let path = folder.join("webhook.keys");
    fs::write(&path, "hush").unwrap();
    let error = Keys::load(&KeySource::File(path.clone())).unwrap_err().to_string();
    assert!(error.contains("webhook.keys") && !error.contains("hush"), "{error}");
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert!(matches!(Keys::load(&KeySource::File(path)).unwrap_err(), KeyError::Unreadable { .. }));
}
