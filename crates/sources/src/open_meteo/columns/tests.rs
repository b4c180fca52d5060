use super::*;

#[test]
fn every_unit_converts() {
    for (quantity, unit, value, expected) in [
        (Quantity::Temperature, "°C", -3.5, -3.5),
        (Quantity::Temperature, "°F", 14.0, -10.0),
        (Quantity::Temperature, "K", 263.15, -10.0),
        (Quantity::Humidity, "%", 93.0, 93.0),
        (Quantity::Precipitation, "mm", 0.7, 0.7),
        (Quantity::Precipitation, "inch", 1.0, 25.4),
        (Quantity::Precipitation, "kg/m²", 2.0, 2.0),
        (Quantity::Snowfall, "cm", 0.14, 0.14),
        (Quantity::Snowfall, "inch", 10.0, 25.4),
        (Quantity::Wind, "km/h", 36.0, 10.0),
        (Quantity::Wind, "mp/h", 10.0, 4.470_4),
        (Quantity::WindDirection, "°", 290.0, 290.0),
        (Quantity::Gust, "kn", 36.0, 18.52),
        (Quantity::Gust, "m/s", 8.2, 8.2),
        (Quantity::FreezingLevel, "ft", 10_000.0, 3_048.0),
        (Quantity::FreezingLevel, "m", 2_150.0, 2_150.0),
        (Quantity::SnowDepth, "m", 1.23, 123.0),
        (Quantity::SnowDepth, "ft", 10.0, 304.8),
        (Quantity::Cloud, "%", 0.0, 0.0),
    ] {
        let got = quantity.conversion(unit).and_then(|conversion| conversion.apply(value)).unwrap();
        assert!((f64::from(got) - expected).abs() < 1e-3, "{quantity:?} {unit}: {got} != {expected}");
    }
}

#[test]
fn foreign_units_are_not_guessed() {
    for (quantity, unit) in [
        (Quantity::Temperature, "undefined"),
        (Quantity::Temperature, "C"),
        (Quantity::Temperature, ""),
        (Quantity::Wind, "mm"),
        (Quantity::WindDirection, "%"),
        (Quantity::Precipitation, "m/s"),
        (Quantity::Humidity, "g/kg"),
        (Quantity::SnowDepth, "undefined"),
    ] {
        assert_eq!(quantity.conversion(unit), None, "{quantity:?} {unit}");
    }
}

#[test]
fn out_of_range_values_are_none() {
    let same = Quantity::Temperature.conversion("°C").unwrap();
    assert_eq!(same.apply(1e300), None);
    assert_eq!(same.apply(f64::NAN), None);
    assert!(same.apply(-0.0).unwrap().is_sign_positive());
}

#[test]
fn former_names_are_understood() {
    assert_eq!(Quantity::from_variable("windspeed_10m"), Some(Quantity::Wind));
    assert_eq!(Quantity::from_variable("winddirection_10m"), Some(Quantity::WindDirection));
    assert_eq!(Quantity::from_variable("snow_depth"), Some(Quantity::SnowDepth));
    assert_eq!(Quantity::from_variable("weather_code"), None);
}
