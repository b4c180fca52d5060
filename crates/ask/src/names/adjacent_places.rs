//! Handles a place next to a name ("Blue Mountain, Ontario"): it narrows the name, or shows that it is an unknown
//! namesake.

use catalogue::comparable;
use catalogue::search::{Meaning, Part};

use super::namesakes::without_namesakes;
use super::{KnownNames, Mention, NameMeaning, state_letters};
use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;
use crate::tokens::{Kind, Token, text_of};
use crate::word_lists::List;

/// Minimum length of a place's name that is not an everyday word such as "us", in letters.
const SHORTEST_PLACE: usize = 4;

/// Maximum number of letters between a place and a name after it, in Japanese.
const MOST_LINKS: usize = 2;

/// The Japanese word for a ski area, which occurs in many questions and is not a request.
const SKI_AREA: &str = "スキー場";

/// Narrows names by the places next to them: "Blue Mountain, Ontario". A name that the place does not contain is an
/// unknown namesake: both are removed, and the name remains as a stranger.
pub(super) fn narrowed(known: &KnownNames<'_>, tokens: &[Token<'_>], mentions: Vec<Mention>) -> Vec<Mention> {
    let mut kept: Vec<Mention> = Vec::with_capacity(mentions.len());
    let mut mentions = mentions.into_iter().peekable();
    while let Some(mention) = mentions.next() {
        // A mountain and a part of it: "かぐら みつまた".
        if mentions
            .peek()
            .is_some_and(|next| next.from == mention.to && is_part(known, &mention.what, &next.what))
        {
            continue;
        }
        // A town with the name of a country or a state: "Lebanon New Hampshire", "Oregon Ohio".
        if let Some(town) = mentions.next_if(|next| is_namesake_town(&mention, next)) {
            let text = text_of(tokens, mention.from, town.to);
            kept.push(Mention { what: NameMeaning::Stranger(text), from: mention.from, to: town.to });
            continue;
        }
        // In "anywhere but Vail in Colorado", the place is where others are searched.
        let before = mention.from.checked_sub(1).and_then(|at| tokens.get(at));
        let is_left_out = before.is_some_and(|word| matches!(word.folded.as_str(), "but" | "except"));
        let beside = mentions.next_if(|next| {
            let stands_beside = next.from <= mention.to + 1
                && tokens.get(mention.to..next.from).is_none_or(|between| {
                    between
                        .iter()
                        .all(|token| token.is_sign(&[',', '(', '-', '\u{2014}']) || token.folded == "in")
                });
            stands_beside
                && !is_left_out
                && resorts_in(known, &next.what).is_some()
                && candidates(&mention.what).is_some()
        });
        let place = beside.map(|place| (resorts_in(known, &place.what).unwrap_or_default(), place.to));
        let letters =
            || candidates(&mention.what).and_then(|_| state_letters::state_after(known, tokens, mention.to));
        let text = text_of(tokens, mention.from, mention.to);
        let Some((here, to)) = place.or_else(letters) else {
            kept.push(Mention { what: without_namesakes(known, mention.what, &text), ..mention });
            continue;
        };
        let named = candidates(&mention.what).unwrap_or_default();
        let inside: Vec<usize> = named.into_iter().filter(|at| here.contains(at)).collect();
        let what = match (&inside[..], mention.what) {
            // "Bend, Oregon" is still a town, not a mountain near it.
            ([_], NameMeaning::Several(_)) if is_town(known, &text) => NameMeaning::Several(inside),
            ([only], _) => NameMeaning::Resort(*only),
            // The place contains nothing of that name.
            ([], _) => NameMeaning::Stranger(text_of(tokens, mention.from, to)),
            (_, hub @ NameMeaning::Hub(..)) => hub,
            (_, _) => NameMeaning::Several(inside),
        };
        kept.push(Mention { what, from: mention.from, to });
    }
    kept
}

/// Returns whether a country or a state is directly before another that does not contain it, one of them a state.
fn is_namesake_town(mention: &Mention, next: &Mention) -> bool {
    let (Some((one, here)), Some((other, there))) = (area(&mention.what), area(&next.what)) else {
        return false;
    };
    next.from == mention.to && (one || other) && !here.iter().any(|at| there.contains(at))
}

/// Returns the resorts of a state or a country, and whether it is a state.
fn area(what: &NameMeaning) -> Option<(bool, &[usize])> {
    match what {
        NameMeaning::State(_, resorts) => Some((true, resorts)),
        NameMeaning::Country(_, resorts) => Some((false, resorts)),
        _ => None,
    }
}

/// Returns whether a name belongs to a town and not to a mountain.
fn is_town(known: &KnownNames<'_>, name: &str) -> bool {
    match known.index.meaning(&comparable(name)) {
        Meaning::Places(areas) => areas.iter().any(|area| area.part == Part::Town),
        Meaning::Nothing | Meaning::Resort(_) | Meaning::Several(_) => false,
    }
}

