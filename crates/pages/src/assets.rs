//! The files that pages load: style sheets, scripts and an icon, embedded in the program. An address contains a hash of
//! the bytes, so that a browser may cache them forever and loads new ones when they change.

use std::sync::LazyLock;

/// A file that pages load.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asset {
    /// Absolute path, with a hash of the bytes.
    pub path: String,
    /// Media type of the file.
    pub media_type: &'static str,
    /// Content of the file.
    pub bytes: &'static [u8],
}

/// Path prefix of the files.
pub const PREFIX: &str = "/assets/";

/// Computes FNV-1a, 64 bits. It distinguishes versions of our own files; forgery is not a concern.
fn hash(bytes: &[u8]) -> u64 {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    bytes.iter().fold(BASIS, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME))
}

fn asset(name: &str, ending: &str, media_type: &'static str, bytes: &'static [u8]) -> Asset {
    Asset { path: format!("{PREFIX}{name}.{:016x}.{ending}", hash(bytes)), media_type, bytes }
}

/// The style sheets of all pages as one file, so that a page needs one request for them.
const STYLES: &str = concat!(
    include_str!("../assets/page.css"),
    include_str!("../assets/tables.css"),
    include_str!("../assets/lists.css"),
    include_str!("../assets/reading.css"),
    include_str!("../assets/staff.css"),
);

pub(crate) static STYLE: LazyLock<Asset> =
    LazyLock::new(|| asset("page", "css", "text/css; charset=utf-8", STYLES.as_bytes()));
pub(crate) static SCRIPT: LazyLock<Asset> = LazyLock::new(|| {
    asset("page", "js", "text/javascript; charset=utf-8", include_bytes!("../assets/page.js"))
});
pub(crate) static OPERATOR: LazyLock<Asset> = LazyLock::new(|| {
    asset("operator", "js", "text/javascript; charset=utf-8", include_bytes!("../assets/operator.js"))
});
/// Loaded by the two account pages on which a passkey is added or signs in.
pub(crate) static PASSKEYS: LazyLock<Asset> = LazyLock::new(|| {
    asset("passkeys", "js", "text/javascript; charset=utf-8", include_bytes!("../assets/passkeys.js"))
});
/// Style sheet of the form of a resort's staff, loaded by its pages next to that of all pages.
pub(crate) static OPERATOR_STYLE: LazyLock<Asset> = LazyLock::new(|| {
    asset("operator", "css", "text/css; charset=utf-8", include_bytes!("../assets/operator.css"))
});
pub(crate) static ICON: LazyLock<Asset> =
    LazyLock::new(|| asset("icon", "svg", "image/svg+xml", include_bytes!("../assets/icon.svg")));
/// The icon as pictures, for the home screens of devices; two of them fill the whole square.
pub(crate) static ICON_192: LazyLock<Asset> =
    LazyLock::new(|| asset("icon-192", "png", "image/png", include_bytes!("../assets/icon-192.png")));
pub(crate) static ICON_512: LazyLock<Asset> =
    LazyLock::new(|| asset("icon-512", "png", "image/png", include_bytes!("../assets/icon-512.png")));
pub(crate) static ICON_MASKABLE: LazyLock<Asset> = LazyLock::new(|| {
    asset("icon-maskable", "png", "image/png", include_bytes!("../assets/icon-maskable.png"))
});
pub(crate) static ICON_APPLE: LazyLock<Asset> =
    LazyLock::new(|| asset("icon-apple", "png", "image/png", include_bytes!("../assets/icon-apple.png")));

/// Style sheet of the embeddable box.
pub(crate) static EMBED_STYLE: LazyLock<Asset> =
    LazyLock::new(|| asset("embed", "css", "text/css; charset=utf-8", include_bytes!("../assets/embed.css")));
/// Script that reports the height of the box to the enclosing page.
pub(crate) static FRAME_SCRIPT: LazyLock<Asset> = LazyLock::new(|| {
    asset("frame", "js", "text/javascript; charset=utf-8", include_bytes!("../assets/frame.js"))
});

#[must_use]
pub fn assets() -> [&'static Asset; 12] {
    [
        &STYLE,
        &SCRIPT,
        &OPERATOR_STYLE,
        &OPERATOR,
        &PASSKEYS,
        &ICON,
        &ICON_192,
        &ICON_512,
        &ICON_MASKABLE,
        &ICON_APPLE,
        &EMBED_STYLE,
        &FRAME_SCRIPT,
    ]
}
