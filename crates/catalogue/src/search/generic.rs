//! Generic words, which names of ski resorts share and which do not distinguish them.

use std::ops::Range;

/// Words that people add to any resort's name, after [`crate::name_text::fold`].
const ADDED: &[&str] = &[
    "alpine",
    "and",
    "area",
    "areal",
    "at",
    "bergbahn",
    "bergbahnen",
    "centar",
    "center",
    "centre",
    "centro",
    "centrum",
    "comprensorio",
    "d",
    "de",
    "del",
    "della",
    "des",
    "di",
    "domaine",
    "du",
    "espace",
    "esqui",
    "estacio",
    "estacion",
    "estaciones",
    "grand",
    "hiihtokeskus",
    "in",
    "invernal",
    "kayak",
    "kompleksi",
    "l",
    "la",
    "le",
    "les",
    "merkezi",
    "narciarska",
    "narciarski",
    "of",
    "olimpijski",
    "olympic",
    "osrodek",
    "recreation",
    "resort",
    "resorts",
    "sci",
    "sciistico",
    "ski",
    "skiable",
    "skianlage",
    "skianlegg",
    "skiarea",
    "skiareal",
    "skiarena",
    "skicenter",
    "skicentrum",
    "skidanlaggning",
    "skigebiet",
    "skiing",
    "skijaliste",
    "skipisten",
    "skiregion",
    "skiresort",
    "skischaukel",
    "skisenter",
    "skizentrum",
    "smucisca",
    "smucisce",
    "snow",
    "snowpark",
    "snowsports",
    "sports",
    "stacja",
    "station",
    "stazione",
    "stredisko",
    "the",
    "winter",
    "xizək",
    "y",
    "κέντρο",
    "χιονοδρομικό",
    "горнолыжный",
    "комплекс",
    "курорт",
    "ски",
    "центар",
    "центр",
    "առողջարան",
    "լեռնադահուկային",
    "للتزلج",
    "منطقة",
];

/// Such words in scripts without spaces, where they end a word; longer ones before their own endings.
const ENDINGS: &[&str] = &[
    "スキーリゾート",
    "スノーリゾート",
    "スノーパーク",
    "リゾート",
    "スキー場",
    "温泉",
    "滑雪旅游度假区",
    "滑雪度假区",
    "滑雪场",
    "滑雪場",
    "리조트",
    "스키장",
];

/// Words for landforms, after [`crate::name_text::canonical`].
const LANDFORMS: &[&str] = &[
    // English.
    "mountain",
    "mount",
    "peak",
    "peaks",
    "valley",
    "valleys",
    "hill",
    "hills",
    "summit",
    // German and its neighbours.
    "berg",
    "tal",
    "gletscher",
    "spitze",
    "bjerg",
    "fjell",
    "fjellet",
    "fjall",
    "fjallet",
    "dal",
    "dalen",
    // Romance languages.
    "mont",
    "monts",
    "monte",
    "monti",
    "montagne",
    "montagna",
    "montana",
    "montanha",
    "montanya",
    "pic",
    "pico",
    "pizzo",
    "puig",
    "cerro",
    "val",
    "vall",
    "valle",
    "vallee",
    "valles",
    "colle",
    "cima",
    // Slavic, Baltic and Finnic languages, Turkish.
    "gora",
    "hora",
    "vrch",
    "vrh",
    "planina",
    "dolina",
    "tunturi",
    "vuori",
    "dagi",
    "tepe",
    "гора",
    "долина",
    // Japanese, in Latin letters and in its own.
    "kogen",
    "高原",
];

/// Returns whether people add a word to any resort's name. A number of four digits is an elevation.
pub(super) fn is_added(word: &str) -> bool {
    let is_elevation = || word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    ADDED.contains(&word) || is_ending(word) || is_elevation()
}

/// Separates the words that end another one in scripts without spaces: 丸沼 高原 スキー場.
pub(super) fn split(words: Vec<String>) -> Vec<String> {
    words.into_iter().flat_map(without_endings).collect()
}

fn without_endings(word: String) -> Vec<String> {
    let mut rest = word.as_str();
    let mut parts = Vec::new();
    while let Some((shorter, ending)) = ENDINGS.iter().chain(&["高原"]).find_map(|ending| {
        let shorter = rest.strip_suffix(ending)?;
        (!shorter.is_empty()).then_some((shorter, *ending))
    }) {
        parts.push(ending.to_owned());
        rest = shorter;
    }
    if parts.is_empty() {
        return vec![word];
    }
    parts.push(rest.to_owned());
    parts.reverse();
    parts
}

/// Returns the names that remain without words that people add to any name, at both ends, longest first: `lake louise`
/// of `lake louise ski area`. After two words a landform is such a word as well: `sun valley` of `sun valley mountain`.
pub(super) fn cores(words: &[String]) -> impl Iterator<Item = String> {
    let first = words.iter().take_while(|word| is_added(word)).count();
    let mut last = words.len() - words.iter().rev().take_while(|word| is_added(word)).count();
    if last > first + 2 && words.get(last - 1).is_some_and(|word| says_what_it_is(word)) {
        last -= 1;
    }
    let lengths = (1..words.len()).rev();
    let spans = lengths.flat_map(move |length| (0..=first).map(move |from| from..from + length));
    let is_core = move |span: &Range<usize>| span.start < last && span.end >= last.max(span.start + 1);
    spans.filter(is_core).filter_map(|span| words.get(span)).map(<[String]>::concat)
}

/// Returns whether a word ends others in a script without spaces.
pub(super) fn is_ending(word: &str) -> bool {
    ENDINGS.contains(&word)
}

/// Returns whether a word does not help to identify a resort.
pub(super) fn is_generic(word: &str) -> bool {
    is_added(word) || says_what_it_is(word)
}

/// Returns whether two words mean one kind of landform.
pub(super) fn is_same_landform(one: &str, other: &str) -> bool {
    let is_mountain = |word: &str| matches!(word, "mount" | "mountain");
    one == other || (is_mountain(one) && is_mountain(other))
}

/// Returns whether a word says that a mountain or a valley is meant, and not which one.
pub(super) fn says_what_it_is(word: &str) -> bool {
    LANDFORMS.contains(&word)
}
