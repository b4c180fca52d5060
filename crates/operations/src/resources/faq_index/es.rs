//! The questions in Spanish.

use super::{IDS, Text};

pub(super) const TEXTS: [Text; IDS.len()] = [
    (
        "¿Es el tiempo real?",
        "No. Este servidor funciona con un invierno simulado, para probarlo. Sus condiciones y pronósticos no dicen nada del mundo real; solo \
         son reales los datos de referencia de las estaciones. Su nombre y cada mención de fuentes lo dicen.",
    ),
    (
        "¿Qué ofrece este servicio?",
        "{name} ofrece el estado de la nieve y los pronósticos de {resorts} estaciones de esquí en {countries} países: una ficha por estación, en \
         la que cada valor tiene su fuente, su hora de observación y un grado de confianza. La búsqueda, las listas, los pronósticos y los \
         datos de referencia se basan en las mismas fichas.",
    ),
    (
        "¿Qué significa null, o \"not reported\"?",
        "Que nadie comunica el valor. Nunca significa cero, y ningún número viejo o supuesto ocupa su lugar. Que no se comuniquen remontes \
         abiertos no es lo mismo que ningún remonte abierto.",
    ),
    (
        "¿De dónde vienen los números?",
        "De lo más fiable a lo menos: la propia estación (operator), su sitio o sus datos y las estaciones meteorológicas públicas a menos de \
         {station_km} km (scraped), los modelos meteorológicos (model), los datos de referencia (profile) y lo que se calcula con ellos \
         (derived). Cada campo de get_conditions lo indica. {base}/api/v1/credits enumera las {sources} fuentes con sus licencias.",
    ),
    (
        "¿Qué edad tiene un valor?",
        "observedAt dice cuándo era así, y meta.freshness de get_conditions tiene una etiqueta que se puede mostrar tal cual, como \
         `as of 3h ago` o `modelled 2h ago`. Un espesor que comunica la estación es actual durante {live_hours} horas y caduca a las \
         {stale_hours}; un valor de modelo, a las {model_hours}. Más tarde pasa a null.",
    ),
    (
        "¿Qué es la confianza de un valor?",
        "Un número de 0 a 1: cuánto se puede confiar en él, según su fuente, su edad y, en los pronósticos, el acuerdo de los modelos. Uno bajo \
         debe mostrarse como estimación.",
    ),
    (
        "¿Por qué una estación está UNKNOWN en pleno invierno?",
        "Porque nadie comunica si está abierta: sin declaración, sin un remonte en marcha y sin una temporada que se sepa terminada no hay \
         prueba. El estado se deduce y nunca es OPEN por defecto; UNKNOWN es una respuesta propia.",
    ),
    (
        "¿Qué espesor de nieve va primero?",
        "El de la base, si no el de media montaña, si no el de la cima; pero un espesor medido y reciente va antes que uno modelado. \
         displayDepthDetail dice qué cota fue y por qué. Una media necesita al menos {winters} inviernos pasados. Nada se interpola entre \
         las cotas.",
    ),
    (
        "¿Cómo se hace el pronóstico?",
        "Como mezcla de {models} modelos meteorológicos, día por día, a tres cotas. Cada día dice cuántos modelos lo dan y cuánto se separan. \
         Un día que ningún modelo da es null. next7dCm es la semana que viene, no la pasada.",
    ),
    (
        "¿Qué es un día de nieve polvo?",
        "Un día con al menos {powder_cm} cm de nieve nueva. La misma cantidad en 24 horas envía un aviso de nieve polvo. La nieve modelada de \
         inviernos pasados solo se compara consigo misma: no es una medición.",
    ),
    (
        "¿Cómo se obtiene la puntuación de la nieve?",
        "Con puntos por nieve nueva, espesor frente a la media del día, pronóstico, superficie, operación e historia, que cuentan menos donde \
         las pruebas son inciertas. get_resort muestra cada parte con sus puntos, su máximo y su base. Con muy pocas pruebas no hay \
         puntuación.",
    ),
    (
        "¿Por qué están vacíos los días 8 a 14?",
        "Todos ven {open_days} días; los demás de los {all_days} pertenecen al nivel Pro. Para los otros lectores esas filas están sin \
         cantidades y dicen proRequired, y next14dCm es null.",
    ),
    (
        "¿Cómo nombro una estación?",
        "Por su identificador (slug) o por un nombre que tenga una sola estación. search_resorts encuentra el identificador, también de un \
         nombre mal escrito. Un nombre que comparten varias no se adivina: se enumeran las candidatas.",
    ),
    (
        "¿Puedo juzgar con esto el peligro de aludes?",
        "No. Ni el espesor ni la calidad de la nieve ni el pronóstico son una evaluación del peligro. get_avalanche transmite el boletín oficial \
         de la región donde lo hay; léalo en su emisor.",
    ),
    (
        "¿Qué debo mostrar con los datos?",
        "La mención \"{credit}\" con un enlace visible a {base}, y a su lado las menciones de las fuentes de origen. Cada respuesta lleva ambas \
         en credits. Condiciones: {base}/api/v1/credits.",
    ),
    (
        "¿Necesito una clave?",
        "No. Leer no necesita clave ni cuenta, por el conector de herramientas y por REST en {base}/api/v1. Por ninguno de los dos se pueden \
         cambiar los datos.",
    ),
    (
        "¿Según qué umbrales se eligen y etiquetan los valores?",
        "{base}/api/v1/definitions da todos los que usa este servidor.",
    ),
];
