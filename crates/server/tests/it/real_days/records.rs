//! Records of real winters as tables.

use std::io::Read as _;
use std::path::PathBuf;

/// A table of text.
pub(crate) struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// A row of a table.
#[derive(Clone, Copy)]
pub(crate) struct Row<'t> {
    columns: &'t [String],
    fields: &'t [String],
}

impl Table {
    /// Reads a table, packed or plain; returns `None`, with a message, if it is not available.
    pub(crate) fn read(name: &str) -> Option<Self> {
        let folder = std::env::var_os("SNOW_REAL_DATA").map_or_else(
            || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/real"),
            PathBuf::from,
        );
        let Ok(bytes) = std::fs::read(folder.join(name)) else {
            eprintln!("no {name} in {}: the replay of real days is not tried", folder.display());
            return None;
        };
        let mut text = String::new();
        if name.ends_with(".gz") {
            flate2::read::GzDecoder::new(bytes.as_slice()).read_to_string(&mut text).expect("a packed text");
        } else {
            text = String::from_utf8(bytes).expect("a text");
        }
        let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned).collect());
        let columns = lines.next().expect("a header");
        Some(Self { columns, rows: lines.collect() })
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows.iter().map(|fields| Row { columns: &self.columns, fields })
    }
}

impl<'t> Row<'t> {
    pub(crate) fn text(&self, column: &str) -> &'t str {
        let place = self.columns.iter().position(|name| name == column).expect(column);
        self.fields.get(place).map_or("", String::as_str)
    }

    pub(crate) fn number(&self, column: &str) -> Option<f64> {
        self.text(column).parse().ok()
    }
}
