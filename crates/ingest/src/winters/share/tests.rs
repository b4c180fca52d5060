use super::*;

fn free() -> Limits {
    sources::open_meteo::limits(Some(10_000))
}

fn plan(resorts: usize) -> Plan {
    Plan::new(resorts, vec![("core", 3.0)], free(), 0.0)
}

#[test]
fn forecasts_leave_a_minimum_share() {
    let few = Allowance::left_by_forecasts(&plan(100), free());
    assert_eq!(few.whole, free());
    let forecasts = plan(100).per_day();
    assert_eq!(
        few.share,
        Limits { minute: Some(300.0), hour: Some(2_500.0), day: Some((10_000.0 - forecasts).floor()) }
    );
    let many = Allowance::left_by_forecasts(&plan(3_000), free());
    assert_eq!(many.share.day, Some(200.0), "two in a hundred");
    assert_eq!(Allowance::left_by_forecasts(&plan(100), Limits::NONE).share, Limits::NONE);
}

#[test]
fn current_winters_leave_half_a_share() {
    let share = Limits { minute: Some(300.0), hour: Some(2_500.0), day: Some(1_000.0) };
    let behind = |resorts| Allowance { share, whole: free() }.after_current_winters(resorts);
    assert_eq!(behind(0).share, share);
    assert_eq!(behind(300).share, Limits { day: Some(700.0), ..share });
    assert_eq!(behind(660), Allowance { share: Limits { day: Some(500.0), ..share }, whole: free() });
}
