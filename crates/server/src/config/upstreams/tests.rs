//! Tests of `config::upstreams`.

use clap::{Args as _, FromArgMatches as _};

use super::*;
use crate::config::Settings;

fn from_flags(flags: &[&str]) -> Result<LaneUrls, clap::Error> {
    let command = LaneUrls::augment_args(Command::new("x").no_binary_name(true));
    LaneUrls::from_arg_matches(&command.try_get_matches_from(flags)?)
}

#[test]
fn every_network_of_the_table_has_a_flag_a_variable_and_a_key() {
    let readme = include_str!("../../../../../README.md");
    for network in NETWORKS {
        let id = network.meta().id;
        let flag = format!("--{id}-url");
        let urls = from_flags(&[&flag, "http://127.0.0.1:9"]).unwrap();
        let file: Settings = toml::from_str(&format!("{id}_url = 'http://127.0.0.1:9'")).unwrap();
        assert_eq!(urls, file.lane_urls);
        assert_eq!(urls.stations(Some(id)).unwrap()[0].base_url, "http://127.0.0.1:9");
        assert!(NAMED.iter().any(|named| named.variable == format!("SNOW_{}_URL", id.to_uppercase())));
        assert!(readme.contains(&format!("`{flag}`")) && readme.contains(&format!("`{id}`")), "{id}");
    }
    assert!(from_flags(&["--nosuch-url", "x"]).is_err());
    assert!(toml::from_str::<Settings>("nosuch_url = 'x'").is_err());
}

#[test]
fn flags_win_over_the_file() {
    let of = |url: &str| LaneUrls(BTreeMap::from([("slf", url.to_owned())]));
    assert_eq!(of("a").or(of("b")), of("a"));
    assert_eq!(LaneUrls::default().or(of("b")), of("b"));
}

#[test]
fn a_lane_of_documents_is_asked_at_the_public_address_unless_told_otherwise() {
    let readme = include_str!("../../../../../README.md");
    let all = LaneUrls::default().documents().unwrap();
    assert_eq!(all.len(), DOCUMENT_LANES.len());
    for lane in DOCUMENT_LANES {
        let (id, flag) = (lane.meta().id, format!("--{}-url", lane.meta().id));
        assert!(all.iter().any(|upstream| upstream.lane == id && upstream.base_url == lane.meta().base_url));
        let given = from_flags(&[&flag, "http://127.0.0.1:9"]).unwrap().documents().unwrap();
        assert!(
            given.iter().any(|upstream| upstream.lane == id && upstream.base_url == "http://127.0.0.1:9")
        );
        let none = from_flags(&[&flag, "none"]).unwrap().documents().unwrap();
        assert!(none.iter().all(|upstream| upstream.lane != id));
        assert!(from_flags(&[&flag, "nonsense"]).unwrap().documents().is_err());
        assert!(readme.contains(&format!("`{flag}`")), "{id}");
    }
}
