//! The words that road agencies use, each mapped to a symbol. A phrase with an unlisted word is not understood.

/// Meaning of a word or a group of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Symbol {
    Chain,
    /// Winter tyres, or traction in general.
    Traction,
    Required,
    Advised,
    /// All vehicles.
    Everyone,
    /// Passenger vehicles.
    Passenger,
    /// Vehicles that are not cars: lorries, loads, or anything above [`HEAVY_POUNDS`].
    Truck,
    Awd,
    Except,
    Include,
    Or,
    /// A law of Colorado.
    Law,
    Prohibited,
    Closed,
    /// A road, a pass or a direction.
    Place,
    /// A reason or a time.
    Cause,
    Number,
    NoRestriction,
}

/// Weight in pounds below which a vehicle may be a car.
const HEAVY_POUNDS: f64 = 10_000.0;
const POUNDS_PER_TON: f64 = 2_000.0;
const POUNDS_PER_KG: f64 = 2.204_62;

/// Groups of words by their symbol, in the singular, separated by commas.
const GROUPS: [(Symbol, &str); 16] = [
    (Symbol::Chain, "chain, tire chain, snow chain"),
    (
        Symbol::Traction,
        "traction tire, traction, approved traction tire, snow tire, winter tire, \
        snow tread tire, snow tread, adequate snow tire, all season tire or snow tire, \
        adequate tire traction",
    ),
    (Symbol::Required, "required, mandatory, must, needed, need, must be, requirement, compulsory"),
    (Symbol::Advised, "advised, recommended, advisory, suggested, advisable, encouraged"),
    (
        Symbol::Everyone,
        "all vehicle, every vehicle, any vehicle, all car, all traffic, all motorist, \
        all vehicle type",
    ),
    (Symbol::Passenger, "passenger vehicle, passenger car, passenger"),
    (
        Symbol::Truck,
        "truck, commercial vehicle, commercial motor vehicle, commercial truck, commercial, semi, \
        semi truck, semi trailer, tractor trailer, oversize vehicle, oversized vehicle, \
        oversize load, oversized load, oversize, oversized, wide load, heavy vehicle, \
        heavy truck, large truck, over dimensional load, overweight vehicle, \
        high profile vehicle",
    ),
    (
        Symbol::Awd,
        "awd, 4wd, 4x4, 4 x 4, all wheel drive, four wheel drive, 4 wheel drive, awd or 4wd, \
        4wd or awd, all wheel drive or four wheel drive, four wheel drive or all wheel drive, \
        awd 4wd, 4wd awd, 4 wheel or all wheel drive, four wheel or all wheel drive",
    ),
    (Symbol::Except, "except, excepting, excluding, unless, other than, exception, with exception"),
    (Symbol::Include, "including, include, included, even"),
    (Symbol::Or, "or"),
    (Symbol::Law, "law"),
    (Symbol::Prohibited, "prohibited, not allowed, not permitted, restricted, banned, forbidden"),
    (Symbol::Closed, "closed, closure, impassable, shut"),
    (
        Symbol::Place,
        "pass, mountain pass, road, roadway, route, highway, hwy, interstate, freeway, summit, \
        sr, us, i, state route, both direction, all direction, eastbound, westbound, northbound, \
        southbound, milepost, mp",
    ),
    (
        Symbol::Cause,
        "due, because, until, season, seasonal, seasonally, winter, further notice, temporarily, \
        temporary, currently, now, still, today, avalanche, control, work, hazard, danger, risk, \
        snow, ice, wind, weather, condition, storm, blizzard, slide, rockslide, mudslide, \
        collision, accident, crash, incident, maintenance, severe, adverse, heavy, high, poor, \
        visibility, winter season, year, am, pm, monday, tuesday, wednesday, thursday, friday, \
        saturday, sunday, spring",
    ),
];

/// Groups that mean that no restriction is in effect.
const NOTHING: &str = "no restriction, no current restriction, no travel restriction, no road restriction, \
    no traffic restriction, no active restriction, no restriction reported, \
    no vehicle restriction, unrestricted";

/// Words without effect.
const FILLERS: &str = "a, an, the, is, are, be, been, has, have, on, for, of, in, at, to, this, time, by, with, \
    effect, use, used, using, equipped, installed, vehicle, car, order, place, tire, \
    all wheel, all four wheel, all 4 wheel, four wheel, approved, adequate, properly, proper, \
    type";

/// Words that continue a phrase that began before a comma.
const CONTINUES: [&str; 13] = [
    "except",
    "excepting",
    "excluding",
    "unless",
    "other",
    "including",
    "include",
    "even",
    "or",
    "on",
    "for",
    "with",
    "all",
];

