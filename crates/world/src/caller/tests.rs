//! Tests of `caller`.

use super::*;

#[expect(clippy::disallowed_methods, reason = "callers of every tier are what is tested")]
#[test]
fn only_pro_and_savers_see_14_days() {
    let reader = Caller::reader(BTreeSet::from(["vail".to_owned()]));
    assert!(!Caller::anonymous().sees_14_days("vail"));
    assert!(reader.sees_14_days("vail"));
    assert!(!reader.sees_14_days("alta"));
    assert!(Caller::pro().sees_14_days("alta"));
}
