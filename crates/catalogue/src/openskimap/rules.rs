//! The rules by which an area becomes a resort, and the assignment of slugs.

use std::collections::{HashMap, HashSet};

use super::area::{Area, SourceId};
use super::duplicates::KnownResorts;
use super::enrich::{Match, of_areas, terrain_of};
use super::name::{Names, split};
use super::place::{country_of, tags, zone_of};
use super::{Context, ImportResult, SkippedArea};
use crate::country::Country;
use crate::geo::{Point, within};
use crate::name_text::{compact, slug};
use crate::resort::{EARTHS_SUMMIT_M, MOST_LIFTS, Resort};

/// Maximum distance of two areas with one name that are duplicates in the map, in kilometres.
const SAME_AREA_KM: f64 = 5.0;

/// Maximum vertical extent of a ski area in metres (Chamonix: 2,800 m).
const LARGEST_VERTICAL_M: i32 = 3_500;

/// A valid area without a slug.
struct Draft<'a> {
    area: &'a Area,
    key: SourceId,
    names: Names,
    country: &'static Country,
    at: Point,
    resort: Resort,
}

pub(super) fn resorts<'a>(
    areas: &'a [Area],
    mut skipped: Vec<SkippedArea>,
    context: Context<'a>,
) -> ImportResult {
    let known = KnownResorts::new(context.catalogue);
    let mut drafts = Vec::new();
    let mut matches = Vec::new();
    for area in areas {
        match draft(area, &known, context) {
            Ok(draft) => drafts.push(draft),
            Err(Rejection::Known(found)) => matches.push(found),
            Err(Rejection::Reason(reason)) => skipped.push(skip(area, reason)),
        }
    }
    let (mut terrain, unused) = terrain_of(&matches, context);
    skipped.extend(
        matches
            .iter()
            .map(|found| skip(found.area, format!("already in the catalogue as `{}`", found.resort.slug))),
    );
    skipped.extend(unused.into_iter().map(|(area, reason)| skip(area, reason)));
    let drafts = without_doubles(drafts, &mut skipped);
    let mut resorts = Vec::with_capacity(drafts.len());
    for (draft, slug) in with_slugs(drafts, context) {
        let resort = Resort { slug, ..draft.resort };
        match resort.validate() {
            Ok(()) => {
                let mapped = of_areas(&[draft.area], context);
                if !mapped.is_empty() {
                    terrain.insert(resort.slug.clone(), mapped);
                }
                resorts.push(resort);
            }
            Err(error) => skipped.push(skip(draft.area, error.to_string())),
        }
    }
    resorts.sort_by(|a, b| a.slug.cmp(&b.slug));
    ImportResult { resorts, terrain, skipped }
}

/// Why an area does not become a resort.
enum Rejection<'a> {
    /// It is in the catalogue already.
    Known(Match<'a>),
    /// It breaks a rule: the human-readable reason, in one clause.
    Reason(String),
}

impl From<String> for Rejection<'_> {
    fn from(reason: String) -> Self {
        Self::Reason(reason)
    }
}

impl From<&str> for Rejection<'_> {
    fn from(reason: &str) -> Self {
        Self::Reason(reason.to_owned())
    }
}

fn skip(area: &Area, reason: String) -> SkippedArea {
    SkippedArea { area: area.label(), at: area.at.clone(), reason }
}

