//! Detects passes whose names are words, or mountains as well, by their context.

use super::{KnownNames, Mention, NameMeaning};
use crate::feature::Feature;
use crate::lexicon::Tag;
use crate::tokens::{Kind, Token};

/// Maximum number of words between a pass's name and the word for a pass: "di", の.
const MOST_JOINTS: usize = 1;

/// Returns whether a pass with an everyday name is in a context for passes: "Which Epic mountains", "ski on epic".
pub(super) fn is_pass_of_mountains(tokens: &[Token<'_>]) -> bool {
    const SHORT: [&str; 2] = ["epic", "indy"];
    let word = |at: usize| tokens.get(at).map_or("", |token| token.folded.as_str());
    (0..tokens.len()).filter(|at| SHORT.contains(&word(*at))).any(|at| {
        let before = at.checked_sub(1).map_or("", word);
        let is_last = tokens.get(at + 1).is_none_or(|next| matches!(next.kind, Kind::Sign(_)));
        let article =
            matches!(before, "an" | "my" | "our" | "the" | "del" | "el" | "il" | "le" | "der" | "den");
        let holds =
            article || matches!(before, "hold" | "have" | "got" | "take" | "takes" | "accept" | "accepts");
        let article = article || matches!(before, "l" | "dem" | "nell" | "dell" | "all");
        let is_name = tokens.get(at).is_some_and(Token::is_capital);
        let goes_on = tokens.get(at + 1).is_some_and(Token::is_capital);
        (article && is_name && !goes_on)
            || (is_last && holds)
            || matches!(word(at + 1), "mountains" | "resorts" | "hills" | "skigebiete" | "gebiete")
            || (is_last && matches!(before, "on" | "with" | "mit" | "avec" | "con"))
    })
}

/// Returns whether two passes with everyday names are next to each other: "Epic or Indy".
pub(super) fn names_two_passes(tokens: &[Token<'_>]) -> bool {
    const NAMES: [&str; 5] = ["epic", "indy", "ikon", "collective", "magic"];
    let named = NAMES.iter().filter(|name| tokens.iter().any(|token| token.folded == **name));
    named.count() > 1
}

/// Removes passes that are named like a hub if the question is not about passes: "Les Portes du Soleil" are mountains,
/// whether or not the article belongs to the pass's name.
pub(super) fn drop_passes_of_hubs(found: &mut Vec<Mention>) {
    let hubs: Vec<(usize, usize)> = found
        .iter()
        .filter(|mention| matches!(mention.what, NameMeaning::Hub(..)))
        .map(|mention| (mention.from, mention.to))
        .collect();
    found.retain(|mention| {
        let holds_hub = hubs.iter().any(|(from, to)| mention.from <= *from && *to <= mention.to);
        !(matches!(mention.what, NameMeaning::Pass(_)) && holds_hub)
    });
}

/// Turns a hub next to the word for a pass into the pass of the same name: "Lo skipass Skirama", 白馬バレーの共通パス.
pub(super) fn take_passes_of_hubs(
    known: &KnownNames<'_>,
    tokens: &[Token<'_>],
    tags: &[Tag],
    mentions: &mut [Mention],
) {
    let is_at = |tag: &Tag, mention: &Mention| {
        tag.is(Feature::PassWord)
            && ((tag.to..=tag.to + MOST_JOINTS).contains(&mention.from)
                || (mention.to..=mention.to + MOST_JOINTS).contains(&tag.from))
    };
    let is_ticket = |tag: &Tag| matches!(tag.feature, Feature::Days | Feature::PassWord | Feature::Price);
    let hubs = mentions.iter().filter(|mention| matches!(mention.what, NameMeaning::Hub(..))).count();
    // With a number of days, two hubs are two passes: "Skirama o Dolomiti Superski, per otto giorni".
    let are_passes = hubs > 1 && tags.iter().any(is_ticket);
    // With another pass, the hub is where it is used.
    if mentions.iter().any(|mention| matches!(mention.what, NameMeaning::Pass(_))) {
        return;
    }
    for mention in mentions {
        let NameMeaning::Hub(slug, _) = &mention.what else { continue };
        // "With" before a hub means its pass: "Con lo Skirama in che posti scio".
        let is_taken = are_passes || takes_pass(tokens, mention.from);
        if (tags.iter().any(|tag| is_at(tag, mention)) || is_taken)
            && let Some(pass) = known.passes.find(slug)
        {
            mention.what = NameMeaning::Pass(pass.id.clone());
        }
    }
}

/// Returns whether the words before a name introduce a pass: "with the Dolomiti Superski", "con il".
pub(super) fn takes_pass(tokens: &[Token<'_>], from: usize) -> bool {
    const WITH: &[&str] = &["with", "mit", "avec", "con", "col"];
    tokens
        .get(from.saturating_sub(2)..from)
        .unwrap_or_default()
        .iter()
        .any(|token| matches!(token.kind, Kind::Word) && WITH.contains(&token.folded.as_str()))
}
