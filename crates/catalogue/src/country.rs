//! Countries with ski areas: ISO code, English name, continent, and the time zone if all their ski areas share one.
//! Turkey and the Caucasus count as Europe, as in the rows. Argentina and Chile have several zones (provinces,
//! Magallanes, Aysén), so they have none in this table.

use chrono_tz::Tz;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Country {
    /// ISO 3166-1 alpha-2 (and `XK` for Kosovo).
    pub code: &'static str,
    /// Common English name.
    pub name: &'static str,
    /// Zone of all its ski areas; `None` if they are in several.
    pub zone: Option<Tz>,
    /// Continent tag of all its ski areas; `None` if they are on two, or on one without a tag.
    pub continent: Option<&'static str>,
}

/// Returns the country with an ISO code, in any letter case.
#[must_use]
pub fn country(code: &str) -> Option<&'static Country> {
    COUNTRIES.iter().find(|country| country.code.eq_ignore_ascii_case(code))
}

/// Returns the country with an ISO code or an English name, in any letter case.
#[must_use]
pub fn country_by_name(text: &str) -> Option<&'static Country> {
    let text = text.trim();
    country(text).or_else(|| {
        COUNTRIES.iter().find(|country| country.name.eq_ignore_ascii_case(text)).or_else(|| {
            let (_, code) = OTHER_NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(text))?;
            country(code)
        })
    })
}

/// Other names that people write.
pub(crate) const OTHER_NAMES: &[(&str, &str)] = &[
    ("USA", "US"),
    ("United States of America", "US"),
    ("America", "US"),
    ("UK", "GB"),
    ("Great Britain", "GB"),
    ("Scotland", "GB"),
    ("England", "GB"),
    ("Czech Republic", "CZ"),
    ("Korea", "KR"),
    ("Republic of Korea", "KR"),
    ("T\u{fc}rkiye", "TR"),
    ("Turkiye", "TR"),
    ("Macedonia", "MK"),
    ("Bosnia", "BA"),
    ("\u{d6}sterreich", "AT"),
    ("Deutschland", "DE"),
    ("Schweiz", "CH"),
    ("Suisse", "CH"),
    ("Italia", "IT"),
    ("Espa\u{f1}a", "ES"),
];

const AFRICA: Option<&str> = Some("africa");
const ASIA: Option<&str> = Some("asia");
const EUROPE: Option<&str> = Some("europe");
const NORTH_AMERICA: Option<&str> = Some("north-america");
const OCEANIA: Option<&str> = Some("oceania");
const SOUTH_AMERICA: Option<&str> = Some("south-america");

const fn row(
    code: &'static str,
    name: &'static str,
    zone: Option<Tz>,
    continent: Option<&'static str>,
) -> Country {
    Country { code, name, zone, continent }
}