/// Converts an area to a resort.
fn draft<'a>(
    area: &'a Area,
    known: &KnownResorts<'a>,
    context: Context<'_>,
) -> Result<Draft<'a>, Rejection<'a>> {
    match area.status.as_str() {
        "operating" => {}
        "" => return Err("its status is unknown".into()),
        other => return Err(format!("its status is `{other}`").into()),
    }
    if !area.downhill {
        return Err("no downhill skiing".into());
    }
    let names = split(&area.name).ok_or("no name")?;
    let at = area.point().ok_or("no coordinates on the globe")?;
    if let Some(found) = known.find(area, &names, at) {
        return Err(Rejection::Known(found));
    }
    let (base, summit) = elevations(area)?;
    if area.lifts.is_none_or(|lifts| lifts == 0) {
        return Err("no lifts".into());
    }
    let key = area.key().cloned().ok_or("no lasting identifier")?;
    let country = country_of(area, at, context.catalogue)?;
    let lowest = lowest_ground_m(country.code);
    if base < lowest {
        return Err(
            format!("base {base} m is below the lowest ground of {}, {lowest} m", country.code).into()
        );
    }
    let state = match area.regions.as_slice() {
        [one] => Some(one.clone()),
        _ => None,
    };
    let data = context.data_date.map_or_else(|| "undated".to_owned(), |date| date.to_string());
    let resort = Resort {
        slug: String::new(),
        name: names.name.clone(),
        aliases: names.aliases.clone(),
        places: Vec::new(),
        country: country.code.to_owned(),
        tags: tags(country, at)?,
        hub: None,
        lat: at.0,
        lon: at.1,
        timezone: zone_of(country, state.as_deref(), at, context.catalogue)?,
        state,
        base_m: Some(base),
        mid_m: None,
        summit_m: Some(summit),
        // An impossible count is dropped; lifts still exist.
        lifts: area.lifts.filter(|lifts| *lifts <= MOST_LIFTS),
        runs: None,
        run_km: None,
        ability: None,
        longest_run: None,
        season: None,
        website: area.websites.iter().find(|site| is_site(site)).cloned(),
        sources: vec![format!("openskimap:{data}"), key.to_string()],
        dated: context.imported_on,
        mapped: None,
    };
    Ok(Draft { area, key, names, country, at, resort })
}

fn elevations(area: &Area) -> Result<(i32, i32), String> {
    let (Some(lowest), Some(highest)) = (area.lowest, area.highest) else {
        return Err("no elevations".to_owned());
    };
    let (Some(base), Some(summit)) = (metres(lowest), metres(highest)) else {
        return Err(format!("elevations are not on Earth: {lowest} to {highest} m"));
    };
    if base >= summit {
        return Err(format!("base {base} m is not below summit {summit} m"));
    }
    if summit - base > LARGEST_VERTICAL_M {
        return Err(format!("elevations are too far apart: {base} to {summit} m"));
    }
    Ok((base, summit))
}

/// Countries with dry ground below sea level, and its lowest point in metres. Everywhere else a height below 0 comes
/// from a hole in the elevation model.
const BELOW_THE_SEA_M: [(&str, i32); 34] = [
    ("AR", -105),
    ("AU", -15),
    ("AZ", -28),
    ("BE", -4),
    ("CN", -154),
    ("DE", -4),
    ("DJ", -155),
    ("DK", -7),
    ("DZ", -40),
    ("EG", -133),
    ("ER", -75),
    ("ET", -125),
    ("FR", -10),
    ("GB", -4),
    ("IL", -430),
    ("IN", -3),
    ("IR", -28),
    ("IT", -4),
    ("JO", -430),
    ("JP", -4),
    ("KZ", -132),
    ("LY", -47),
    ("MA", -55),
    ("MX", -10),
    ("NL", -7),
    ("PL", -2),
    ("PS", -430),
    ("RU", -28),
    ("SE", -3),
    ("SY", -200),
    ("TM", -81),
    ("TN", -17),
    ("US", -86),
    ("UZ", -12),
];

fn lowest_ground_m(country: &str) -> i32 {
    BELOW_THE_SEA_M.iter().find(|(code, _)| *code == country).map_or(0, |(_, metres)| *metres)
}

/// Returns whole metres if they are on Earth's surface.
fn metres(value: f64) -> Option<i32> {
    let on_earth = (-500.0..=f64::from(EARTHS_SUMMIT_M)).contains(&value);
    on_earth.then(|| format!("{value:.0}").parse().ok()).flatten()
}

/// Returns whether a browser can open an address. Pages of the map's own sources are not the resort's.
fn is_site(site: &str) -> bool {
    let host = site.strip_prefix("https://").or_else(|| site.strip_prefix("http://"));
    host.is_some_and(|host| {
        host.contains('.') && !host.contains("skimap.org") && !host.contains("openstreetmap.org")
    })
}

