use clap::{Args as _, FromArgMatches as _};

use super::*;
use crate::config::Settings;

fn from_flags(flags: &[&str]) -> Result<LaneSettings, clap::Error> {
    let command = LaneSettings::augment_args(Command::new("x").no_binary_name(true));
    LaneSettings::from_arg_matches(&command.try_get_matches_from(flags)?)
}

#[test]
fn every_network_has_all_settings() {
    let document = include_str!("../../../../../docs/configuration.md");
    for network in NETWORKS {
        let id = network.meta().id;
        let flag = format!("--{id}-url");
        let urls = from_flags(&[&flag, "http://127.0.0.1:9"]).unwrap();
        let file: Settings = toml::from_str(&format!("{id}_url = 'http://127.0.0.1:9'")).unwrap();
        assert_eq!(urls, file.lanes);
        assert_eq!(urls.stations(Some(id)).unwrap()[0].base_url, "http://127.0.0.1:9");
        assert!(NAMED.iter().any(|named| named.variable == format!("SNOW_{}_URL", id.to_uppercase())));
        assert!(
            document.contains(&format!("`{flag}`")) && document.contains(&format!("station network {id},")),
            "{id}"
        );
    }
    assert!(from_flags(&["--nosuch-url", "x"]).is_err());
    assert!(toml::from_str::<Settings>("nosuch_url = 'x'").is_err());
}

#[test]
fn flags_override_the_file() {
    let of = |url: &str| LaneSettings {
        urls: BTreeMap::from([("slf", url.to_owned())]),
        ..LaneSettings::default()
    };
    assert_eq!(of("a").or(of("b")), of("a"));
    assert_eq!(LaneSettings::default().or(of("b")), of("b"));
}

#[test]
fn document_lanes_use_public_addresses() {
    let document = include_str!("../../../../../docs/configuration.md");
    let all = LaneSettings::default().documents().unwrap();
    let open = || facts().filter(|lane| !lane.needs_key);
    assert_eq!(all.len(), open().count(), "none that needs a key");
    for lane in open() {
        let (id, flag) = (lane.meta.id, format!("--{}-url", lane.meta.id));
        assert!(all.iter().any(|upstream| upstream.lane == id && upstream.base_url == lane.meta.base_url));
        let given = from_flags(&[&flag, "http://127.0.0.1:9"]).unwrap().documents().unwrap();
        assert!(
            given.iter().any(|upstream| upstream.lane == id && upstream.base_url == "http://127.0.0.1:9")
        );
        let none = from_flags(&[&flag, "none"]).unwrap().documents().unwrap();
        assert!(none.iter().all(|upstream| upstream.lane != id));
        assert!(from_flags(&[&flag, "nonsense"]).unwrap().documents().is_err());
        assert!(document.contains(&format!("`{flag}`")), "{id}");
    }
}

#[test]
fn lanes_with_keys_hide_them() {
    let document = include_str!("../../../../../docs/configuration.md");
    let keyed: Vec<&str> = facts().filter(|lane| lane.needs_key).map(|lane| lane.meta.id).collect();
    assert!(keyed.len() >= 8, "{keyed:?}");
    for id in keyed {
        let (flag, url) = (format!("--{id}-key"), format!("--{id}-url"));
        let is_asked =
            |settings: &LaneSettings| settings.documents().unwrap().iter().any(|one| one.lane == id);
        let given = from_flags(&[&flag, " hunter2 "]).unwrap();
        assert!(is_asked(&given) && given.keys()[id].reveal() == "hunter2", "{id}");
        assert!(!format!("{given:?}").contains("hunter2"));
        assert!(!is_asked(&from_flags(&[&flag, "  "]).unwrap()), "an empty key counts as missing");
        assert!(!is_asked(&from_flags(&[&flag, "hunter2", &url, "none"]).unwrap()));
        assert!(!is_asked(&from_flags(&[&url, "http://127.0.0.1:9"]).unwrap()), "an address is not a key");
        let file: Settings = toml::from_str(&format!("{}_key = 'hunter2'", id.replace('-', "_"))).unwrap();
        assert_eq!(file.lanes.keys()[id].reveal(), "hunter2");
        assert!(!format!("{:?}", file.config().unwrap()).contains("hunter2"));
        let mut help = Vec::new();
        let mut command = LaneSettings::augment_args(Command::new("x").no_binary_name(true));
        command.write_long_help(&mut help).unwrap();
        assert!(!String::from_utf8(help).unwrap().contains("hunter2"));
        assert!(document.contains(&format!("`{flag}`")) && document.contains(&format!("`{url}`")), "{id}");
    }
}
