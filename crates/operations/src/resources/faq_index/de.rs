//! The questions in German.

use super::{IDS, Text};

pub(super) const TEXTS: [Text; IDS.len()] = [
    (
        "Ist das echtes Wetter?",
        "Nein. Dieser Server läuft zum Ausprobieren mit einem simulierten Winter. Seine Schneelage und Prognosen sagen nichts \
         über die Wirklichkeit; echt sind nur die Stammdaten der Skigebiete. Sein Name und jede Quellenangabe sagen das.",
    ),
    (
        "Was bietet dieser Dienst?",
        "{name} bietet Schneelage und Prognosen für {resorts} Skigebiete in {countries} Ländern: je Gebiet einen Datensatz, in dem \
         jeder Wert seine Quelle, seine Beobachtungszeit und ein Vertrauensmaß hat. Suche, Listen, Prognosen und Stammdaten \
         beruhen auf denselben Datensätzen.",
    ),
    (
        "Was bedeutet null oder „not reported“?",
        "Dass niemand den Wert meldet. Es heißt nie null Zentimeter, und keine veraltete oder geratene Zahl steht an seiner Stelle. \
         Keine gemeldeten offenen Lifte sind etwas anderes als keine offenen Lifte.",
    ),
    (
        "Woher kommen die Zahlen?",
        "Das Vertrauteste zuerst: das Skigebiet selbst (operator), seine Website oder Schnittstelle und öffentliche Wetterstationen im \
         Umkreis von {station_km} km (scraped), Wettermodelle (model), Stammdaten (profile) und daraus Berechnetes (derived). Jedes Feld \
         von get_conditions sagt, was zutrifft. {base}/api/v1/credits nennt alle {sources} Quellen mit ihren Lizenzen.",
    ),
    (
        "Wie alt ist ein Wert?",
        "observedAt sagt, wann er galt, und meta.freshness von get_conditions enthält eine Angabe, die so gezeigt werden kann, etwa \
         `as of 3h ago` oder `modelled 2h ago`. Eine vom Skigebiet gemeldete Schneehöhe gilt {live_hours} Stunden als aktuell und nach \
         {stale_hours} als veraltet; ein Modellwert ist nach {model_hours} veraltet. Später wird er null.",
    ),
    (
        "Was ist das Vertrauensmaß eines Werts?",
        "Eine Zahl von 0 bis 1: wie sehr dem Wert zu trauen ist, nach Quelle, Alter und bei Prognosen danach, wie einig sich die \
         Wettermodelle sind. Ein niedriges sollte als Schätzung gekennzeichnet werden.",
    ),
    (
        "Warum ist ein Skigebiet mitten im Winter UNKNOWN?",
        "Weil niemand meldet, ob es offen ist: keine Aussage, kein laufender Lift und keine bekanntermaßen beendete Saison sind kein \
         Beleg. Der Status wird hergeleitet und ist nie von sich aus OPEN; UNKNOWN ist eine eigene Antwort.",
    ),
    (
        "Welche Schneehöhe steht an erster Stelle?",
        "Die an der Talstation, sonst in mittlerer Lage, sonst am Gipfel; eine frisch gemessene geht aber einer modellierten vor. \
         displayDepthDetail sagt, welche Höhenlage es war und warum. Ein Mittel braucht mindestens {winters} vergangene Winter. \
         Zwischen den Höhenlagen wird nichts interpoliert.",
    ),
    (
        "Wie entsteht die Prognose?",
        "Als Mischung aus {models} Wettermodellen, Tag für Tag, in drei Höhenlagen. Jeder Tag sagt, wie viele Modelle ihn melden und wie \
         weit sie auseinanderliegen. Ein Tag, den kein Modell meldet, ist null. next7dCm ist die kommende Woche, nicht die vergangene.",
    ),
    (
        "Was ist ein Pulvertag?",
        "Ein Tag mit mindestens {powder_cm} cm Neuschnee. Dieselbe Menge in 24 Stunden löst einen Pulveralarm aus. Modellierter Schnee \
         vergangener Winter wird nur mit sich selbst verglichen: Er ist keine Messung.",
    ),
    (
        "Wie kommt die Schneenote zustande?",
        "Aus Punkten für Neuschnee, Schneehöhe gegenüber dem Mittel des Tages, Prognose, Oberfläche, Betrieb und Geschichte, die weniger \
         zählen, wo die Belege unsicher sind. get_resort zeigt jeden Teil mit Punkten, Höchstzahl und Grundlage. Mit zu wenig Belegen \
         gibt es keine Wertung.",
    ),
    (
        "Warum sind die Tage 8 bis 14 leer?",
        "Alle sehen {open_days} Tage; die übrigen der {all_days} gehören zur Pro-Stufe. Für alle anderen sind diese Zeilen ohne Mengen da \
         und sagen proRequired, und next14dCm ist null.",
    ),
    (
        "Wie benenne ich ein Skigebiet?",
        "Mit seinem Kürzel (slug) oder einem Namen, den nur ein Gebiet trägt. search_resorts findet das Kürzel, auch bei Tippfehlern. Ein \
         Name, den mehrere Gebiete teilen, wird nicht geraten: Die Kandidaten werden genannt.",
    ),
    (
        "Kann ich damit die Lawinengefahr beurteilen?",
        "Nein. Weder Schneehöhe noch Schneequalität noch Prognose sind eine Lawinenbeurteilung. get_avalanche gibt den amtlichen \
         Lawinenbericht der Region weiter, wo es einen gibt; lies ihn bei seinem Herausgeber.",
    ),
    (
        "Was muss ich mit den Daten zeigen?",
        "Die Angabe „{credit}“ mit sichtbarem Link auf {base} und daneben die Angaben der ursprünglichen Quellen. Jede Antwort enthält \
         beides in credits. Bedingungen: {base}/api/v1/credits.",
    ),
    (
        "Brauche ich einen Schlüssel?",
        "Nein. Lesen braucht weder Schlüssel noch Anmeldung, über den Werkzeug-Anschluss und über REST unter {base}/api/v1. Ändern lassen \
         sich die Daten über keinen von beiden.",
    ),
    (
        "Nach welchen Schwellen werden Werte gewählt und gekennzeichnet?",
        "{base}/api/v1/definitions nennt jede, die dieser Server verwendet.",
    ),
];