/// Returns whether one resort is named, and after a preposition a state or a country that does not contain it.
pub(crate) fn is_elsewhere(tokens: &[Token<'_>], tags: &[Tag], mentions: &[Mention]) -> bool {
    let mut resorts = mentions.iter().filter_map(|mention| match mention.what {
        NameMeaning::Resort(at) => Some(at),
        _ => None,
    });
    let Some(only) = resorts.next() else { return false };
    let resort_from =
        mentions.iter().find(|mention| mention.what == NameMeaning::Resort(only)).map(|mention| mention.from);
    let is_there = |mention: &Mention| {
        let is_name = tokens.get(mention.from).is_some_and(|word| word.folded.len() >= SHORTEST_PLACE);
        // The writer's home is not the resort's place: "for a friend from Texas".
        let before =
            mention.from.checked_sub(1).and_then(|at| tokens.get(at)).map_or("", |word| word.folded.as_str());
        // In Japanese the place comes first: "カナダのベイル", "富山県八方".
        let is_before = || {
            let between = resort_from.and_then(|from| tokens.get(mention.to..from));
            let is_link = |token: &Token<'_>| matches!(token.raw, "の" | "県" | "州" | "府" | "都");
            between.is_some_and(|between| between.len() <= MOST_LINKS && between.iter().all(is_link))
                && tokens.get(mention.from).is_some_and(|token| token.kind == Kind::Glyph)
        };
        let article = mention.from.checked_sub(1).filter(|_| List::DefiniteArticles.contains(before));
        let is_at = |at: usize| tags.iter().any(|tag| tag.is(Feature::At) && tag.to == at);
        // The writer's country says nothing about the resort: "Soy de Francia".
        let is_origin = tags.iter().any(|tag| {
            matches!(tag.feature, Feature::Told | Feature::Writer)
                && tag.from < mention.from
                && mention.from <= tag.to
        });
        (is_name
            && !is_origin
            && !List::OfOrigin.contains(before)
            && (is_at(mention.from) || article.is_some_and(is_at)))
            || is_before()
    };
    let other = |mention: &Mention| match &mention.what {
        NameMeaning::State(_, members) | NameMeaning::Country(_, members) => {
            !members.contains(&only) && is_there(mention)
        }
        _ => false,
    };
    resorts.all(|other| other == only)
        && (mentions.iter().any(other) || is_in_prefecture(tokens, mentions, resort_from))
}

/// Returns whether a prefecture without resorts precedes the name: "愛知県の苗場". Such a prefecture is a word and not a
/// place in the catalogue.
fn is_in_prefecture(tokens: &[Token<'_>], mentions: &[Mention], resort_from: Option<usize>) -> bool {
    let raw = |at: usize| tokens.get(at).map_or("", |token| token.raw);
    let Some(before) = resort_from.and_then(|from| from.checked_sub(1)) else { return false };
    let at = if raw(before) == "の" { before.checked_sub(1) } else { Some(before) };
    at.filter(|at| raw(*at) == "県")
        .is_some_and(|at| mentions.iter().all(|mention| mention.to < at || at < mention.from))
}

/// Returns whether the only named mountain says where others are searched: "Which resort next to Verbier is open".
pub(crate) fn is_landmark(tokens: &[Token<'_>], tags: &[Tag], mentions: &[Mention]) -> bool {
    const OF_OTHERS: [Feature; 4] = [Feature::WhichResorts, Feature::Rank, Feature::Ski, Feature::MostSnow];
    let is_beside = |tag: &Tag, mention: &Mention| match tag.language {
        Language::Japanese => tag.from == mention.to,
        // In "Voisine des Arcs" the article belongs to the name.
        _ => tag.from < mention.from && mention.from <= tag.to + 1 && tag.to < mention.to,
    };
    // For a town, the search itself considers its surroundings.
    let is_mountain =
        |mention: &&Mention| matches!(mention.what, NameMeaning::Resort(_) | NameMeaning::Hub(..));
    let mut mountains = mentions.iter().filter(is_mountain);
    let (Some(only), None) = (mountains.next(), mountains.next()) else { return false };
    let glyphs = || text_of(tokens, only.to, tokens.len());
    let near = || tags.iter().filter(|tag| tag.is(Feature::Near) && is_beside(tag, only));
    near().any(|tag| tag.value == "other")
        || near().next().is_some()
            && (tags.iter().any(|tag| OF_OTHERS.contains(&tag.feature)) || glyphs().contains(SKI_AREA))
}

/// Returns whether the second of two resorts is a part of the first.
fn is_part(known: &KnownNames<'_>, whole: &NameMeaning, part: &NameMeaning) -> bool {
    let slug = |what: &NameMeaning| match what {
        NameMeaning::Resort(at) => (known.resort)(*at).map(|resort| resort.slug.as_str()),
        _ => None,
    };
    let (Some(whole), Some(part)) = (slug(whole), slug(part)) else { return false };
    part.strip_prefix(whole).is_some_and(|rest| rest.starts_with('-'))
}

/// Returns the resorts that a name may mean.
fn candidates(what: &NameMeaning) -> Option<Vec<usize>> {
    match what {
        NameMeaning::Resort(only) => Some(vec![*only]),
        NameMeaning::Several(several) => Some(several.clone()),
        NameMeaning::Hub(_, members) => Some(members.clone()),
        NameMeaning::State(..)
        | NameMeaning::Country(..)
        | NameMeaning::Region(_)
        | NameMeaning::Pass(_)
        | NameMeaning::Aside
        | NameMeaning::Stranger(_) => None,
    }
}

/// Returns the resorts of a place that narrows a name next to it.
fn resorts_in(known: &KnownNames<'_>, what: &NameMeaning) -> Option<Vec<usize>> {
    match what {
        NameMeaning::State(_, resorts) | NameMeaning::Country(_, resorts) => Some(resorts.clone()),
        NameMeaning::Region("japan") => Some(known.index.lying_in("japan")),
        NameMeaning::Resort(_)
        | NameMeaning::Several(_)
        | NameMeaning::Hub(..)
        | NameMeaning::Region(_)
        | NameMeaning::Pass(_)
        | NameMeaning::Aside
        | NameMeaning::Stranger(_) => None,
    }
}