/// Words of a remainder that may be a requirement or a closure.
const DEMANDS: [&str; 20] = [
    "chain", "traction", "tire", "tyre", "law", "clos", "prohibit", "restrict", "requir", "stop", "held",
    "hold", "mandator", "must", "escort", "convoy", "impass", "block", "detour", "control",
];

/// Returns the words of a phrase in lower case and in the singular.
pub(super) fn words(phrase: &str) -> Vec<String> {
    let lower = phrase.to_lowercase().replace(['\'', '’'], "");
    let words = lower.split(|c: char| !(c.is_alphanumeric() || c == ',' || c == '.'));
    let plain =
        words.map(|word| word.trim_matches([',', '.']).replace(',', "")).filter(|word| !word.is_empty());
    plain.map(|word| singular(&word)).collect()
}

/// Drops the plural ending, and spells "tyre" as American agencies do.
fn singular(word: &str) -> String {
    let ends =
        word.len() > 3 && word.ends_with('s') && !["ss", "us", "is"].iter().any(|end| word.ends_with(end));
    let one = if ends { word.trim_end_matches('s') } else { word };
    one.replace("tyre", "tire")
}

/// Returns the symbol of each word or group of words of a phrase; `None` if one is unknown.
pub(super) fn symbols(phrase: &str) -> Option<Vec<Symbol>> {
    let words = words(phrase);
    let mut symbols = Vec::new();
    let mut rest = words.as_slice();
    while !rest.is_empty() {
        let (symbol, count) = weight(rest).or_else(|| group(rest)).or_else(|| number(rest))?;
        // "All vehicles over 10,000 GVW" does not mean all vehicles.
        if symbol == Some(Symbol::Truck) && is_weight(rest) && symbols.last() == Some(&Symbol::Everyone) {
            symbols.pop();
        }
        symbols.extend(symbol);
        rest = rest.get(count..).unwrap_or_default();
    }
    Some(symbols)
}

/// Returns the longest group at the start of `words`, and its number of words; a filler has no symbol.
fn group(words: &[String]) -> Option<(Option<Symbol>, usize)> {
    let begins = |group: &str| {
        let mut count = 0;
        let mut known = words.iter();
        group
            .split(' ')
            .all(|word| {
                count += 1;
                known.next().is_some_and(|known| known == word)
            })
            .then_some(count)
    };
    let of_symbols =
        GROUPS.iter().flat_map(|(symbol, groups)| groups.split(", ").map(|group| (Some(*symbol), group)));
    let nothing = NOTHING.split(", ").map(|group| (Some(Symbol::NoRestriction), group));
    let fillers = FILLERS.split(", ").map(|group| (None, group));
    let all = of_symbols.chain(nothing).chain(fillers);
    let found = all.filter_map(|(symbol, group)| Some((symbol, begins(group)?)));
    // Among groups of equal length the first one counts: symbols precede fillers.
    found.reduce(|best, next| if next.1 > best.1 { next } else { best })
}

fn number(words: &[String]) -> Option<(Option<Symbol>, usize)> {
    let is_number = words.first()?.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    is_number.then_some((Some(Symbol::Number), 1))
}

/// Returns whether words begin with a comparison of weights.
fn is_weight(words: &[String]) -> bool {
    weight(words).is_some()
}

/// Returns a class of vehicles by weight, such as "over 10,000 GVW", if it excludes every car.
fn weight(words: &[String]) -> Option<(Option<Symbol>, usize)> {
    let word = |at: usize| words.get(at).map(String::as_str);
    let compared = match (word(0)?, word(1)) {
        ("over" | "above" | "exceeding", _) => 1,
        ("more" | "greater" | "heavier", Some("than")) => 2,
        _ => return None,
    };
    let number: f64 = word(compared)?.parse().ok()?;
    let factor = match word(compared + 1)? {
        "gvw" | "gvwr" | "lb" | "lbs" | "pound" | "gross" => 1.0,
        "ton" => POUNDS_PER_TON,
        "kg" => POUNDS_PER_KG,
        _ => return None,
    };
    let is_unit = |word: &&String| {
        matches!(
            word.as_str(),
            "gvw"
                | "gvwr"
                | "lb"
                | "lbs"
                | "pound"
                | "gross"
                | "ton"
                | "kg"
                | "vehicle"
                | "weight"
                | "rating"
        )
    };
    let units = words.iter().skip(compared + 1).take_while(is_unit).count();
    (number * factor >= HEAVY_POUNDS).then_some((Some(Symbol::Truck), compared + 1 + units))
}

/// Returns whether a phrase may continue the one before it.
pub(super) fn continues(phrase: &str) -> bool {
    words(phrase).first().is_some_and(|word| CONTINUES.contains(&word.as_str()))
}

/// Returns whether a text that was not understood may contain a requirement for drivers.
pub(super) fn mentions_demand(text: &str) -> bool {
    words(text).iter().any(|word| DEMANDS.iter().any(|demand| word.starts_with(demand)))
}
