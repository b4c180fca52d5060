//! `list_saved_resorts`: the account's saved resorts with their present conditions.

use accounts::Scope;
use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use world::credits::SourceFamilies;
use world::{Tier, View};

use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Page, Reply};
use crate::account::{MOST_SAVED, account_data};
use crate::shapes::ResortRow;
use crate::text::Text;

pub struct Op;

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Rows, default 50.
    #[schemars(range(min = 1, max = 100))]
    pub limit: Option<u32>,
    /// Rows to skip.
    #[schemars(range(min = 0, max = 100))]
    pub offset: Option<u32>,
}

/// A saved resort.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedRow<'w> {
    /// Slug of the resort.
    pub slug: &'w str,
    /// When it was saved.
    pub saved_at: Timestamp,
    /// Present conditions; null if the service no longer has the resort.
    pub resort: Option<ResortRow<'w>>,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "list_saved_resorts",
        method: Method::Get,
        access: Tier::Reader,
        faces: Interfaces::Both,
        path: "/me/resorts",
        title: "Saved resorts",
        description: "The signed-in account's saved resorts, each with its conditions. Ranked by snow: get_my_snow_report. Empty: none \
            is saved; see save_resort.",
    };
    const OWN: Option<Scope> = Some(Scope::Saved);
    type Args = Args;
    type Data<'w> = Vec<SavedRow<'w>>;

    fn run<'w>(view: &View<'w>, args: Args, _: Timestamp) -> Result<Reply<Vec<SavedRow<'w>>>, OpError> {
        let own = account_data(view)?;
        let (limit, offset) = (args.limit.unwrap_or(50), args.offset.unwrap_or(0));
        let mut carries = SourceFamilies::CATALOGUE;
        let shown = own.saved.iter().take(MOST_SAVED).skip(offset as usize).take(limit as usize);
        let rows = shown.map(|saved| {
            let seen = view.of_slug(&saved.slug);
            if let Some(seen) = &seen {
                carries = carries.and(seen.carries());
            }
            let resort = seen.map(|seen| ResortRow::new(&seen, &view.service().base_url));
            SavedRow { slug: &saved.slug, saved_at: saved.saved_at, resort }
        });
        let rows: Vec<SavedRow<'w>> = rows.collect();
        Ok(Reply::list(rows, carries, Page { total: own.saved.len(), limit, offset }))
    }

    fn text(data: &Vec<SavedRow<'_>>) -> String {
        let mut text = Text::new();
        if data.is_empty() {
            text.line("No resort is saved here; save_resort saves one.");
        }
        for SavedRow { slug, saved_at, resort } in data {
            match resort {
                Some(row) => text.line(format_args!("{row}; saved {saved_at}")),
                None => text.line(format_args!("{slug}: no longer available; saved {saved_at}")),
            }
        }
        text.done()
    }
}
