//! Chooses the resorts of a trip: good ones that are close to one another by land.
//!
//! A resort's points are its snow score plus a point for each centimetre forecast, up to a limit. A trip grows from one
//! of the best resorts by the resort that adds most points after the cost of the drive to it, including detours around
//! roads that close in winter. Among all starting resorts the trip with most points is chosen. Only one mountain of a
//! destination hub is a stop: the others are reached by lift or bus.

use catalogue::passes::Pass;
use conditions_core::geo::EARTH_RADIUS_KM;
use world::place::Place;
use world::{VisibleResort, View};

use crate::ranking::is_in_season;

/// Maximum length of a leg, kilometres by land in straight lines.
pub(super) const LEG_KM: f64 = 250.0;
/// Cost of a kilometre, in points.
const POINTS_PER_KM: f64 = 0.1;
/// Maximum points for the forecast.
const MOST_FORECAST: f64 = 50.0;
/// Number of resorts considered, best first.
const POOL: usize = 40;
/// Number of those from which a trip is started.
const BEGINNINGS: usize = 12;

/// A resort that may be a stop.
#[derive(Debug, Clone)]
pub(super) struct Candidate<'w> {
    pub(super) seen: VisibleResort<'w>,
    points: f64,
    /// Destination hub that it belongs to.
    hub: Option<&'w str>,
    /// Position on the unit sphere.
    on_sphere: [f64; 3],
}

/// Returns the resorts of a place that may be stops, best first; with a pass only those where it is valid. Resorts that
/// are out of season or have no score are left out.
pub(super) fn candidates<'w>(view: &View<'w>, place: Place, pass: Option<&Pass>) -> Vec<Candidate<'w>> {
    let mut good: Vec<(f64, u32, VisibleResort<'w>)> = view
        .within(place)
        .filter(|seen| seen.is_on(pass))
        .filter_map(|seen| {
            let score = seen.score().value?.get();
            let record = &seen.resolution().record;
            let forecast = record.forecast.next7d_cm.value.map_or(0.0, |cm| cm.get().min(MOST_FORECAST));
            is_in_season(&seen).then(|| (score + forecast, view.atlas().slug_order(seen.position()), seen))
        })
        .collect();
    let best_first =
        |a: &(f64, u32, VisibleResort<'w>), b: &(f64, u32, VisibleResort<'w>)| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1));
    if good.len() > POOL {
        good.select_nth_unstable_by(POOL, best_first);
        good.truncate(POOL);
    }
    good.sort_unstable_by(best_first);
    good.into_iter()
        .map(|(points, _, seen)| Candidate { seen, points, hub: seen.resort().hub.as_deref(), on_sphere: on_sphere(&seen) })
        .collect()
}

