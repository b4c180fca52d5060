//! Places names on a map so that none covers another or leaves the drawing.

/// Width of a character, and of a wide one such as Japanese, in parts of the size of the text.
const NARROW: f64 = 0.56;
const WIDE: f64 = 1.0;
/// Distance between a dot and its name, in parts of the size.
const GAP: f64 = 0.55;

/// A placed name.
pub(super) struct Label {
    pub(super) x: String,
    pub(super) y: String,
    /// `text-anchor`.
    pub(super) anchor: &'static str,
    pub(super) text: String,
    pub(super) number: Option<String>,
}

/// A rectangle: left, top, right, bottom.
type Area = [f64; 4];

/// The names of a map.
pub(super) struct Labels {
    width: f64,
    height: f64,
    /// Size of the text.
    size: f64,
    taken: Vec<Area>,
    placed: Vec<Label>,
}

impl Labels {
    pub(super) const fn new(width: f64, height: f64, size: f64) -> Self {
        Self { width, height, size, taken: Vec::new(), placed: Vec::new() }
    }

    /// Returns the number of names placed since the last [`Labels::take_placed`].
    pub(super) fn len(&self) -> usize {
        self.placed.len()
    }

    /// Returns the placed names. Their areas stay taken.
    pub(super) fn take_placed(&mut self) -> Vec<Label> {
        std::mem::take(&mut self.placed)
    }

    /// Places a name and a number above, right of, left of or below a dot; leaves it out without enough room.
    pub(super) fn try_next_to(&mut self, x: f64, y: f64, text: &str, number: Option<&str>) {
        let gap = GAP * self.size;
        let places = [
            (x, y - gap, "middle"),
            (x + gap, self.size.mul_add(0.35, y), "start"),
            (x - gap, self.size.mul_add(0.35, y), "end"),
            (x, y + self.size + gap / 2.0, "middle"),
        ];
        self.place(&places, text, number);
    }

    /// Places a name at or around a point; leaves it out without enough room.
    pub(super) fn try_around(&mut self, x: f64, y: f64, text: &str) {
        let step = 2.0 * self.size;
        let places = [0.0, -1.0, 1.0, -2.0, 2.0].map(|times: f64| (x, times.mul_add(step, y), "middle"));
        self.place(&places, text, None);
    }

    fn place(&mut self, places: &[(f64, f64, &'static str)], text: &str, number: Option<&str>) {
        let characters = text.chars().chain(number.map(|_| ' ')).chain(number.unwrap_or_default().chars());
        let width: f64 =
            characters.map(|one| if one.is_ascii() || one < '\u{2000}' { NARROW } else { WIDE }).sum();
        let width = width * self.size;
        let free = places.iter().find_map(|(x, y, anchor)| {
            let left = match *anchor {
                "start" => *x,
                "end" => x - width,
                _ => x - width / 2.0,
            };
            let area = [left, y - self.size, left + width, self.size.mul_add(0.25, *y)];
            self.is_free(area).then_some((*x, *y, *anchor, area))
        });
        let Some((x, y, anchor, area)) = free else { return };
        self.taken.push(area);
        self.placed.push(Label {
            x: format!("{x:.0}"),
            y: format!("{y:.1}"),
            anchor,
            text: text.to_owned(),
            number: number.map(str::to_owned),
        });
    }

    fn is_free(&self, [left, top, right, bottom]: Area) -> bool {
        let is_inside = left >= 1.0 && top >= 1.0 && right <= self.width - 1.0 && bottom <= self.height - 1.0;
        is_inside && !self.taken.iter().any(|[l, t, r, b]| left < *r && *l < right && top < *b && *t < bottom)
    }
}

#[cfg(test)]
mod tests;
