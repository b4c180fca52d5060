//! Local and other names of states, provinces and cantons: the rows of the catalogue have the English or the usual one.

/// Another name, and the name in the rows.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("Tirol", "Tyrol"),
    ("Südtirol", "South Tyrol"),
    ("Alto Adige", "South Tyrol"),
    ("Steiermark", "Styria"),
    ("Kärnten", "Carinthia"),
    ("Oberösterreich", "Upper Austria"),
    ("Niederösterreich", "Lower Austria"),
    ("Bayern", "Bavaria"),
    ("Sachsen", "Saxony"),
    ("Niedersachsen", "Lower Saxony"),
    ("Hessen", "Hesse"),
    ("Nordrhein-Westfalen", "North Rhine-Westphalia"),
    ("Wallis", "Valais"),
    ("Grisons", "Graubünden"),
    ("Grigioni", "Graubünden"),
    ("Waadt", "Vaud"),
    ("Luzern", "Lucerne"),
    ("Tessin", "Ticino"),
    ("Berne", "Bern"),
    ("Piemonte", "Piedmont"),
    ("Lombardia", "Lombardy"),
    ("Valle d'Aosta", "Aosta Valley"),
    ("Vallée d'Aoste", "Aosta Valley"),
    ("Toscana", "Tuscany"),
    ("Sicilia", "Sicily"),
    ("Savoy", "Savoie"),
    ("Upper Savoy", "Haute-Savoie"),
    ("Cataluña", "Catalonia"),
    ("Catalunya", "Catalonia"),
    ("Aragón", "Aragon"),
    ("Comunidad de Madrid", "Community of Madrid"),
    ("Lappi", "Lapland"),
    ("Gorenjska", "Upper Carniola"),
    ("Małopolska", "Lesser Poland"),
    ("Dolny Śląsk", "Lower Silesia"),
    ("Québec", "Quebec"),
];

/// Returns the other names of a state.
pub fn other_names(state: &str) -> impl Iterator<Item = &'static str> {
    OTHER_NAMES.iter().filter(move |(_, name)| *name == state).map(|(other, _)| *other)
}

#[cfg(test)]
mod tests;
