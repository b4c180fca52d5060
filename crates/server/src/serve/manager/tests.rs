use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::net::SocketAddr;

use uuid::Uuid;

use super::*;

fn heard(socket: &UnixDatagram) -> String {
    let mut bytes = [0; 100];
    let length = socket.recv(&mut bytes).unwrap();
    String::from_utf8_lossy(&bytes[..length]).into_owned()
}

#[test]
fn states_reach_paths_and_abstract_names() {
    let path = std::env::temp_dir().join(format!("snow-notify-{}", Uuid::new_v4()));
    let at_path = UnixDatagram::bind(&path).unwrap();
    Manager::at(path.as_os_str(), None).unwrap().notify("READY=1");
    assert_eq!(heard(&at_path), "READY=1");
    std::fs::remove_file(&path).unwrap();

    let name = format!("snow-notify-{}", Uuid::new_v4());
    let named = UnixDatagram::bind_addr(&SocketAddr::from_abstract_name(&name).unwrap()).unwrap();
    Manager::at(OsStr::new(&format!("@{name}")), None).unwrap().notify("STOPPING=1");
    assert_eq!(heard(&named), "STOPPING=1");

    // The socket is closed, and sending has no effect.
    assert!(Manager::at(path.as_os_str(), None).is_err());
    Manager::default().notify("READY=1");
}

#[test]
fn watchdog_is_notified() {
    let name = format!("snow-watchdog-{}", Uuid::new_v4());
    let named = UnixDatagram::bind_addr(&SocketAddr::from_abstract_name(&name).unwrap()).unwrap();
    let every = Some(Duration::from_millis(2));
    let manager = Arc::new(Manager::at(OsStr::new(&format!("@{name}")), every).unwrap());
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    manager.watch(&runtime);
    assert_eq!([heard(&named), heard(&named)], ["WATCHDOG=1", "WATCHDOG=1"]);
}
