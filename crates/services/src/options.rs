//! What a deployment decides about accounts and mail.

use std::sync::Arc;

use sources::open_meteo::Secret;
use webhooks::Secret as SigningSecret;

/// Who may make an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignUp {
    /// Whoever gets mail at an address.
    Open,
    /// Who was invited.
    Invited,
    /// Nobody who has not signed in before.
    Closed,
}

/// Accounts of a deployment.
#[derive(Debug, Clone)]
pub struct AccountOptions {
    /// Who may make one.
    pub sign_up: SignUp,
    /// How mail leaves.
    pub mail: MailOptions,
    /// What signs the billing provider's events.
    pub billing: Option<BillingSecret>,
    /// Whether clients may register themselves.
    pub oauth_registration: bool,
}

/// How mail leaves.
#[derive(Debug, Clone)]
pub struct MailOptions {
    /// The mail server with user and password; none for files.
    pub smtp_url: Option<Secret>,
    /// Who mails are from; none for the service's own address.
    pub from: Option<String>,
}

/// A secret that is printed nowhere.
#[derive(Clone)]
pub struct BillingSecret(pub Arc<SigningSecret>);

impl std::fmt::Debug for BillingSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("…")
    }
}
