//! States that consecutive worlds share give the bytes of new ones, while all evidence ages from live to unusable.

use conditions_core::time::{DAY_MS, HOUR_MS, MINUTE_MS};

use super::replicas::{Replica, two_resorts};
use super::*;

#[path = "../../../../conditions-core/benches/support/full.rs"]
mod full;

/// Returns a world that is resolved at `now`, with synthetic evidence of every kind.
fn resolved(now: Timestamp) -> World {
    let (service, resorts) = two_resorts();
    let held = resorts.into_iter().zip(7..).map(|(resort, number)| {
        let (_, mut evidence) = full::resort(number);
        // One that has only models.
        if number == 8 {
            evidence = Evidence::default().with_forecast(evidence.forecast);
        }
        Arc::new(ResortEvidence::new(resort, evidence))
    });
    World::new(service, Arc::new(Policy::contract()), held.collect(), now)
}

fn replica(world: World, now: Timestamp) -> Replica {
    let coverage = Coverage::default();
    Replica { coverage, published: Published::covering(coverage, world, now) }
}

/// Returns the number of resorts that were resolved at the time of the world.
#[expect(clippy::disallowed_methods, reason = "it is equal for all callers")]
fn newly_resolved(world: &World) -> usize {
    let is_new = |seen: &world::VisibleResort<'_>| seen.resolution().record.resolved_at == world.as_of;
    world::View::public(world).resorts().filter(is_new).count()
}

#[test]
fn shared_states_have_the_bytes_of_new_ones() {
    let mut known = replica(resolved(full::NOW), full::NOW);
    let early = [1, 61, 120, 181, 301, 361, 661].map(|minute| minute * MINUTE_MS);
    let of_day = |day: i64| [0, 1, 90].map(|minute| day * DAY_MS + 7 * HOUR_MS + minute * MINUTE_MS);
    let late = [1, 3, 7, 13, 15].into_iter().flat_map(of_day);
    let (mut resolved_again, mut ticks) = (0, 0);
    for after_ms in early.into_iter().chain(late) {
        let now = full::NOW.plus_millis(after_ms);
        known = replica(renewed(&known.published.world, News::default(), now).world, now);
        resolved_again += newly_resolved(&known.published.world);
        ticks += 1;
        let (shared, new) = (known.answers(now), replica(resolved(now), now).answers(now));
        for (name, answer) in &new {
            assert_eq!(&shared[name], answer, "{name:?} {after_ms} ms later");
        }
        assert_eq!(shared.len(), new.len());
    }
    assert!(resolved_again < 2 * ticks, "{resolved_again} states of {ticks} ticks are new");
    let policy = Arc::new(Policy::contract());
    let world = &known.published.world;
    let graded = world.with_grades(Vec::new(), policy, None, world.as_of.plus_millis(1));
    assert_eq!(newly_resolved(&graded), 2, "other thresholds concern every resort");
    let earlier = world.as_of.plus_millis(-DAY_MS);
    assert_eq!(newly_resolved(&world.with(Vec::new(), earlier)), 2, "the clock went back");
}

#[test]
fn unchanged_resort_is_not_resolved_again() {
    let world = resolved(full::NOW);
    let minute = world.with(Vec::new(), full::NOW.plus_millis(1));
    assert_eq!(newly_resolved(&minute), 0);
    let (at, held) = minute.resort("vail").unwrap();
    let changed = minute.with(vec![(at, Arc::clone(held))], full::NOW.plus_millis(2));
    assert_eq!(newly_resolved(&changed), 1);
}
