//! `get_avalanche`: the official avalanche danger of a resort's region, now and tomorrow, relayed as its issuer states it.

use avalanche::{Choice, RegionMatch, Level, Part, Service, MissingLevelReason, Statement, Statements};
use conditions_core::record::Band;
use conditions_core::text::{ShownName, ShownText};
use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use crate::error::OpError;
use crate::local::{LocalTime, whole_metres};
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use crate::shapes::OneResort;
use crate::text::{Text, reported, word};
use world::Tier;
use world::avalanche::BulletinData;
use world::credits::SourceFamilies;
use world::{VisibleResort, View};

mod brief;
mod reason;
mod rows;

pub use brief::AvalancheBrief;
pub use reason::{Reason, RowDanger};
pub use rows::{Bound, Elevation};
use rows::{PartName, ProblemRow, RatingRow};

pub struct Op;

/// Avalanche danger of one resort.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Avalanche<'w> {
    /// Slug of the resort.
    pub slug: &'w str,
    /// Name in international use.
    pub name: &'w str,
    /// IANA time zone of the local times.
    pub timezone: &'static str,
    /// Whether a danger level is in force now.
    pub available: bool,
    /// Reason if none is in force.
    pub reason: Option<Reason>,
    /// The danger now.
    pub now: Danger,
    /// The danger of the next local day.
    pub tomorrow: Danger,
    /// The source bulletin; an expired one without its danger. Null if there is none.
    pub bulletin: Option<BulletinRow<'w>>,
    /// The warning service of the resort's area, whether or not its bulletin has arrived; null if not known.
    pub service: Option<ServiceRow>,
    /// Notice on what this answer does not cover.
    pub notice: &'static str,
}

/// A warning service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServiceRow {
    /// Name of the service.
    pub name: &'static str,
    /// Page of the service, to be linked if there is no bulletin.
    pub link: &'static str,
}

/// The danger at a time or on a day.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Danger {
    /// Highest level on the EAWS scale, 1 to 5; null when none is stated, which is not 0 and not 1.
    pub level: Option<u8>,
    /// Name of the level, such as `considerable`.
    pub level_name: Option<&'static str>,
    /// Reason if there is no level.
    pub reason: Option<Reason>,
    /// The reason in words.
    pub reason_text: Option<&'static str>,
    /// Local date; null for now.
    pub date: Option<String>,
    /// Part of the day.
    pub part: PartName,
    /// Where the highest level applies, such as `above 2200 m`.
    pub at: Option<String>,
    /// Bands of the resort where it applies; null if not known, for example at a tree line.
    pub bands: Option<Vec<Band>>,
    /// Every rating of that time, highest first.
    pub ratings: Vec<RatingRow>,
}

/// A bulletin.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulletinRow<'w> {
    /// The issuer's identifier.
    pub id: Option<&'w ShownName>,
    /// Issuer of the bulletin.
    pub issuer: &'w ShownName,
    /// The issuer's page, to be linked next to the danger.
    pub link: Option<&'w str>,
    /// Language of its texts.
    pub lang: Option<&'w ShownName>,
    /// The warning region, such as `AT-07-10`; null if the issuer draws the area and names several.
    pub region: Option<&'w str>,
    /// Name of the region.
    pub region_name: Option<&'w ShownName>,
    /// How the region fits the resort.
    pub region_fit: RegionFit,
    /// When it was published.
    pub issued_at: Option<Timestamp>,
    /// Start of its validity.
    pub valid_from: Option<Timestamp>,
    /// End of its validity.
    pub valid_until: Option<Timestamp>,
    /// End of its validity, on the resort's clock.
    pub local_valid_until: Option<LocalTime>,
    /// When the next one is due.
    pub next_at: Option<Timestamp>,
    /// When the service received it.
    pub learned_at: Option<Timestamp>,
    /// Avalanche problems, in the issuer's order.
    pub problems: Vec<ProblemRow<'w>>,
    /// The issuer's headline.
    pub headline: Option<&'w ShownText>,
    /// The issuer's text about the danger.
    pub comment: Option<&'w ShownText>,
    /// The issuer's advice for travelling.
    pub advice: Option<&'w ShownText>,
    /// The issuer's outlook.
    pub outlook: Option<&'w ShownText>,
}

/// How a bulletin's region fits a resort.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RegionFit {
    /// The resort's own region.
    Same,
    /// A part of the resort's region; if several parts apply, the one with the highest danger.
    Part,
    /// A larger region around it.
    Larger,
}

/// States what an answer does not cover.
const NOTICE: &str = "Relayed from the warning service, not advice, not an assessment of any slope. Open, \
    controlled pistes are outside the danger scale. Before leaving them, read the whole bulletin.";

