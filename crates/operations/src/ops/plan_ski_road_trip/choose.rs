//! Which resorts of a region make a trip: good ones that lie near one another by land.
//!
//! A resort's points are its snow score and a point for each centimetre forecast, up to a bound. A trip grows from one of the best
//! by the resort that adds most points after what the way to it costs, a way around what is closed in winter where one lies
//! between; of all beginnings the trip with most points is taken. Of
//! one destination hub only one mountain is a stop: the others are reached by lift or bus.

use catalogue::passes::Pass;
use conditions_core::geo::EARTH_RADIUS_KM;
use world::place::Place;
use world::{Seen, View};

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
    pub(super) seen: Seen<'w>,
    points: f64,
    /// On the unit sphere.
    on_sphere: [f64; 3],
}

/// The resorts of a place that may be stops, best first; with a pass those alone that it reaches. Out of season nothing is;
/// without a score nobody knows.
pub(super) fn candidates<'w>(view: &View<'w>, place: Place, pass: Option<&Pass>) -> Vec<Candidate<'w>> {
    let mut good: Vec<(f64, u32, Seen<'w>)> = view
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
        |a: &(f64, u32, Seen<'w>), b: &(f64, u32, Seen<'w>)| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1));
    if good.len() > POOL {
        good.select_nth_unstable_by(POOL, best_first);
        good.truncate(POOL);
    }
    good.sort_unstable_by(best_first);
    good.into_iter()
        .map(|(points, _, seen)| Candidate { seen, points, on_sphere: on_sphere(&seen) })
        .collect()
}

/// Positions of the stops of the best trip with at most `most` stops; none without candidates.
pub(super) fn stops(pool: &[Candidate<'_>], most: usize) -> Vec<usize> {
    let mut best: (f64, Vec<usize>) = (f64::NEG_INFINITY, Vec::new());
    let mut ways = Ways::among(pool);
    for begin in 0..pool.len().min(BEGINNINGS) {
        let grown = grow(&mut ways, begin, most);
        if grown.0 > best.0 {
            best = grown;
        }
    }
    best.1
}

/// The trip that grows from one resort, with its points.
fn grow(ways: &mut Ways<'_, '_>, begin: usize, most: usize) -> (f64, Vec<usize>) {
    let pool = ways.pool;
    let Some(first) = pool.get(begin) else { return (f64::NEG_INFINITY, Vec::new()) };
    let (mut points, mut chosen) = (first.points, vec![begin]);
    let direct = |from: &Candidate<'_>, to: &Candidate<'_>| Nearest { km: apart_km(from, to), is_by_land: false };
    let mut nearest: Vec<Option<Nearest>> =
        pool.iter().enumerate().map(|(at, one)| (at != begin).then(|| direct(first, one))).collect();
    leave_out_hub(pool, &mut nearest, first);
    while chosen.len() < most {
        let gain = |(at, near): (usize, &Option<Nearest>)| {
            let near = (*near).filter(|near| near.km <= LEG_KM)?;
            Some((pool.get(at)?.points - near.km * POINTS_PER_KM, at, near))
        };
        // The earlier one on ties, which is the better one or the first by slug.
        let next = nearest.iter().enumerate().filter_map(gain).reduce(|a, b| if b.0 > a.0 { b } else { a });
        let Some((gain, at, near)) = next.filter(|(gain, ..)| *gain > 0.0) else { break };
        let Some(one) = pool.get(at) else { break };
        if !near.is_by_land {
            // What seems best in straight lines is looked at again by land, which may be much farther.
            let km = chosen.iter().filter_map(|stop| ways.by_land_km(*stop, at)).min_by(f64::total_cmp);
            put(&mut nearest, at, km.map(|km| Nearest { km, is_by_land: true }));
            continue;
        }
        points += gain;
        chosen.push(at);
        put(&mut nearest, at, None);
        leave_out_hub(pool, &mut nearest, one);
        for (near, other) in nearest.iter_mut().zip(pool) {
            if let Some(near) = near {
                let newer = direct(one, other);
                if newer.km < near.km {
                    *near = newer;
                }
            }
        }
    }
    (points, chosen)
}

/// Ways by land between candidates. Trips that grow from several beginnings ask for the same ones.
struct Ways<'p, 'w> {
    pool: &'p [Candidate<'w>],
    /// By the positions of both, the smaller first; `None` where nobody has asked.
    known: Vec<Option<Option<f64>>>,
}

impl<'p, 'w> Ways<'p, 'w> {
    fn among(pool: &'p [Candidate<'w>]) -> Self {
        Self { pool, known: vec![None; pool.len() * pool.len()] }
    }

    /// Kilometres by land; `None` where there is no way.
    fn by_land_km(&mut self, one: usize, other: usize) -> Option<f64> {
        let (from, to) = (one.min(other), one.max(other));
        let (start, end) = (self.pool.get(from)?, self.pool.get(to)?);
        let way = || catalogue::barriers::by_land_km(point(&start.seen), point(&end.seen));
        *self.known.get_mut(from * self.pool.len() + to)?.get_or_insert_with(way)
    }
}

/// How far the nearest stop is.
#[derive(Debug, Clone, Copy)]
struct Nearest {
    km: f64,
    /// Whether ranges on the way were looked at; else it is the straight line, which is never longer.
    is_by_land: bool,
}

/// Puts what is known of a candidate; `None` once it is out.
fn put(nearest: &mut [Option<Nearest>], at: usize, near: Option<Nearest>) {
    if let Some(slot) = nearest.get_mut(at) {
        *slot = near;
    }
}

/// Leaves out the other mountains of a stop's destination.
fn leave_out_hub(pool: &[Candidate<'_>], nearest: &mut [Option<Nearest>], stop: &Candidate<'_>) {
    let Some(hub) = stop.seen.resort().hub.as_deref() else { return };
    for (slot, other) in nearest.iter_mut().zip(pool) {
        if other.seen.resort().hub.as_deref() == Some(hub) {
            *slot = None;
        }
    }
}

/// Where a resort lies, degrees.
pub(super) fn point(seen: &Seen<'_>) -> (f64, f64) {
    let resort = seen.resort();
    (resort.lat, resort.lon)
}

fn on_sphere(seen: &Seen<'_>) -> [f64; 3] {
    let (lat, lon) = point(seen);
    let ((north, equator), (east, prime)) = (lat.to_radians().sin_cos(), lon.to_radians().sin_cos());
    [equator * prime, equator * east, north]
}

/// Kilometres through the ground, which for legs of a trip is the way over it to within ten metres.
fn apart_km(a: &Candidate<'_>, b: &Candidate<'_>) -> f64 {
    let square: f64 = a.on_sphere.iter().zip(b.on_sphere).map(|(a, b)| (a - b) * (a - b)).sum();
    square.sqrt() * EARTH_RADIUS_KM
}
