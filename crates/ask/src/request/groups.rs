//! Collects the places of a question as groups of resorts: a resort, or a set with its members.

use catalogue::search::Meaning;
use catalogue::{Resort, comparable};

use super::Cues;
use crate::feature::Feature;
use crate::lexicon::{Tag, lexicon};
use crate::names::{KnownNames, Mention, NameMeaning};
use crate::tokens::{FoldedText, text_of, tokens};
use crate::word_lists::List;

/// A town, and the drive from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Near {
    /// Name in international use.
    pub town: &'static str,
    /// Requested minutes of the drive.
    pub minutes: Option<u32>,
    /// Requested kilometres of the drive.
    pub km: Option<u32>,
}

/// How a group is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GroupName {
    Resort,
    /// Slug of the hub.
    Hub(String),
    State(String),
    /// ISO code.
    Country(&'static str),
    Region(&'static str),
    /// Identifier of the pass.
    Pass(String),
    /// A range, a town or an area, as the question writes it.
    Written,
    /// Within a drive from a town.
    Near(Near),
}

/// A resort or a set of resorts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    pub name: GroupName,
    /// Positions of the resorts; empty for [`GroupName::Near`].
    pub members: Vec<usize>,
    /// The name, as the question writes it.
    pub written: String,
}

/// A group with its position in the question.
struct LocatedGroup {
    from: usize,
    to: usize,
    group: Group,
}

impl LocatedGroup {
    fn is_resort(&self) -> bool {
        self.group.name == GroupName::Resort
    }

    /// Returns whether all members of another group are in this one.
    fn contains(&self, other: &Self) -> bool {
        other.group.members.iter().all(|at| self.group.members.contains(at))
    }
}

