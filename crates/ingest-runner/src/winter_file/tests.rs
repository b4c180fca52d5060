//! Tests export and import against a database: round trip, merging, and that a damaged file stores nothing.

use ::climate::pack;
use storage::climate::Coverage;

use super::*;

const NOW: Timestamp = Timestamp::from_millis(1_795_900_000_000);

fn resorts() -> Vec<Resort> {
    catalogue::embedded()
        .unwrap()
        .into_iter()
        .filter(|resort| ["thredbo", "zermatt"].contains(&resort.slug.as_str()))
        .collect()
}

struct Place {
    folder: PathBuf,
    store: Store,
}

impl Place {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("winter-file-{name}-{}", std::process::id()));
        drop(std::fs::remove_dir_all(&folder));
        std::fs::create_dir_all(&folder).unwrap();
        let url = folder.join("test.sqlite").display().to_string();
        let store = Store::open(&url, &storage::Options::default(), NOW).unwrap();
        Self { folder, store }
    }

    fn put(&self, rows: Vec<WinterRow>) {
        self.store.run_blocking(move |conn| climate::merge(conn, &rows, |_, new| new.clone())).unwrap();
    }

    fn coverage(&self) -> Vec<Coverage> {
        self.store.read_blocking(|conn| climate::coverage(conn, DATASET, pack::WITH_WEATHER)).unwrap()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.folder));
    }
}

fn row(resort: &Resort, year: i32, snow: u16) -> WinterRow {
    let days = Winter::new(Hemisphere::from_latitude(resort.lat), year).unwrap().days();
    WinterRow {
        slug: resort.slug.clone(),
        dataset: DATASET.to_owned(),
        winter: year,
        days: format!("2;{snow}x{days};10x{days};900x{days};1000x{days};30x{days}"),
        asked_through: 20_500,
        came_short: 0,
        fetched_at: NOW.plus_millis(-1_000_000),
    }
}

fn filled(name: &str) -> Place {
    let place = Place::new(name);
    place.put(resorts().iter().flat_map(|resort| (2020..2024).map(|year| row(resort, year, 20))).collect());
    place
}

#[test]
fn winters_move_to_another_database() {
    let (from, to) = (filled("from"), Place::new("to"));
    let path = from.folder.join("winters.gz");
    assert_eq!(export(&from.store, &resorts(), &path, NOW).unwrap(), ExportCounts { resorts: 2, winters: 8 });
    let (header, imported) = import(&to.store, &resorts(), &path, NOW).unwrap();
    assert_eq!((header.period.as_str(), header.licence.as_str()), ("2020-2023", "CC BY 4.0"));
    assert_eq!(imported, ImportCounts { added: 8, ..ImportCounts::default() });
    assert_eq!(to.coverage().len(), 8);
    assert!(to.coverage().iter().all(|row| row.begins && row.asked_through == 20_500));
    // A second import changes nothing.
    let (_, imported) = import(&to.store, &resorts(), &path, NOW).unwrap();
    assert_eq!(imported, ImportCounts { kept: 8, ..ImportCounts::default() });
}

#[test]
fn damaged_file_stores_nothing() {
    let (from, to) = (filled("whole"), Place::new("damaged"));
    let path = from.folder.join("winters.gz");
    export(&from.store, &resorts(), &path, NOW).unwrap();
    let whole = std::fs::read(&path).unwrap();
    for cut in [0, 9, whole.len() / 2, whole.len() - 1] {
        std::fs::write(&path, &whole[..cut]).unwrap();
        let error = import(&to.store, &resorts(), &path, NOW).unwrap_err().to_string();
        assert!(error.contains("winters.gz") && error.contains("nothing was imported"), "{error}");
    }
    for at in (10..whole.len()).step_by(7) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x10;
        std::fs::write(&path, &damaged).unwrap();
        assert!(import(&to.store, &resorts(), &path, NOW).is_err(), "byte {at}");
    }
    assert!(to.coverage().is_empty());
}

