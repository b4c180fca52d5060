use super::*;
use crate::checks::{Basis, Code};

fn doubt(field: Field, said: f64) -> Warning {
    Warning::new(Code::DeeperThanAbove, field, said, Some((140.0, Basis::HigherBand)), None)
}

#[test]
fn confirmation_names_field_and_value() {
    let warnings = [doubt(Field::DepthBase, 840.0), doubt(Field::DepthMid, 213.36)];
    let missing = |text: &str| ConfirmedValues::parse(text).unwrap().unconfirmed(&warnings).len();
    assert_eq!(warnings[0].confirm.as_deref(), Some("depthBase:840"));
    assert_eq!(missing("depthBase:840"), 1);
    assert_eq!(missing("depthBase:840, depthMid:213.4"), 0);
    assert_eq!(missing("depthBase:841,depthMid:84"), 2, "another value is not confirmed");
    assert_eq!(missing("depthSummit:840"), 2);
    assert_eq!(ConfirmedValues::default().unconfirmed(&warnings).len(), 2);
    for wrong in ["", "depthBase", "depthBase:", "depthBase:NaN", "score:1", "depthBase:1,,"] {
        assert!(ConfirmedValues::parse(wrong).is_err(), "{wrong}");
    }
}