impl Cues<'_, '_, '_> {
    /// Returns the groups in the order of the question; `None` if a name is ambiguous or unknown.
    pub(super) fn groups(&self) -> Option<Vec<Group>> {
        let mut groups = self.places()?;
        // A city is not the resort near it, and a village is the resort above it.
        let is_of_city = self.heard.has(Feature::City) || self.tags.iter().any(|tag| tag.is(Feature::Town));
        let is_town = |group: &Group| group.name == GroupName::Written && group.members.len() == 1;
        for village in groups.iter_mut().filter(|group| !is_of_city && is_town(group)) {
            village.name = GroupName::Resort;
        }
        if matches!(groups.as_slice(), [only] if is_town(only)) { None } else { Some(groups) }
    }

    /// Like [`Self::groups`], but with a town of one resort.
    pub(super) fn places(&self) -> Option<Vec<Group>> {
        let mut found: Vec<LocatedGroup> = self.areas();
        let mut shared: Vec<&Mention> = Vec::new();
        let roads = self.roads();
        for mention in &self.heard.mentions {
            // The name of a road that contains it.
            if roads.iter().any(|road| {
                road.from <= mention.from
                    && mention.to <= road.to
                    && road.to - road.from > mention.to - mention.from
            }) {
                continue;
            }
            let is_covered = |other: &LocatedGroup| other.from <= mention.from && mention.to <= other.to;
            if found.iter().any(is_covered) {
                continue;
            }
            match self.find_group(mention) {
                Ok(group) => {
                    found.extend(group.map(|group| LocatedGroup {
                        from: mention.from,
                        to: mention.to,
                        group,
                    }));
                }
                Err(()) if self.is_known_otherwise(mention) || self.is_stop_on_the_way(mention) => {}
                Err(()) if matches!(mention.what, NameMeaning::Several(_)) => shared.push(mention),
                Err(()) if self.skips_strangers => {}
                Err(()) => return None,
            }
        }
        for mention in shared {
            let group = self.next_to(mention, &found)?;
            found.push(LocatedGroup { from: mention.from, to: mention.to, group });
        }
        if found.is_empty() && !self.heard.is_follow_up {
            found.extend(self.near());
        }
        // "Ab Salzburg, höchstens eine Stunde Fahrt" leaves from the town, and not from the state of that name.
        if let [only] = found.as_slice()
            && matches!(only.group.name, GroupName::State(_))
            && self.is_limited()
            && let Some(town) = self.near()
            && town.group.written.contains(&only.group.written)
        {
            found = vec![town];
        }
        if found.is_empty() {
            found.extend(self.heard.resorts.iter().map(|at| resort_of_talk(*at)));
        }
        found.sort_by_key(|one| one.from);
        let (passes, found): (Vec<LocatedGroup>, Vec<LocatedGroup>) =
            found.into_iter().partition(|one| matches!(one.group.name, GroupName::Pass(_)));
        let of_groups = |found: Vec<LocatedGroup>| found.into_iter().map(|one| one.group).collect();
        Some(on_pass(of_groups(passes), of_groups(self.merged(found))))
    }

    /// Returns the areas of the question, longest first, without overlaps.
    fn areas(&self) -> Vec<LocatedGroup> {
        let mut tags: Vec<&Tag> = self.tags.iter().filter(|tag| tag.is(Feature::Area)).collect();
        tags.sort_by_key(|tag| std::cmp::Reverse(tag.to - tag.from));
        let mut found: Vec<LocatedGroup> = Vec::new();
        for tag in tags {
            let is_inside_name = |mention: &Mention| {
                mention.from <= tag.from
                    && tag.to <= mention.to
                    && mention.to - mention.from > tag.to - tag.from
            };
            let is_taken = found.iter().any(|other| tag.from < other.to && other.from < tag.to);
            if is_taken || self.heard.mentions.iter().any(is_inside_name) {
                continue;
            }
            let members = selected(&self.service.known, tag.value);
            let written = text_of(&self.heard.tokens, tag.from, tag.to);
            // "Il Tarvisiano" is the area of one resort.
            let is_resort = members.len() == 1 && tag.value.starts_with("slug:");
            let name = if is_resort { GroupName::Resort } else { GroupName::Written };
            let group = Group { name, members, written };
            found.push(LocatedGroup { from: tag.from, to: tag.to, group });
        }
        found
    }

    /// Returns the group of a name; `None` for a pass, and an error for a name without one meaning.
    fn find_group(&self, mention: &Mention) -> Result<Option<Group>, ()> {
        let written = text_of(&self.heard.tokens, mention.from, mention.to);
        let (name, members) = match &mention.what {
            NameMeaning::Resort(at) => (GroupName::Resort, vec![*at]),
            NameMeaning::Hub(slug, members) => (GroupName::Hub(slug.clone()), members.clone()),
            NameMeaning::State(name, members) => (GroupName::State(name.clone()), members.clone()),
            NameMeaning::Country(code, members) => (GroupName::Country(code), members.clone()),
            NameMeaning::Region(word) => (GroupName::Region(word), tagged(&self.service.known, word)),
            NameMeaning::Several(members) if self.is_place(&written) => (GroupName::Written, members.clone()),
            NameMeaning::Several(_) | NameMeaning::Stranger(_) => return Err(()),
            NameMeaning::Pass(id) => {
                let members = self.of_pass(id);
                let name = GroupName::Pass(id.clone());
                return Ok((!members.is_empty()).then_some(Group { name, members, written }));
            }
            NameMeaning::Aside => return Ok(None),
        };
        if members.is_empty() { Err(()) } else { Ok(Some(Group { name, members, written })) }
    }

    /// Returns the one resort of a shared name that is in a named set, or in the state of a named resort.
    fn next_to(&self, mention: &Mention, found: &[LocatedGroup]) -> Option<Group> {
        let NameMeaning::Several(members) = &mention.what else { return None };
        let state = |at: usize| (self.service.known.resort)(at)?.state.as_deref();
        let is_near = |at: &&usize| {
            found
                .iter()
                .flat_map(|other| &other.group.members)
                .any(|other| other == *at || (state(**at).is_some() && state(**at) == state(*other)))
        };
        let near: Vec<usize> = members.iter().filter(is_near).copied().collect();
        let written = text_of(&self.heard.tokens, mention.from, mention.to);
        (near.len() == 1).then_some(Group { name: GroupName::Resort, members: near, written })
    }

    /// Returns the resorts of a pass.
    fn of_pass(&self, id: &str) -> Vec<usize> {
        let known = &self.service.known;
        let Some(pass) = known.passes.iter().find(|pass| pass.id == id) else { return Vec::new() };
        let members = pass.members();
        where_(known, |resort| members.contains(resort.slug.as_str()))
    }

    /// Returns whether a name of several resorts is a place, and not a name that they share.
    fn is_place(&self, written: &str) -> bool {
        let is_range =
            || lexicon().tags(&FoldedText::new(&tokens(written))).iter().any(|tag| tag.is(Feature::Range));
        match self.service.known.index.meaning(&comparable(written)) {
            Meaning::Places(_) => true,
            Meaning::Nothing => is_range(),
            Meaning::Resort(_) | Meaning::Several(_) => false,
        }
    }

    /// Returns whether an unknown name is a town or a road, or a part of one.
    fn is_known_otherwise(&self, mention: &Mention) -> bool {
        self.tags.iter().any(|tag| {
            let is_place = match tag.feature {
                Feature::Town => self.leaves_from(tag, &self.tags) || self.heard.has(Feature::Leave),
                Feature::RoadName | Feature::Area => true,
                // "Auf Tour" is a wish and not a name.
                _ => {
                    tag.covers(mention.from)
                        && mention.to <= tag.to
                        && tag.language == self.heard.locale.language
                }
            };
            is_place && tag.from < mention.to && mention.from < tag.to
        })
    }

    /// Returns whether signs or joining words separate every unknown name from the only known resort.
    pub(super) fn names_stranger_apart(&self) -> bool {
        let heard = self.heard;
        let is_stranger = |mention: &&Mention| matches!(mention.what, NameMeaning::Stranger(_));
        let known = heard.mentions.iter().find(|mention| matches!(mention.what, NameMeaning::Resort(_)));
        let is_end = |at: usize| {
            heard.tokens.get(at).is_some_and(|token| token.is_sign(&[',', '?', '.', ';', '、', '。', '？']))
        };
        let is_apart = |known: &Mention, stranger: &Mention| {
            let (from, to) = (known.to.min(stranger.to), known.from.max(stranger.from));
            (from..to).any(is_end)
        };
        heard.resorts.len() == 1
            && !heard.joins_stranger
            && known.is_some_and(|known| {
                heard.mentions.iter().filter(is_stranger).all(|other| is_apart(known, other))
            })
    }

    /// Returns whether an unknown name next to a known one is a station or an airport of the journey.
    fn is_stop_on_the_way(&self, mention: &Mention) -> bool {
        matches!(mention.what, NameMeaning::Stranger(_))
            && (!self.heard.resorts.is_empty() || self.heard.hub.is_some())
            && (([Feature::Journey, Feature::Transit].into_iter().any(|own| self.has(own))
                || self.heard.has(Feature::Flight))
                || ((!self.roads().is_empty() || self.is_start_of_road(mention))
                    && !self.heard.joins_stranger))
    }

    /// Returns whether an unknown name is the start of a road: "senza catene da Edolo al Tonale".
    fn is_start_of_road(&self, mention: &Mention) -> bool {
        let tokens = &self.heard.tokens;
        let is_from = |at: usize| tokens.get(at).is_some_and(|word| List::From.contains(&word.folded));
        let follows = (mention.from.saturating_sub(3)..mention.from).any(is_from);
        let precedes = text_of(tokens, mention.to, mention.to + 2) == "から";
        let is_of_road =
            self.heard.has_any(&[Feature::Drive, Feature::Chains]) || self.has(Feature::RoadWord);
        is_of_road && (follows || precedes)
    }

    /// Returns the surroundings of a town, if the question asks for them.
    fn near(&self) -> Option<LocatedGroup> {
        let towns = self.whole_tags.iter().filter(|tag| tag.is(Feature::Town));
        let town = towns.max_by_key(|tag| tag.to - tag.from)?;
        let name = GroupName::Near(Near { town: town.value, minutes: self.minutes(), km: self.kilometres() });
        let written = text_of(&self.whole, town.from, town.to);
        let group = Group { name, members: Vec::new(), written };
        self.leaves_from(town, &self.whole_tags).then_some(LocatedGroup {
            from: town.from,
            to: town.to,
            group,
        })
    }

    /// Joins groups that are one place: "French Alps" are the Alps of France, and "Verbier, Switzerland" is Verbier.
    fn merged(&self, found: Vec<LocatedGroup>) -> Vec<LocatedGroup> {
        let mut merged: Vec<LocatedGroup> = Vec::new();
        for next in found {
            let Some(last) = merged.last_mut().filter(|last| !self.is_joined(last.to, next.from)) else {
                let is_said = |other: &LocatedGroup| {
                    other.group.members == next.group.members && !next.group.members.is_empty()
                };
                if !merged.iter().any(is_said) {
                    merged.push(next);
                }
                continue;
            };
            if last.is_resort() && next.is_resort() {
                if last.group.members != next.group.members {
                    merged.push(next);
                }
            } else if next.contains(last) {
                last.to = next.to;
            } else if last.contains(&next) {
                *last = LocatedGroup { from: last.from, ..next };
            } else if last.is_resort() || next.is_resort() {
                merged.push(next);
            } else {
                let both: Vec<usize> =
                    last.group.members.iter().filter(|at| next.group.members.contains(at)).copied().collect();
                if both.is_empty() {
                    merged.push(next);
                } else {
                    let written = text_of(&self.heard.tokens, last.from, next.to);
                    let group = Group { name: GroupName::Written, members: both, written };
                    *last = LocatedGroup { from: last.from, to: next.to, group };
                }
            }
        }
        // A set that contains a named resort is where it is: "Is Zermatt the deepest of Switzerland?"
        let contains_resort = |one: &LocatedGroup| {
            !one.is_resort() && merged.iter().any(|other| other.is_resort() && one.contains(other))
        };
        let outer: Vec<bool> = merged.iter().map(contains_resort).collect();
        merged.into_iter().zip(outer).filter(|(_, is_outer)| !is_outer).map(|(one, _)| one).collect()
    }

    /// Returns whether a word or a sign between two names keeps them apart.
    fn is_joined(&self, from: usize, to: usize) -> bool {
        let is_between = |tag: &Tag| tag.is(Feature::Joint) && from <= tag.from && tag.to <= to;
        self.tags.iter().any(is_between)
            || (from..to).any(|at| {
                self.heard.tokens.get(at).is_some_and(|token| token.is_sign(&['/', '、', '・', '&']))
            })
    }
}

