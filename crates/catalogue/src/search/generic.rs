//! Generic words, which names of ski resorts share and which do not distinguish them.

/// Words that people add to any resort's name, after [`crate::name_text::fold`].
const ADDED: &[&str] = &[
    "and",
    "area",
    "at",
    "centre",
    "center",
    "centro",
    "centrum",
    "comprensorio",
    "de",
    "del",
    "della",
    "des",
    "di",
    "domaine",
    "du",
    "esqui",
    "estacion",
    "in",
    "la",
    "le",
    "les",
    "of",
    "resort",
    "resorts",
    "sci",
    "sciistico",
    "skiable",
    "ski",
    "skianlage",
    "skiarea",
    "skicenter",
    "skicentrum",
    "skigebiet",
    "skiing",
    "skiresort",
    "skizentrum",
    "snow",
    "snowsports",
    "sports",
    "station",
    "stazione",
    "the",
    "winter",
    "スキー場",
    "리조트",
    "스키장",
    "滑雪场",
    "滑雪場",
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

/// Returns whether people add a word to any resort's name.
pub(super) fn is_added(word: &str) -> bool {
    ADDED.contains(&word)
}

/// Returns whether a word does not help to identify a resort.
pub(super) fn is_generic(word: &str) -> bool {
    is_added(word) || says_what_it_is(word)
}

/// Returns whether a word says that a mountain or a valley is meant, and not which one.
pub(super) fn says_what_it_is(word: &str) -> bool {
    LANDFORMS.contains(&word)
}
