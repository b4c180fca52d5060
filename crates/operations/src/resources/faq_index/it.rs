//! The questions in Italian.

use super::{IDS, Text};

pub(super) const TEXTS: [Text; IDS.len()] = [
    (
        "È il meteo reale?",
        "No. Questo server usa un inverno simulato, per provarlo. Le sue condizioni e previsioni non dicono nulla del mondo reale; reali sono \
         solo i dati di riferimento dei comprensori. Lo dicono il suo nome e ogni citazione delle fonti.",
    ),
    (
        "Che cosa offre questo servizio?",
        "{name} offre innevamento e previsioni di {resorts} comprensori in {countries} paesi: una scheda per comprensorio, in cui ogni \
         valore ha la sua fonte, l'ora di osservazione e un grado di fiducia. Ricerca, elenchi, previsioni e dati di riferimento si basano \
         sulle stesse schede.",
    ),
    (
        "Che cosa significa null, o “not reported”?",
        "Che nessuno comunica il valore. Non significa mai zero, e nessun numero vecchio o indovinato lo sostituisce. Nessun impianto aperto \
         comunicato non è lo stesso che nessun impianto aperto.",
    ),
    (
        "Da dove vengono i numeri?",
        "Dal più affidabile: il comprensorio stesso (operator), il suo sito o flusso e le stazioni meteo pubbliche entro {station_km} km (scraped), \
         i modelli meteo (model), i dati di riferimento (profile) e ciò che se ne calcola (derived). Ogni campo di get_conditions lo \
         indica. {base}/api/v1/credits elenca tutte le {sources} fonti con le loro licenze.",
    ),
    (
        "Quanto è vecchio un valore?",
        "observedAt dice quando era così, e meta.freshness di get_conditions ha un'etichetta da mostrare com'è, per esempio `as of 3h ago` o \
         `modelled 2h ago`. Un'altezza comunicata dal comprensorio è attuale per {live_hours} ore e non aggiornata dopo {stale_hours}; un valore di \
         modello dopo {model_hours}. Più tardi diventa null.",
    ),
    (
        "Che cos'è la fiducia di un valore?",
        "Un numero da 0 a 1: quanto ci si può fidare, secondo la fonte, l'età e, per le previsioni, l'accordo dei modelli meteo. Uno basso va \
         indicato come stima.",
    ),
    (
        "Perché un comprensorio è UNKNOWN in pieno inverno?",
        "Perché nessuno comunica se è aperto: senza una dichiarazione, senza un impianto in funzione e senza una stagione che si sa conclusa \
         non c'è prova. Lo stato è dedotto e non è mai OPEN da sé; UNKNOWN è una risposta a sé.",
    ),
    (
        "Quale altezza della neve è in primo piano?",
        "Quella alla base, altrimenti a metà, altrimenti in cima; ma un'altezza misurata di recente precede una modellata. \
         displayDepthDetail dice quale fascia e perché. Una media richiede almeno {winters} inverni passati. Nulla è interpolato tra le \
         fasce.",
    ),
    (
        "Come nasce la previsione?",
        "Come miscela di {models} modelli meteo, giorno per giorno, a tre quote. Ogni giorno dice quanti modelli lo danno e quanto \
         distano. Un giorno che nessun modello dà è null. next7dCm è la settimana che viene, non quella passata.",
    ),
    (
        "Che cos'è un giorno di polvere?",
        "Un giorno con almeno {powder_cm} cm di neve fresca. La stessa quantità in 24 ore invia un avviso di neve fresca. La neve modellata \
         degli inverni passati si confronta solo con sé stessa: non è una misura.",
    ),
    (
        "Come si forma il punteggio della neve?",
        "Con punti per neve fresca, altezza rispetto alla media del giorno, previsione, superficie, apertura e storia, che contano meno dove \
         le prove sono incerte. get_resort mostra ogni parte con i punti, il massimo e la base. Con troppo poche prove non c'è punteggio.",
    ),
    (
        "Perché i giorni da 8 a 14 sono vuoti?",
        "Tutti vedono {open_days} giorni; gli altri dei {all_days} spettano al livello Pro. Per gli altri queste righe ci sono senza quantità e \
         dicono proRequired, e next14dCm è null.",
    ),
    (
        "Come indico un comprensorio?",
        "Con il suo identificativo (slug) o con un nome che ha un solo comprensorio. search_resorts trova l'identificativo, anche di un nome \
         scritto male. Un nome comune a più comprensori non si indovina: si elencano i candidati.",
    ),
    (
        "Posso giudicare così il pericolo valanghe?",
        "No. Né l'altezza né la qualità della neve né la previsione sono una valutazione del pericolo. get_avalanche trasmette il bollettino \
         ufficiale della regione dove esiste; leggilo presso chi lo emette.",
    ),
    (
        "Che cosa devo mostrare con i dati?",
        "La dicitura “{credit}” con un collegamento visibile a {base}, e accanto le citazioni delle fonti originarie. Ogni risposta contiene \
         entrambe in credits. Condizioni: {base}/api/v1/credits.",
    ),
    (
        "Mi serve una chiave?",
        "No. Per leggere non servono né chiave né accesso, con il connettore di strumenti e con REST a {base}/api/v1. Con nessuno dei due si \
         possono modificare i dati.",
    ),
    (
        "Secondo quali soglie i valori sono scelti ed etichettati?",
        "{base}/api/v1/definitions le dà tutte, quelle che questo server usa.",
    ),
];