#[test]
fn stored_winters_are_not_overwritten() {
    let (from, to) = (filled("shared"), Place::new("own"));
    let zermatt = resorts().into_iter().find(|resort| resort.slug == "zermatt").unwrap();
    to.put(vec![row(&zermatt, 2021, 77)]);
    let path = from.folder.join("winters.gz");
    export(&from.store, &resorts(), &path, NOW).unwrap();
    let (_, imported) = import(&to.store, &resorts(), &path, NOW).unwrap();
    assert_eq!((imported.added, imported.kept), (7, 1));
    let own = to.store.read_blocking(|conn| climate::of_resort(conn, DATASET, "zermatt")).unwrap();
    assert_eq!(own[1], row(&zermatt, 2021, 77));
}

#[test]
fn other_places_are_left_out() {
    let (from, to) = (filled("places"), Place::new("moved"));
    let path = from.folder.join("winters.gz");
    export(&from.store, &resorts(), &path, NOW).unwrap();
    let mut here = resorts();
    here.retain(|resort| resort.slug == "zermatt");
    here[0].base_m = here[0].base_m.map(|metres| metres + 200);
    let (_, imported) = import(&to.store, &here, &path, NOW).unwrap();
    assert_eq!(imported, ImportCounts { unknown: 4, elsewhere: 4, ..ImportCounts::default() });
}

/// Returns days with the entropy of real ones: dry spells, snowfalls, and a temperature that differs every day.
fn plausible_days(seed: u64, days: usize) -> String {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    let (mut columns, mut depth): ([Vec<u64>; 5], u64) = (Default::default(), 0);
    for day in 0..days {
        let is_cold = (130..320).contains(&day);
        let water = if next(5) < 2 { next(250) } else { 0 };
        let snow = if is_cold { water } else { 0 };
        depth = (depth + snow / 12).saturating_sub(if is_cold { next(3) } else { 9 });
        let lowest = if is_cold { 850 + next(120) } else { 980 + next(120) };
        for (column, value) in columns.iter_mut().zip([snow, depth, lowest, lowest + 20 + next(120), water]) {
            column.push(value);
        }
    }
    let mut text = "2".to_owned();
    for column in columns {
        text.push(';');
        let runs = column.chunk_by(|a, b| a == b).map(|run| match run.len() {
            1 => run[0].to_string(),
            length => format!("{}x{length}", run[0]),
        });
        text.push_str(&runs.collect::<Vec<_>>().join(" "));
    }
    text
}

/// 661 resorts with thirty winters in at most 120 MB, measured on a few of them.
#[test]
fn winters_fit_into_their_file() {
    let (from, to) = (Place::new("large-from"), Place::new("large-to"));
    const RESORTS: usize = 12;
    let resorts: Vec<Resort> = catalogue::embedded().unwrap().into_iter().take(RESORTS).collect();
    for (number, resort) in resorts.iter().enumerate() {
        let rows = (1995..2026).map(|year| {
            let days = Winter::new(Hemisphere::from_latitude(resort.lat), year).unwrap().days();
            let text = plausible_days(number as u64 * 100 + u64::from(year.unsigned_abs()), days);
            WinterRow { days: text, ..row(resort, year, 0) }
        });
        from.put(rows.collect());
    }
    let path = from.folder.join("winters.gz");
    let exported = export(&from.store, &resorts, &path, NOW).unwrap();
    let winters = RESORTS * 31;
    assert_eq!(exported.winters, winters);
    let bytes = std::fs::metadata(&path).unwrap().len() as usize;
    let whole = bytes / winters * 661 * 31;
    assert!(whole <= 120_000_000, "{bytes} bytes of {winters} winters are {whole} bytes of 661 resorts");
    let (_, imported) = import(&to.store, &resorts, &path, NOW).unwrap();
    assert_eq!(imported, ImportCounts { added: winters, ..ImportCounts::default() });
}
