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
        "The value is not reported. It never means zero, and it is never replaced by a stale or guessed \
         number. Unreported open lifts are not the same as zero open lifts.",
    ),
    (
        "Where do the numbers come from?",
        "Most trusted first: the resort itself (operator), its site or feed and public weather stations within {station_km} km \
         (scraped), weather models (model), reference data (profile), and what is computed from these (derived). Every field \
         of get_conditions says which. {base}/api/v1/credits lists all {sources} sources with their licences.",
    ),
    (
        "How old is a value?",
        "observedAt is the time when it was true, and meta.freshness of get_conditions has a label ready \
         for display, such as `as of 3h ago` or `modelled 2h ago`. A depth that the resort reports is live \
         for {live_hours} hours and stale after {stale_hours}; a model value is stale after {model_hours}. \
         Later it turns null.",
    ),
    (
        "What is the confidence of a value?",
        "A number from 0 to 1: how far to trust the value, based on its source, its age and, for forecasts, \
         the agreement of the weather models. Label a low one as estimated.",
    ),
    (
        "Why is a resort UNKNOWN in the middle of winter?",
        "Because there is no evidence whether it is open: no statement, no running lift, and no season that \
         is known to be over. The status is derived and never defaults to OPEN; UNKNOWN is a distinct \
         status.",
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
        "A day with at least {powder_cm} cm of new snow. The same amount in 24 hours sends a powder alert. \
         Modelled snow of past winters is only compared with itself: it is not a measurement.",
    ),
    (
        "How is the snow score computed?",
        "As points for new snow, depth against the average of the day, forecast, surface, operations and \
         history, reduced if the evidence is uncertain. get_resort shows each part with its points, its \
         maximum and its inputs. With too little evidence the score is null.",
    ),
    (
        "Why are days 8 to 14 empty?",
        "All callers see {open_days} days; the rest of the {all_days} need the Pro tier. Without it these \
         rows have no quantities and say proRequired, and next14dCm is null.",
    ),
    (
        "How do I name a resort?",
        "By its slug, or by a name or alias that only one resort has. search_resorts finds the slug, also of a misspelt \
         name. A name that several resorts share is not guessed: the candidates are listed.",
    ),
    (
        "Can I judge avalanche danger by this?",
        "No. Neither depth nor snow quality nor forecast is an avalanche assessment. get_avalanche relays \
         the official bulletin of the region if there is one; read it on the issuer's site.",
    ),
    (
        "What must I show with the data?",
        "The credit \"{credit}\" with a visible link to {base}, and next to it the credits of the upstream \
         sources. Every answer contains both in its credits. Terms: {base}/api/v1/credits.",
    ),
    (
        "Do I need a key?",
        "No. Reading needs neither key nor sign-in, over the tool connector and over REST at {base}/api/v1. The data \
         cannot be changed through either.",
    ),
    (
        "Which thresholds decide how values are chosen and labelled?",
        "{base}/api/v1/definitions lists every threshold that this server uses.",
    ),
];
