//! Which resorts of a region make a trip: good ones that lie near one another by land.
//!
//! A resort's points are its snow score and a point for each centimetre forecast, up to a bound. A trip grows from one of the best
//! by the resort that adds most points after what the way to it costs, a way around what is closed in winter where one lies
//! between; of all beginnings the trip with most points is taken. Of
//! one destination hub only one mountain is a stop: the others are reached by lift or bus.

use catalogue::passes::Pass;
use conditions_core::geo::EARTH_RADIUS_KM;
use world::place::Place;
use world::{VisibleResort, View};

use crate::ranking::is_in_season;

/// The longest leg, kilometres by land in straight lines.
pub(super) const LEG_KM: f64 = 250.0;
/// Points that a kilometre costs.
const POINTS_PER_KM: f64 = 0.1;
/// Most points for what is forecast.
const MOST_FORECAST: f64 = 50.0;
/// Resorts that are looked at, best first.
const POOL: usize = 40;
/// Of those, from how many a trip is begun.
const BEGINNINGS: usize = 12;

/// A resort that may be a stop.
#[derive(Debug, Clone)]
pub(super) struct Candidate<'w> {
    pub(super) seen: VisibleResort<'w>,
    points: f64,
    /// Its destination, of which it is one mountain.
    hub: Option<&'w str>,
    /// On the unit sphere.
    on_sphere: [f64; 3],
}

/// The resorts of a place that may be stops, best first; with a pass those alone that it reaches. Out of season nothing is;
/// without a score nobody knows.
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

/// Positions of the stops of the best trip with at most `most` stops; none without candidates.
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

/// The trip that grows from one resort, with its points.
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
        // The earlier one on ties, which is the better one or the first by slug.
        let (mut gain, mut next) = (0.0, None);
        for (at, (near, other)) in nearest.iter().zip(pool).enumerate() {
            let here = other.points - near.km * POINTS_PER_KM;
            if here > gain && near.km <= LEG_KM {
                (gain, next) = (here, Some((at, near.is_by_land)));
            }
        }
        let Some((at, is_by_land)) = next else { break };
        if !is_by_land {
            // What seems best in straight lines is looked at again by land, which may be much farther.
            let km = chosen.iter().map(|stop| ways.by_land_km(*stop, at)).fold(f64::INFINITY, f64::min);
            put(&mut nearest, at, Nearest { km, is_by_land: true });
            continue;
        }
        let Some(one) = pool.get(at) else { break };
        points += gain;
        chosen.push(at);
        put(&mut nearest, at, Nearest::OUT);
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

/// Ways between candidates. Trips that grow from several beginnings ask for the same ones.
struct RouteTable<'p, 'w> {
    pool: &'p [Candidate<'w>],
    /// In straight lines, which no way is shorter than: kilometres by rows, one a candidate.
    straight: Vec<f64>,
    /// By land, as `straight`; not a number where nobody has asked.
    by_land: Vec<f64>,
}

impl<'p, 'w> RouteTable<'p, 'w> {
    fn among(pool: &'p [Candidate<'w>]) -> Self {
        let straight = pool.iter().flat_map(|one| pool.iter().map(move |other| apart_km(one, other))).collect();
        Self { pool, straight, by_land: vec![f64::NAN; pool.len() * pool.len()] }
    }

    /// Kilometres in straight lines to each candidate.
    fn straight_from(&self, at: usize) -> impl Iterator<Item = f64> {
        self.straight.iter().skip(at * self.pool.len()).take(self.pool.len()).copied()
    }

    /// Kilometres by land; infinitely many where there is no way.
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

/// How far the nearest stop is.
#[derive(Debug, Clone, Copy)]
struct Nearest {
    km: f64,
    /// Whether ranges on the way were looked at; else it is the straight line, which is never longer.
    is_by_land: bool,
}

impl Nearest {
    /// Of what can be no stop any more.
    const OUT: Self = Self { km: f64::INFINITY, is_by_land: false };
}

/// Puts what is known of a candidate.
fn put(nearest: &mut [Nearest], at: usize, near: Nearest) {
    if let Some(slot) = nearest.get_mut(at) {
        *slot = near;
    }
}

impl Candidate<'_> {
    /// Whether it is another mountain of a stop's destination.
    fn is_of_hub(&self, stop: &Self) -> bool {
        stop.hub.is_some() && self.hub == stop.hub
    }
}

fn on_sphere(seen: &VisibleResort<'_>) -> [f64; 3] {
    let resort = seen.resort();
    let ((north, equator), (east, prime)) = (resort.lat.to_radians().sin_cos(), resort.lon.to_radians().sin_cos());
    [equator * prime, equator * east, north]
}

/// Kilometres through the ground, which for legs of a trip is the way over it to within ten metres.
fn apart_km(a: &Candidate<'_>, b: &Candidate<'_>) -> f64 {
    let square: f64 = a.on_sphere.iter().zip(b.on_sphere).map(|(a, b)| (a - b) * (a - b)).sum();
    square.sqrt() * EARTH_RADIUS_KM
}
