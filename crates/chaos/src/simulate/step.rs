//! Steps of a history. A step does not depend on the state, so every part of a history is a history.

use conditions_core::time::{DAY_MS, HOUR_MS, MINUTE_MS};

use crate::random::Random;

/// Number of replicas.
pub(super) const REPLICAS: usize = 3;
/// Number of rests of a history, and of steps before each.
const RESTS: usize = 6;
const BETWEEN_RESTS: usize = 500;

/// A part of a replica that waits for the database independently of the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Task {
    Publisher,
    Lane,
    Evaluator,
}

/// The servers that a replica does not reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cut {
    All,
    /// The newest primary; an old one may answer.
    Newest,
}

/// The content of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    /// A task proceeds to its next wait.
    Proceed(Task),
    /// The process looks at every server that it reaches.
    Watch,
    /// The standby catches up with the primary.
    Replicate,
    /// The process dies.
    Crash,
    /// The process stops in order and releases its leases.
    Stop,
    /// The process starts if it does not run.
    Start,
    /// The process and servers lose each other.
    Partition(Cut),
    Heal,
    /// The wall clock of the process jumps.
    Jump {
        millis: i64,
    },
    /// The standby becomes the primary. The old one continues to accept writes if it `stays`.
    Failover {
        is_synchronous: bool,
        stays: bool,
    },
    /// The next world cannot be built.
    BreakBuild,
    /// The next answer of the database is lost; its work was committed.
    LoseAnswer,
    /// The process dies within its next evaluation.
    Tear {
        writes: u32,
    },
    /// All faults end, and every replica must catch up.
    Rest,
}

impl Action {
    /// Returns the name of a fault.
    pub(super) const fn fault(self) -> Option<&'static str> {
        match self {
            Self::Proceed(_) | Self::Watch | Self::Replicate | Self::Start | Self::Heal | Self::Rest => None,
            Self::Crash => Some("crashes"),
            Self::Stop => Some("stops"),
            Self::Partition(_) => Some("partitions"),
            Self::Jump { .. } => Some("clock jumps"),
            Self::Failover { .. } => Some("failovers"),
            Self::BreakBuild => Some("failed builds"),
            Self::LoseAnswer => Some("lost answers"),
            Self::Tear { .. } => Some("torn transactions"),
        }
    }
}

/// One step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) replica: usize,
    pub(super) action: Action,
    /// Time that passes before it, in milliseconds.
    pub(super) wait_ms: i64,
    /// Random bits for decisions within the step.
    pub(super) dice: u64,
}

/// Draws a number below `most`.
const fn below(random: &mut Random, most: u64) -> u64 {
    random.next() % most
}

fn signed(random: &mut Random, most: i64) -> i64 {
    i64::try_from(below(random, most.unsigned_abs())).unwrap_or(0)
}

/// Draws a history: faults and rests in turn.
pub(super) fn history(random: &mut Random) -> Vec<Step> {
    let rest = Step { replica: 0, action: Action::Rest, wait_ms: 0, dice: 0 };
    let mut steps = Vec::with_capacity(RESTS * (BETWEEN_RESTS + 1));
    for _ in 0..RESTS {
        steps.extend((0..BETWEEN_RESTS).map(|_| step(random)));
        steps.push(rest);
    }
    steps
}

fn step(random: &mut Random) -> Step {
    let replica = usize::try_from(below(random, REPLICAS as u64)).unwrap_or(0);
    let action = match below(random, 1_000) {
        0..=2 => Action::Crash,
        3 => Action::Stop,
        4..=15 => Action::Start,
        16..=18 => Action::Partition(Cut::All),
        19..=21 => Action::Partition(Cut::Newest),
        22..=31 => Action::Heal,
        32..=34 => Action::Jump { millis: jump(random) },
        35..=37 => Action::Failover { is_synchronous: below(random, 3) == 0, stays: below(random, 2) == 0 },
        38..=40 => Action::BreakBuild,
        41..=44 => Action::LoseAnswer,
        45..=47 => Action::Tear { writes: u32::try_from(below(random, 6)).unwrap_or(0) },
        48..=77 => Action::Watch,
        78..=107 => Action::Replicate,
        108..=557 => Action::Proceed(Task::Publisher),
        558..=777 => Action::Proceed(Task::Lane),
        _ => Action::Proceed(Task::Evaluator),
    };
    Step { replica, action, wait_ms: wait(random), dice: random.next() }
}

/// Draws the deviation of a clock.
fn jump(random: &mut Random) -> i64 {
    let most = match below(random, 6) {
        0 => return 0,
        1..=2 => MINUTE_MS,
        3 => 2 * HOUR_MS,
        _ => DAY_MS + HOUR_MS,
    };
    signed(random, 2 * most) - most
}

fn wait(random: &mut Random) -> i64 {
    let most = match below(random, 1_000) {
        0..=899 => 300,
        900..=984 => 5_000,
        985..=997 => MINUTE_MS,
        _ => 12 * HOUR_MS,
    };
    signed(random, most)
}
