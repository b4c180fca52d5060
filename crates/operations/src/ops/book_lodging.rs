//! `book_lodging`: links to searches for lodging near a resort. It books nothing and has no prices or vacancies.

use chrono::{Days, NaiveDate};
use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use world::credits::SourceFamilies;
use world::lodging::{Stay, USUAL_GUESTS, searches};
use world::{Tier, View};

use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use crate::text::{Text, count_text};
use crate::trips::{LodgingLink, LodgingNote};

pub struct Op;

/// Maximum nights of a stay.
const MOST_NIGHTS: u64 = 31;
/// Maximum days ahead that a stay may begin.
const MOST_AHEAD: u64 = 730;

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Slug or unambiguous name.
    #[schemars(length(min = 1, max = 100))]
    pub slug: String,
    /// Arrival, `YYYY-MM-DD`.
    pub check_in: NaiveDate,
    /// Departure, `YYYY-MM-DD`, at most 31 nights later.
    pub check_out: NaiveDate,
    /// People, default 2.
    #[schemars(range(min = 1, max = 20))]
    pub guests: Option<u8>,
}

/// Lodging searches near a resort.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Lodging<'w> {
    /// Slug of the resort.
    pub slug: &'w str,
    /// Name in international use.
    pub name: &'w str,
    /// Day of arrival, as requested.
    pub check_in: NaiveDate,
    /// Day of departure; the night before is the last one.
    pub check_out: NaiveDate,
    /// Number of people the searches are for.
    pub guests: u8,
    /// Whether there are links.
    pub available: bool,
    /// The searches: at the configured partners, else at public sites.
    pub links: Vec<LodgingLink<'w>>,
    /// Always false: this service books nothing.
    pub booked: bool,
    /// Explains the links, or why there are none.
    pub note: &'static str,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "book_lodging",
        method: Method::Get,
        access: Tier::Reader,
        faces: Interfaces::Both,
        path: "/resorts/{slug}/lodging",
        title: "Lodging near a resort",
        description: "Links to lodging searches near a resort, at partners of this service or public sites. Never \
            books; prices and vacancies are unknown. For whole trips use plan_ski_trip.",
    };
    type Args = Args;
    type Data<'w> = Lodging<'w>;

    fn run<'w>(view: &View<'w>, args: Args, now: Timestamp) -> Result<Reply<Lodging<'w>>, OpError> {
        let resort = view.resort(&args.slug)?.resort();
        let Args { check_in, check_out, .. } = args;
        // In the last time zone it may still be the previous day, so today is bookable.
        let today = now.utc().date_naive();
        let earliest = today.pred_opt().unwrap_or(today);
        let latest = today.checked_add_days(Days::new(MOST_AHEAD)).unwrap_or(NaiveDate::MAX);
        if !(earliest..=latest).contains(&check_in) {
            let message = format!("must be {earliest} to {latest}, not {check_in}");
            return Err(OpError::argument("checkIn", message));
        }
        let last = check_in.checked_add_days(Days::new(MOST_NIGHTS)).unwrap_or(NaiveDate::MAX);
        if check_out <= check_in || check_out > last {
            let message = format!("must be 1 to {MOST_NIGHTS} nights after `checkIn`, {check_in}, not {check_out}");
            return Err(OpError::argument("checkOut", message));
        }
        let guests = args.guests.unwrap_or(USUAL_GUESTS);
        let stay = Stay { check_in, check_out, guests };
        let partners = searches(&view.service().lodging).iter();
        let links: Vec<LodgingLink<'w>> = partners
            .map(|partner| LodgingLink { site: &partner.name, url: partner.search(resort, stay) })
            .collect();
        let data = Lodging {
            slug: &resort.slug,
            name: &resort.name,
            check_in,
            check_out,
            guests,
            available: !links.is_empty(),
            links,
            booked: false,
            note: LodgingNote::new(view, None).words(),
        };
        Ok(Reply::one(data, SourceFamilies::CATALOGUE))
    }

    fn text(data: &Lodging<'_>) -> String {
        let mut text = Text::new();
        let Lodging { name, slug, check_in, check_out, guests, .. } = data;
        text.line(format_args!("Lodging near {name} ({slug}), {check_in} to {check_out}, {}", count_text(*guests, "guest")));
        for link in &data.links {
            text.item(link.site, &link.url);
        }
        text.line(data.note);
        text.done()
    }
}
