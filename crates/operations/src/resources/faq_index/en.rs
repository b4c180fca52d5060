//! The questions in English.

use super::{IDS, Text};

pub(super) const TEXTS: [Text; IDS.len()] = [
    (
        "Is this real weather?",
        "No. This server runs on a simulated winter, for trying it out. Its conditions and forecasts say nothing about the \
         real world; only the reference data of the resorts is real. Its name and every credit say so.",
    ),
    (
        "What does this service offer?",
        "{name} offers snow conditions and forecasts of {resorts} ski resorts in {countries} countries: one record per resort, in \
         which every value has its source, its time of observation and a confidence. Search, lists, forecasts and reference \
         data are built on the same records.",
    ),
    (
        "What does null, or \"not reported\", mean?",
        "That nobody reports the value. It never means zero, and no stale or guessed number stands in for it. No open \
         lifts reported is not the same as no lifts open.",
    ),
    (
        "Where do the numbers come from?",
        "Most trusted first: the resort itself (operator), its site or feed and public weather stations within {station_km} km \
         (scraped), weather models (model), reference data (profile), and what is computed from these (derived). Every field \
         of get_conditions says which. {base}/api/v1/credits lists all {sources} sources with their licences.",
    ),
    (
        "How old is a value?",
        "observedAt says when it was so, and meta.freshness of get_conditions has a label that can be shown as it stands, \
         such as `as of 3h ago` or `modelled 2h ago`. A depth that the resort reports is live for {live_hours} hours and stale \
         after {stale_hours}; a model value is stale after {model_hours}. Later it turns null.",
    ),
    (
        "What is the confidence of a value?",
        "A number from 0 to 1: how much the value is to be trusted, by its source, its age and, for forecasts, by how far \
         the weather models agree. Label a low one as estimated.",
    ),
    (
        "Why is a resort UNKNOWN in the middle of winter?",
        "Because nobody reports whether it is open: no statement, no lift that turns and no season that is known to be over is no \
         evidence. The status is derived and never defaults to OPEN; UNKNOWN is an answer of its own.",
    ),
    (
        "Which snow depth is the headline?",
        "The one at the base, else at mid mountain, else at the summit; but a fresh measured depth leads over a modelled \
         one. displayDepthDetail says which band it was and why. An average needs at least {winters} past winters. Nothing is \
         interpolated between the bands.",
    ),
    (
        "How is the forecast made?",
        "As a blend of {models} weather models, day by day, at three elevations. Each day says how many models report it and \
         how far apart they are. A day that no model reports is null. next7dCm is the coming week, not the past one.",
    ),
    (
        "What is a powder day?",
        "A day with at least {powder_cm} cm of new snow. The same amount in 24 hours sends a powder alert. Modelled snow of past winters is \
         compared with itself alone: it is no measurement.",
    ),
    (
        "How does the snow score come about?",
        "As points for new snow, depth against the average of the day, forecast, surface, operations and history, \
         weighted down where the evidence is uncertain. get_resort shows each part with its points, its most points \
         and what it was computed from. With too little evidence there is no score.",
    ),
    (
        "Why are days 8 to 14 empty?",
        "Everybody sees {open_days} days; the others of the {all_days} belong to the Pro tier. For everybody else these rows are there \
         without quantities and say proRequired, and next14dCm is null.",
    ),
    (
        "How do I name a resort?",
        "By its slug, or by a name or alias that only one resort has. search_resorts finds the slug, also of a misspelt \
         name. A name that several resorts share is not guessed: the candidates are listed.",
    ),
    (
        "Can I judge avalanche danger by this?",
        "No. Neither depth nor snow quality nor forecast is an avalanche assessment. get_avalanche passes on the official \
         bulletin of the region where there is one; read it at its issuer's.",
    ),
    (
        "What must I show with the data?",
        "The credit \"{credit}\" with a visible link to {base}, and the credits of the upstream sources beside it. \
         Every answer carries both in its credits. Terms: {base}/api/v1/credits.",
    ),
    (
        "Do I need a key?",
        "No. Reading needs neither key nor sign-in, over the tool connector and over REST at {base}/api/v1. The data \
         cannot be changed through either.",
    ),
    (
        "By which thresholds are values chosen and labelled?",
        "{base}/api/v1/definitions serves every one that this server uses.",
    ),
];
