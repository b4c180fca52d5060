//! Three replicas over one database during an hour of seeded changes: equal names of publications mean equal bytes, and
//! a client that is sent to each in turn gets as many 304 answers as from one. The evidence is synthetic.

use std::collections::BTreeMap;

use mcp_protocol::RenderedResult;
use operations::charts::AnyChart;
use operations::{CHARTS, Meta, Method, OPERATIONS, RESOURCES};
use pages::{Ask, Language, PAGES};
use storage::Options;
use storage::evidence::append;
use world::{Caller, View};

use super::*;
use crate::published::key::{CallKey, PageKey, RequestKey};
use crate::rendered::RenderedAnswer;

const MINUTE: Duration = Duration::from_secs(60);
/// Values of the arguments that operations, charts and pages need.
const ARGUMENTS: [(&str, &str); 6] = [
    ("slug", "alta"),
    ("query", "alta"),
    ("slugs", "alta,vail"),
    ("dataset", "catalog"),
    ("checkIn", "2026-02-14"),
    ("checkOut", "2026-02-16"),
];

/// Returns the named open database in an empty temporary folder.
pub(super) fn database(name: &str, now: Timestamp) -> Store {
    let folder = std::env::temp_dir().join(format!("snow-publisher-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    Store::open(folder.join("test.sqlite").to_str().unwrap(), &Options::default(), now).unwrap()
}

pub(super) fn two_resorts() -> (Arc<Service>, Vec<Resort>) {
    let mut service = with_feed("alta", "powdr");
    service.credits.feeds.extend(with_feed("vail", "boyne").credits.feeds);
    service.credits.stations = self::service(&["snotel"]).credits.stations;
    let resorts = catalogue::embedded().unwrap().into_iter();
    (Arc::new(service), resorts.filter(|resort| ["alta", "vail"].contains(&resort.slug.as_str())).collect())
}

/// Appends rows to the database, with new ids.
pub(super) fn write(store: &Store, rows: Vec<EvidenceRow>, now: Timestamp) {
    let named =
        |row: EvidenceRow| EvidenceRow { id: storage::evidence::new_id(now), captured_at: now, ..row };
    let rows: Vec<_> = rows.into_iter().map(named).collect();
    store.run_blocking(move |conn| append(conn, &rows, now)).unwrap();
}

pub(super) struct Replica {
    pub(super) coverage: Coverage,
    pub(super) published: Published,
}

impl Replica {
    fn start(store: &Store, now: Timestamp) -> Self {
        let (service, resorts) = two_resorts();
        let empty = of_nothing(service, resorts, edition::time_of(now, MINUTE));
        let published = Published::covering(Coverage::default(), empty, edition::time_of(now, MINUTE));
        let mut replica = Self { coverage: Coverage::default(), published };
        replica.poll(store, now);
        replica
    }

    /// Reads changes and publishes like [`Publisher`], at a simulated time.
    fn poll(&mut self, store: &Store, now: Timestamp) {
        let (since, at) = (self.coverage.versions, edition::time_of(now, MINUTE));
        let (versions, news) = store.read_blocking(move |conn| store::changed_in(conn, since)).unwrap();
        let coverage = Coverage { versions, ..self.coverage };
        if coverage != self.coverage || self.published.world.as_of != at {
            self.published = rebuilt(&self.published.world, news, coverage, at).0;
            self.coverage = coverage;
        }
    }

    fn conditions(&self) -> &RenderedAnswer {
        self.published.conditions(world::Tier::Anonymous, "alta").unwrap()
    }

    /// Returns every answer for anonymous callers at `now` by its name. The flag of a name is whether it succeeded.
    #[expect(clippy::disallowed_methods, reason = "anonymous answers are compared")]
    pub(super) fn answers(&self, now: Timestamp) -> BTreeMap<(String, bool), (String, String)> {
        let (published, caller) = (&self.published, Caller::anonymous());
        let mut all = BTreeMap::new();
        let mut insert = |name: String, answer: Result<Arc<RenderedAnswer>, String>| match answer {
            Ok(answer) => {
                let text = String::from_utf8_lossy(answer.plain()).into_owned();
                let tag = format!("{:?}", answer.etag(crate::rendered::Coding::Identity));
                let named = answer.publication.as_ref().unwrap().to_str().unwrap().to_owned();
                all.insert((name, true), (text, format!("{named} {tag} {:?}", answer.last_modified())));
            }
            Err(error) => drop(all.insert((name, false), (error, String::new()))),
        };
        for operation in OPERATIONS.iter().filter(|operation| operation.meta().method == Method::Get) {
            let pairs = wanted(&operation.arguments());
            let key = RequestKey::new(operation.meta().name, "");
            let answer = published.answer(&caller, *operation, &key, &pairs, now);
            insert(operation.meta().name.to_owned(), answer.map_err(|error| error.to_string()));
            let key = CallKey { tool: operation.meta().name, resort: None, arguments: String::new() };
            let called = published.call(&caller, *operation, key, &pairs, now);
            let made = called.map(|result: Arc<RenderedResult>| {
                let text = format!("{result:?}").into_bytes();
                Arc::new(RenderedAnswer::new(text, now).of_publication(Some(self.coverage.etag(now, now))))
            });
            insert(format!("tool {}", operation.meta().name), made.map_err(|error| error.to_string()));
        }
        for chart in CHARTS {
            let (meta, pairs): (&Meta, _) = (AnyChart::meta(*chart), wanted(&chart.arguments()));
            let draw = |view: &View<'_>, _| Ok(chart.draw(view, &pairs)?.into_bytes());
            let drawn = published.cached(&caller, meta, &RequestKey::new(meta.path, ""), now, draw);
            insert(format!("chart {}", meta.path), drawn.map_err(|error| error.to_string()));
        }
        for resource in RESOURCES {
            let text = published.resource(&caller, resource, now).map_err(|error| error.to_string());
            let made = |text: Arc<str>| {
                let text = text.as_bytes().to_vec();
                Arc::new(RenderedAnswer::new(text, now).of_publication(Some(self.coverage.etag(now, now))))
            };
            insert(format!("resource {}", resource.uri), text.map(made));
        }
        let arguments: Vec<(String, String)> =
            ARGUMENTS.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let mut page = |path: &str, make: &dyn Fn(&Ask<'_>) -> pages::Answer| {
            for language in [Language::En, Language::De] {
                let key = PageKey { path: format!("{language:?}{path}"), query: Vec::new(), units: None };
                let ask = |view: &View<'_>, at| {
                    let mut ask = Ask::new(*view, at, language, path);
                    ask.arguments.clone_from(&arguments);
                    make(&ask)
                };
                let made = published.page(&caller, key, true, now, ask);
                insert(format!("{language:?} {path}"), made.map_err(|page| page.html));
            }
        };
        PAGES.iter().for_each(|one| page(one.meta().path, &|ask| pages::answer(*one, ask)));
        pages::files().for_each(|file| page(file.path, &|ask| pages::file(file, ask)));
        all
    }
}

/// Returns the values of the arguments in a schema.
fn wanted(schema: &impl serde::Serialize) -> Vec<(&'static str, &'static str)> {
    let schema = serde_json::to_value(schema).unwrap();
    let known = |name: &str| schema["properties"].get(name).is_some();
    ARGUMENTS.into_iter().filter(|(name, _)| known(name)).collect()
}

/// A small generator: the same numbers in each run.
struct Seeded(u64);

impl Seeded {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

fn change(seeded: &mut Seeded, now: Timestamp) -> EvidenceRow {
    let open = u32::try_from(seeded.below(10)).unwrap();
    match seeded.below(4) {
        0 => row("powdr", Lifts::NAME, &lifts("powdr", open)),
        1 => EvidenceRow { slug: "vail".to_owned(), ..row("boyne", Lifts::NAME, &lifts("boyne", open)) },
        2 => {
            let text = reading("snotel", "a").replace("\"tempC\":-4", &format!("\"tempC\":-{open}"));
            row("snotel", Stations::NAME, &format!("[{text}]"))
        }
        _ => {
            let snapshot =
                ForecastSnapshot { captured_at: now, models: Vec::new(), weather: None, hours: None };
            row("open-meteo", Forecast::NAME, &Forecast::encode(&snapshot))
        }
    }
}

/// Sends a request with the last tag; returns whether the answer is 304.
fn is_unchanged(known: &mut String, answer: &RenderedAnswer) -> bool {
    let is_known = answer.matches(known);
    answer.etag(crate::rendered::Coding::Identity).to_str().unwrap().clone_into(known);
    is_known
}

/// Compares every answer of the replicas, whose first requests come at different times; returns their number.
fn equal_answers(replicas: &[Replica; 3], now: Timestamp) -> usize {
    let [first, second, third] = [0, 700, 1_400].map(|late| now.plus_millis(late));
    let answers = replicas[0].answers(first);
    let mut compared = 0;
    for (replica, at) in [(&replicas[1], second), (&replicas[2], third)] {
        for (name, answer) in replica.answers(at) {
            let is_tool = name.0.starts_with("tool ") || name.0.starts_with("resource ");
            let expected = &answers[&name];
            assert_eq!(answer.0, expected.0, "{name:?}");
            assert!(is_tool || answer.1 == expected.1, "{name:?}");
            compared += usize::from(name.1);
        }
    }
    compared
}

#[test]
fn equal_publications_have_equal_bytes_on_every_replica() {
    let begun = Timestamp::parse("2026-01-10T12:00:00Z").unwrap();
    let store = database("replicas", begun);
    let mut replicas = [0; 3].map(|_| Replica::start(&store, begun));
    let mut seeded = Seeded(11);
    let mut known: BTreeMap<String, (String, usize)> = BTreeMap::new();
    let (mut shared, mut compared, mut writes) = (0, 0, 0);
    let (mut one, mut turns) = ((String::new(), 0), (String::new(), 0));
    let mut last = [String::new(), String::new(), String::new()];
    for second in 0..3_600_u32 {
        let now = begun.plus_millis(i64::from(second) * 1_000 + 3);
        // Quiet around the requests of the client, so that every replica has polled.
        if !(20..30).contains(&(second % 30)) && seeded.below(40) == 0 {
            write(&store, vec![change(&mut seeded, now)], now);
            writes += 1;
        }
        for (nth, replica) in (0..).zip(&mut replicas) {
            // The third is restarted, so it reads everything at once instead of one change after another.
            if nth == 2 && second % 700 == 699 {
                *replica = Replica::start(&store, now);
            } else if second % (nth + 1) == 0 {
                replica.poll(&store, now);
            }
        }
        for (nth, replica) in replicas.iter().enumerate() {
            let answer = replica.conditions();
            let name = answer.publication.as_ref().unwrap().to_str().unwrap().to_owned();
            assert!(name.ends_with(":00.000Z"), "{name}");
            if last[nth] == name {
                continue;
            }
            last[nth].clone_from(&name);
            let body = String::from_utf8_lossy(answer.plain()).into_owned();
            match known.get_mut(&name) {
                Some((other, count)) => {
                    assert_eq!(*other, body, "{name}");
                    *count += 1;
                    shared += usize::from(*count == 3);
                }
                None => drop(known.insert(name, (body, 1))),
            }
        }
        if second % 30 == 28 {
            let names: Vec<_> = replicas.iter().map(|replica| &replica.conditions().publication).collect();
            assert!(names.windows(2).all(|pair| pair[0] == pair[1]), "{names:?}");
            let turn = usize::try_from(second / 30 % 3).unwrap();
            one.1 += usize::from(is_unchanged(&mut one.0, replicas[0].conditions()));
            turns.1 += usize::from(is_unchanged(&mut turns.0, replicas[turn].conditions()));
        }
        if second % 600 == 328 {
            compared += equal_answers(&replicas, now);
        }
    }
    assert!(writes > 40 && shared > 60 && compared > 6 * 2 * 100, "{writes} {shared} {compared}");
    assert!(one.1 > 10 && one.1 == turns.1, "{} of 120 in turn, {} on one", turns.1, one.1);
}
