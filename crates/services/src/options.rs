//! Options of a deployment for accounts and email.

use std::sync::Arc;

use sources::open_meteo::Secret;
use webhooks::Secret as SigningSecret;

/// People who may create an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignUp {
    /// Everyone who can receive email at an address.
    Open,
    /// Only invited people.
    Invited,
    /// No one new.
    Closed,
}

/// Account options of a deployment.
#[derive(Debug, Clone)]
pub struct AccountOptions {
    pub sign_up: SignUp,
    pub mail: MailOptions,
    /// Secret that signs the billing provider's events.
    pub billing: Option<BillingSecret>,
    /// Allows clients to register themselves.
    pub oauth_registration: bool,
}

/// Email options.
#[derive(Debug, Clone)]
pub struct MailOptions {
    /// Mail server with user and password; `None` for files.
    pub smtp_url: Option<Secret>,
    /// Sender; `None` for an address of the service.
    pub from: Option<String>,
}

/// A secret that is never printed.
#[derive(Clone)]
pub struct BillingSecret(pub Arc<SigningSecret>);

impl std::fmt::Debug for BillingSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("…")
    }
}
