//! Mountain ranges by the name in the catalogue. A test compares the names with the catalogue's.

use super::Translations;

/// German, French, Italian, Spanish, Japanese.
#[rustfmt::skip]
pub(super) const RANGES: Translations = &[
    ("Alps", ["Alpen", "Alpes", "Alpi", "Alpes", "アルプス"]),
    ("Rocky Mountains", ["Rocky Mountains", "montagnes Rocheuses", "Montagne Rocciose", "Montañas Rocosas", "ロッキー山脈"]),
    ("Andes", ["Anden", "Andes", "Ande", "Andes", "アンデス山脈"]),
    ("Southern Alps", ["Neuseeländische Alpen", "Alpes du Sud", "Alpi meridionali", "Alpes del Sur", "サザンアルプス"]),
    ("Australian Alps", ["Australische Alpen", "Alpes australiennes", "Alpi australiane", "Alpes Australianos", "オーストラリアアルプス"]),
    ("Pyrenees", ["Pyrenäen", "Pyrénées", "Pirenei", "Pirineos", "ピレネー山脈"]),
    ("Appalachians", ["Appalachen", "Appalaches", "Appalachi", "Apalaches", "アパラチア山脈"]),
    ("Scandinavian Mountains", ["Skandinavisches Gebirge", "Alpes scandinaves", "Alpi scandinave", "Alpes escandinavos", "スカンディナヴィア山脈"]),
    ("Carpathians", ["Karpaten", "Carpates", "Carpazi", "Cárpatos", "カルパティア山脈"]),
    ("Cascades", ["Kaskadenkette", "chaîne des Cascades", "Catena delle Cascate", "Cordillera de las Cascadas", "カスケード山脈"]),
    ("Sierra Nevada", ["Sierra Nevada", "Sierra Nevada", "Sierra Nevada", "Sierra Nevada", "シエラネバダ山脈"]),
    ("Coast Mountains", ["Coast Mountains", "chaîne Côtière", "Monti Costieri", "Montañas Costeras", "コースト山脈"]),
    ("Interior of British Columbia", ["Inneres von British Columbia", "intérieur de la Colombie-Britannique", "Columbia Britannica interna", "interior de la Columbia Británica", "ブリティッシュコロンビア州内陸部"]),
    ("Laurentians", ["Laurentinische Berge", "Laurentides", "Monti Laurenziani", "montes Laurentinos", "ローレンシア山地"]),
    ("Hokkaido", ["Hokkaidō", "Hokkaido", "Hokkaido", "Hokkaido", "北海道"]),
    ("Honshu", ["Honshū", "Honshu", "Honshu", "Honshu", "本州"]),
    ("Caucasus", ["Kaukasus", "Caucase", "Caucaso", "Cáucaso", "コーカサス山脈"]),
    ("Balkans", ["Balkan", "Balkans", "Balcani", "Balcanes", "バルカン"]),
    ("Sudetes", ["Sudeten", "Sudètes", "Sudeti", "Sudetes", "ズデーテン山地"]),
    ("Apennines", ["Apennin", "Apennins", "Appennini", "Apeninos", "アペニン山脈"]),
    ("Tian Shan", ["Tian Shan", "Tian Shan", "Tian Shan", "Tian Shan", "天山山脈"]),
    ("Alborz", ["Elburs", "Elbourz", "Elburz", "Elburz", "アルボルズ山脈"]),
    ("Himalaya", ["Himalaya", "Himalaya", "Himalaya", "Himalaya", "ヒマラヤ山脈"]),
    ("Massif Central", ["Zentralmassiv", "Massif central", "Massiccio Centrale", "Macizo Central", "マッシフ・サントラル"]),
    ("Vosges", ["Vogesen", "Vosges", "Vosgi", "Vosgos", "ヴォージュ山脈"]),
    ("Jura", ["Jura", "Jura", "Giura", "Jura", "ジュラ山脈"]),
    ("Black Forest", ["Schwarzwald", "Forêt-Noire", "Foresta Nera", "Selva Negra", "シュヴァルツヴァルト"]),
];
