use super::*;

const NOW: Timestamp = Timestamp::from_millis(1_768_046_400_000);

fn made(kind: Kind, threshold_cm: Option<u16>, window_days: Option<u8>) -> Result<Alert, InvalidAlert> {
    Alert::new(Uuid::nil(), kind, AlertRequest { threshold_cm, window_days, ..AlertRequest::default() }, NOW)
}

#[test]
fn kinds_have_defaults_and_bounds() {
    let powder = made(Kind::Powder, None, None).unwrap();
    assert_eq!((powder.threshold_cm, powder.window_days), (Some(15), None));
    let forecast = made(Kind::Forecast, None, None).unwrap();
    assert_eq!((forecast.threshold_cm, forecast.window_days), (Some(30), Some(7)));
    assert!(!forecast.looks_far() && made(Kind::Forecast, None, Some(8)).unwrap().looks_far());
    for (kind, cm, days, argument) in [
        (Kind::Powder, Some(4), None, "thresholdCm"),
        (Kind::Powder, Some(301), None, "thresholdCm"),
        (Kind::Opening, Some(20), None, "thresholdCm"),
        (Kind::Bluebird, None, Some(8), "windowDays"),
        (Kind::Forecast, None, Some(0), "windowDays"),
        (Kind::Forecast, None, Some(15), "windowDays"),
        (Kind::Powder, None, Some(3), "windowDays"),
    ] {
        assert_eq!(made(kind, cm, days).unwrap_err().argument, argument, "{kind:?} {cm:?} {days:?}");
    }
}

#[test]
fn kinds_round_trip() {
    for kind in Kind::ALL {
        assert_eq!(Kind::of_word(kind.as_str()), Some(kind));
        assert_eq!(serde_json::to_string(&kind).unwrap(), format!("\"{}\"", kind.as_str()));
    }
    assert_eq!(Kind::of_word("avalanche"), None);
}
