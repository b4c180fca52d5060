//! The service as an app on a device: the web manifest in each language, its icons, and the colours of the browser's
//! frame. The page `/offline` lists the pages that the device stores; the service worker fills in the list.

use maud::{Markup, html};
use operations::OpError;
use serde_json::json;

use crate::ask::Ask;
use crate::assets;
use crate::embed::in_language;
use crate::page::{Content, LedTo, Meta, Page};

/// English address of the manifest.
pub(crate) const MANIFEST: &str = "/app.webmanifest";
/// English address of the page without a network.
pub(crate) const OFFLINE: &str = "/offline";
/// Background of a page in the light and in the dark theme.
const LIGHT: &str = "#f3f6f9";
const DARK: &str = "#0b131a";

/// Renders the links of a page's head to the manifest and icons, and the colours of the browser's frame.
pub(crate) fn links(ask: &Ask<'_>) -> Markup {
    html! {
        meta name="theme-color" content=(LIGHT) media="(prefers-color-scheme: light)";
        meta name="theme-color" content=(DARK) media="(prefers-color-scheme: dark)";
        link rel="manifest" href={ (MANIFEST) "?lang=" (ask.language.code()) };
        link rel="apple-touch-icon" href=(assets::ICON_APPLE.path);
    }
}

/// Returns the web manifest. It opens the start page in the language of its address.
pub(crate) fn manifest(ask: &Ask<'_>) -> Result<String, OpError> {
    let ask = in_language(ask)?;
    let icon = |asset: &assets::Asset, sizes: &str, purpose: &str| json!({ "src": asset.path, "sizes": sizes, "type": asset.media_type, "purpose": purpose });
    let name = &ask.view.service().name;
    let manifest = json!({
        "id": "/",
        "name": name,
        "short_name": ask.language.installed().short_name,
        "lang": ask.language.code(),
        "start_url": ask.to("/"),
        "scope": "/",
        "display": "standalone",
        "background_color": LIGHT,
        "theme_color": LIGHT,
        "icons": [
            icon(&assets::ICON, "any", "any"),
            icon(&assets::ICON_192, "192x192", "any"),
            icon(&assets::ICON_512, "512x512", "any"),
            icon(&assets::ICON_MASKABLE, "512x512", "maskable"),
        ],
    });
    Ok(manifest.to_string())
}

/// The page that the service worker shows without a network.
pub(crate) struct Offline;

impl Page for Offline {
    fn meta(&self) -> &'static Meta {
        &Meta { path: OFFLINE, query: &[], led_to: LedTo::Content }
    }

    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError> {
        let words = ask.language.installed();
        let body = html! {
            p { (words.says) }
            // The service worker puts the stored pages into this element.
            ul.list id="stored-pages" {}
            p { a href=(ask.to("/")) { (words.again) } }
        };
        Ok(Content::new(words.title, words.says, body))
    }
}
