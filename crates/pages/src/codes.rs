//! Codes of operations in words: reasons, road controls, where a danger level applies, terms of passes, trips.

use conditions_core::record::OperatingStatus;
use conditions_core::score::Basis;
use operations::enso::{EnsoState, PhaseName};
use operations::ops::get_avalanche::{self, Bound, Elevation};
use operations::passes::{Mode, Terms};
use operations::roads::{Level, RoadCall, UnknownReason};
use operations::trips::{LodgingNote, NoTrip};

use crate::quantity::ValueFormat;
use crate::words::{Words, fill};

/// A text in English, German, French, Italian, Spanish and Japanese.
type Texts = [&'static str; 6];

impl Words {
    /// Returns the text in this language.
    const fn pick(&self, texts: Texts) -> &'static str {
        let [en, de, fr, it, es, ja] = texts;
        match self.code.as_bytes() {
            b"de" => de,
            b"fr" => fr,
            b"it" => it,
            b"es" => es,
            b"ja" => ja,
            _ => en,
        }
    }

    /// Words a missing danger level.
    #[rustfmt::skip]
    pub(crate) const fn avalanche_reason(&self, reason: get_avalanche::Reason) -> &'static str {
        use get_avalanche::Reason;
        self.pick(match reason {
            Reason::NoBulletin => ["No bulletin for this area is on record.", "Für diese Gegend ist kein Lawinenbericht bekannt.", "Aucun bulletin connu pour ce secteur.", "Per questa zona non è noto alcun bollettino.", "No consta ningún boletín de esta zona.", "この地域の雪崩情報はありません。"],
            Reason::NotFetched => ["The bulletin of the area’s warning service could not be fetched.", "Der Lawinenbericht des Warndienstes konnte nicht abgerufen werden.", "Le bulletin du service d’avalanche n’a pas pu être récupéré.", "Non è stato possibile scaricare il bollettino del servizio valanghe.", "No se pudo obtener el boletín del servicio de aludes.", "この地域の雪崩情報を取得できませんでした。"],
            Reason::NotYetIssued => ["The bulletin for that day is not issued yet.", "Der Lawinenbericht für diesen Tag ist noch nicht erschienen.", "Le bulletin de ce jour n’est pas encore paru.", "Il bollettino di questo giorno non è ancora uscito.", "El boletín de ese día aún no se ha publicado.", "この日の雪崩情報はまだ発表されていません。"],
            Reason::NotYetValid => ["The newest bulletin is not valid yet.", "Der neueste Lawinenbericht gilt noch nicht.", "Le dernier bulletin n’est pas encore en vigueur.", "L’ultimo bollettino non è ancora in vigore.", "El último boletín aún no está en vigor.", "最新の雪崩情報はまだ有効期間前です。"],
            Reason::Expired => ["The newest bulletin has expired, and a newer one could not be fetched.", "Der letzte Lawinenbericht ist abgelaufen, ein neuerer konnte nicht abgerufen werden.", "Le dernier bulletin a expiré et un plus récent n’a pas pu être récupéré.", "L’ultimo bollettino è scaduto e non è stato possibile scaricarne uno più recente.", "El último boletín ha caducado y no se pudo obtener uno más reciente.", "最新の雪崩情報は期限切れで、新しいものを取得できませんでした。"],
            Reason::NoRating => ["The bulletin does not give a danger level.", "Der Lawinenbericht nennt keine Stufe.", "Le bulletin ne donne pas de niveau.", "Il bollettino non indica un grado.", "El boletín no indica ningún nivel.", "雪崩情報に危険度の記載がありません。"],
            Reason::NoSnow => ["The bulletin reports no snow, or too little.", "Laut Lawinenbericht liegt kein oder zu wenig Schnee.", "Selon le bulletin, il n’y a pas ou trop peu de neige.", "Secondo il bollettino non c’è neve o ce n’è troppo poca.", "Según el boletín no hay nieve o hay muy poca.", "雪崩情報によると、雪がないか少なすぎます。"],
            Reason::NotAssessed => ["The warning service has not assessed the danger.", "Der Warndienst hat die Gefahr nicht beurteilt.", "Le service d’avalanche n’a pas évalué le danger.", "Il servizio valanghe non ha valutato il pericolo.", "El servicio de aludes no ha evaluado el peligro.", "発表機関は危険度を評価していません。"],
            Reason::OffSeason => ["The warning service issues no bulletins at this time of the year.", "Der Warndienst gibt zu dieser Jahreszeit keine Lawinenberichte heraus.", "Le service d’avalanche ne publie pas de bulletin à cette période de l’année.", "In questo periodo dell’anno il servizio valanghe non emette bollettini.", "El servicio de aludes no publica boletines en esta época del año.", "この時期、雪崩情報は発表されません。"],
        })
    }

    /// Words the elevations at which a danger level applies.
    #[rustfmt::skip]
    pub(crate) fn elevation(&self, show: ValueFormat, range: &Elevation) -> String {
        let metres = |metres: i32| show.metres(f64::from(metres));
        let fixed = match (range.from, range.to) {
            (None, None) => ["at all elevations", "in allen Höhenlagen", "à toutes les altitudes", "a tutte le quote", "en todas las cotas", "すべての標高"],
            (Some(Bound::Unstated), _) => ["at higher elevations", "in höheren Lagen", "en altitude", "alle quote più alte", "en cotas altas", "標高の高い所"],
            (_, Some(Bound::Unstated)) => ["at lower elevations", "in tieferen Lagen", "à basse altitude", "alle quote più basse", "en cotas bajas", "標高の低い所"],
            (Some(Bound::Treeline), None) => ["above the tree line", "oberhalb der Waldgrenze", "au-dessus de la limite de la forêt", "sopra il limite del bosco", "por encima del límite del bosque", "森林限界より上"],
            (None, Some(Bound::Treeline)) => ["below the tree line", "unterhalb der Waldgrenze", "au-dessous de la limite de la forêt", "sotto il limite del bosco", "por debajo del límite del bosque", "森林限界より下"],
            (Some(Bound::Treeline), Some(Bound::Treeline)) => ["at the tree line", "an der Waldgrenze", "à la limite de la forêt", "al limite del bosco", "en el límite del bosque", "森林限界付近"],
            (Some(Bound::Metres(from)), None) => return (self.place.above)(&metres(from)),
            (None, Some(Bound::Metres(to))) => return (self.place.below)(&metres(to)),
            (Some(Bound::Metres(from)), Some(Bound::Metres(to))) => return (self.from_to)(&metres(from), &metres(to)),
            (Some(Bound::Metres(from)), Some(Bound::Treeline)) => {
                let places = ["from {from} to the tree line", "von {from} bis zur Waldgrenze", "de {from} à la limite de la forêt", "da {from} al limite del bosco", "de {from} al límite del bosque", "標高{from}から森林限界まで"];
                return fill(self.pick(places), &[("from", &metres(from))]);
            }
            (Some(Bound::Treeline), Some(Bound::Metres(to))) => {
                let places = ["from the tree line to {to}", "von der Waldgrenze bis {to}", "de la limite de la forêt à {to}", "dal limite del bosco a {to}", "del límite del bosque a {to}", "森林限界から標高{to}まで"];
                return fill(self.pick(places), &[("to", &metres(to))]);
            }
        };
        self.pick(fixed).to_owned()
    }

    /// Words the requirement of a road.
    #[rustfmt::skip]
    pub(crate) const fn road(&self, level: Level) -> &'static str {
        self.pick(match level {
            Level::NoRestriction => ["no restriction stated", "keine Einschränkung gemeldet", "aucune restriction annoncée", "nessuna restrizione comunicata", "sin restricciones comunicadas", "規制の発表なし"],
            Level::TractionAdvised => ["winter tyres advised", "Winterreifen empfohlen", "pneus hiver conseillés", "pneumatici invernali consigliati", "neumáticos de invierno recomendados", "冬用タイヤ推奨"],
            Level::TractionRequired => ["chains or snow tyres required", "Schneeketten oder Winterreifen Pflicht", "chaînes ou pneus neige obligatoires", "catene o pneumatici da neve obbligatori", "cadenas o neumáticos de nieve obligatorios", "チェーンまたは冬用タイヤが必要"],
            Level::ChainsUnlessAwd => ["chains required except on all-wheel drive with snow tyres on all wheels", "Kettenpflicht, außer für Allrad mit Winterreifen an allen Rädern", "chaînes obligatoires, sauf quatre roues motrices avec quatre pneus neige", "catene obbligatorie, tranne per trazione integrale con quattro pneumatici da neve", "cadenas obligatorias, salvo tracción total con neumáticos de nieve en todas las ruedas", "チェーンが必要（全輪冬用タイヤの四輪駆動車を除く）"],
            Level::ChainsRequired => ["chains required on every vehicle", "Kettenpflicht für alle Fahrzeuge", "chaînes obligatoires pour tous les véhicules", "catene obbligatorie per tutti i veicoli", "cadenas obligatorias para todos los vehículos", "全車両チェーンが必要"],
            Level::Closed => ["closed", "gesperrt", "fermée", "chiusa", "cerrada", "通行止め"],
        })
    }

    /// Words why the requirement of a road is not known.
    #[rustfmt::skip]
    pub(crate) const fn road_unknown(&self, reason: UnknownReason) -> &'static str {
        self.pick(match reason {
            UnknownReason::Stale => ["the agency’s statement is out of date", "die Meldung der Behörde ist veraltet", "l’annonce du service routier est périmée", "il comunicato dell’ente stradale non è aggiornato", "el aviso del organismo está desactualizado", "道路管理者の発表は古い情報です"],
            UnknownReason::NoTime => ["the agency’s statement has no time", "die Meldung der Behörde hat keine Zeitangabe", "l’annonce du service routier n’a pas d’heure", "il comunicato dell’ente stradale non ha orario", "el aviso del organismo no lleva hora", "道路管理者の発表に時刻がありません"],
            UnknownReason::NotReported => ["the agency states no level", "nicht gemeldet", "non communiqué", "non comunicato", "sin datos", "報告なし"],
            UnknownReason::OutOfService => ["the checkpoint is out of service", "die Kontrollstelle ist außer Betrieb", "le point de contrôle est hors service", "il punto di controllo è fuori servizio", "el punto de control está fuera de servicio", "チェックポイントは休止中です"],
        })
    }

    /// Words the requirement of one control, or why it is not known.
    pub(crate) const fn road_control(
        &self,
        level: Option<Level>,
        reason: Option<UnknownReason>,
    ) -> &'static str {
        match (level, reason) {
            (Some(level), _) => self.road(level),
            (None, Some(reason)) => self.road_unknown(reason),
            (None, None) => self.not_reported,
        }
    }

    /// Words the summary of several controls.
    #[rustfmt::skip]
    pub(crate) const fn road_call(&self, call: &RoadCall) -> &'static str {
        match call.level {
            Some(level) => self.road(level),
            None if call.stated + call.unknown == 0 => self.pick(["no control on record", "keine Kontrollstelle bekannt", "aucun point de contrôle connu", "nessun punto di controllo noto", "no consta ningún punto de control", "規制地点の記録はありません"]),
            None => self.pick(["not known: at least one control has no current level", "nicht bekannt: Mindestens eine Kontrollstelle meldet nichts Aktuelles", "inconnu : au moins un point de contrôle n’annonce rien d’actuel", "non noto: almeno un punto di controllo non comunica dati attuali", "sin datos: al menos un punto de control no comunica nada actual", "不明（現在の情報がない規制地点があります）"]),
        }
    }

    /// Words the cause of a missing trip.
    #[rustfmt::skip]
    pub(crate) const fn no_trip(&self, missing: NoTrip) -> &'static str {
        self.pick(match missing {
            NoTrip::NoResort => ["no resort matches.", "kein Skigebiet passt.", "aucune station ne correspond.", "nessun comprensorio corrisponde.", "ninguna estación coincide.", "該当するスキー場がありません。"],
            NoTrip::OutOfSeason => ["no season includes these dates.", "keine Saison umfasst diese Tage.", "aucune saison ne couvre ces dates.", "nessuna stagione comprende queste date.", "ninguna temporada incluye estas fechas.", "この日程を含むシーズンがありません。"],
            NoTrip::NoData => ["neither forecasts nor past winters cover these dates.", "weder Prognosen noch frühere Winter decken diese Tage ab.", "ni prévisions ni hivers passés ne couvrent ces dates.", "né previsioni né inverni passati coprono queste date.", "ni pronósticos ni inviernos pasados cubren estas fechas.", "この日程の予報も過去のデータもありません。"],
            NoTrip::NoForecast => ["no resort of the selection is in season with a forecast.", "kein Skigebiet der Auswahl ist in der Saison und hat eine Prognose.", "aucune station demandée n’est en saison avec une prévision.", "nessun comprensorio scelto è in stagione e ha una previsione.", "ninguna estación elegida está en temporada y tiene pronóstico.", "シーズン中で予報のあるスキー場はありません。"],
            NoTrip::TooLittleSnow => ["no forecast of the selection reaches 15 cm in four days.", "nirgends in der Auswahl bringt die Prognose 15 cm in vier Tagen.", "aucune prévision n’atteint 15 cm en quatre jours.", "in nessun posto scelto sono previsti 15 cm in quattro giorni.", "en ningún lugar elegido el pronóstico llega a 15 cm en cuatro días.", "4日間で15cmの予報がある場所はありません。"],
        })
    }

    /// Explains the lodging links, or why there are none.
    #[rustfmt::skip]
    pub(crate) const fn lodging(&self, note: LodgingNote) -> &'static str {
        self.pick(match note {
            LodgingNote::PublicSearches => ["Links open public lodging searches of other sites for the place and dates. Prices and vacancies are not known here; nothing is booked.", "Die Links öffnen öffentliche Unterkunftssuchen anderer Seiten für Ort und Daten. Preise und freie Zimmer sind hier nicht bekannt, gebucht wird nichts.", "Les liens ouvrent des recherches d’hébergement publiques d’autres sites, pour le lieu et les dates. Ni prix ni disponibilité ne sont connus ici, et rien n’est réservé.", "I link aprono ricerche pubbliche di alloggi su altri siti, per il luogo e le date. Qui non si conoscono prezzi né disponibilità e non si prenota nulla.", "Los enlaces abren búsquedas públicas de alojamiento en otros sitios, para el lugar y las fechas. Aquí no se conocen precios ni disponibilidad y no se reserva nada.", "リンク先はほかのサイトの宿泊検索で、場所と日付が入っています。価格や空室はここでは分からず、予約も行いません。"],
            LodgingNote::NoSiteForVibe => ["This service has no lodging partner for that wish, so there are no lodging links.", "Für diesen Wunsch hat dieser Dienst keinen Partner für Unterkünfte, darum gibt es keine Links dazu.", "Ce service n’a pas de partenaire d’hébergement pour ce souhait, il n’y a donc pas de liens.", "Questo servizio non ha partner per questo tipo di alloggio, perciò non ci sono link.", "Este servicio no tiene socios para ese tipo de alojamiento, así que no hay enlaces.", "この希望に合う宿泊の提携先がないため、リンクはありません。"],
            LodgingNote::Partners => ["Links open searches at partners chosen by this service’s operator. Prices and vacancies are not known here; nothing is booked.", "Die Links öffnen Suchen von Partnern, die der Betreiber dieses Dienstes gewählt hat. Preise und freie Zimmer sind hier nicht bekannt, gebucht wird nichts.", "Les liens ouvrent des recherches chez des partenaires choisis par l’exploitant de ce service. Ni prix ni disponibilité ne sont connus ici, et rien n’est réservé.", "I link aprono ricerche presso partner scelti da chi gestisce questo servizio. Qui non si conoscono prezzi né disponibilità e non si prenota nulla.", "Los enlaces abren búsquedas de socios elegidos por quien gestiona este servicio. Aquí no se conocen precios ni disponibilidad y no se reserva nada.", "リンク先はサービスの運営者が選んだ提携先の検索です。価格や空室はここでは分からず、予約も行いません。"],
        })
    }

    /// Words the terms of a ski pass at a resort.
    #[rustfmt::skip]
    pub(crate) fn pass_terms_of(&self, terms: &Terms) -> String {
        let days = terms.day_count.map(|days| days.to_string()).unwrap_or_default();
        let first = match (terms.mode, terms.day_count) {
            (Mode::Unlimited, _) => ["unlimited", "unbegrenzt", "illimité", "illimitato", "ilimitado", "無制限"],
            (Mode::Discount, _) => ["a discount", "Ermäßigung", "une réduction", "uno sconto", "un descuento", "割引"],
            (Mode::Days, Some(1)) => ["{days} day", "{days} Tag", "{days} jour", "{days} giorno", "{days} día", "{days}日"],
            (Mode::Days, Some(_)) => ["{days} days", "{days} Tage", "{days} jours", "{days} giorni", "{days} días", "{days}日"],
            (Mode::Included | Mode::Days, _) => ["included, terms not known", "enthalten, Bedingungen nicht bekannt", "inclus, conditions inconnues", "incluso, condizioni non note", "incluido, condiciones sin datos", "対象（条件は不明）"],
        };
        let mut all = vec![fill(self.pick(first), &[("days", &days)])];
        let mut add = |holds: bool, texts: Texts| if holds { all.push(self.pick(texts).to_owned()); };
        add(terms.shared && terms.day_count.is_some(), ["shared between several resorts", "zusammen mit anderen Skigebieten", "partagés entre plusieurs stations", "da dividere tra più comprensori", "compartidos entre varias estaciones", "複数のスキー場の合計"]);
        add(terms.blackout == Some(true), ["with blackout days", "mit Sperrtagen", "avec jours exclus", "con giorni esclusi", "con días excluidos", "除外日あり"]);
        add(terms.reservation == Some(true), ["by reservation", "mit Reservierung", "sur réservation", "su prenotazione", "con reserva", "要予約"]);
        all.join(self.comma)
    }

    /// Words the value from which points of the score come.
    #[rustfmt::skip]
    pub(crate) fn basis(&self, show: ValueFormat, basis: Basis) -> String {
        let with = |texts: Texts, value: &str| fill(self.pick(texts), &[("value", value)]);
        match basis {
            Basis::Snowfall24h(cm) => with(["{value} of new snow in 24 hours", "{value} Neuschnee in 24 Stunden", "{value} de neige fraîche en 24 heures", "{value} di neve fresca in 24 ore", "{value} de nieve nueva en 24 horas", "24時間の新雪{value}"], &show.snow(cm)),
            Basis::PercentOfAverage(percent) => with(["{value} of the average of this day", "{value} des Mittels dieses Tages", "{value} de la moyenne de ce jour", "{value} della media di questo giorno", "{value} de la media de este día", "この日の平年の{value}"], &show.percent(f64::from(percent))),
            Basis::Next7d(cm) => with(["{value} of snow forecast in 7 days", "{value} Schnee in 7 Tagen laut Prognose", "{value} de neige prévus en 7 jours", "{value} di neve previsti in 7 giorni", "{value} de nieve previstos en 7 días", "7日間の予報降雪{value}"], &show.snow(cm)),
            Basis::Quality(label) => {
                let named = conditions_core::record::QualityLabel::ALL.iter().zip(self.qualities).find(|(known, _)| **known == label);
                named.map_or(self.not_reported, |(_, name)| name).to_owned()
            }
            Basis::Bare(cm) => with(["bare ground: {value} of snow", "aper: {value} Schnee", "sol nu : {value} de neige", "suolo scoperto: {value} di neve", "suelo sin nieve: {value}", "地面が露出（積雪{value}）"], &show.snow(cm)),
            Basis::Lifts { open, total } => format!("{}: {}", self.lifts, (self.of)(&open.to_string(), &total.to_string())),
            Basis::Status(OperatingStatus::Open) => self.pick(["open, number of lifts not reported", "geöffnet, Zahl der Lifte nicht gemeldet", "ouverte, nombre de remontées non communiqué", "aperto, numero di impianti non comunicato", "abierta, número de remontes sin datos", "営業中（リフト数の報告なし）"]).to_owned(),
            Basis::Status(status) => crate::quantity::status(self, Some(status)).to_owned(),
            Basis::Average(cm) => with(["{value} is the usual depth of this day", "{value} ist die übliche Höhe dieses Tages", "{value} : hauteur habituelle de ce jour", "{value} è l’altezza abituale di questo giorno", "{value} es el espesor habitual de este día", "この日の平年の積雪{value}"], &show.snow(cm)),
        }
    }

    /// Words the state of the tropical Pacific in a sentence.
    #[rustfmt::skip]
    pub(crate) fn pacific(&self, show: ValueFormat, state: &EnsoState) -> String {
        let phase = match state.phase {
            PhaseName::ElNino => "El Niño",
            PhaseName::Neutral => self.pick(["neutral", "neutral", "neutre", "neutro", "neutro", "平常"]),
            PhaseName::LaNina => "La Niña",
        };
        let run = match (&state.since, state.is_event) {
            (None, _) => ["The Pacific: {phase}. Index {index} {anomaly} in {season}.", "Der Pazifik: {phase}. Index {index} {anomaly} in {season}.", "Le Pacifique : {phase}. Indice {index} {anomaly} en {season}.", "Il Pacifico: {phase}. Indice {index} {anomaly} in {season}.", "El Pacífico: {phase}. Índice {index} {anomaly} en {season}.", "太平洋の状態：{phase}。指数{index}は{season}に{anomaly}。"],
            (Some(_), true) => ["The Pacific: {phase} since {since}. Index {index} {anomaly} in {season}.", "Der Pazifik: {phase} seit {since}. Index {index} {anomaly} in {season}.", "Le Pacifique : {phase} depuis {since}. Indice {index} {anomaly} en {season}.", "Il Pacifico: {phase} da {since}. Indice {index} {anomaly} in {season}.", "El Pacífico: {phase} desde {since}. Índice {index} {anomaly} en {season}.", "太平洋の状態：{since}から{phase}。指数{index}は{season}に{anomaly}。"],
            (Some(_), false) => ["The Pacific: {phase} since {since}, not yet long enough for an event. Index {index} {anomaly} in {season}.", "Der Pazifik: {phase} seit {since}, noch zu kurz für ein Ereignis. Index {index} {anomaly} in {season}.", "Le Pacifique : {phase} depuis {since}, encore trop bref pour un épisode. Indice {index} {anomaly} en {season}.", "Il Pacifico: {phase} da {since}, ancora troppo breve per un episodio. Indice {index} {anomaly} in {season}.", "El Pacífico: {phase} desde {since}, aún muy breve para un episodio. Índice {index} {anomaly} en {season}.", "太平洋の状態：{since}から{phase}（現象と呼ぶにはまだ短い期間）。指数{index}は{season}に{anomaly}。"],
        };
        let anomaly = state.anomaly_c.get();
        let sign = if anomaly > 0.0 { "+" } else { "" };
        let anomaly = format!("{sign}{}", show.with_unit(anomaly, 2, "°C"));
        let since = state.since.as_deref().unwrap_or_default();
        fill(self.pick(run), &[("phase", phase), ("index", &state.index), ("anomaly", &anomaly), ("season", &state.season), ("since", since)])
    }
}

/// Returns the name of a weather model for people; an unknown one keeps its identifier.
pub(crate) fn model(id: &str) -> &str {
    match id {
        "ecmwf_ifs025" => "ECMWF IFS",
        "gfs_seamless" => "NOAA GFS",
        "icon_seamless" => "DWD ICON",
        "gem_seamless" => "ECCC GEM",
        "jma_seamless" => "JMA",
        "meteofrance_seamless" => "Météo-France",
        "ukmo_seamless" => "UK Met Office",
        "metno_seamless" => "MET Norway",
        other => other,
    }
}
