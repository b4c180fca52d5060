use super::*;

#[test]
fn the_nearest_towns_come_first() {
    let kirkwood = (38.6771, -120.0658);
    let names: Vec<&str> = near(kirkwood, 250.0).iter().map(|(_, town)| town.name).collect();
    assert_eq!(names[..3], ["Carson City", "Reno", "Sacramento"]);
    assert!(near((0.0, -150.0), 250.0).is_empty());
}

#[test]
fn towns_are_unique() {
    for (at, town) in TOWNS.iter().enumerate() {
        assert!(town.at.0.abs() < 75.0 && town.at.1.abs() <= 180.0 && town.country.len() == 2, "{town:?}");
        assert!(TOWNS.iter().skip(at + 1).all(|other| other.name != town.name), "{town:?}");
    }
}
