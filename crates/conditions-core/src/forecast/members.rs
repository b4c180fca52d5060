//! Which models take part in a blend, and which of their days stand where: a table on the stack.
//!
//! - If a model appears twice, the run that became available last is used. Equally recent runs are used together; a day on
//!   which they contradict each other (or that one run has twice) is dropped for that model.
//! - Of more than [`MAX_MODELS`] distinct models, those with the least weight are left out, the last by name among equals.
//! - Members are in the order of weight and name, so that sums never depend on the order of the input.

use core::cmp::Ordering;

use chrono::{Datelike, NaiveDate};

use super::DAYS;
use super::blend::MAX_MODELS;
use crate::evidence::{ForecastSnapshot, ModelDay, ModelRun};
use crate::policy::Policy;
use crate::time::Timestamp;

/// One model that takes part.
#[derive(Clone, Copy)]
pub(crate) struct Member<'a> {
    run: &'a ModelRun,
    early: f64,
    late: f64,
    far: f64,
    /// Whether an equally old run of the same model is in the snapshot too.
    shared: bool,
}

impl<'a> Member<'a> {
    fn new(policy: &Policy, run: &'a ModelRun) -> Self {
        let listed = policy.weights.iter().find(|w| w.model == run.model);
        let sane = |weight: f64| if weight.is_finite() && weight > 0.0 { weight } else { 0.0 };
        let (early, late, far) =
            listed.map_or((1.0, 1.0, 1.0), |w| (sane(w.early), sane(w.late), sane(w.far)));
        Self { run, early, late, far, shared: false }
    }

    fn order(&self, other: &Self) -> Ordering {
        let weight = |m: &Self| m.early + m.late;
        weight(other).total_cmp(&weight(self)).then_with(|| self.run.model.cmp(&other.run.model))
    }

    /// Whether `run` is this member or another run of equal standing.
    fn counts(&self, run: &ModelRun) -> bool {
        core::ptr::eq(self.run, run)
            || (self.shared && run.model == self.run.model && run.available_at == self.run.available_at)
    }
}

/// The models that take part, in order.
pub(crate) struct Members<'a> {
    snapshot: &'a ForecastSnapshot,
    list: [Option<Member<'a>>; MAX_MODELS],
}

impl<'a> Members<'a> {
    pub(crate) fn new(policy: &Policy, snapshot: &'a ForecastSnapshot) -> Self {
        let mut members = Self { snapshot, list: [None; MAX_MODELS] };
        for run in &snapshot.models {
            members.admit(policy, run);
        }
        members
    }

    fn admit(&mut self, policy: &Policy, run: &'a ModelRun) {
        if let Some(held) = self.list.iter_mut().flatten().find(|m| m.run.model == run.model) {
            match run.available_at.cmp(&held.run.available_at) {
                Ordering::Greater => *held = Member { run, shared: false, ..*held },
                Ordering::Equal => held.shared = true,
                Ordering::Less => {}
            }
            return;
        }
        // Insertion: the newcomer pushes the members behind it one place on, and the last one out.
        let mut moving = Member::new(policy, run);
        for place in &mut self.list {
            match place {
                Some(held) if moving.order(held) == Ordering::Less => core::mem::swap(held, &mut moving),
                Some(_) => {}
                None => {
                    *place = Some(moving);
                    return;
                }
            }
        }
    }

    /// When the models were asked.
    pub(crate) const fn captured_at(&self) -> Timestamp {
        self.snapshot.captured_at
    }

    /// Each member's name and when its run became available, in order.
    pub(super) fn runs(&self) -> impl Iterator<Item = (&'a str, Option<Timestamp>)> {
        self.iter().map(|member| (member.run.model.as_str(), member.run.available_at))
    }