/// Limits sets to the resorts of a named pass; next to a resort, the pass is not a set.
fn on_pass(passes: Vec<Group>, mut places: Vec<Group>) -> Vec<Group> {
    if places.is_empty() {
        return passes;
    }
    for place in places.iter_mut().filter(|place| place.name != GroupName::Resort) {
        if let [pass] = passes.as_slice() {
            place.members.retain(|at| pass.members.contains(at));
            place.name = GroupName::Written;
        }
    }
    places
}

/// Returns the resort of the conversation as a group.
fn resort_of_talk(at: usize) -> LocatedGroup {
    let group = Group { name: GroupName::Resort, members: vec![at], written: String::new() };
    LocatedGroup { from: 0, to: 0, group }
}

/// Returns the resorts of a selector: sets joined by `,`, each an intersection joined by `&` of `kind:name`.
pub(super) fn selected(known: &KnownNames<'_>, selector: &str) -> Vec<usize> {
    let is_of = |resort: &Resort, one: &str| match one.split_once(':') {
        Some(("state", name)) => resort.state.as_deref() == Some(name),
        Some(("country", code)) => resort.country == code,
        Some(("hub", slug)) => resort.hub.as_deref() == Some(slug),
        Some(("tag", tag)) => resort.tags.iter().any(|own| own == tag),
        Some(("slug", slug)) => resort.slug == slug,
        _ => false,
    };
    where_(known, |resort| selector.split(',').any(|set| set.split('&').all(|one| is_of(resort, one))))
}

/// Returns the resorts with a tag of the catalogue.
pub(super) fn tagged(known: &KnownNames<'_>, tag: &str) -> Vec<usize> {
    where_(known, |resort| resort.tags.iter().any(|own| own == tag))
}

fn where_(known: &KnownNames<'_>, is_it: impl Fn(&Resort) -> bool) -> Vec<usize> {
    let resorts = (0..).map_while(|at| Some((at, (known.resort)(at)?)));
    resorts.filter(|(_, resort)| is_it(resort)).map(|(at, _)| at).collect()
}
