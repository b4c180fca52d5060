//! A software device with a passkey: it makes a key, reports what a browser reports, and signs. Each part can be
//! manipulated before it is signed, so that a test removes exactly one thing that the service has to check.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{SHA256, digest};
use ring::rand::{SecureRandom as _, SystemRandom};
use ring::rsa::PublicKeyComponents;
use ring::signature::{
    ECDSA_P256_SHA256_ASN1_SIGNING, ECDSA_P384_SHA384_ASN1_SIGNING, EcdsaKeyPair, Ed25519KeyPair,
    KeyPair as _, RSA_PKCS1_SHA256, RsaKeyPair,
};
use rustls::pki_types::PrivatePkcs8KeyDer;
use rustls::pki_types::pem::PemObject as _;
use serde_json::{Value, json};

/// A user is present.
pub(super) const PRESENT: u8 = 0x01;
/// The device has verified its owner.
pub(super) const VERIFIED: u8 = 0x04;
/// The passkey may be backed up, and is.
pub(super) const MAY_BE_BACKED_UP: u8 = 0x08;
pub(super) const IS_BACKED_UP: u8 = 0x10;
const HAS_KEY: u8 = 0x40;

/// Key of every RS256 device, because `ring` cannot generate one. It is used only in these tests and was made with
/// `openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out rs256.key`.
const RS256: &[u8] = include_bytes!("keys/rs256.key");

/// Type of key that a device makes.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    Es256,
    EdDsa,
    Rs256,
    Es384,
}

enum Key {
    P256(EcdsaKeyPair),
    Ed25519(Ed25519KeyPair),
    Rsa(RsaKeyPair),
    P384(EcdsaKeyPair),
}

impl Key {
    fn new(kind: Kind) -> Self {
        let rng = SystemRandom::new();
        let ecdsa = |how| {
            let made = EcdsaKeyPair::generate_pkcs8(how, &rng).unwrap();
            EcdsaKeyPair::from_pkcs8(how, made.as_ref(), &rng).unwrap()
        };
        match kind {
            Kind::Es256 => Self::P256(ecdsa(&ECDSA_P256_SHA256_ASN1_SIGNING)),
            Kind::Es384 => Self::P384(ecdsa(&ECDSA_P384_SHA384_ASN1_SIGNING)),
            Kind::EdDsa => {
                let made = Ed25519KeyPair::generate_pkcs8(&rng).unwrap();
                Self::Ed25519(Ed25519KeyPair::from_pkcs8(made.as_ref()).unwrap())
            }
            Kind::Rs256 => {
                let known = PrivatePkcs8KeyDer::from_pem_slice(RS256).unwrap();
                Self::Rsa(RsaKeyPair::from_pkcs8(known.secret_pkcs8_der()).unwrap())
            }
        }
    }

    /// Returns the public key as COSE.
    fn public(&self) -> Vec<u8> {
        match self {
            Self::P256(key) => {
                let (x, y) = key.public_key().as_ref()[1..].split_at(32);
                [&[0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32], x, &[0x22, 0x58, 32], y].concat()
            }
            Self::P384(key) => {
                let (x, y) = key.public_key().as_ref()[1..].split_at(48);
                [&[0xa5, 1, 2, 3, 0x38, 0x22, 0x20, 2, 0x21, 0x58, 48], x, &[0x22, 0x58, 48], y].concat()
            }
            Self::Ed25519(key) => {
                [&[0xa4, 1, 1, 3, 0x27, 0x20, 6, 0x21, 0x58, 32], key.public_key().as_ref()].concat()
            }
            Self::Rsa(key) => {
                let PublicKeyComponents { n, e } = PublicKeyComponents::<Vec<u8>>::from(key.public());
                assert_eq!((n.len(), e.len()), (256, 3), "another key than its heads below say");
                [&[0xa4, 1, 3, 3, 0x39, 1, 0, 0x20, 0x59, 1, 0], &n[..], &[0x21, 0x43], &e].concat()
            }
        }
    }

    fn sign(&self, bytes: &[u8]) -> Vec<u8> {
        match self {
            Self::P256(key) | Self::P384(key) => {
                key.sign(&SystemRandom::new(), bytes).unwrap().as_ref().to_vec()
            }
            Self::Ed25519(key) => key.sign(bytes).as_ref().to_vec(),
            Self::Rsa(key) => {
                let mut signature = vec![0; key.public().modulus_len()];
                key.sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), bytes, &mut signature).unwrap();
                signature
            }
        }
    }
}

