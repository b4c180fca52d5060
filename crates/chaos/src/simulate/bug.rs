//! Wrong decisions that show what the simulation finds. Each replaces an argument or a result at the edge of the production
//! code, which lacks a switch for them.

use clap::ValueEnum;

/// A seeded bug.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Bug {
    /// The store grants a lease that another process holds.
    GrantsHeldLease,
    /// Leases last by the clock of the process.
    LastsByOwnClock,
    /// A process trusts a confirmed lease forever.
    TrustsForever,
    /// Trust in a lease begins with the answer instead of the request.
    TrustsFromAnswer,
    /// A publication does not see a promotion.
    IgnoresPromotion,
    /// A rebuild has the timeline that was known before its rows were read.
    NamesEarlierTimeline,
    /// Lost connections do not cause a rebuild.
    IgnoresLostConnections,
    /// A rebuild keeps the rows of the previous world.
    RebuildsOnKnownWorld,
    /// A failed publication counts as published.
    ReachesUnpublished,
    /// Rows carry the version before their counter moved.
    StampsRowsEarly,
    /// Lost changes are counted from the present counters, which new changes have raised.
    CountsLossesLate,
    /// A process returns to an old primary.
    IgnoresFence,
    /// The writes of a failed transaction stay.
    TearsTransactions,
    /// A publication older than the last evaluated one is evaluated.
    EvaluatesOlder,
    /// A known event is recorded again.
    RepeatsEvents,
}