/// Like [`NOTICE`], for synthetic danger under the names of real warning services.
const NOTICE_OF_SYNTHETIC: &str = "Synthetic: no warning service issued this danger, whatever name is \
    shown. It is not advice, nor an assessment of any slope.";

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_avalanche",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/resorts/{slug}/avalanche",
        title: "Official avalanche danger",
        description: "Official avalanche danger of a resort's warning region, EAWS scale 1 to 5, now and tomorrow: by \
            elevation and time of day, problems, validity, issuer, link to show. A null level has a `reason` and never \
            means low. Not advice. For the snow surface use get_snow_quality.",
    };
    type Args = OneResort;
    type Data<'w> = Avalanche<'w>;

    fn run<'w>(view: &View<'w>, args: OneResort, now: Timestamp) -> Result<Reply<Avalanche<'w>>, OpError> {
        let seen = view.resort(&args.slug)?;
        let (stated, carries) = statements(view, &seen, now);
        Ok(Reply::one(answer(view, &seen, &stated), carries))
    }

    fn text(data: &Avalanche<'_>) -> String {
        let mut text = Text::new();
        text.line(format_args!("Avalanche danger at {} ({})", data.name, data.slug));
        write_danger(&mut text, "Now", &data.now);
        let date = data.tomorrow.date.as_deref().unwrap_or_default();
        write_danger(&mut text, &format!("Tomorrow ({date})"), &data.tomorrow);
        if let Some(bulletin) = &data.bulletin {
            bulletin.write(&mut text);
        } else if let Some(service) = data.service {
            text.item("Warning service", format_args!("{}, {}", service.name, service.link));
        }
        text.line(data.notice);
        text.done()
    }
}

/// Returns the warning service of a resort's area, and whether it has delivered nothing yet.
fn service(view: &View<'_>, seen: &VisibleResort<'_>) -> Option<(&'static Service, bool)> {
    let resort = seen.resort();
    let region = seen.avalanche_region();
    let service = Service::for_place(region, &resort.country, resort.state.as_deref())?;
    let credits = &view.service().credits;
    let book: &BulletinData = view.dataset();
    Some((service, !book.has_reached(service, |lane| credits.document_lane(lane).is_some())))
}

/// Returns the bulletin's statements about a resort, and the sources of the data.
pub(crate) fn statements<'w>(view: &View<'w>, seen: &VisibleResort<'w>, now: Timestamp) -> (Statements<'w>, SourceFamilies) {
    let book: &BulletinData = view.dataset();
    let credits = &view.service().credits;
    let choices = book.at(seen.position(), |lane| credits.document_lane(lane).is_some());
    let stated = Statements::new(&choices, now, seen.profile().zone);
    let lanes = [stated.now.choice, stated.tomorrow.choice].into_iter().flatten().map(|choice| choice.lane);
    let carries = lanes.filter_map(|lane| credits.document_lane(lane)).fold(SourceFamilies::CATALOGUE, SourceFamilies::and);
    (stated, carries)
}

/// Returns the danger now for a row of a list, and the sources of the data.
pub(crate) fn row(view: &View<'_>, seen: &VisibleResort<'_>, now: Timestamp) -> (RowDanger, SourceFamilies) {
    let (stated, carries) = statements(view, seen, now);
    let is_missing = service(view, seen).is_some_and(|(_, is_missing)| is_missing);
    let level = stated.now.level;
    let reason = level.err().map(|silence| Reason::from_missing(silence, is_missing));
    (RowDanger { level: level.ok().map(Level::number), reason }, carries)
}

fn answer<'w>(view: &View<'w>, seen: &VisibleResort<'w>, stated: &Statements<'w>) -> Avalanche<'w> {
    let resort = seen.resort();
    let bands = elevations(seen);
    let service = service(view, seen);
    let is_missing = service.is_some_and(|(_, is_missing)| is_missing);
    let now = Danger::new(&stated.now, None, &bands, is_missing);
    let tomorrow = Danger::new(&stated.tomorrow, Some(stated.day.date.to_string()), &bands, is_missing);
    let shown = stated.now.choice.or(stated.tomorrow.choice);
    let book: &BulletinData = view.dataset();
    let counts = !matches!(stated.now.level, Err(MissingLevelReason::Expired));
    Avalanche {
        slug: &resort.slug,
        name: &resort.name,
        timezone: seen.profile().zone.name(),
        available: now.level.is_some(),
        reason: now.reason,
        bulletin: shown.map(|choice| BulletinRow::new(&choice, seen, book.learned_at(&choice), counts)),
        service: service.map(|(service, _)| ServiceRow { name: service.name, link: service.page }),
        now,
        tomorrow,
        notice: if view.service().synthetic { NOTICE_OF_SYNTHETIC } else { NOTICE },
    }
}

/// Returns the resort's bands with a known elevation, in metres above sea level.
fn elevations(seen: &VisibleResort<'_>) -> Vec<(Band, i32)> {
    let heights = seen.profile().elevation_m;
    let bands = [(Band::Base, heights.base), (Band::Mid, heights.mid), (Band::Summit, heights.summit)];
    bands.into_iter().filter_map(|(band, metres)| Some((band, whole_metres(metres?)?))).collect()
}