/// The statements of a browser and its device; a test may manipulate them.
#[derive(Debug, Clone)]
pub(super) struct Says {
    pub(super) kind: &'static str,
    pub(super) challenge: String,
    pub(super) origin: String,
    pub(super) is_framed: bool,
    pub(super) site: String,
    pub(super) flags: u8,
    pub(super) count: u32,
    pub(super) credential: Vec<u8>,
    pub(super) user: String,
}

impl Says {
    fn client(&self) -> Vec<u8> {
        let said = json!({
            "type": self.kind, "challenge": self.challenge, "origin": self.origin, "crossOrigin": self.is_framed,
        });
        said.to_string().into_bytes()
    }

    /// Returns the start of the signed data.
    fn head(&self, more: u8) -> Vec<u8> {
        let site = digest(&SHA256, self.site.as_bytes());
        [site.as_ref(), &[self.flags | more], &self.count.to_be_bytes()].concat()
    }
}

/// Returns the CBOR head of a byte string of this length, in its shortest form.
fn head_of(length: usize) -> Vec<u8> {
    match u8::try_from(length) {
        Ok(length) => vec![0x58, length],
        Err(_) => [&[0x59][..], &u16::try_from(length).unwrap().to_be_bytes()].concat(),
    }
}

/// A device with one passkey.
pub(super) struct Device {
    key: Key,
    credential: Vec<u8>,
    pub(super) flags: u8,
    pub(super) count: u32,
    user: String,
    site: String,
    origin: String,
}

fn text(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

impl Device {
    /// Creates a device in a browser at this origin.
    pub(super) fn new(kind: Kind, origin: &str) -> Self {
        let mut credential = vec![0; 32];
        SystemRandom::new().fill(&mut credential).unwrap();
        let flags = PRESENT | VERIFIED;
        let (user, site) = (String::new(), String::new());
        Self { key: Key::new(kind), credential, flags, count: 1, user, site, origin: origin.to_owned() }
    }

    pub(super) fn credential(&self) -> String {
        text(&self.credential)
    }

    /// Uses the credential id of another device.
    pub(super) fn poses_as(&mut self, other: &Self) {
        self.credential.clone_from(&other.credential);
    }

    /// Answers a registration, manipulated by `twist`.
    pub(super) fn add(&mut self, options: &Value, twist: impl FnOnce(&mut Says)) -> Value {
        options["user"]["id"].as_str().unwrap().clone_into(&mut self.user);
        options["rp"]["id"].as_str().unwrap().clone_into(&mut self.site);
        let mut says = self.says("webauthn.create", options);
        twist(&mut says);
        let length = u16::try_from(says.credential.len()).unwrap().to_be_bytes();
        let data =
            [&says.head(HAS_KEY)[..], &[0; 16], &length, &says.credential, &self.key.public()].concat();
        let object =
            [&[0xa3][..], b"\x63fmt\x64none\x67attStmt\xa0\x68authData", &head_of(data.len()), &data];
        let response = json!({
            "clientDataJSON": text(says.client()), "attestationObject": text(object.concat()), "transports": ["internal"],
        });
        self.answer(&says, &response)
    }

    /// Answers a sign-in, manipulated by `twist`.
    pub(super) fn enter(&mut self, options: &Value, twist: impl FnOnce(&mut Says)) -> Value {
        self.count += 1;
        let mut says = self.says("webauthn.get", options);
        twist(&mut says);
        let (client, head) = (says.client(), says.head(0));
        let signature = self.key.sign(&[&head[..], digest(&SHA256, &client).as_ref()].concat());
        let response = json!({
            "clientDataJSON": text(client), "authenticatorData": text(head), "signature": text(signature),
            "userHandle": says.user,
        });
        self.answer(&says, &response)
    }

    fn says(&self, kind: &'static str, options: &Value) -> Says {
        Says {
            kind,
            challenge: options["challenge"].as_str().unwrap().to_owned(),
            origin: self.origin.clone(),
            is_framed: false,
            site: self.site.clone(),
            flags: self.flags,
            count: self.count,
            credential: self.credential.clone(),
            user: self.user.clone(),
        }
    }

    fn answer(&self, says: &Says, response: &Value) -> Value {
        json!({
            "id": text(&says.credential), "rawId": text(&says.credential), "type": "public-key",
            "authenticatorAttachment": "platform", "clientExtensionResults": {}, "response": response,
        })
    }
}
