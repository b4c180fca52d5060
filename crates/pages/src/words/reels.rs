//! Texts of a powder reel's page.

use super::subject::subject;
use super::{CountMessage, TextMessage, TwoTextsMessage};

subject! {
    /// Texts of a powder reel's page.
    Reels:
    /// Takes a camera and its resort.
    about: TwoTextsMessage =
        |camera, resort| format!("Powder reel of the camera {camera} at {resort}"),
        |camera, resort| format!("Zeitraffer der Kamera {camera} in {resort}"),
        |camera, resort| format!("Accéléré de la caméra {camera} à {resort}"),
        |camera, resort| format!("Time-lapse della telecamera {camera} a {resort}"),
        |camera, resort| format!("Secuencia acelerada de la cámara {camera} en {resort}"),
        |camera, resort| format!("{resort}のカメラ「{camera}」のタイムラプス");
    /// Takes the times of the first and last picture.
    from_to: TwoTextsMessage =
        |first, last| format!("{first} to {last}"), |first, last| format!("{first} bis {last}"),
        |first, last| format!("De {first} à {last}"), |first, last| format!("Da {first} a {last}"),
        |first, last| format!("De {first} a {last}"), |first, last| format!("{first}から{last}まで");
    frames: CountMessage =
        |count| format!("{count} frames"), |count| format!("{count} Bilder"), |count| format!("{count} images"),
        |count| format!("{count} immagini"), |count| format!("{count} imágenes"), |count| format!("{count}枚");
    measured: &'static str = "measured snow", "gemessener Schnee", "neige mesurée", "neve misurata", "nieve medida", "実測の積雪";
    goes_on: &'static str =
        "The storm is still being recorded.", "Der Schneefall wird noch aufgezeichnet.", "La tempête est encore en cours d’enregistrement.",
        "La nevicata è ancora in registrazione.", "La nevada se sigue grabando.", "大雪はまだ記録中です。";
    /// Alternative text of the picture.
    shown: TwoTextsMessage =
        |camera, resort| format!("Time-lapse of the camera {camera} at {resort}; its times and measured snow are in the table below"),
        |camera, resort| format!("Zeitraffer der Kamera {camera} in {resort}; Zeiten und gemessener Schnee stehen in der Tabelle darunter"),
        |camera, resort| format!("Accéléré de la caméra {camera} à {resort} ; les heures et la neige mesurée sont dans le tableau ci-dessous"),
        |camera, resort| format!("Time-lapse della telecamera {camera} a {resort}; orari e neve misurata sono nella tabella qui sotto"),
        |camera, resort| format!("Secuencia de la cámara {camera} en {resort}; las horas y la nieve medida están en la tabla de abajo"),
        |camera, resort| format!("{resort}のカメラ「{camera}」のタイムラプス。時刻と実測の積雪は下の表にあります");
    camera_of: &'static str = "Camera of", "Kamera von", "Caméra de", "Telecamera di", "Cámara de", "カメラ：";
    with_leave: &'static str =
        "recorded with the owner's permission", "aufgezeichnet mit Erlaubnis der Eigentümer", "enregistrée avec l’accord du propriétaire",
        "registrata con il permesso del proprietario", "grabada con permiso del propietario", "所有者の許可を得て記録";
    table: &'static str =
        "Measured snow, frame by frame", "Gemessener Schnee, Bild für Bild", "Neige mesurée, image par image",
        "Neve misurata, immagine per immagine", "Nieve medida, imagen por imagen", "画像ごとの実測の積雪";
    time: &'static str =
        "Time at the resort", "Zeit am Ort", "Heure locale", "Ora locale", "Hora local", "現地時刻";
    since_first: &'static str =
        "Since the first frame", "Seit dem ersten Bild", "Depuis la première image", "Dalla prima immagine",
        "Desde la primera imagen", "最初の画像から";
    depths_by: TextMessage =
        |station| format!("Depths: station {station}."), |station| format!("Schneehöhen: Station {station}."),
        |station| format!("Hauteurs : station {station}."), |station| format!("Altezze: stazione {station}."),
        |station| format!("Espesores: estación {station}."), |station| format!("積雪：観測所「{station}」。");
    data: &'static str =
        "Reels of this resort as data", "Zeitraffer dieses Skigebiets als Daten", "Accélérés de cette station en données",
        "Time-lapse di questo comprensorio come dati", "Secuencias de esta estación como datos", "このスキー場のタイムラプスのデータ";
}
