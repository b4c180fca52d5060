//! Signing in with a passkey without typing: the device names its account and proves it.

use webauthn_rp::bin::{Decode as _, Encode as _};
use webauthn_rp::request::auth::{AuthenticationVerificationOptions, SignatureCounterEnforcement};
use webauthn_rp::response::auth::DiscoverableAuthentication16;
use webauthn_rp::response::register::{CompressedPubKey, DynamicState, StaticState};
use webauthn_rp::{
    AuthenticatedCredential, DiscoverableAuthenticationServerState, DiscoverableCredentialRequestOptions,
};

use super::{CeremonyStart, PasskeyError, Site, bytes, text};

type Key = CompressedPubKey<[u8; 32], [u8; 32], [u8; 48], Vec<u8>>;

/// A passkey as presented by a browser.
#[derive(Debug)]
pub struct PresentedPasskey(DiscoverableAuthentication16);

/// Changes by a use of the passkey.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasskeyUse {
    /// New state of the passkey.
    pub state: String,
    /// True if its counter did not increase: the device may have been copied. Many devices do not count at all, and
    /// some count incorrectly, so it is only reported.
    pub counts_back: bool,
}

/// Begins a sign-in.
///
/// # Errors
/// Returns [`PasskeyError`] if the options cannot be written.
pub fn begin(site: &Site) -> Result<CeremonyStart, PasskeyError> {
    let options = DiscoverableCredentialRequestOptions::passkey(site.rp());
    let (server, client) = options.start_ceremony().map_err(|_| PasskeyError::Unwritable("options"))?;
    let options = serde_json::to_value(&client).map_err(|_| PasskeyError::Unwritable("options"))?;
    let state = server.encode().map_err(|_| PasskeyError::Unwritable("state"))?;
    Ok(CeremonyStart { options, state: text(state) })
}

/// Parses the browser's answer.
///
/// # Errors
/// Returns [`PasskeyError::Unreadable`] if it is malformed.
pub fn read(answer: &[u8]) -> Result<PresentedPasskey, PasskeyError> {
    let read = DiscoverableAuthentication16::from_json_relaxed(answer);
    read.map(PresentedPasskey).map_err(|error| PasskeyError::Unreadable(error.to_string()))
}

impl PresentedPasskey {
    /// Returns the id of the credential.
    #[must_use]
    pub fn credential(&self) -> String {
        text(self.0.raw_id())
    }

    /// Returns the account that the device names; only its passkey proves it.
    #[must_use]
    pub fn account(&self) -> Option<[u8; 16]> {
        self.0.response().user_handle().as_ref().try_into().ok()
    }

    /// Finishes the sign-in with this state, by the passkey's stored key and state.
    ///
    /// # Errors
    /// Returns [`PasskeyError`] if the answer is not valid.
    pub fn end(
        &self,
        site: &Site,
        begun: &str,
        (key, state): (&str, &str),
    ) -> Result<PasskeyUse, PasskeyError> {
        let begun = bytes(begun, "state")?;
        let server = DiscoverableAuthenticationServerState::decode(begun.as_slice());
        let server = server.map_err(|_| PasskeyError::Stored("state"))?;
        let key = bytes(key, "key")?;
        let fixed = StaticState::<Key>::decode(key.as_slice()).map_err(|_| PasskeyError::Stored("key"))?;
        let before: [u8; 7] = bytes(state, "state")?.try_into().map_err(|_| PasskeyError::Stored("state"))?;
        let before = DynamicState::decode(before).map_err(|_| PasskeyError::Stored("state"))?;
        let user = self.0.response().user_handle();
        let passkey = AuthenticatedCredential::new(self.0.raw_id(), user, fixed, before);
        let mut passkey = passkey.map_err(|_| PasskeyError::Stored("passkey"))?;
        let options = AuthenticationVerificationOptions::<&str, &str> {
            allowed_origins: &[site.origin()],
            error_on_unsolicited_extensions: false,
            sig_counter_enforcement: SignatureCounterEnforcement::Update,
            ..AuthenticationVerificationOptions::default()
        };
        let verified = server.verify(site.rp(), &self.0, &mut passkey, &options);
        verified.map_err(|error| PasskeyError::Refused(error.to_string()))?;
        let after = passkey.dynamic_state();
        let state = after.encode().map_err(|_| PasskeyError::Unwritable("state"))?;
        // A device without a counter always reports zero. If a device that counted before reports zero, its previous
        // number is kept.
        let counts_back = before.sign_count > 0 && after.sign_count <= before.sign_count;
        Ok(PasskeyUse { state: text(state), counts_back })
    }
}
