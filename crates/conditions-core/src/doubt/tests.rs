use super::*;

const JUST_LOW: Confidence = Confidence::from_hundredths(49);

#[test]
fn low_confidence_is_labelled() {
    for kind in [Kind::Operator, Kind::Station, Kind::Scraped] {
        assert_eq!(Doubt::new(kind, JUST_LOW), Some(Doubt::Unverified), "{kind:?}");
        assert_eq!(Doubt::new(kind, LOW_CONFIDENCE), None, "{kind:?}");
    }
    for kind in [Kind::Model, Kind::Profile, Kind::Derived] {
        assert_eq!(Doubt::new(kind, JUST_LOW), Some(Doubt::Estimated), "{kind:?}");
        assert_eq!(Doubt::new(kind, LOW_CONFIDENCE), None, "{kind:?}");
    }
    assert_eq!(Doubt::new(Kind::None, Confidence::NONE), None, "nothing is reported, so nothing is in doubt");
}
