//! The warning services that publish CAAML 6: one lane per host, one line per issuer.
//!
//! Editions come at 17:00 local time and, if the danger changes, in the morning. The services state no rate limit, so
//! each file is requested every half hour, conditionally.

use chrono_tz::Europe;

use super::caaml::{Caaml, Feed};
use crate::credit::Credit;
use crate::lane::{Allowance, Bounds, Meta, PollSchedule};

pub const ISSUERS: [Caaml; 7] = [EUREGIO, LAWINEN_WARNUNG, AINEVA, SLF, ARAGON, LAUEGI, LAVINY];

/// As often as an edition may come, judging by the services' habits.
const RHYTHM: PollSchedule = PollSchedule {
    note: "editions at 17:00 local time, updates in the morning",
    ..PollSchedule::minutes(30)
};
/// An edition of a large issuer has about forty bulletins and less than a megabyte.
const BOUNDS: Bounds = Bounds::new(16, 2_000);
const ALLOWANCE: Allowance = Allowance::unstated("requested conditionally");
/// Description of the format.
const DOCS: &str = "https://caaml.org/";

/// Tyrol, South Tyrol, Trentino and Carinthia.
pub const EUREGIO: Caaml = Caaml {
    meta: &Meta {
        id: "avalanche-report",
        title: "Avalanche.report",
        measures: "avalanche bulletins of Tyrol, South Tyrol, Trentino and Carinthia",
        rhythm: RHYTHM,
        bounds: BOUNDS,
        allowance: ALLOWANCE,
        credit: Credit {
            name: "Avalanche.report",
            url: "https://avalanche.report/",
            licence: "CC BY",
            licence_url: None,
            text: "Avalanche bulletins: Avalanche.report (Tyrol, South Tyrol, Trentino)",
        },
        providers: &[],
        terms: "https://avalanche.report/more/open-data",
        base_url: "https://static.avalanche.report",
        docs: DOCS,
    },
    feeds: &[
        Feed {
            region: "AT-07",
            path: "/bulletins/latest/AT-07_en_CAAMLv6.json",
            issuer: "Avalanche Warning Service Tyrol",
            page: "https://avalanche.report/",
        },
        Feed {
            region: "IT-32-BZ",
            path: "/bulletins/latest/IT-32-BZ_en_CAAMLv6.json",
            issuer: "Avalanche Warning Service South Tyrol",
            page: "https://avalanche.report/",
        },
        Feed {
            region: "IT-32-TN",
            path: "/bulletins/latest/IT-32-TN_en_CAAMLv6.json",
            issuer: "Avalanche Warning Service Trentino",
            page: "https://avalanche.report/",
        },
        Feed {
            region: "AT-02",
            path: "/bulletins/latest/AT-02_en_CAAMLv6.json",
            issuer: "Avalanche Warning Service Carinthia",
            page: "https://lawinen-warnung.eu/",
        },
    ],
    zone: Europe::Vienna,
};

