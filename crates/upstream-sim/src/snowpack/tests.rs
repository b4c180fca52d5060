use super::*;

fn depths(lat: f64, lon: f64, z: f64, start: &str, days: usize) -> Vec<f64> {
    let site = Site::new(1, lat, lon, Some(z));
    depths_cm(&Weather::new(1), &site, Timestamp::parse(start).unwrap(), days * 24)
}

#[test]
fn only_winter_has_snow() {
    for (lat, lon, z, winter, summer) in [
        (46.8, 9.8, 2_300.0, "2026-02-15T00:00:00Z", "2026-08-25T00:00:00Z"),
        (39.6, -106.5, 3_000.0, "2026-02-15T00:00:00Z", "2026-08-25T00:00:00Z"),
        (-33.3, -70.3, 3_000.0, "2026-08-01T00:00:00Z", "2026-02-20T00:00:00Z"),
    ] {
        let deep = depths(lat, lon, z, winter, 1)[0];
        assert!((15.0..500.0).contains(&deep), "{lat}: {deep}");
        let bare = depths(lat, lon, z, summer, 1)[0];
        assert!(bare < deep / 3.0, "{lat}: {deep} {bare}");
    }
}

#[test]
fn depth_is_independent_of_the_window() {
    let long = depths(46.8, 9.8, 2_300.0, "2026-01-10T00:00:00Z", 4);
    let late = depths(46.8, 9.8, 2_300.0, "2026-01-12T05:00:00Z", 1);
    assert_eq!(long.len(), 96);
    assert_eq!(long[53..77], late[..]);
}

#[test]
fn depth_runs_without_jumps() {
    let all = depths(46.8, 9.8, 2_300.0, "2025-11-01T00:00:00Z", 120);
    for pair in all.windows(2) {
        assert!((pair[1] - pair[0]).abs() < 4.0 && pair[1] >= 0.0, "{pair:?}");
    }
}
