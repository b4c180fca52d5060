//! Settings of accounts: sign-up, email delivery and billing events.

use clap::Args;
use serde::Deserialize;
use services::options::{AccountOptions, BillingSecret, MailOptions, SignUp};
use sources::open_meteo::Secret;
use webhooks::Secret as SigningSecret;

use super::{ConfigError, wrong};

/// Account settings as given.
#[derive(Debug, Clone, Default, Args, Deserialize)]
#[command(next_help_heading = "Accounts and email")]
pub struct AccountSettings {
    /// People who may create an account: open (all), invited (by `account invite`), closed (no one new). Default: open.
    #[arg(long, env = "SNOW_SIGN_UP", value_name = "WHO")]
    pub sign_up: Option<String>,
    /// Mail server, smtps://user:password@host or smtp://host:port?tls=required. Default: none; mails become files in
    /// the folder `mail` of the data folder.
    #[arg(long, global = true, env = "SNOW_SMTP_URL", value_name = "URL", hide_env_values = true)]
    pub smtp_url: Option<String>,
    /// Sender of mails. Default: snow@ and the host of the base address.
    #[arg(long, global = true, env = "SNOW_MAIL_FROM", value_name = "ADDRESS")]
    pub mail_from: Option<String>,
    /// Secret (whsec_…) that signs the billing provider's events (docs/accounts.md). Default: none; all events are
    /// rejected.
    #[arg(long, env = "SNOW_BILLING_SECRET", value_name = "SECRET", hide_env_values = true)]
    pub billing_secret: Option<String>,
    /// Let clients of /mcp/account register themselves if they serve no metadata document. Default: false.
    #[arg(long, env = "SNOW_OAUTH_REGISTRATION", num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL")]
    pub oauth_registration: Option<bool>,
}

impl AccountSettings {
    /// Fills absent settings from `other`.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            sign_up: self.sign_up.or(other.sign_up),
            smtp_url: self.smtp_url.or(other.smtp_url),
            mail_from: self.mail_from.or(other.mail_from),
            billing_secret: self.billing_secret.or(other.billing_secret),
            oauth_registration: self.oauth_registration.or(other.oauth_registration),
        }
    }

    /// Validates the settings and applies the defaults.
    pub(super) fn config(self) -> Result<AccountOptions, ConfigError> {
        let sign_up = match self.sign_up.as_deref().unwrap_or("open") {
            "open" => SignUp::Open,
            "invited" => SignUp::Invited,
            "closed" => SignUp::Closed,
            other => {
                return Err(wrong("sign-up", format!("must be open, invited or closed, not `{other}`")));
            }
        };
        let given = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        let billing = given(self.billing_secret).map(|text| SigningSecret::parse(text.trim())).transpose();
        let billing =
            billing.map_err(|_| wrong("billing-secret", "must be whsec_ and base64 of 32 bytes"))?;
        Ok(AccountOptions {
            sign_up,
            mail: MailOptions {
                smtp_url: given(self.smtp_url).as_deref().map(Secret::new),
                from: given(self.mail_from),
            },
            billing: billing.map(|secret| BillingSecret(std::sync::Arc::new(secret))),
            oauth_registration: self.oauth_registration.unwrap_or(false),
        })
    }
}

#[cfg(test)]
mod tests;
