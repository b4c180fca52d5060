//! Countries with ski resorts, in each language. A test compares the codes with the catalogue's.

type Names = &'static [(&'static str, &'static str)];

macro_rules! countries {
    ($($code:ident $en:literal $de:literal $fr:literal $it:literal $es:literal $ja:literal;)*) => {
        pub(super) const EN: Names = &[$((stringify!($code), $en)),*];
        pub(super) const DE: Names = &[$((stringify!($code), $de)),*];
        pub(super) const FR: Names = &[$((stringify!($code), $fr)),*];
        pub(super) const IT: Names = &[$((stringify!($code), $it)),*];
        pub(super) const ES: Names = &[$((stringify!($code), $es)),*];
        pub(super) const JA: Names = &[$((stringify!($code), $ja)),*];
    };
}

countries! {
    AD "Andorra" "Andorra" "Andorre" "Andorra" "Andorra" "アンドラ";
    AM "Armenia" "Armenien" "Arménie" "Armenia" "Armenia" "アルメニア";
    AR "Argentina" "Argentinien" "Argentine" "Argentina" "Argentina" "アルゼンチン";
    AT "Austria" "Österreich" "Autriche" "Austria" "Austria" "オーストリア";
    AU "Australia" "Australien" "Australie" "Australia" "Australia" "オーストラリア";
    AZ "Azerbaijan" "Aserbaidschan" "Azerbaïdjan" "Azerbaigian" "Azerbaiyán" "アゼルバイジャン";
    BA "Bosnia and Herzegovina" "Bosnien und Herzegowina" "Bosnie-Herzégovine" "Bosnia ed Erzegovina" "Bosnia y Herzegovina" "ボスニア・ヘルツェゴビナ";
    BG "Bulgaria" "Bulgarien" "Bulgarie" "Bulgaria" "Bulgaria" "ブルガリア";
    CA "Canada" "Kanada" "Canada" "Canada" "Canadá" "カナダ";
    CH "Switzerland" "Schweiz" "Suisse" "Svizzera" "Suiza" "スイス";
    CL "Chile" "Chile" "Chili" "Cile" "Chile" "チリ";
    CN "China" "China" "Chine" "Cina" "China" "中国";
    CY "Cyprus" "Zypern" "Chypre" "Cipro" "Chipre" "キプロス";
    CZ "Czechia" "Tschechien" "Tchéquie" "Cechia" "Chequia" "チェコ";
    DE "Germany" "Deutschland" "Allemagne" "Germania" "Alemania" "ドイツ";
    ES "Spain" "Spanien" "Espagne" "Spagna" "España" "スペイン";
    FI "Finland" "Finnland" "Finlande" "Finlandia" "Finlandia" "フィンランド";
    FR "France" "Frankreich" "France" "Francia" "Francia" "フランス";
    GB "United Kingdom" "Vereinigtes Königreich" "Royaume-Uni" "Regno Unito" "Reino Unido" "イギリス";
    GE "Georgia" "Georgien" "Géorgie" "Georgia" "Georgia" "ジョージア";
    GR "Greece" "Griechenland" "Grèce" "Grecia" "Grecia" "ギリシャ";
    HR "Croatia" "Kroatien" "Croatie" "Croazia" "Croacia" "クロアチア";
    HU "Hungary" "Ungarn" "Hongrie" "Ungheria" "Hungría" "ハンガリー";
    IL "Israel" "Israel" "Israël" "Israele" "Israel" "イスラエル";
    IN "India" "Indien" "Inde" "India" "India" "インド";
    IR "Iran" "Iran" "Iran" "Iran" "Irán" "イラン";
    IS "Iceland" "Island" "Islande" "Islanda" "Islandia" "アイスランド";
    IT "Italy" "Italien" "Italie" "Italia" "Italia" "イタリア";
    JP "Japan" "Japan" "Japon" "Giappone" "Japón" "日本";
    KG "Kyrgyzstan" "Kirgisistan" "Kirghizistan" "Kirghizistan" "Kirguistán" "キルギス";
    KR "South Korea" "Südkorea" "Corée du Sud" "Corea del Sud" "Corea del Sur" "韓国";
    KZ "Kazakhstan" "Kasachstan" "Kazakhstan" "Kazakistan" "Kazajistán" "カザフスタン";
    LB "Lebanon" "Libanon" "Liban" "Libano" "Líbano" "レバノン";
    LI "Liechtenstein" "Liechtenstein" "Liechtenstein" "Liechtenstein" "Liechtenstein" "リヒテンシュタイン";
    LS "Lesotho" "Lesotho" "Lesotho" "Lesotho" "Lesoto" "レソト";
    MA "Morocco" "Marokko" "Maroc" "Marocco" "Marruecos" "モロッコ";
    ME "Montenegro" "Montenegro" "Monténégro" "Montenegro" "Montenegro" "モンテネグロ";
    MK "North Macedonia" "Nordmazedonien" "Macédoine du Nord" "Macedonia del Nord" "Macedonia del Norte" "北マケドニア";
    MN "Mongolia" "Mongolei" "Mongolie" "Mongolia" "Mongolia" "モンゴル";
    NO "Norway" "Norwegen" "Norvège" "Norvegia" "Noruega" "ノルウェー";
    NZ "New Zealand" "Neuseeland" "Nouvelle-Zélande" "Nuova Zelanda" "Nueva Zelanda" "ニュージーランド";
    PL "Poland" "Polen" "Pologne" "Polonia" "Polonia" "ポーランド";
    RO "Romania" "Rumänien" "Roumanie" "Romania" "Rumanía" "ルーマニア";
    RS "Serbia" "Serbien" "Serbie" "Serbia" "Serbia" "セルビア";
    RU "Russia" "Russland" "Russie" "Russia" "Rusia" "ロシア";
    SE "Sweden" "Schweden" "Suède" "Svezia" "Suecia" "スウェーデン";
    SI "Slovenia" "Slowenien" "Slovénie" "Slovenia" "Eslovenia" "スロベニア";
    SK "Slovakia" "Slowakei" "Slovaquie" "Slovacchia" "Eslovaquia" "スロバキア";
    TR "Turkey" "Türkei" "Turquie" "Turchia" "Turquía" "トルコ";
    UA "Ukraine" "Ukraine" "Ukraine" "Ucraina" "Ucrania" "ウクライナ";
    US "United States" "Vereinigte Staaten" "États-Unis" "Stati Uniti" "Estados Unidos" "アメリカ合衆国";
    UZ "Uzbekistan" "Usbekistan" "Ouzbékistan" "Uzbekistan" "Uzbekistán" "ウズベキスタン";
    XK "Kosovo" "Kosovo" "Kosovo" "Kosovo" "Kosovo" "コソボ";
}