/// Other services of Austria, Bavaria and Slovenia.
pub const LAWINEN_WARNUNG: Caaml = Caaml {
    meta: &Meta {
        id: "lawinen-warnung",
        title: "lawinen-warnung.eu",
        measures: "avalanche bulletins of other Austrian states, Bavaria and Slovenia",
        rhythm: RHYTHM,
        bounds: BOUNDS,
        allowance: ALLOWANCE,
        credit: Credit {
            name: "lawinen-warnung.eu",
            url: "https://lawinen-warnung.eu/",
            licence: "the issuers' terms",
            licence_url: None,
            text: "Avalanche bulletins: warning services at lawinen-warnung.eu",
        },
        providers: &[],
        terms: "https://lawinen-warnung.eu/",
        base_url: "https://static.lawinen-warnung.eu",
        docs: DOCS,
    },
    feeds: &[
        Feed {
            region: "AT-03",
            path: "/bulletins/latest/AT-03_en_CAAMLv6.json",
            issuer: "Avalanche Warning Service Lower Austria",
            page: "https://lawinen-warnung.eu/",
        },
        Feed {
            region: "AT-04",
            path: "/bulletins/latest/AT-04_en_CAAMLv6.json",
            issuer: "Avalanche Warning Service Upper Austria",
            page: "https://lawinen-warnung.eu/",
        },
        Feed {
            region: "AT-05",
            path: "/bulletins/latest/AT-05_en_CAAMLv6.json",
            issuer: "Avalanche Warning Service Salzburg",
            page: "https://lawinen-warnung.eu/",
        },
        Feed {
            region: "AT-06",
            path: "/bulletins/latest/AT-06_en_CAAMLv6.json",
            issuer: "Avalanche Warning Service Styria",
            page: "https://lawinen-warnung.eu/",
        },
        Feed {
            region: "AT-08",
            path: "/bulletins/latest/AT-08_en_CAAMLv6.json",
            issuer: "Avalanche Warning Service Vorarlberg",
            page: "https://lawinen-warnung.eu/",
        },
        Feed {
            region: "DE-BY",
            path: "/bulletins/latest/DE-BY_en_CAAMLv6.json",
            issuer: "Avalanche Warning Service Bavaria",
            page: "https://lawinen-warnung.eu/",
        },
        Feed {
            region: "SI",
            path: "/bulletins/latest/SI_en_CAAMLv6.json",
            issuer: "Slovenian Environment Agency (ARSO)",
            page: "https://lawinen-warnung.eu/",
        },
    ],
    zone: Europe::Vienna,
};

/// The other regions of the Italian Alps and Apennines.
pub const AINEVA: Caaml = Caaml {
    meta: &Meta {
        id: "aineva",
        title: "AINEVA",
        measures: "avalanche bulletins of Italian regions",
        rhythm: RHYTHM,
        bounds: BOUNDS,
        allowance: ALLOWANCE,
        credit: Credit {
            name: "AINEVA",
            url: "https://bollettini.aineva.it/",
            licence: "the issuers' terms",
            licence_url: None,
            text: "Avalanche bulletins: AINEVA and its regional services",
        },
        providers: &[],
        terms: "https://aineva.it/",
        base_url: "https://bollettini.aineva.it",
        docs: DOCS,
    },
    feeds: &[
        Feed {
            region: "IT-21",
            path: "/albina_files/latest/IT-21_en_CAAMLv6.json",
            issuer: "AINEVA, Piedmont",
            page: "https://bollettini.aineva.it/",
        },
        Feed {
            region: "IT-23",
            path: "/albina_files/latest/IT-23_en_CAAMLv6.json",
            issuer: "AINEVA, Aosta Valley",
            page: "https://bollettini.aineva.it/",
        },
        Feed {
            region: "IT-25",
            path: "/albina_files/latest/IT-25_en_CAAMLv6.json",
            issuer: "AINEVA, Lombardy",
            page: "https://bollettini.aineva.it/",
        },
        Feed {
            region: "IT-34",
            path: "/albina_files/latest/IT-34_en_CAAMLv6.json",
            issuer: "AINEVA, Veneto",
            page: "https://bollettini.aineva.it/",
        },
        Feed {
            region: "IT-36",
            path: "/albina_files/latest/IT-36_en_CAAMLv6.json",
            issuer: "AINEVA, Friuli Venezia Giulia",
            page: "https://bollettini.aineva.it/",
        },
        Feed {
            region: "IT-57",
            path: "/albina_files/latest/IT-57_en_CAAMLv6.json",
            issuer: "AINEVA, Marche",
            page: "https://bollettini.aineva.it/",
        },
    ],
    zone: Europe::Rome,
};

