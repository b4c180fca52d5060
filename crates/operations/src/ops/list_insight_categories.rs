//! `list_insight_categories`: the topics of insight cards, how the cards are computed, and their present number.

use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use world::credits::SourceFamilies;
use world::{Tier, View};

use crate::error::OpError;
use crate::insights::{About, Basis, Category, CardSet, Scope};
use crate::operation::{Interfaces, Meta, Method, Operation, Page, Reply};
use crate::text::{Text, count_text, word};

pub struct Op;

/// No arguments.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Args {}

/// A category of cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CategoryRow {
    /// Identifier, as `get_insights` takes it.
    pub id: Category,
    /// Name for people.
    pub title: &'static str,
    /// How its cards are made: `data` is counted or measured, `intelligence` compared or inferred.
    pub basis: Basis,
    /// Content of its cards.
    pub description: &'static str,
    /// How its cards are computed, and from which data.
    pub method: &'static str,
    /// Scopes of its cards.
    pub scopes: &'static [Scope],
    /// Present number of cards.
    pub count: usize,
    /// Reason if there are none.
    pub reason: Option<&'static str>,
}

const NONE: &str = "there is not enough data for a card now";

impl CategoryRow {
    fn new(about: &About, count: usize) -> Self {
        let About { category, title, basis, description, method, scopes, .. } = *about;
        let reason = (count == 0).then_some(NONE);
        Self { id: category, title, basis, description, method, scopes, count, reason }
    }
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "list_insight_categories",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/insights/categories",
        title: "Categories of insights",
        description: "Topics of insight cards, their method, and their present number. For the cards use \
            get_insights. `count` 0: `reason` says why.",
    };
    type Args = Args;
    type Data<'w> = Vec<CategoryRow>;

    fn run<'w>(view: &View<'w>, _: Args, _: Timestamp) -> Result<Reply<Vec<CategoryRow>>, OpError> {
        let deck = CardSet::cached(view);
        let rows: Vec<CategoryRow> =
            deck.by_category().map(|(about, cards)| CategoryRow::new(about, cards.len())).collect();
        let limit = u32::try_from(rows.len()).unwrap_or(u32::MAX);
        let page = Page { total: rows.len(), limit, offset: 0 };
        Ok(Reply::list(rows, SourceFamilies::NOTHING, page))
    }

    fn text(data: &Vec<CategoryRow>) -> String {
        let mut text = Text::new();
        for row in data {
            let scopes: Vec<String> = row.scopes.iter().map(word).collect();
            text.line(format_args!(
                "{} ({}), {}, about {}: {} {}",
                row.title,
                word(&row.id),
                count_text(row.count, "card"),
                scopes.join(", "),
                row.description,
                row.method
            ));
        }
        text.done()
    }
}
