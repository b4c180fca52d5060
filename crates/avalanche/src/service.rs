//! The warning service of a region, and its page, for places whose bulletin has not arrived.

/// A warning service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Service {
    /// Prefix of its regions' identifiers, such as `AT-07`.
    pub region: &'static str,
    pub name: &'static str,
    /// Page for readers, https.
    pub page: &'static str,
}

/// Provinces with regions of Avalanche Canada and Parks Canada.
const CANADIAN: [&str; 2] = ["British Columbia", "Alberta"];

impl Service {
    /// Returns the service that issues bulletins for a region; the one with the longest prefix if several match.
    #[must_use]
    pub fn for_region(region: &str) -> Option<&'static Self> {
        SERVICES
            .iter()
            .filter(|service| service.issues_for(region))
            .max_by_key(|service| service.region.len())
    }

    /// Returns the service of a place: by its region, or by its country if the service draws its own areas.
    #[must_use]
    pub fn for_place(region: Option<&str>, country: &str, state: Option<&str>) -> Option<&'static Self> {
        let draws = match country {
            "US" => true,
            "CA" => state.is_some_and(|state| CANADIAN.contains(&state)),
            _ => false,
        };
        let region = region.or(draws.then_some(country));
        region.and_then(Self::for_region)
    }

    /// Returns whether an identifier of a region, or of a document of regions, belongs to this service.
    #[must_use]
    pub fn issues_for(&self, id: &str) -> bool {
        id.strip_prefix(self.region).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    }
}

const fn service(region: &'static str, name: &'static str, page: &'static str) -> Service {
    Service { region, name, page }
}

/// Every service whose bulletins are fetched by some lane.
static SERVICES: [Service; 35] = [
    service("AD", "Meteorological Service of Andorra", "https://www.meteo.ad/"),
    service("AT-02", "Avalanche Warning Service Carinthia", "https://lawinen-warnung.eu/"),
    service("AT-03", "Avalanche Warning Service Lower Austria", "https://lawinen-warnung.eu/"),
    service("AT-04", "Avalanche Warning Service Upper Austria", "https://lawinen-warnung.eu/"),
    service("AT-05", "Avalanche Warning Service Salzburg", "https://lawinen-warnung.eu/"),
    service("AT-06", "Avalanche Warning Service Styria", "https://lawinen-warnung.eu/"),
    service("AT-07", "Avalanche Warning Service Tyrol", "https://avalanche.report/"),
    service("AT-08", "Avalanche Warning Service Vorarlberg", "https://lawinen-warnung.eu/"),
    service("CA", "Avalanche Canada", "https://www.avalanche.ca/"),
    service(
        "CH",
        "WSL Institute for Snow and Avalanche Research SLF",
        "https://www.slf.ch/en/avalanche-bulletin-and-snow-situation/",
    ),
    service("CZ", "Mountain Rescue Service of the Czech Republic", "https://www.horskasluzba.cz/"),
    service("DE-BY", "Avalanche Warning Service Bavaria", "https://lawinen-warnung.eu/"),
    service("ES", "AEMET", "https://www.aemet.es/"),
    service("ES-AR", "Government of Aragon", "https://aludes.aragon.es/"),
    service("ES-CT", "Institut Cartogràfic i Geològic de Catalunya", "https://www.icgc.cat/"),
    service("ES-CT-L", "Lauegi, Conselh Generau d'Aran", "https://lauegi.report/"),
    service("FI", "Finnish Meteorological Institute", "https://www.ilmatieteenlaitos.fi/"),
    service("FR", "Météo-France", "https://meteofrance.com/"),
    service("GB", "Scottish Avalanche Information Service", "https://www.sais.gov.uk/"),
    service("IS", "Icelandic Meteorological Office", "https://en.vedur.is/"),
    service("IT-21", "AINEVA, Piedmont", "https://bollettini.aineva.it/"),
    service("IT-23", "AINEVA, Aosta Valley", "https://bollettini.aineva.it/"),
    service("IT-25", "AINEVA, Lombardy", "https://bollettini.aineva.it/"),
    service("IT-32-BZ", "Avalanche Warning Service South Tyrol", "https://avalanche.report/"),
    service("IT-32-TN", "Avalanche Warning Service Trentino", "https://avalanche.report/"),
    service("IT-34", "AINEVA, Veneto", "https://bollettini.aineva.it/"),
    service("IT-36", "AINEVA, Friuli Venezia Giulia", "https://bollettini.aineva.it/"),
    service("IT-57", "AINEVA, Marche", "https://bollettini.aineva.it/"),
    service("NO", "Norwegian Avalanche Warning Service (NVE)", "https://www.varsom.no/"),
    service("PL", "TOPR", "https://lawiny.topr.pl/"),
    service("RO", "Meteo Romania", "https://www.meteoromania.ro/"),
    service("SE", "Swedish Environmental Protection Agency", "https://www.lavinprognoser.se/"),
    service("SI", "Slovenian Environment Agency (ARSO)", "https://lawinen-warnung.eu/"),
    service("SK", "Avalanche Prevention Centre", "https://www.laviny.sk/"),
    service("US", "avalanche.org and the avalanche centers of the United States", "https://avalanche.org/"),
];

#[cfg(test)]
mod tests;
