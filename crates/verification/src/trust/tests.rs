use super::*;
use crate::tally::Measures;

fn trust(days: usize, skill: Option<[f64; 2]>) -> Trust {
    let row = Row {
        window_days: 90,
        region: None,
        resort: None,
        forecaster: "blend".to_owned(),
        lead_from: 1,
        lead_to: 3,
        days,
        pairs: 1,
        snow_pairs: 1,
        measures: Measures::default(),
        intervals: Measures { skill_climatology: skill, ..Measures::default() },
    };
    Trust::from_row(&Grading::STANDARD, &row)
}

#[test]
fn trust_needs_a_clear_interval() {
    assert_eq!(trust(29, Some([0.5, 0.6])), Trust::Unknown);
    assert_eq!(trust(30, None), Trust::Unknown);
    assert_eq!(trust(30, Some([0.3, 0.6])), Trust::High);
    assert_eq!(trust(30, Some([0.29, 0.6])), Trust::Some);
    assert_eq!(trust(30, Some([0.0, 0.6])), Trust::None);
    assert_eq!(trust(30, Some([-0.4, -0.1])), Trust::None);
}
