use super::*;

#[test]
fn invalid_settings_keep_secrets_hidden() {
    let refused = |settings: AccountSettings| settings.config().unwrap_err().to_string();
    let other = AccountSettings { sign_up: Some("maybe".into()), ..AccountSettings::default() };
    assert!(refused(other).contains("open, invited or closed"));
    let short = AccountSettings { billing_secret: Some("whsec_s3cret".into()), ..AccountSettings::default() };
    assert!(!refused(short).contains("s3cret"));
    let config =
        AccountSettings { smtp_url: Some("smtps://me:s3cret@mail".into()), ..AccountSettings::default() };
    let config = config.config().unwrap();
    assert_eq!(config.sign_up, SignUp::Open);
    assert!(!format!("{config:?}").contains("s3cret"));
}
