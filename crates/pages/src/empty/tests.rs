use conditions_core::time::Timestamp;

use super::Cause;
use crate::ask::{Lane, LaneKind};

fn lane(failures: u32, is_off: bool) -> Lane {
    Lane {
        name: "open-meteo".to_owned(),
        last_success: None,
        failures,
        silent: true,
        newest_value: None,
        old: false,
        next_try: Some(Timestamp::from_millis(0)),
        is_off,
        kind: LaneKind::Forecasts,
    }
}

#[test]
fn cause_follows_the_forecast_lane() {
    assert_eq!(Cause::from_lanes(&[]), Cause::Off);
    assert_eq!(Cause::from_lanes(&[Lane { kind: LaneKind::Stations, ..lane(0, false) }]), Cause::Off);
    assert_eq!(Cause::from_lanes(&[lane(3, true)]), Cause::Off);
    assert_eq!(Cause::from_lanes(&[lane(0, false)]), Cause::Pending);
    let failing = [lane(3, false)];
    assert_eq!(Cause::from_lanes(&failing), Cause::Failing(&failing[0]));
}
