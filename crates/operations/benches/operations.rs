//! Every ranking operation over 660 resorts with all evidence there is: microseconds from text arguments to JSON.
//! `cargo bench -p operations --bench operations`; the limit is one millisecond.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use conditions_core::policy::Policy;
use operations::credits::{CreditBook, ServiceCredit};
use operations::{Caller, Held, OPERATIONS, Service, View, World};

#[path = "../../conditions-core/benches/support/full.rs"]
mod full;

const RESORTS: usize = 660;
const ROUNDS: usize = 200;

/// Operations whose work grows with the number of resorts, each at its widest.
const CASES: [(&str, &[(&str, &str)]); 11] = [
    ("find_resorts_by_criteria", &[("sort", "score"), ("minScore", "1")]),
    ("find_resorts_by_criteria", &[("sort", "score"), ("limit", "500")]),
    ("get_snow_report", &[]),
    ("get_snow_report", &[("sort", "forecast"), ("limit", "100")]),
    ("find_best_powder", &[("minSnowfall", "0")]),
    ("compare_resorts", &[("slugs", "kitzbuehel,verbier,st-anton,zermatt")]),
    ("get_regional_summary", &[("region", "europe")]),
    ("get_southern_hemisphere_report", &[]),
    ("get_season_openings", &[]),
    ("get_destination", &[("slug", "arlberg")]),
    ("get_definitions", &[]),
];

#[expect(clippy::print_stdout, reason = "a benchmark prints its result")]
#[expect(clippy::disallowed_methods, reason = "measuring time is what a benchmark is for")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let held = catalogue::embedded()?.into_iter().take(RESORTS).zip(0..).map(|(resort, number)| {
        let (_, evidence) = full::resort(number);
        Arc::new(Held::new(resort, evidence))
    });
    let world = World::new(Arc::new(service()), Arc::new(Policy::contract()), held.collect(), full::NOW);
    let caller = Caller::Anonymous;
    let view = View::new(&world, &caller);
    println!(
        "{} resorts, {} with a score",
        world.len(),
        view.resorts().filter(|seen| seen.score().value.is_some()).count()
    );
    for (name, pairs) in CASES {
        let operation = OPERATIONS.iter().find(|one| one.meta().name == name).ok_or("no such operation")?;
        let mut micros = Vec::with_capacity(ROUNDS);
        let mut bytes = 0;
        for _ in 0..ROUNDS {
            let begun = Instant::now();
            bytes = black_box(operation.answer(&view, black_box(pairs), full::NOW)?).len();
            micros.push(begun.elapsed().as_secs_f64() * 1e6);
        }
        micros.sort_by(f64::total_cmp);
        println!(
            "{:7.0} µs median, {:7.0} µs fastest, {bytes:7} bytes: {name} {pairs:?}",
            micros[ROUNDS / 2],
            micros[0]
        );
    }
    Ok(())
}

fn service() -> Service {
    Service {
        name: "Bench".to_owned(),
        base_url: "https://snow.example.org".to_owned(),
        synthetic: true,
        credits: CreditBook {
            service: ServiceCredit {
                text: "Data by Bench".to_owned(),
                url: "https://snow.example.org".to_owned(),
            },
            terms_url: "https://snow.example.org/api/v1/credits".to_owned(),
            catalogue: Vec::new(),
            forecast: Vec::new(),
            stations: Vec::new(),
        },
    }
}
