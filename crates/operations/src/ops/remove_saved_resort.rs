//! `remove_saved_resort`: removes a resort from the account's saved ones. A repeated call has no further effect.

use accounts::Scope;
use conditions_core::time::Timestamp;
use world::credits::SourceFamilies;
use world::{Tier, View};

use super::save_resort::SavedState;
use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use crate::account::{Change, account_data};
use crate::shapes::{OneResort, resort_page};

pub struct Op;

impl Operation for Op {
    const META: Meta = Meta {
        name: "remove_saved_resort",
        method: Method::Delete,
        access: Tier::Reader,
        faces: Interfaces::Both,
        path: "/me/resorts/{slug}",
        title: "Remove a saved resort",
        description: "Removes a resort from the signed-in account's saved ones; one that is not saved stays \
            so. Its alerts remain: see unsubscribe_alerts.",
    };
    const OWN: Option<Scope> = Some(Scope::Saved);
    type Args = OneResort;
    type Data<'w> = SavedState<'w>;

    fn run<'w>(view: &View<'w>, args: OneResort, _: Timestamp) -> Result<Reply<SavedState<'w>>, OpError> {
        let own = account_data(view)?;
        // A resort that the service no longer has can still be removed, by its slug.
        let gone = own.saved.iter().find(|saved| saved.slug == args.slug);
        let (slug, name): (&'w str, &'w str) = match (view.resort(&args.slug), gone) {
            (Ok(seen), _) => (&seen.resort().slug, &seen.resort().name),
            (Err(_), Some(saved)) => (&saved.slug, &saved.slug),
            (Err(unknown), None) => return Err(unknown.into()),
        };
        let changed = own.has_saved(slug);
        let change = changed.then(|| Change::Forget { slug: slug.to_owned() });
        let saved_in_all = own.saved.len() - usize::from(changed);
        let url = resort_page(&view.service().base_url, slug);
        let data = SavedState { slug, name, saved: false, changed, saved_in_all, url };
        Ok(Reply::one(data, SourceFamilies::CATALOGUE).storing(change))
    }

    fn text(data: &SavedState<'_>) -> String {
        data.write()
    }
}