impl Danger {
    /// `is_missing`: no data has arrived from the area's warning service.
    fn new(
        statement: &Statement<'_>,
        date: Option<String>,
        bands: &[(Band, i32)],
        is_missing: bool,
    ) -> Self {
        let level = statement.level.ok();
        let reason = statement.level.err().map(|silence| Reason::from_missing(silence, is_missing));
        let mut ratings: Vec<RatingRow> =
            statement.ratings().map(|rating| RatingRow::new(rating, bands)).collect();
        ratings.sort_by_key(|row| std::cmp::Reverse(row.level));
        let highest =
            || ratings.iter().filter(|row| row.level.is_some() && row.level == level.map(Level::number));
        let places: Vec<&str> = highest().map(|row| row.elevation.as_str()).collect();
        let reached: Option<Vec<&Vec<Band>>> = highest().map(|row| row.bands.as_ref()).collect();
        let held = |band: &Band| reached.iter().flatten().any(|bands| bands.contains(band));
        let reached_bands = bands.iter().map(|(band, _)| *band).filter(held).collect();
        Self {
            level: level.map(Level::number),
            level_name: level.map(Level::name),
            reason,
            reason_text: reason.map(Reason::words),
            date,
            part: statement.part.into(),
            at: level.map(|_| joined(&places)),
            bands: (level.is_some() && reached.is_some() && !bands.is_empty()).then_some(reached_bands),
            ratings,
        }
    }
}

/// Joins places in words, without duplicates.
fn joined(places: &[&str]) -> String {
    let mut said: Vec<&str> = Vec::new();
    for place in places {
        if !said.contains(place) {
            said.push(place);
        }
    }
    said.join(", ")
}

impl<'w> BulletinRow<'w> {
    fn new(choice: &Choice<'w>, seen: &VisibleResort<'_>, learned_at: Option<Timestamp>, counts: bool) -> Self {
        let bulletin = choice.bulletin;
        let text = |text: &'w Option<ShownText>| text.as_ref().filter(|_| counts);
        let until = bulletin.valid.map(|valid| valid.to);
        Self {
            id: bulletin.id.as_ref(),
            issuer: &bulletin.issuer,
            link: bulletin.link.as_deref(),
            lang: bulletin.lang.as_ref(),
            region: choice.region.map(|region| region.id.as_str()),
            region_name: choice.region.and_then(|region| region.name.as_ref()),
            region_fit: match choice.fit {
                RegionMatch::Same => RegionFit::Same,
                RegionMatch::Part => RegionFit::Part,
                RegionMatch::Within(_) => RegionFit::Larger,
            },
            issued_at: bulletin.issued_at,
            valid_from: bulletin.valid.map(|valid| valid.from),
            valid_until: until,
            local_valid_until: until.map(|until| LocalTime::new(until, &seen.profile().zone)),
            next_at: bulletin.next_at,
            learned_at,
            problems: if counts {
                bulletin.problems.iter().map(ProblemRow::new).collect()
            } else {
                Vec::new()
            },
            headline: text(&bulletin.headline),
            comment: text(&bulletin.comment),
            advice: text(&bulletin.advice),
            outlook: text(&bulletin.outlook),
        }
    }

    fn write(&self, text: &mut Text) {
        let region = match self.region_name {
            Some(name) => name.quoted().to_string(),
            None => self.region.unwrap_or("the region drawn by the issuer").to_owned(),
        };
        text.item("Issuer", format_args!("{}, for {region}", self.issuer.quoted()));
        text.item(
            "Valid",
            format_args!("{} to {}", reported(self.valid_from, ""), reported(self.valid_until, "")),
        );
        text.item("Bulletin", reported(self.link, ""));
        for problem in &self.problems {
            text.line(format_args!("- {}", problem.words()));
        }
        let texts = [
            ("Headline", self.headline),
            ("Danger", self.comment),
            ("Advice", self.advice),
            ("Outlook", self.outlook),
        ];
        for (name, words) in texts {
            if let Some(words) = words {
                text.item(name, words.quoted());
            }
        }
    }
}

/// Writes one line for the danger, and one for each rating if they differ.
fn write_danger(text: &mut Text, when: &str, danger: &Danger) {
    let Some((level, name)) = danger.level.zip(danger.level_name) else {
        text.item(when, format_args!("no level: {}", danger.reason_text.unwrap_or_default()));
        return;
    };
    let at = danger.at.as_deref().unwrap_or_default();
    text.item(when, format_args!("{level} of 5 ({name}) {at}"));
    let bands = danger.bands.as_ref().map(|bands| bands.iter().map(word).collect::<Vec<_>>().join(", "));
    match bands {
        Some(bands) if bands.is_empty() => text.item("- of the resort's bands", "none"),
        bands => text.item("- of the resort's bands", reported(bands, "")),
    }
    if danger.ratings.len() > 1 {
        danger.ratings.iter().for_each(|rating| text.line(format_args!("- {}", rating.words())));
    }
}

impl From<Part> for PartName {
    fn from(part: Part) -> Self {
        match part {
            Part::AllDay => Self::AllDay,
            Part::Earlier => Self::Morning,
            Part::Later => Self::Afternoon,
        }
    }
}
