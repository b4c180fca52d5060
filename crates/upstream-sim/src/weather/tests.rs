use super::*;

fn series(site: &Site, from: &str, count: u32) -> Vec<Hour> {
    let weather = Weather::new(1);
    let start = hours(Timestamp::parse(from).unwrap());
    (0..count)
        .map(|i| {
            let at = start + f64::from(i);
            hour(site, weather.drivers(site, at), at)
        })
        .collect()
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len() as f64;
    values.sum::<f64>() / count
}

#[test]
fn seasons_follow_the_hemisphere() {
    for (lat, lon, z, colder, warmer) in [
        (46.8, 9.8, 2_300.0, "2026-01-05T00:00:00Z", "2026-07-05T00:00:00Z"),
        (39.6, -106.5, 3_000.0, "2026-01-05T00:00:00Z", "2026-07-05T00:00:00Z"),
        (42.8, 140.7, 800.0, "2026-01-05T00:00:00Z", "2026-07-05T00:00:00Z"),
        (-45.0, 168.8, 1_500.0, "2026-07-05T00:00:00Z", "2026-01-05T00:00:00Z"),
    ] {
        let site = Site::new(1, lat, lon, Some(z));
        let of = |from| mean(series(&site, from, 24 * 30).iter().map(|hour| hour.temp_c(z)));
        let (cold, warm) = (of(colder), of(warmer));
        assert!((-18.0..2.0).contains(&cold), "{lat} {cold}");
        assert!(warm > cold + 6.0, "{lat} {cold} {warm}");
    }
}

#[test]
fn water_is_plausible() {
    for (lat, lon) in [(46.8, 9.8), (39.6, -106.5), (42.8, 140.7), (-33.3, -70.3), (61.0, 8.0)] {
        let site = Site::new(1, lat, lon, Some(2_000.0));
        let days: Vec<f64> = series(&site, "2025-11-01T00:00:00Z", 24 * 180)
            .chunks(24)
            .map(|day| day.iter().map(|hour| hour.water_mm).sum())
            .collect();
        assert!(days.iter().all(|day| (0.0..=72.0).contains(day)));
        let total: f64 = days.iter().sum();
        assert!((150.0..2_500.0).contains(&total), "{lat}: {total}");
        let dry = days.iter().filter(|day| **day < 0.1).count();
        assert!((30..170).contains(&dry), "{lat}: {dry}");
    }
}

#[test]
fn neighbours_share_storms() {
    let weather = Weather::new(3);
    let storms = |lat, lon| -> Vec<f64> {
        let site = Site::new(3, lat, lon, None);
        (0..2_000).map(|hour| weather.drivers(&site, f64::from(hour)).storm).collect()
    };
    let alike = |a: &[f64], b: &[f64]| {
        let norm = |v: &[f64]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
        a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>() / norm(a) / norm(b)
    };
    let here = storms(46.8, 9.8);
    assert!(alike(&here, &storms(46.5, 9.5)) > 0.95);
    assert!(alike(&here, &storms(39.6, -106.5)).abs() < 0.7);
}

#[test]
fn freezing_level_and_lapse_agree() {
    let site = Site::new(1, 46.8, 9.8, Some(2_000.0));
    for hour in series(&site, "2026-03-01T00:00:00Z", 200) {
        assert!((hour.temp_c(1_000.0) - hour.temp_c(2_000.0) - 6.5).abs() < 1e-9);
        assert!(hour.freezing_level_m() >= 0.0);
        assert!(hour.gust_mps > hour.wind_mps);
        assert!((0.0..360.0).contains(&hour.wind_from_deg));
        assert!((0.0..=100.0).contains(&hour.humidity_pct) && (0.0..=100.0).contains(&hour.cloud_pct));
    }
}
