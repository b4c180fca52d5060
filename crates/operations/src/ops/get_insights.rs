//! `get_insights`: insight cards, most notable first.

use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use world::credits::SourceFamilies;
use world::{Tier, View};

use crate::error::OpError;
use crate::insights::{Card, Category, CardSet, Hemisphere, Scope};
use crate::operation::{Interfaces, Meta, Method, Operation, Page, Reply};
use crate::text::{Text, reported, word};

pub struct Op;

const RULE: &str = "the most notable card of every requested category, then the second of each, and so on; \
    categories in the order of list_insight_categories, ties by id";

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Default all.
    pub category: Option<Category>,
    /// Topic of the cards.
    pub scope: Option<Scope>,
    /// Side of the equator.
    ///
    /// Cards of regions and of the whole world belong to neither.
    pub hemisphere: Option<Hemisphere>,
    /// Rows, default 20.
    #[schemars(range(min = 1, max = 100))]
    pub limit: Option<u32>,
    /// Rows to skip.
    #[schemars(range(min = 0, max = 100_000))]
    pub offset: Option<u32>,
}

/// A card with its category's method.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CardRow {
    /// The card.
    #[serde(flatten)]
    pub card: Card,
    /// How cards of its category are computed.
    pub method: &'static str,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_insights",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/insights",
        title: "Insight cards",
        description: "Notable facts as cards: season against average, dry spells, rare depths, forecast \
            trust, openings; each with numbers, method and n. Categories: list_insight_categories. Empty: \
            no data for a card.",
    };
    type Args = Args;
    type Data<'w> = Vec<CardRow>;

    fn run<'w>(view: &View<'w>, args: Args, _: Timestamp) -> Result<Reply<Vec<CardRow>>, OpError> {
        let deck = CardSet::cached(view);
        let is_asked = |card: &&Card| {
            args.scope.is_none_or(|scope| card.scope == scope)
                && args.hemisphere.is_none_or(|side| card.hemisphere == Some(side))
        };
        let categories = deck.by_category();
        let asked = categories.filter(|(about, _)| args.category.is_none_or(|asked| about.category == asked));
        let mut found: Vec<(usize, &Card, &'static str)> = asked
            .flat_map(|(about, cards)| {
                let own = cards.iter().filter(is_asked).enumerate();
                own.map(|(place, card)| (place, card, about.method)).collect::<Vec<_>>()
            })
            .collect();
        // Stable: categories keep their order among the cards of one rank.
        found.sort_by_key(|(place, ..)| *place);
        let page =
            Page { total: found.len(), limit: args.limit.unwrap_or(20), offset: args.offset.unwrap_or(0) };
        let mut carries = SourceFamilies::NOTHING;
        let shown = found.into_iter().skip(page.offset as usize).take(page.limit as usize);
        let rows = shown.map(|(_, card, method)| {
            carries = carries.and(card.carries());
            CardRow { card: card.clone(), method }
        });
        let rows = rows.collect();
        Ok(Reply::ranked(rows, carries, page, RULE))
    }

    fn text(data: &Vec<CardRow>) -> String {
        let mut text = Text::new();
        if data.is_empty() {
            text.line("There is not enough data for a card.");
        }
        for CardRow { card, .. } in data {
            let Card { headline, category, n, n_of, as_of, .. } = card;
            text.line(format_args!("{headline} [{}; {n} {n_of}; as of {as_of}]", word(category)));
            for number in &card.numbers {
                let value = reported(number.value.map(conditions_core::units::Tenths::get), number.unit);
                text.line(format_args!("- {}: {value}", number.name));
            }
        }
        text.done()
    }
}