/// All countries.
pub(crate) const COUNTRIES: &[Country] = &[
    row("AD", "Andorra", Some(Tz::Europe__Andorra), EUROPE),
    row("AE", "United Arab Emirates", Some(Tz::Asia__Dubai), ASIA),
    row("AF", "Afghanistan", Some(Tz::Asia__Kabul), ASIA),
    row("AL", "Albania", Some(Tz::Europe__Tirane), EUROPE),
    row("AM", "Armenia", Some(Tz::Asia__Yerevan), EUROPE),
    row("AQ", "Antarctica", None, None),
    row("AR", "Argentina", None, SOUTH_AMERICA),
    row("AT", "Austria", Some(Tz::Europe__Vienna), EUROPE),
    row("AU", "Australia", None, OCEANIA),
    row("AZ", "Azerbaijan", Some(Tz::Asia__Baku), EUROPE),
    row("BA", "Bosnia and Herzegovina", Some(Tz::Europe__Sarajevo), EUROPE),
    row("BE", "Belgium", Some(Tz::Europe__Brussels), EUROPE),
    row("BG", "Bulgaria", Some(Tz::Europe__Sofia), EUROPE),
    row("BO", "Bolivia", Some(Tz::America__La_Paz), SOUTH_AMERICA),
    row("BR", "Brazil", Some(Tz::America__Sao_Paulo), SOUTH_AMERICA),
    row("BY", "Belarus", Some(Tz::Europe__Minsk), EUROPE),
    row("CA", "Canada", None, NORTH_AMERICA),
    row("CH", "Switzerland", Some(Tz::Europe__Zurich), EUROPE),
    row("CL", "Chile", None, SOUTH_AMERICA),
    row("CN", "China", Some(Tz::Asia__Shanghai), ASIA),
    row("CO", "Colombia", Some(Tz::America__Bogota), SOUTH_AMERICA),
    row("CY", "Cyprus", Some(Tz::Asia__Nicosia), ASIA),
    row("CZ", "Czechia", Some(Tz::Europe__Prague), EUROPE),
    row("DE", "Germany", Some(Tz::Europe__Berlin), EUROPE),
    row("DK", "Denmark", Some(Tz::Europe__Copenhagen), EUROPE),
    row("DZ", "Algeria", Some(Tz::Africa__Algiers), AFRICA),
    row("EE", "Estonia", Some(Tz::Europe__Tallinn), EUROPE),
    row("EG", "Egypt", Some(Tz::Africa__Cairo), AFRICA),
    row("ES", "Spain", Some(Tz::Europe__Madrid), EUROPE),
    row("FI", "Finland", Some(Tz::Europe__Helsinki), EUROPE),
    row("FR", "France", Some(Tz::Europe__Paris), EUROPE),
    row("GB", "United Kingdom", Some(Tz::Europe__London), EUROPE),
    row("GE", "Georgia", Some(Tz::Asia__Tbilisi), EUROPE),
    row("GL", "Greenland", None, NORTH_AMERICA),
    row("GR", "Greece", Some(Tz::Europe__Athens), EUROPE),
    row("HR", "Croatia", Some(Tz::Europe__Zagreb), EUROPE),
    row("HU", "Hungary", Some(Tz::Europe__Budapest), EUROPE),
    row("ID", "Indonesia", None, ASIA),
    row("IE", "Ireland", Some(Tz::Europe__Dublin), EUROPE),
    row("IL", "Israel", Some(Tz::Asia__Jerusalem), ASIA),
    row("IN", "India", Some(Tz::Asia__Kolkata), ASIA),
    row("IQ", "Iraq", Some(Tz::Asia__Baghdad), ASIA),
    row("IR", "Iran", Some(Tz::Asia__Tehran), ASIA),
    row("IS", "Iceland", Some(Tz::Atlantic__Reykjavik), EUROPE),
    row("IT", "Italy", Some(Tz::Europe__Rome), EUROPE),
    row("JP", "Japan", Some(Tz::Asia__Tokyo), ASIA),
    row("KG", "Kyrgyzstan", Some(Tz::Asia__Bishkek), ASIA),
    row("KP", "North Korea", Some(Tz::Asia__Pyongyang), ASIA),
    row("KR", "South Korea", Some(Tz::Asia__Seoul), ASIA),
    row("KZ", "Kazakhstan", Some(Tz::Asia__Almaty), ASIA),
    row("LB", "Lebanon", Some(Tz::Asia__Beirut), ASIA),
    row("LI", "Liechtenstein", Some(Tz::Europe__Vaduz), EUROPE),
    row("LS", "Lesotho", Some(Tz::Africa__Maseru), AFRICA),
    row("LT", "Lithuania", Some(Tz::Europe__Vilnius), EUROPE),
    row("LU", "Luxembourg", Some(Tz::Europe__Luxembourg), EUROPE),
    row("LV", "Latvia", Some(Tz::Europe__Riga), EUROPE),
    row("MA", "Morocco", Some(Tz::Africa__Casablanca), AFRICA),
    row("MD", "Moldova", Some(Tz::Europe__Chisinau), EUROPE),
    row("ME", "Montenegro", Some(Tz::Europe__Podgorica), EUROPE),
    row("MK", "North Macedonia", Some(Tz::Europe__Skopje), EUROPE),
    row("MN", "Mongolia", Some(Tz::Asia__Ulaanbaatar), ASIA),
    row("MX", "Mexico", None, NORTH_AMERICA),
    row("NL", "Netherlands", Some(Tz::Europe__Amsterdam), EUROPE),
    row("NO", "Norway", Some(Tz::Europe__Oslo), EUROPE),
    row("NP", "Nepal", Some(Tz::Asia__Kathmandu), ASIA),
    row("NZ", "New Zealand", Some(Tz::Pacific__Auckland), OCEANIA),
    row("PE", "Peru", Some(Tz::America__Lima), SOUTH_AMERICA),
    row("PK", "Pakistan", Some(Tz::Asia__Karachi), ASIA),
    row("PL", "Poland", Some(Tz::Europe__Warsaw), EUROPE),
    row("PT", "Portugal", Some(Tz::Europe__Lisbon), EUROPE),
    row("RO", "Romania", Some(Tz::Europe__Bucharest), EUROPE),
    row("RS", "Serbia", Some(Tz::Europe__Belgrade), EUROPE),
    row("RU", "Russia", None, None),
    row("SA", "Saudi Arabia", Some(Tz::Asia__Riyadh), ASIA),
    row("SE", "Sweden", Some(Tz::Europe__Stockholm), EUROPE),
    row("SI", "Slovenia", Some(Tz::Europe__Ljubljana), EUROPE),
    row("SK", "Slovakia", Some(Tz::Europe__Bratislava), EUROPE),
    row("SM", "San Marino", Some(Tz::Europe__San_Marino), EUROPE),
    row("SY", "Syria", Some(Tz::Asia__Damascus), ASIA),
    row("TJ", "Tajikistan", Some(Tz::Asia__Dushanbe), ASIA),
    row("TM", "Turkmenistan", Some(Tz::Asia__Ashgabat), ASIA),
    row("TR", "Turkey", Some(Tz::Europe__Istanbul), EUROPE),
    row("TW", "Taiwan", Some(Tz::Asia__Taipei), ASIA),
    row("UA", "Ukraine", Some(Tz::Europe__Kyiv), EUROPE),
    row("US", "United States", None, NORTH_AMERICA),
    row("UZ", "Uzbekistan", Some(Tz::Asia__Tashkent), ASIA),
    row("VE", "Venezuela", Some(Tz::America__Caracas), SOUTH_AMERICA),
    row("XK", "Kosovo", Some(Tz::Europe__Belgrade), EUROPE),
    row("ZA", "South Africa", Some(Tz::Africa__Johannesburg), AFRICA),
];
