//! `save_resort`: adds a resort to the account's saved ones. A repeated call has no further effect.

use accounts::Scope;
use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;
use world::credits::SourceFamilies;
use world::{Tier, View};

use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use crate::account::{Change, MOST_SAVED, account_data};
use crate::shapes::{OneResort, resort_page};
use crate::text::{Text, count_text};

pub struct Op;

/// State of a saved resort after a call.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedState<'w> {
    /// Slug of the resort.
    pub slug: &'w str,
    /// Name in international use.
    pub name: &'w str,
    /// Whether it is saved now.
    pub saved: bool,
    /// Whether this call changed that.
    pub changed: bool,
    /// Total number of saved resorts.
    pub saved_in_all: usize,
    /// Page of the resort, for people.
    pub url: String,
}

impl SavedState<'_> {
    /// Describes the state in words.
    pub(super) fn write(&self) -> String {
        let mut text = Text::new();
        let said = match (self.saved, self.changed) {
            (true, true) => "is saved",
            (true, false) => "was saved already",
            (false, true) => "is no longer saved",
            (false, false) => "was not saved",
        };
        text.line(format_args!("{} ({}) {said}.", self.name, self.slug));
        text.line(format_args!("The account has {}.", count_text(self.saved_in_all, "saved resort")));
        text.item("Detail", &self.url);
        text.done()
    }
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "save_resort",
        method: Method::Put,
        access: Tier::Reader,
        faces: Interfaces::Both,
        path: "/me/resorts/{slug}",
        title: "Save a resort",
        description: "Adds a resort to the signed-in account's saved ones; repeating it changes nothing. \
            Saved resorts show 14 forecast days and make up get_my_snow_report. For alerts use \
            subscribe_alerts.",
    };
    const OWN: Option<Scope> = Some(Scope::Saved);
    type Args = OneResort;
    type Data<'w> = SavedState<'w>;

    fn run<'w>(view: &View<'w>, args: OneResort, _: Timestamp) -> Result<Reply<SavedState<'w>>, OpError> {
        let own = account_data(view)?;
        let resort = view.resort(&args.slug)?.resort();
        let changed = !own.has_saved(&resort.slug);
        if changed && own.saved.len() >= MOST_SAVED {
            return Err(OpError::Full { what: "saved resorts", most: MOST_SAVED });
        }
        let change = changed.then(|| Change::Save { slug: resort.slug.clone() });
        let data = SavedState {
            slug: &resort.slug,
            name: &resort.name,
            saved: true,
            changed,
            saved_in_all: own.saved.len() + usize::from(changed),
            url: resort_page(&view.service().base_url, &resort.slug),
        };
        Ok(Reply::one(data, SourceFamilies::CATALOGUE).storing(change))
    }

    fn text(data: &SavedState<'_>) -> String {
        data.write()
    }
}
