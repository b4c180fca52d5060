//! Adding a discoverable passkey whose owner is verified by the device. Attestation of the device is not requested.

use webauthn_rp::bin::{Decode as _, Encode as _};
use webauthn_rp::request::PublicKeyCredentialDescriptor;
use webauthn_rp::request::register::{
    CoseAlgorithmIdentifier, CredProtect, Nickname, PublicKeyCredentialCreationOptions,
    PublicKeyCredentialUserEntity, RegistrationVerificationOptions, UserHandle16, Username,
};
use webauthn_rp::response::register::Registration;
use webauthn_rp::response::{AuthTransports, CredentialId};
use webauthn_rp::{PublicKeyCredentialCreationOptions as Options, RegistrationServerState};

use super::{CeremonyStart, PasskeyError, Site, bytes, text};

/// An existing passkey of the account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExistingPasskey {
    /// Id of the credential.
    pub credential: String,
    /// Transports of the device.
    pub transports: u8,
}

/// A new passkey.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPasskey {
    /// Unique id of the credential.
    pub credential: String,
    /// Public key, which never changes.
    pub key: String,
    /// State that changes with each use: the counter, and whether it is backed up.
    pub state: String,
    /// Transports of the device.
    pub transports: u8,
}

/// Begins to add a passkey to an account, with a name that the browser shows to its owner. Devices that have one of
/// `known` are excluded.
///
/// # Errors
/// Returns [`PasskeyError`] if the options cannot be written.
pub fn begin(
    site: &Site,
    account: [u8; 16],
    name: &str,
    known: &[ExistingPasskey],
) -> Result<CeremonyStart, PasskeyError> {
    let id = UserHandle16::decode(account).map_err(|_| PasskeyError::Stored("account"))?;
    // A name that the profile of user names forbids is replaced by a fixed one; it is only for display.
    let shown = Username::try_from(name).or_else(|_| Username::try_from("account"));
    let shown = shown.map_err(|_| PasskeyError::Unwritable("user name"))?;
    let user =
        PublicKeyCredentialUserEntity { name: shown, id: &id, display_name: Nickname::try_from(name).ok() };
    let excluded = known.iter().map(descriptor).collect::<Result<Vec<_>, PasskeyError>>()?;
    let mut options: Options<'_, '_, '_, '_, 16> =
        PublicKeyCredentialCreationOptions::passkey(site.rp(), user, excluded);
    // The algorithms that devices use: ES256 for nearly all, EdDSA for some keys, RS256 for older Windows Hello.
    options.pub_key_cred_params = options.pub_key_cred_params.remove(CoseAlgorithmIdentifier::Es384);
    // If enforced, as the library does, browsers reject devices without this extension; the owner is verified at each
    // sign-in anyway.
    options.extensions.cred_protect = CredProtect::None;
    let (server, client) = options.start_ceremony().map_err(|_| PasskeyError::Unwritable("options"))?;
    let options = serde_json::to_value(&client).map_err(|_| PasskeyError::Unwritable("options"))?;
    let state = server.encode().map_err(|_| PasskeyError::Unwritable("state"))?;
    Ok(CeremonyStart { options, state: text(state) })
}

fn descriptor(known: &ExistingPasskey) -> Result<PublicKeyCredentialDescriptor<Vec<u8>>, PasskeyError> {
    let id = bytes(&known.credential, "credential")?;
    Ok(PublicKeyCredentialDescriptor {
        id: CredentialId::decode(id).map_err(|_| PasskeyError::Stored("credential"))?,
        transports: AuthTransports::decode(known.transports)
            .map_err(|_| PasskeyError::Stored("transports"))?,
    })
}

/// Finishes the ceremony with this state by the browser's answer.
///
/// # Errors
/// Returns [`PasskeyError`] if the answer is malformed or not valid.
pub fn end(site: &Site, state: &str, answer: &[u8]) -> Result<NewPasskey, PasskeyError> {
    let state = bytes(state, "state")?;
    let server: RegistrationServerState<16> =
        RegistrationServerState::decode(state.as_slice()).map_err(|_| PasskeyError::Stored("state"))?;
    let answer = Registration::from_json_relaxed(answer)
        .map_err(|error| PasskeyError::Unreadable(error.to_string()))?;
    let options = RegistrationVerificationOptions::<&str, &str> {
        allowed_origins: &[site.origin()],
        // Password managers answer to extensions that were not requested.
        error_on_unsolicited_extensions: false,
        ..RegistrationVerificationOptions::default()
    };
    let made = server
        .verify(site.rp(), &answer, &options)
        .map_err(|error| PasskeyError::Refused(error.to_string()))?;
    let unwritable = PasskeyError::Unwritable;
    Ok(NewPasskey {
        credential: text(made.id()),
        key: text(made.static_state().encode().map_err(|_| unwritable("key"))?),
        state: text(made.dynamic_state().encode().map_err(|_| unwritable("state"))?),
        transports: made.transports().encode().map_err(|_| unwritable("transports"))?,
    })
}