    /// The members, in order.
    fn iter(&self) -> impl Iterator<Item = &Member<'a>> {
        self.list.iter().map_while(Option::as_ref)
    }

    /// One number per run, by member; none where runs of equal standing contradict each other.
    pub(crate) fn scalars(
        &self,
        pick: impl Fn(&ModelRun) -> Option<f64> + Copy,
    ) -> impl Iterator<Item = (Option<f64>, f64)> {
        self.iter().map(move |member| {
            if !member.shared {
                return (pick(member.run), member.early);
            }
            let mut said = self.snapshot.models.iter().filter(|run| member.counts(run)).filter_map(pick);
            let first = said.next();
            (first.filter(|first| said.all(|other| other == *first)), member.early)
        })
    }

    /// The days of each member from `today` on.
    pub(super) fn table(&self, policy: &Policy, today: NaiveDate) -> Table<'a> {
        let mut dates = [today; DAYS];
        for place in 1..DAYS {
            if let Some(next) = dates.get(place - 1).and_then(NaiveDate::succ_opt)
                && let Some(date) = dates.get_mut(place)
            {
                *date = next;
            }
        }
        let mut table = Table {
            dates,
            days: [[None; MAX_MODELS]; DAYS],
            contradicted: [0; DAYS],
            early: [0.0; MAX_MODELS],
            late: [0.0; MAX_MODELS],
            far: [0.0; MAX_MODELS],
            early_days: policy.early_days,
            late_days: policy.late_days,
            members: 0,
        };
        let places = table.early.iter_mut().zip(&mut table.late).zip(&mut table.far);
        for (member, ((early, late), far)) in self.iter().zip(places) {
            (*early, *late, *far) = (member.early, member.late, member.far);
            table.members += 1;
        }
        for (place, member) in self.iter().enumerate() {
            if member.shared {
                for run in self.snapshot.models.iter().filter(|run| member.counts(run)) {
                    table.enter(place, run);
                }
            } else {
                table.enter(place, member.run);
            }
        }
        table
    }
}

/// Each member's day, by day and place.
pub(super) struct Table<'a> {
    dates: [NaiveDate; DAYS],
    days: [[Option<&'a ModelDay>; MAX_MODELS]; DAYS],
    /// A bit per place whose word for the day is contradicted.
    contradicted: [u16; DAYS],
    early: [f64; MAX_MODELS],
    late: [f64; MAX_MODELS],
    far: [f64; MAX_MODELS],
    early_days: usize,
    late_days: usize,
    members: usize,
}

impl<'a> Table<'a> {
    fn enter(&mut self, place: usize, run: &'a ModelRun) {
        // Days usually come in order: the next one is expected on the next row, and sought only when it is not.
        let mut expected = 0;
        for day in &run.days {
            let index =
                if self.dates.get(expected) == Some(&day.date) { expected } else { self.index(day.date) };
            expected = index.saturating_add(1);
            let (Some(row), Some(contradicted)) =
                (self.days.get_mut(index), self.contradicted.get_mut(index))
            else {
                continue;
            };
            let Some(cell) = row.get_mut(place) else { continue };
            match cell {
                _ if *contradicted & (1 << place) != 0 => {}
                None => *cell = Some(day),
                Some(held) if *held == day => {}
                Some(_) => {
                    *cell = None;
                    *contradicted |= 1 << place;
                }
            }
        }
    }

    /// The row of a date; past the end for a date that has none.
    fn index(&self, date: NaiveDate) -> usize {
        let [today, ..] = self.dates;
        usize::try_from(i64::from(date.num_days_from_ce()) - i64::from(today.num_days_from_ce()))
            .unwrap_or(usize::MAX)
    }

    /// How many models take part.
    pub(super) const fn members(&self) -> usize {
        self.members
    }

    /// The date of a row.
    pub(super) fn date(&self, day: usize) -> Option<NaiveDate> {
        self.dates.get(day).copied()
    }

    /// Each member's weight by day, in order of place.
    pub(super) fn weights(&self) -> DayWeights<'_> {
        fn part(weights: &[f64], members: usize) -> &[f64] {
            weights.get(..members).unwrap_or(&[])
        }
        DayWeights {
            early: part(&self.early, self.members),
            late: part(&self.late, self.members),
            far: part(&self.far, self.members),
            early_days: self.early_days,
            late_days: self.late_days,
        }
    }

    /// What each member says of a day, in order of place, with its weight on that day.
    pub(super) fn day(&self, day: usize) -> impl Iterator<Item = (Option<&'a ModelDay>, f64)> {
        let weights = match day {
            _ if day < self.early_days => &self.early,
            _ if day < self.late_days => &self.late,
            _ => &self.far,
        };
        let days = self.days.get(day).map_or(&[][..], |row| row.get(..self.members).unwrap_or(&[]));
        days.iter().copied().zip(weights.iter().copied())
    }
}

/// Each model's weight by day: before the learnt bands of days it is that of the day's band.
pub(super) struct DayWeights<'a> {
    pub(super) early: &'a [f64],
    pub(super) late: &'a [f64],
    pub(super) far: &'a [f64],
    pub(super) early_days: usize,
    pub(super) late_days: usize,
}

impl<'a> DayWeights<'a> {
    pub(super) const fn on(&self, day: usize) -> &'a [f64] {
        match day {
            _ if day < self.early_days => self.early,
            _ if day < self.late_days => self.late,
            _ => self.far,
        }
    }
}