/// Removes duplicates: of areas with the same identifier, or with one name and close by, the one with the most lifts
/// stays.
fn without_doubles<'a>(mut drafts: Vec<Draft<'a>>, skipped: &mut Vec<SkippedArea>) -> Vec<Draft<'a>> {
    drafts.sort_by(|a, b| b.area.lifts.cmp(&a.area.lifts).then_with(|| a.key.cmp(&b.key)));
    let mut kept: Vec<Draft<'a>> = Vec::with_capacity(drafts.len());
    let mut keys = HashSet::new();
    let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
    for draft in drafts {
        let same_name = by_name.entry(compact(&draft.names.name)).or_default();
        let twin = same_name.iter().filter_map(|index| kept.get(*index));
        let is_double = twin.map(|twin| twin.at).any(|at| within(SAME_AREA_KM, at, draft.at));
        if is_double || !keys.insert(draft.key.clone()) {
            let reason = format!("the same area is in the file twice ({})", draft.key);
            skipped.push(skip(draft.area, reason));
            continue;
        }
        same_name.push(kept.len());
        kept.push(draft);
    }
    kept
}

/// Assigns unique slugs. An area of an earlier import keeps its slug, found by its identifier, else by its name nearby
/// (mappers redraw a way as a relation). The slug of an area that has disappeared is not reused. New slugs are assigned
/// in the order of identifiers, which grow with time, so that a new namesake does not take an older one's.
fn with_slugs<'a>(mut drafts: Vec<Draft<'a>>, context: Context<'_>) -> Vec<(Draft<'a>, String)> {
    let embedded: HashSet<&str> = context.catalogue.iter().map(|resort| resort.slug.as_str()).collect();
    let earlier: Vec<&Resort> =
        context.earlier.iter().filter(|resort| !embedded.contains(resort.slug.as_str())).collect();
    let mut by_source: HashMap<SourceId, &Resort> = HashMap::new();
    for resort in &earlier {
        by_source
            .extend(resort.sources.iter().filter_map(|source| Some((SourceId::parse(source)?, *resort))));
    }
    drafts.sort_by(|a, b| a.key.cmp(&b.key));
    let keys: HashSet<&SourceId> = drafts.iter().map(|draft| &draft.key).collect();
    let is_redrawn = |resort: &Resort, draft: &Draft<'_>| {
        let mut sources = resort.sources.iter().filter_map(|source| SourceId::parse(source));
        let stands_by_itself = sources.any(|source| keys.contains(&source));
        !stands_by_itself
            && within(SAME_AREA_KM, (resort.lat, resort.lon), draft.at)
            && compact(&resort.name) == compact(&draft.names.name)
    };
    let before: Vec<Option<String>> = drafts
        .iter()
        .map(|draft| {
            let same = by_source.get(&draft.key).copied();
            let same = same.or_else(|| earlier.iter().copied().find(|resort| is_redrawn(resort, draft)));
            same.map(|resort| resort.slug.clone())
        })
        .collect();
    let mut taken: HashSet<String> =
        context.catalogue.iter().chain(context.earlier).map(|resort| resort.slug.clone()).collect();
    let mut given = HashSet::new();
    drafts
        .into_iter()
        .zip(before)
        .map(|(draft, before)| {
            let kept = before.filter(|slug| !given.contains(slug));
            let slug = kept.unwrap_or_else(|| free_slug(&draft, &taken));
            taken.insert(slug.clone());
            given.insert(slug.clone());
            (draft, slug)
        })
        .collect()
}

/// Returns the first free slug: the name; with the country; with the place; with a number.
fn free_slug(draft: &Draft<'_>, taken: &HashSet<String>) -> String {
    let country = draft.country.code.to_ascii_lowercase();
    let names = std::iter::once(&draft.names.name).chain(&draft.names.aliases);
    let fallback = || format!("{country}-{}", draft.key.to_string().replace([':', '/'], "-"));
    let plain = names.filter_map(|name| slug(name, draft.country.code)).next().unwrap_or_else(fallback);
    let place = draft
        .area
        .localities
        .iter()
        .chain(&draft.area.regions)
        .find_map(|place| slug(place, draft.country.code));
    let with_country = format!("{plain}-{country}");
    let with_place = place.map(|place| format!("{plain}-{place}"));
    let numbered = (2_u32..).map(|number| format!("{with_country}-{number}"));
    let mut candidates =
        [Some(plain), Some(with_country.clone()), with_place].into_iter().flatten().chain(numbered);
    candidates.find(|candidate| !taken.contains(candidate)).unwrap_or(with_country)
}
