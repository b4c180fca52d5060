use super::*;
use crate::config::{Config, Settings};

const WHOLE: &str =
    "id = 'base'\nname = 'Base'\nurl = 'https://cams.example.org/base.jpg'\nowner = 'A resort'\n";

fn config(text: &str) -> Result<Config, ConfigError> {
    toml::from_str::<Settings>(text).unwrap().config()
}

fn camera(entry: &str) -> Result<Config, ConfigError> {
    config(&format!("[[cameras]]\nslug = 'alta'\n{entry}"))
}

#[test]
fn only_listed_cameras_are_recorded() {
    assert_eq!(config("").unwrap().cameras, []);
    let shown = camera(WHOLE).unwrap();
    assert!(!shown.cameras[0].camera.is_recorded);
    let recorded = camera(&format!("{WHOLE}record = true\ninterval_minutes = 5")).unwrap();
    let camera = &recorded.cameras[0];
    assert!(camera.camera.is_recorded);
    assert_eq!(
        (camera.every, camera.origin().as_str()),
        (Duration::from_secs(300), "https://cams.example.org")
    );
}

#[test]
fn invalid_cameras_are_named() {
    for (from, to, named) in [
        ("id = 'base'", "id = 'Base/..'", "id may contain"),
        ("name = 'Base'", "name = ' '", "name must be"),
        ("owner = 'A resort'", "owner = ''", "owner must be"),
        ("https://cams.example.org/base.jpg", "ftp://cams.example.org", "url is not"),
        ("https://cams.example.org/base.jpg", "https://u:hush@cams.example.org/", "url is not"),
        ("owner = 'A resort'", "owner = 'A resort'\npage = 'javascript:alert(1)'", "page is not"),
        (
            "owner = 'A resort'",
            "owner = 'A resort'\ninterval_minutes = 4",
            "interval_minutes must be 5 to 60, not 4",
        ),
    ] {
        let error = camera(&WHOLE.replace(from, to)).unwrap_err().to_string();
        assert!(error.starts_with("setting cameras: camera `") && error.contains(named), "{error}");
        assert!(!error.contains("hush") && !error.contains('\n'), "{error}");
    }
    let twice = format!("{WHOLE}[[cameras]]\nslug = 'alta'\n{WHOLE}");
    assert!(camera(&twice).unwrap_err().to_string().contains("is listed twice"));
    let same = format!("{WHOLE}[[cameras]]\nslug = 'vail'\n{WHOLE}");
    assert!(camera(&same).unwrap_err().to_string().contains("same url"));
    assert!(toml::from_str::<Settings>("[[cameras]]\nslug = 'alta'\nuri = 'x'").is_err());
}

#[test]
fn reels_are_bounded() {
    assert_eq!(config("").unwrap().reels.keep, Duration::from_secs(90 * 86_400));
    for (file, named) in [("reel_days = 0", "reel-days"), ("reel_mebibytes = 1", "reel-mebibytes")] {
        let error = config(file).unwrap_err().to_string();
        assert!(error.starts_with(&format!("setting {named}: ")), "{error}");
    }
}
