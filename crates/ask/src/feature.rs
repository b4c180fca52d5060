//! What words can say: the names of the lexicon's sections.

/// Names of sections, as they stand in the lexicon.
macro_rules! features {
    ($($name:ident = $word:literal,)*) => {
        /// Something that words of a question say.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[expect(missing_docs, reason = "each is its section of the lexicon, where its words are")]
        pub enum Feature {
            $($name,)*
        }

        impl Feature {
            /// Every feature.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The name of its section.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)*
                }
            }
        }
    };
}

features! {
    Snow = "snow",
    Ski = "ski",
    Depth = "depth",
    NewSnow = "new_snow",
    Fell = "fell",
    Falls = "falls",
    Forecast = "forecast",
    Weather = "weather",
    Temperature = "temperature",
    Wind = "wind",
    Rain = "rain",
    Cloud = "cloud",
    Open = "open",
    Closed = "closed",
    Lifts = "lifts",
    Runs = "runs",
    HowMany = "how_many",
    Conditions = "conditions",
    Report = "report",
    Score = "score",
    Elevation = "elevation",
    Size = "size",
    LongestRun = "longest_run",
    Terrain = "terrain",
    Website = "website",
    Located = "located",
    SeasonDates = "season_dates",
    WhenWord = "when_word",
    Facts = "facts",
    Named = "named",
    WhichResorts = "which_resorts",
    Model = "model",
    Agree = "agree",
    Storm = "storm",
    Quality = "quality",
    WindHold = "wind_hold",
    Visibility = "visibility",
    Risk = "risk",
    Avalanche = "avalanche",
    Rank = "rank",
    MostSnow = "most_snow",
    Compare = "compare",
    Overall = "overall",
    Southern = "southern",
    Northern = "northern",
    Opens = "opens",
    History = "history",
    Average = "average",
    ByMonth = "by_month",
    Odds = "odds",
    Trip = "trip",
    Leader = "leader",
    PowderDays = "powder_days",
    SnowDays = "snow_days",
    BiggestDay = "biggest_day",
    DrySpell = "dry_spell",
    Enso = "enso",
    Favoured = "favoured",
    Accuracy = "accuracy",
    Flight = "flight",
    RoadTrip = "road_trip",
    Drive = "drive",
    Chains = "chains",
    Camera = "camera",
    Webcam = "webcam",
    Photo = "photo",
    Reel = "reel",
    PassWord = "pass_word",
    Price = "price",
    Reaches = "reaches",
    OnPass = "on_pass",
    Recommend = "recommend",
    PowderTrip = "powder_trip",
    Lux = "lux",
    Hip = "hip",
    Insight = "insight",
    Category = "category",
    WhereNext = "where_next",
    Band = "band",
    Ability = "ability",
    Not = "not",
    AtLeast = "at_least",
    Now = "now",
    Day = "day",
    Weekend = "weekend",
    Week = "week",
    Days = "days",
    Hours = "hours",
    Few = "few",
    Next = "next",
    This = "this",
    Last = "last",
    Since = "since",
    Until = "until",
    SeasonWord = "season_word",
    MonthWord = "month_word",
    Part = "part",
    Holiday = "holiday",
    Weekday = "weekday",
    Month = "month",
    DaySign = "day_sign",
    Number = "number",
    Unit = "unit",
    Region = "region",
    Country = "country",
    State = "state",
    Resort = "resort",
    Hub = "hub",
    Off = "off",
    At = "at",
    Plain = "plain",
}
