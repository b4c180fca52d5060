//! `get_resort_photos`: freely licensed photos near one resort, each with its author, licence and page.

use conditions_core::geo::distance_km;
use conditions_core::text::{ShownName, ShownText, excerpt};
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use pictures::{Gallery, Photo, Search};
use schemars::JsonSchema;
use serde::Serialize;
use world::credits::SourceFamilies;
use world::pictures::Galleries;
use world::{VisibleResort, Tier, View};

use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use crate::roads::place;
use crate::shapes::OneResort;
use crate::text::{Text, reported, tenths};

pub struct Op;

/// Maximum length of a picture's alternative text, in characters.
const LONGEST_ALT: usize = 160;

/// Photos of one resort.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResortPhotos<'w> {
    /// Slug of the resort.
    pub slug: &'w str,
    /// Name in international use.
    pub name: &'w str,
    /// Whether there is any photo.
    pub available: bool,
    /// Reason if there is none.
    pub reason: Option<String>,
    /// Photos, nearest first if they were searched by place; at most 12.
    pub photos: Vec<ResortPhoto<'w>>,
    /// When photos and their licences were last looked up; null before the first time.
    pub as_of: Option<Timestamp>,
    /// How they were searched and chosen.
    pub method: String,
}

/// A photo. Author and licence must be shown with it, with their links.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResortPhoto<'w> {
    /// Address of a smaller copy at Wikimedia.
    pub url: &'w str,
    /// Width of the copy, pixels.
    pub width: u32,
    /// Height of the copy, pixels.
    pub height: u32,
    /// Alternative text for people who cannot see it: its author's words.
    pub alt: ShownText,
    /// Title of the file.
    pub title: &'w ShownName,
    /// Description, in its author's words and language.
    pub description: Option<&'w ShownText>,
    /// Author; null if none is stated and the licence requires no name.
    pub author: Option<&'w ShownName>,
    /// Name of the licence.
    pub licence: String,
    /// Text of the licence; null in the public domain.
    pub licence_url: Option<String>,
    /// Page of the photo, with the full size and all statements on its rights.
    pub page_url: &'w str,
    /// When it was taken, `YYYY-MM-DD` or shorter, if its page says so.
    pub taken: Option<&'w str>,
    /// Straight line from the resort, kilometres; null if its page does not say where it was taken.
    pub distance_km: Option<Tenths>,
}

impl<'w> ResortPhoto<'w> {
    fn new(photo: &'w Photo, seen: &VisibleResort<'_>) -> Self {
        let words = photo.description.as_deref().unwrap_or(&photo.title);
        Self {
            url: &photo.thumb_url,
            width: photo.thumb_width,
            height: photo.thumb_height,
            alt: excerpt(words, LONGEST_ALT).into(),
            title: &photo.title,
            description: photo.description.as_ref(),
            author: photo.author.as_ref(),
            licence: photo.licence.name(),
            licence_url: photo.licence.url(),
            page_url: &photo.page_url,
            taken: photo.taken.as_deref(),
            distance_km: photo.at.and_then(|at| Tenths::new(distance_km(at, place(seen)))),
        }
    }

    /// Returns the photo that represents a resort, the first of its gallery, and the sources of the answer.
    pub(crate) fn first(view: &View<'w>, seen: &VisibleResort<'w>, now: Timestamp) -> Option<(Self, SourceFamilies)> {
        let credit = view.credit_of::<Galleries>();
        if credit == SourceFamilies::NOTHING {
            return None;
        }
        let gallery = view.dataset::<Galleries>().get(&seen.resort().slug, now).ok()?;
        gallery.photos.first().map(|photo| (Self::new(photo, seen), credit))
    }

    /// Describes the photo in a line with its author and licence, which must be shown with it.
    pub(crate) fn words(&self) -> String {
        let licence = match &self.licence_url {
            Some(url) => format!("{} {url}", self.licence),
            None => self.licence.clone(),
        };
        let (alt, url, author) = (self.alt.quoted(), self.url, reported(self.author.map(ShownName::quoted), ""));
        let (taken, away) = (reported(self.taken, ""), tenths(self.distance_km, "km"));
        format!("{alt}: {url} by {author}, {licence}; {}, taken {taken}, {away} away", self.page_url)
    }
}

/// Returns the reason why a completed search shows no photo.
fn why_none(gallery: &Gallery) -> String {
    let found = gallery.refused + gallery.others;
    if found == 0 {
        return "Wikimedia Commons has no photo taken near this resort".to_owned();
    }
    format!(
        "none of the {found} files found may be shown: {} because of their licence, {} because they do not \
         show a place",
        gallery.refused, gallery.others
    )
}

fn method(gallery: Option<&Gallery>) -> String {
    let how = match gallery.map(|gallery| &gallery.search) {
        Some(Search::Category(name)) => format!("Photos of the category \"{name}\" at Wikimedia Commons"),
        Some(Search::Around(metres)) => {
            format!("Photos at Wikimedia Commons taken within {metres} m of the resort, nearest first")
        }
        None => "Photos at Wikimedia Commons taken near the resort".to_owned(),
    };
    format!(
        "{how}; only public domain, CC0, CC BY and CC BY-SA. They may show the village or an older lift, \
         not today's snow."
    )
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_resort_photos",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/resorts/{slug}/photos",
        title: "Photos of one resort",
        description: "Freely licensed photos near a resort: picture link, author, licence, page. Not today's view: use \
            get_webcam_status. `available` false: none may be shown; `reason` says why.",
    };
    type Args = OneResort;
    type Data<'w> = ResortPhotos<'w>;

    fn run<'w>(view: &View<'w>, args: OneResort, now: Timestamp) -> Result<Reply<ResortPhotos<'w>>, OpError> {
        let seen = view.resort(&args.slug)?;
        let slug = &seen.resort().slug;
        let has_lane = view.credit_of::<Galleries>() != SourceFamilies::NOTHING;
        let (gallery, reason) = match view.dataset::<Galleries>().get(slug, now) {
            _ if !has_lane => (None, Some("photos are not searched: Wikimedia Commons is disabled here".to_owned())),
            Ok(gallery) if gallery.photos.is_empty() => (Some(gallery), Some(why_none(gallery))),
            Ok(gallery) => (Some(gallery), None),
            Err(Some(at)) => (None, Some(format!("licences were last checked at {at}, too long ago to rely on"))),
            Err(None) => (None, Some("photos of this resort have not been searched yet".to_owned())),
        };
        let photos: Vec<ResortPhoto<'w>> = gallery
            .map(|gallery| gallery.photos.iter().map(|photo| ResortPhoto::new(photo, &seen)).collect())
            .unwrap_or_default();
        let carries = SourceFamilies::CATALOGUE.and_if(view.credit_of::<Galleries>(), gallery.is_some());
        let data = ResortPhotos {
            slug,
            name: &seen.resort().name,
            available: !photos.is_empty(),
            reason,
            photos,
            as_of: gallery.map(|gallery| gallery.checked_at),
            method: method(gallery),
        };
        Ok(Reply::one(data, carries))
    }

    fn text(data: &ResortPhotos<'_>) -> String {
        let mut text = Text::new();
        text.line(format_args!("Photos of {} ({})", data.name, data.slug));
        if let Some(reason) = &data.reason {
            text.item("No photos", reason);
        }
        for photo in &data.photos {
            text.line(format_args!("- {}", photo.words()));
        }
        text.item("Method", &data.method);
        text.done()
    }
}
