use super::*;

fn account() -> AccountId {
    "6f1e0c4a-0000-4000-8000-000000000001".parse().unwrap()
}

#[expect(clippy::disallowed_methods, reason = "callers of every tier are tested")]
#[test]
fn only_pro_and_savers_see_14_days() {
    let saved = BTreeSet::from(["vail".to_owned()]);
    let reader = Caller::reader(account(), saved.clone());
    assert!(!Caller::anonymous().sees_14_days("vail"));
    assert!(reader.sees_14_days("vail"));
    assert!(!reader.sees_14_days("alta"));
    assert!(Caller::pro().sees_14_days("alta"));
    assert!(Caller::subscriber(account(), saved).sees_14_days("alta"));
}

#[test]
fn limited_token_gets_no_pro_answers() {
    let saved = BTreeSet::from(["vail".to_owned()]);
    let pro = Caller::subscriber(account(), saved.clone()).within(Scopes::from_scopes([Scope::Saved]));
    assert_eq!(pro.tier(), Tier::Reader);
    assert!(!pro.sees_14_days("vail") && !pro.sees_14_days("alta"));
    assert!(pro.may(Scope::Saved) && !pro.may(Scope::Alerts));
    assert_eq!((pro.account(), pro.saved().collect::<Vec<_>>()), (Some(account()), vec!["vail"]));
    let reader = Caller::reader(account(), saved).within(Scopes::NONE);
    assert!(!reader.sees_14_days("vail"));
    assert!(!Caller::pro().may(Scope::Saved), "an anonymous caller has nothing saved");
}
