use super::*;

#[test]
fn crps_rewards_the_right_spread() {
    assert_eq!(crps(&mut [], 1.0), None);
    assert_eq!(crps(&mut [3.0], 1.0), Some(2.0));
    // Half of the members are right, half are wrong by two: a quarter of two.
    assert_eq!(crps(&mut [0.0, 2.0], 0.0), Some(0.5));
    let (sharp, wide) = (crps(&mut [4.9, 5.0, 5.1], 5.0).unwrap(), crps(&mut [1.0, 5.0, 9.0], 5.0).unwrap());
    assert!(sharp < wide);
}
