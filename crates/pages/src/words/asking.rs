//! Texts of the pages for questions, trips, insights and documentation.

use super::subject::subject;

subject! {
    /// Texts of questions, trips, insights and documentation.
    Asking:
    ask: &'static str = "Ask", "Fragen", "Poser une question", "Chiedi", "Preguntar", "質問する";
    ask_says: &'static str =
        "Ask about snow in your own words. Rules, not a language model, read the question, and every number in the answer can be looked up.",
        "Frage in eigenen Worten nach Schnee. Regeln lesen die Frage, kein Sprachmodell, und jede Zahl der Antwort lässt sich nachschlagen.",
        "Posez une question sur la neige avec vos mots. Des règles la lisent, pas un modèle de langage, et chaque chiffre de la réponse est vérifiable.",
        "Chiedi della neve con parole tue. La domanda è letta da regole, non da un modello linguistico, e ogni dato della risposta è verificabile.",
        "Pregunta por la nieve con tus palabras. La leen reglas, no un modelo de lenguaje, y cada dato de la respuesta se puede comprobar.",
        "雪について自由な言葉で質問できます。言語モデルではなく規則で読み取り、回答の数値はすべて出典を確認できます。";
    question: &'static str = "Your question", "Deine Frage", "Votre question", "La tua domanda", "Tu pregunta", "質問";
    about: &'static str =
        "Resort that it is about, if it names none", "Skigebiet, falls die Frage keines nennt", "Station, si la question n’en nomme aucune",
        "Comprensorio, se la domanda non ne nomina", "Estación, si la pregunta no nombra ninguna", "対象のスキー場（質問に名前がない場合）";
    evidence: &'static str =
        "Where each number comes from", "Woher jede Zahl kommt", "D’où vient chaque chiffre", "Da dove viene ogni dato",
        "De dónde sale cada dato", "数値の出典";
    for_instance: &'static str = "For instance", "Zum Beispiel", "Par exemple", "Per esempio", "Por ejemplo", "例えば";
    /// Example questions for a start.
    examples: [&'static str; 3] =
        ["How much snow is there in Zermatt?", "Where will it snow most this week?", "How sure is the forecast for Niseko United?"],
        ["Wie viel Schnee liegt in Zermatt?", "Wo schneit es diese Woche am meisten?", "Wie sicher ist die Prognose für Niseko United?"],
        ["Combien de neige y a-t-il à Zermatt ?", "Où va-t-il neiger le plus cette semaine ?", "Quelles sont les prévisions de neige pour Verbier ?"],
        ["Quanta neve c’è a Zermatt?", "Dove nevicherà di più questa settimana?", "Quali sono le previsioni di neve per Verbier?"],
        ["¿Cuánta nieve hay en Zermatt?", "¿Dónde nevará más esta semana?", "¿Cuál es el pronóstico de nieve para Verbier?"],
        ["ツェルマットの積雪は？", "今週どこで一番雪が降る？", "ニセコユナイテッドの降雪予報は？"];
    trips: &'static str = "Trips", "Reisen", "Voyages", "Viaggi", "Viajes", "旅行";
    trips_say: &'static str =
        "The resorts with the most snow forecast in four days, and where to go on your own dates. Nothing is booked here.",
        "Wo die Prognose in vier Tagen am meisten Schnee bringt, und wohin an eigenen Daten. Hier wird nichts gebucht.",
        "Où la prévision apporte le plus de neige en quatre jours, et où aller à vos dates. Rien n’est réservé ici.",
        "Dove la previsione porta più neve in quattro giorni, e dove andare nelle tue date. Qui non si prenota nulla.",
        "Dónde el pronóstico trae más nieve en cuatro días, y adónde ir en tus fechas. Aquí no se reserva nada.",
        "4日間で最も雪が降る予報の場所と、希望の日程でのおすすめ。ここでは予約は行いません。";
    /// Precedes the trips without dates.
    needs_dates: &'static str =
        "For a recommendation that considers your wishes, choose the first day. The list below does not consider them.",
        "Wähle den ersten Tag für eine Empfehlung, die deine Wünsche berücksichtigt. Die Liste unten berücksichtigt sie nicht.",
        "Choisissez le premier jour pour une recommandation qui tient compte de vos souhaits. La liste ci-dessous n’en tient pas compte.",
        "Scegli il primo giorno per una proposta che tenga conto dei tuoi desideri. L’elenco qui sotto non ne tiene conto.",
        "Elige el primer día para una recomendación que tenga en cuenta tus deseos. La lista de abajo no los tiene en cuenta.",
        "希望を考慮したおすすめには、初日を選んでください。下の一覧には希望が反映されていません。";
    powder_trips: &'static str =
        "Four days with the most snow forecast", "Vier Tage mit dem meisten Schnee laut Prognose", "Les quatre jours avec le plus de neige prévue",
        "I quattro giorni con più neve prevista", "Los cuatro días con más nieve prevista", "予報降雪が最も多い4日間";
    plan: &'static str = "On your own dates", "An eigenen Daten", "À vos dates", "Nelle tue date", "En tus fechas", "希望の日程で";
    ability: &'static str = "Ability", "Können", "Niveau", "Livello", "Nivel", "レベル";
    /// In the operation's order: beginner, intermediate, advanced, expert.
    abilities: [&'static str; 4] =
        ["beginner", "intermediate", "advanced", "expert"],
        ["Anfänger", "mittel", "fortgeschritten", "Könner"],
        ["débutant", "intermédiaire", "avancé", "expert"],
        ["principiante", "intermedio", "avanzato", "esperto"],
        ["principiante", "intermedio", "avanzado", "experto"],
        ["初級", "中級", "上級", "エキスパート"];
    no_trip: &'static str =
        "There is no recommendation:", "Es gibt keine Empfehlung:", "Aucune recommandation :", "Nessuna raccomandazione:",
        "No hay recomendación:", "おすすめはありません：";
    airport: &'static str =
        "Nearest airport", "Nächster Flughafen", "Aéroport le plus proche", "Aeroporto più vicino", "Aeropuerto más cercano", "最寄りの空港";
    insights: &'static str = "Insights", "Einblicke", "Constats", "In evidenza", "Hallazgos", "注目点";
    insights_say: &'static str =
        "Notable facts in the data, each with its method and number of cases.",
        "Was in den Aufzeichnungen auffällt, je mit Methode und Zahl der Fälle, auf denen es beruht.",
        "Ce qui ressort des données, avec la méthode et le nombre de cas.",
        "Che cosa spicca nei dati, con il metodo e il numero di casi.",
        "Lo que destaca en los datos, con su método y el número de casos.",
        "記録の中で目立つこと。方法と件数を添えています。";
    no_insights: &'static str =
        "There is not enough data for an insight here.", "Nichts Aufgezeichnetes reicht, um hier etwas zu sagen.",
        "Rien de ce qui est enregistré ne suffit pour dire quelque chose ici.", "Nulla di registrato basta per dire qualcosa qui.",
        "Nada de lo registrado basta para decir algo aquí.", "記録が足りず、言えることがありません。";
    category: &'static str = "Category", "Thema", "Catégorie", "Categoria", "Categoría", "分類";
    in_english: &'static str =
        "This part is in English.", "Dieser Teil ist auf Englisch.", "Cette partie est en anglais.", "Questa parte è in inglese.",
        "Esta parte está en inglés.", "この部分は英語です。";
    docs: &'static str = "Documentation", "Dokumentation", "Documentation", "Documentazione", "Documentación", "ドキュメント";
    docs_say: &'static str =
        "How programs, assistants and other pages use this service, and how to run your own.",
        "Wie Programme, Assistenten und andere Seiten diesen Dienst nutzen, und wie man einen eigenen betreibt.",
        "Comment programmes, assistants et autres pages utilisent ce service, et comment exploiter le sien.",
        "Come programmi, assistenti e altre pagine usano questo servizio, e come gestirne uno proprio.",
        "Cómo usan este servicio programas, asistentes y otras páginas, y cómo mantener uno propio.",
        "プログラム・アシスタント・他のページからの使い方と、自分で運用する方法。";
}