/// Returns the positions of the stops of the best trip with at most `most` stops; empty without candidates.
pub(super) fn stops(pool: &[Candidate<'_>], most: usize) -> Vec<usize> {
    let mut best: (f64, Vec<usize>) = (f64::NEG_INFINITY, Vec::new());
    let mut ways = RouteTable::among(pool);
    for begin in 0..pool.len().min(BEGINNINGS) {
        let grown = grow(&mut ways, begin, most);
        if grown.0 > best.0 {
            best = grown;
        }
    }
    best.1
}

/// Grows a trip from one resort; returns its stops and its points.
fn grow(ways: &mut RouteTable<'_, '_>, begin: usize, most: usize) -> (f64, Vec<usize>) {
    let pool = ways.pool;
    let Some(first) = pool.get(begin) else { return (f64::NEG_INFINITY, Vec::new()) };
    let (mut points, mut chosen) = (first.points, vec![begin]);
    let mut nearest = vec![Nearest::OUT; pool.len()];
    for (at, (near, km)) in nearest.iter_mut().zip(ways.straight_from(begin)).enumerate() {
        if at != begin && !pool.get(at).is_some_and(|other| other.is_of_hub(first)) {
            near.km = km;
        }
    }
    while chosen.len() < most {
        // On ties the earlier one, which is better or first by slug.
        let (mut gain, mut next) = (0.0, None);
        for (at, (near, other)) in nearest.iter().zip(pool).enumerate() {
            let here = other.points - near.km * POINTS_PER_KM;
            if here > gain && near.km <= LEG_KM {
                (gain, next) = (here, Some((at, near.is_by_land)));
            }
        }
        let Some((at, is_by_land)) = next else { break };
        if !is_by_land {
            // The best one by straight lines is checked again by land, which may be much farther.
            let km = chosen.iter().map(|stop| ways.by_land_km(*stop, at)).fold(f64::INFINITY, f64::min);
            store(&mut nearest, at, Nearest { km, is_by_land: true });
            continue;
        }
        let Some(one) = pool.get(at) else { break };
        points += gain;
        chosen.push(at);
        store(&mut nearest, at, Nearest::OUT);
        for ((near, other), km) in nearest.iter_mut().zip(pool).zip(ways.straight_from(at)) {
            if other.is_of_hub(one) {
                *near = Nearest::OUT;
            } else if near.km.is_finite() && km < near.km {
                *near = Nearest { km, is_by_land: false };
            }
        }
    }
    (points, chosen)
}

/// Distances between candidates, cached because trips from several starting resorts need the same ones.
struct RouteTable<'p, 'w> {
    pool: &'p [Candidate<'w>],
    /// Straight lines, a lower bound of every route: kilometres, one row per candidate.
    straight: Vec<f64>,
    /// Distances by land, arranged like `straight`; not a number until computed.
    by_land: Vec<f64>,
}

impl<'p, 'w> RouteTable<'p, 'w> {
    fn among(pool: &'p [Candidate<'w>]) -> Self {
        let straight = pool.iter().flat_map(|one| pool.iter().map(move |other| apart_km(one, other))).collect();
        Self { pool, straight, by_land: vec![f64::NAN; pool.len() * pool.len()] }
    }

    /// Returns the kilometres in straight lines to each candidate.
    fn straight_from(&self, at: usize) -> impl Iterator<Item = f64> {
        self.straight.iter().skip(at * self.pool.len()).take(self.pool.len()).copied()
    }

    /// Returns the kilometres by land; infinite if there is no route.
    fn by_land_km(&mut self, one: usize, other: usize) -> f64 {
        let (from, to) = (one.min(other), one.max(other));
        let (Some(start), Some(end), Some(known)) =
            (self.pool.get(from), self.pool.get(to), self.by_land.get_mut(from * self.pool.len() + to))
        else {
            return f64::INFINITY;
        };
        if known.is_nan() {
            *known = start.seen.by_land_km(&end.seen).unwrap_or(f64::INFINITY);
        }
        *known
    }
}

/// Distance to the nearest stop.
#[derive(Debug, Clone, Copy)]
struct Nearest {
    km: f64,
    /// Whether detours around ranges are included; if false, it is the straight line, which is never longer.
    is_by_land: bool,
}

impl Nearest {
    /// For a candidate that can no longer be a stop.
    const OUT: Self = Self { km: f64::INFINITY, is_by_land: false };
}

/// Stores the distance of a candidate.
fn store(nearest: &mut [Nearest], at: usize, near: Nearest) {
    if let Some(slot) = nearest.get_mut(at) {
        *slot = near;
    }
}

impl Candidate<'_> {
    /// Returns whether it is another mountain of a stop's destination.
    fn is_of_hub(&self, stop: &Self) -> bool {
        stop.hub.is_some() && self.hub == stop.hub
    }
}

fn on_sphere(seen: &VisibleResort<'_>) -> [f64; 3] {
    let resort = seen.resort();
    let ((north, equator), (east, prime)) = (resort.lat.to_radians().sin_cos(), resort.lon.to_radians().sin_cos());
    [equator * prime, equator * east, north]
}

/// Returns the chord in kilometres, which for legs of a trip differs from the great circle by less than ten metres.
fn apart_km(a: &Candidate<'_>, b: &Candidate<'_>) -> f64 {
    let square: f64 = a.on_sphere.iter().zip(b.on_sphere).map(|(a, b)| (a - b) * (a - b)).sum();
    square.sqrt() * EARTH_RADIUS_KM
}
