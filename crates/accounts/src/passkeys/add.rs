//! Adding a passkey: a discoverable one, whose owner is verified by the device. Who made the device is not asked.

use webauthn_rp::bin::{Decode as _, Encode as _};
use webauthn_rp::request::PublicKeyCredentialDescriptor;
use webauthn_rp::request::register::{
    CoseAlgorithmIdentifier, CredProtect, Nickname, PublicKeyCredentialCreationOptions,
    PublicKeyCredentialUserEntity, RegistrationVerificationOptions, UserHandle16, Username,
};
use webauthn_rp::response::register::Registration;
use webauthn_rp::response::{AuthTransports, CredentialId};
use webauthn_rp::{PublicKeyCredentialCreationOptions as Options, RegistrationServerState};

use super::{Begun, Site, Wrong, bytes, text};

/// A passkey that the account has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// The credential's name.
    pub credential: String,
    /// How it is reached.
    pub transports: u8,
}

/// A passkey that was added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Added {
    /// The credential's name, which no other one has.
    pub credential: String,
    /// Its public key, which never changes.
    pub key: String,
    /// What changes with each use: the counter, whether it is backed up.
    pub state: String,
    /// How it is reached.
    pub transports: u8,
}

/// Begins to add one to an account, whose owner the browser knows by this name; not on a device that has one of these.
///
/// # Errors
/// [`Wrong`].
pub fn begin(site: &Site, account: [u8; 16], name: &str, known: &[Known]) -> Result<Begun, Wrong> {
    let id = UserHandle16::decode(account).map_err(|_| Wrong::Stored("account"))?;
    // A name that the profile of user names forbids is shown as none: it decides nothing.
    let shown = Username::try_from(name).or_else(|_| Username::try_from("account"));
    let shown = shown.map_err(|_| Wrong::Unwritable("user name"))?;
    let user =
        PublicKeyCredentialUserEntity { name: shown, id: &id, display_name: Nickname::try_from(name).ok() };
    let excluded = known.iter().map(descriptor).collect::<Result<Vec<_>, Wrong>>()?;
    let mut options: Options<'_, '_, '_, '_, 16> =
        PublicKeyCredentialCreationOptions::passkey(site.rp(), user, excluded);
    // What devices make: ES256 nearly all, EdDSA some keys, RS256 older Windows Hello.
    options.pub_key_cred_params = options.pub_key_cred_params.remove(CoseAlgorithmIdentifier::Es384);
    // Enforced, as the library has it, browsers refuse devices that do not know it; the owner is verified at each sign-in anyway.
    options.extensions.cred_protect = CredProtect::None;
    let (server, client) = options.start_ceremony().map_err(|_| Wrong::Unwritable("options"))?;
    let options = serde_json::to_value(&client).map_err(|_| Wrong::Unwritable("options"))?;
    let state = server.encode().map_err(|_| Wrong::Unwritable("state"))?;
    Ok(Begun { options, state: text(state) })
}

fn descriptor(known: &Known) -> Result<PublicKeyCredentialDescriptor<Vec<u8>>, Wrong> {
    let id = bytes(&known.credential, "credential")?;
    Ok(PublicKeyCredentialDescriptor {
        id: CredentialId::decode(id).map_err(|_| Wrong::Stored("credential"))?,
        transports: AuthTransports::decode(known.transports).map_err(|_| Wrong::Stored("transports"))?,
    })
}

/// Ends what was begun with this state by what the browser answered.
///
/// # Errors
/// [`Wrong`].
pub fn end(site: &Site, state: &str, answer: &[u8]) -> Result<Added, Wrong> {
    let state = bytes(state, "state")?;
    let server: RegistrationServerState<16> =
        RegistrationServerState::decode(state.as_slice()).map_err(|_| Wrong::Stored("state"))?;
    let answer =
        Registration::from_json_relaxed(answer).map_err(|error| Wrong::Unreadable(error.to_string()))?;
    let options = RegistrationVerificationOptions::<&str, &str> {
        allowed_origins: &[site.origin()],
        // Keepers of passwords answer to extensions that nobody asked for.
        error_on_unsolicited_extensions: false,
        ..RegistrationVerificationOptions::default()
    };
    let made =
        server.verify(site.rp(), &answer, &options).map_err(|error| Wrong::Refused(error.to_string()))?;
    let unwritable = Wrong::Unwritable;
    Ok(Added {
        credential: text(made.id()),
        key: text(made.static_state().encode().map_err(|_| unwritable("key"))?),
        state: text(made.dynamic_state().encode().map_err(|_| unwritable("state"))?),
        transports: made.transports().encode().map_err(|_| unwritable("transports"))?,
    })
}