/// Switzerland and Liechtenstein, with the ground of each bulletin.
pub const SLF: Caaml = Caaml {
    meta: &Meta {
        id: "slf-bulletin",
        title: "SLF avalanche bulletin",
        measures: "avalanche bulletins of Switzerland and Liechtenstein",
        rhythm: RHYTHM,
        bounds: BOUNDS,
        allowance: ALLOWANCE,
        credit: Credit {
            name: "SLF avalanche warning service",
            url: "https://www.slf.ch/",
            licence: "CC BY 4.0",
            licence_url: Some("https://creativecommons.org/licenses/by/4.0/"),
            text: "WSL Institute for Snow and Avalanche Research SLF",
        },
        providers: &[],
        terms: "https://www.slf.ch/en/services-and-products/slf-data-service/",
        base_url: "https://aws.slf.ch",
        docs: DOCS,
    },
    feeds: &[Feed {
        region: "CH",
        path: "/api/bulletin/caaml/en/geojson",
        issuer: "WSL Institute for Snow and Avalanche Research SLF",
        page: "https://www.slf.ch/en/avalanche-bulletin-and-snow-situation/",
    }],
    zone: Europe::Zurich,
};

/// Aragon, by its government.
pub const ARAGON: Caaml = Caaml {
    meta: &Meta {
        id: "aludes-aragon",
        title: "Aludes Aragón",
        measures: "avalanche bulletins of Aragon",
        rhythm: RHYTHM,
        bounds: BOUNDS,
        allowance: ALLOWANCE,
        credit: Credit {
            name: "Government of Aragon",
            url: "https://aludes.aragon.es/",
            licence: "the issuer's terms",
            licence_url: None,
            text: "Avalanche bulletins: Government of Aragon",
        },
        providers: &[],
        terms: "https://aludes.aragon.es/",
        base_url: "https://static-aludes.aragon.es",
        docs: DOCS,
    },
    feeds: &[Feed {
        region: "ES-AR",
        path: "/bulletins/latest/ES-AR_en_CAAMLv6.json",
        issuer: "Government of Aragon",
        page: "https://aludes.aragon.es/",
    }],
    zone: Europe::Madrid,
};

/// The Val d'Aran.
pub const LAUEGI: Caaml = Caaml {
    meta: &Meta {
        id: "lauegi",
        title: "Lauegi",
        measures: "avalanche bulletins of the Val d'Aran",
        rhythm: RHYTHM,
        bounds: BOUNDS,
        allowance: ALLOWANCE,
        credit: Credit {
            name: "Lauegi, Conselh Generau d'Aran",
            url: "https://lauegi.report/",
            licence: "the issuer's terms",
            licence_url: None,
            text: "Avalanche bulletins: Lauegi, Conselh Generau d'Aran",
        },
        providers: &[],
        terms: "https://lauegi.report/",
        base_url: "https://static.lauegi.report",
        docs: DOCS,
    },
    feeds: &[Feed {
        region: "ES-CT-L",
        path: "/albina_files/latest/ES-CT-L_en_CAAMLv6.json",
        issuer: "Lauegi, Conselh Generau d'Aran",
        page: "https://lauegi.report/",
    }],
    zone: Europe::Madrid,
};

/// Slovakia, by its Avalanche Prevention Centre.
pub const LAVINY: Caaml = Caaml {
    meta: &Meta {
        id: "laviny",
        title: "laviny.sk",
        measures: "avalanche bulletins of Slovakia",
        rhythm: RHYTHM,
        bounds: BOUNDS,
        allowance: ALLOWANCE,
        credit: Credit {
            name: "Avalanche Prevention Centre, Mountain Rescue Service of Slovakia",
            url: "https://www.laviny.sk/",
            licence: "the issuer's terms",
            licence_url: None,
            text: "Avalanche bulletins: Avalanche Prevention Centre, Slovakia",
        },
        providers: &[],
        terms: "https://www.laviny.sk/",
        base_url: "https://static.laviny.sk",
        docs: DOCS,
    },
    feeds: &[Feed {
        region: "SK",
        path: "/bulletins/latest/en_CAAMLv6_2022.json",
        issuer: "Avalanche Prevention Centre",
        page: "https://www.laviny.sk/",
    }],
    zone: Europe::Bratislava,
};

#[cfg(test)]
mod tests;
