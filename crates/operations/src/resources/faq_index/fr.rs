//! The questions in French.

use super::{IDS, Text};

pub(super) const TEXTS: [Text; IDS.len()] = [
    (
        "Est-ce la météo réelle ?",
        "Non. Ce serveur fonctionne avec un hiver simulé, pour l’essayer. Ses conditions et ses prévisions ne disent rien du monde réel ; \
         seules les données de référence des stations sont réelles. Son nom et chaque mention de source le disent.",
    ),
    (
        "Que propose ce service ?",
        "{name} propose l’enneigement et les prévisions de {resorts} stations de ski dans {countries} pays : une fiche par station, où chaque \
         valeur a sa source, son heure d’observation et un indice de confiance. Recherche, listes, prévisions et données de référence \
         reposent sur les mêmes fiches.",
    ),
    (
        "Que signifie null, ou « not reported » ?",
        "Que personne ne communique la valeur. Cela ne veut jamais dire zéro, et aucun chiffre périmé ou deviné ne la remplace. Aucune \
         remontée ouverte communiquée n’est pas la même chose qu’aucune remontée ouverte.",
    ),
    (
        "D’où viennent les chiffres ?",
        "Du plus fiable au moins fiable : la station elle-même (operator), son site ou son flux et les stations météo publiques à moins de \
         {station_km} km (scraped), les modèles météo (model), les données de référence (profile) et ce qui en est calculé (derived). \
         Chaque champ de get_conditions le précise. {base}/api/v1/credits énumère les {sources} sources avec leurs licences.",
    ),
    (
        "Quel âge a une valeur ?",
        "observedAt dit quand elle était vraie, et meta.freshness de get_conditions contient une mention à afficher telle quelle, comme \
         `as of 3h ago` ou `modelled 2h ago`. Une hauteur communiquée par la station est actuelle pendant {live_hours} heures et périmée \
         après {stale_hours} ; une valeur de modèle l’est après {model_hours}. Ensuite elle devient null.",
    ),
    (
        "Qu’est-ce que la confiance d’une valeur ?",
        "Un nombre de 0 à 1 : combien on peut s’y fier, selon sa source, son âge et, pour les prévisions, l’accord des modèles météo. Une \
         valeur peu sûre doit être présentée comme une estimation.",
    ),
    (
        "Pourquoi une station est-elle UNKNOWN en plein hiver ?",
        "Parce que personne ne dit si elle est ouverte : sans déclaration, sans remontée en marche et sans saison que l’on sait terminée, il \
         n’y a pas de preuve. Le statut est déduit et n’est jamais OPEN par défaut ; UNKNOWN est une réponse en soi.",
    ),
    (
        "Quelle hauteur de neige est mise en avant ?",
        "Celle du bas, sinon de mi-montagne, sinon du sommet ; mais une hauteur mesurée récente passe avant une hauteur modélisée. \
         displayDepthDetail dit quelle altitude et pourquoi. Une moyenne demande au moins {winters} hivers passés. Rien n’est interpolé \
         entre les altitudes.",
    ),
    (
        "Comment la prévision est-elle faite ?",
        "Par un mélange de {models} modèles météo, jour par jour, à trois altitudes. Chaque jour dit combien de modèles le donnent et \
         combien ils diffèrent. Un jour qu’aucun modèle ne donne est null. next7dCm est la semaine à venir, non la semaine passée.",
    ),
    (
        "Qu’est-ce qu’un jour de poudreuse ?",
        "Un jour avec au moins {powder_cm} cm de neige fraîche. La même quantité en 24 heures déclenche une alerte poudreuse. La neige \
         modélisée des hivers passés n’est comparée qu’à elle-même : ce n’est pas une mesure.",
    ),
    (
        "Comment la note de neige est-elle calculée ?",
        "Par des points pour la neige fraîche, la hauteur par rapport à la moyenne du jour, la prévision, la surface, l’exploitation et \
         l’histoire, qui comptent moins quand les preuves sont incertaines. get_resort montre chaque part avec ses points, son maximum et \
         sa base. Avec trop peu de preuves, il n’y a pas de note.",
    ),
    (
        "Pourquoi les jours 8 à 14 sont-ils vides ?",
        "Tout le monde voit {open_days} jours ; les autres des {all_days} relèvent de l’offre Pro. Pour les autres lecteurs, ces lignes sont \
         là sans quantités et disent proRequired, et next14dCm est null.",
    ),
    (
        "Comment nommer une station ?",
        "Par son identifiant (slug), ou par un nom que porte une seule station. search_resorts trouve l’identifiant, même d’un nom mal \
         écrit. Un nom que plusieurs stations partagent n’est pas deviné : les candidates sont énumérées.",
    ),
    (
        "Puis-je juger du danger d’avalanche avec cela ?",
        "Non. Ni la hauteur, ni la qualité de la neige, ni la prévision ne sont une évaluation du danger. get_avalanche transmet le bulletin \
         officiel de la région lorsqu’il existe ; lisez-le chez son éditeur.",
    ),
    (
        "Que dois-je afficher avec les données ?",
        "La mention « {credit} » avec un lien visible vers {base}, et à côté les mentions des sources d’origine. Chaque réponse contient les \
         deux dans credits. Conditions : {base}/api/v1/credits.",
    ),
    (
        "Me faut-il une clé ?",
        "Non. La lecture ne demande ni clé ni compte, par le connecteur d’outils comme par REST sous {base}/api/v1. Ni l’un ni l’autre ne \
         permet de modifier les données.",
    ),
    (
        "Selon quels seuils les valeurs sont-elles choisies et qualifiées ?",
        "{base}/api/v1/definitions donne tous ceux que ce serveur utilise.",
    ),
];
