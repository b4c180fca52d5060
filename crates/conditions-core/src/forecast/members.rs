//! The members of a blend: which models take part, and which of their days belong to which row. A table on the stack.
//!
//! - If a model appears twice, the run that became available last is used. Equally recent runs are used together. A day
//!   on which they contradict each other (or that one run has twice) is dropped for that model.
//! - If there are more than [`MAX_MODELS`] distinct models, those with the least weight are left out, the last by name
//!   among equals.
//! - Members are ordered by weight and name, so that sums do not depend on the order of the input.

use core::cmp::Ordering;

use chrono::NaiveDate;

use super::blend::{MAX_MODELS, Pool};
use super::totals::{ModelTotals, days_before};
use super::{DAYS, WEEK};
use crate::evidence::{ForecastSnapshot, HeldDay, MeanWind, ModelRun};
use crate::policy::{Policy, Range};
use crate::record::Band;
use crate::time::Timestamp;

/// One model that takes part.
#[derive(Clone, Copy)]
pub(crate) struct Member<'a> {
    run: &'a ModelRun,
    /// Position in the policy's list of weights, if the model is listed.
    listed: Option<usize>,
    early: f64,
    late: f64,
    far: f64,
    /// Whether the snapshot also has an equally old run of the same model.
    shared: bool,
}

impl<'a> Member<'a> {
    fn new(policy: &Policy, run: &'a ModelRun) -> Self {
        let listed = policy.weights.iter().position(|w| w.model == run.model);
        let sane = |weight: f64| if weight.is_finite() && weight > 0.0 { weight } else { 0.0 };
        let (early, late, far) = listed
            .and_then(|place| policy.weights.get(place))
            .map_or((1.0, 1.0, 1.0), |w| (sane(w.early), sane(w.late), sane(w.far)));
        Self { run, listed, early, late, far, shared: false }
    }

    const fn weights(&self) -> [f64; 3] {
        [self.early, self.late, self.far]
    }

    fn order(&self, other: &Self) -> Ordering {
        let weight = |m: &Self| m.early + m.late;
        weight(other).total_cmp(&weight(self)).then_with(|| self.run.model.cmp(&other.run.model))
    }

    /// Returns whether both are runs of one model; equal positions in the list imply equal names.
    fn is_model_of(&self, other: &Self) -> bool {
        self.listed == other.listed && (self.listed.is_some() || self.run.model == other.run.model)
    }

    /// Returns whether `run` is this member or another equally recent run of its model.
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
        let mut moving = Member::new(policy, run);
        if let Some(held) = self.list.iter_mut().map_while(Option::as_mut).find(|m| m.is_model_of(&moving)) {
            match run.available_at.cmp(&held.run.available_at) {
                Ordering::Greater => *held = Member { run, shared: false, ..*held },
                Ordering::Equal => held.shared = true,
                Ordering::Less => {}
            }
            return;
        }
        // Insertion sort: later members move back by one, and the last one drops out.
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

    /// Returns the time at which the models were queried.
    pub(crate) const fn captured_at(&self) -> Timestamp {
        self.snapshot.captured_at
    }

    /// Returns the name of each member and the time at which its run became available, in order.
    pub(super) fn runs(&self) -> impl Iterator<Item = (&'a str, Option<Timestamp>)> {
        self.iter().map(|member| (member.run.model.as_str(), member.run.available_at))
    }

    fn iter(&self) -> impl Iterator<Item = &Member<'a>> {
        self.list.iter().map_while(Option::as_ref)
    }

    /// Returns one number per run, by member; `None` if equally recent runs contradict each other.
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

    /// Returns the weight of each member by day.
    pub(super) fn weights(&self, policy: &Policy) -> DayWeights {
        let mut by_member = [[0.0; 3]; MAX_MODELS];
        for (member, weights) in self.iter().zip(&mut by_member) {
            *weights = member.weights();
        }
        let part = |day: usize| {
            u8::from(day >= policy.early_days) + u8::from(day >= policy.late_days.max(policy.early_days))
        };
        DayWeights { by_member, parts: core::array::from_fn(part) }
    }

    /// Returns the snow of each member in a band from `today` on, without days that are missing or contradictory, and
    /// whether values outside `range` were dropped.
    pub(super) fn snow(
        &self,
        range: Range,
        today: NaiveDate,
        band: Band,
    ) -> impl Iterator<Item = (ModelTotals, bool)> {
        self.iter().map(move |member| {
            let ready = member.run.days.snow(band, today, |cm| range.contains(cm));
            if let Some(snow) = ready.filter(|_| !member.shared) {
                return (ModelTotals::from_units(snow), false);
            }
            let (mut own, mut dropped) = (ModelTotals::NONE, false);
            for (place, day) in self.calendar(member, today).into_iter().enumerate() {
                match day.and_then(|day| day.snow_cm.get(band).get()) {
                    Some(cm) if range.contains(cm) => own.enter(place, cm),
                    said => dropped |= said.is_some(),
                }
            }
            (own, dropped)
        })
    }

    /// Returns whether small gaps were repaired in a day of any member from `today` on.
    pub(super) fn gap_filled(&self, today: NaiveDate) -> bool {
        let filled = |run: &ModelRun| run.days.gap_filled_within(today, DAYS);
        self.iter().any(|member| {
            filled(member.run)
                || member.shared && self.snapshot.models.iter().filter(|run| member.counts(run)).any(filled)
        })
    }

    pub(super) fn table(&self, policy: &Policy, today: NaiveDate) -> Table<'a> {
        let mut table = Table {
            days: [[None; MAX_MODELS]; DAYS],
            weights: [[0.0; MAX_MODELS]; 3],
            early_days: policy.early_days,
            late_days: policy.late_days,
            members: 0,
        };
        for (place, member) in self.iter().enumerate() {
            for (row, day) in table.days.iter_mut().zip(self.calendar(member, today)) {
                row.iter_mut().skip(place).take(1).for_each(|cell| *cell = day);
            }
            for (row, weight) in table.weights.iter_mut().zip(member.weights()) {
                row.iter_mut().skip(place).take(1).for_each(|cell| *cell = weight);
            }
            table.members += 1;
        }
        table
    }

    fn calendar(&self, member: &Member<'a>, today: NaiveDate) -> [Option<&'a HeldDay>; DAYS] {
        let mut calendar = Calendar { today, days: [None; DAYS], contradicted: 0 };
        if member.shared {
            let runs = self.snapshot.models.iter().filter(|run| member.counts(run));
            runs.for_each(|run| calendar.enter(run));
        } else if let Some(ahead) = member.run.days.in_order_after(today) {
            let (skipped, at) = (usize::try_from(-ahead).unwrap_or(0), usize::try_from(ahead).unwrap_or(0));
            let placed = calendar.days.iter_mut().skip(at).zip(member.run.days.held().iter().skip(skipped));
            placed.for_each(|(place, day)| *place = Some(day));
        } else {
            calendar.enter(member.run);
        }
        calendar.days
    }
}

/// The days of one member while the table is filled.
struct Calendar<'a> {
    today: NaiveDate,
    days: [Option<&'a HeldDay>; DAYS],
    /// Bit mask of the days on which the member contradicts itself.
    contradicted: u16,
}

impl<'a> Calendar<'a> {
    fn enter(&mut self, run: &'a ModelRun) {
        for day in run.days.held() {
            let index = usize::try_from(day.date.signed_duration_since(self.today).num_days());
            let Some((index, cell)) = index.ok().and_then(|index| Some((index, self.days.get_mut(index)?)))
            else {
                continue;
            };
            match cell {
                _ if self.contradicted >> index & 1 == 1 => {}
                None => *cell = Some(day),
                Some(held) if *held == day => {}
                Some(_) => {
                    *cell = None;
                    self.contradicted |= 1 << index;
                }
            }
        }
    }
}

/// The days of the members, by day and position.
pub(super) struct Table<'a> {
    days: [[Option<&'a HeldDay>; MAX_MODELS]; DAYS],
    /// Weights by learnt range of days.
    weights: [[f64; MAX_MODELS]; 3],
    early_days: usize,
    late_days: usize,
    members: usize,
}

impl Table<'_> {
    /// Returns the blend of one quantity of one day.
    pub(super) fn blended(
        &self,
        policy: &Policy,
        pool: &mut Pool,
        day: usize,
        range: Range,
        pick: impl Fn(&HeldDay) -> Option<f64>,
    ) -> Option<f64> {
        pool.clear();
        for (said, weight) in self.of_day(day)? {
            pool.offer(said.and_then(&pick), weight, range);
        }
        pool.blend(policy)
    }

    /// Returns the mean wind of one day, with its direction.
    pub(super) fn wind(&self, policy: &Policy, day: usize) -> Option<MeanWind> {
        let said = self.of_day(day)?.filter_map(|(said, weight)| Some((said?.wind()?, weight)));
        MeanWind::mean(said.filter(|(wind, _)| policy.plausible_wind_mps.contains(wind.speed_mps)))
    }

    /// Returns what each member reports for a day, with its weight on that day.
    fn of_day(&self, day: usize) -> Option<impl Iterator<Item = (Option<&HeldDay>, f64)>> {
        let [early, late, far] = &self.weights;
        let weights = match day {
            _ if day < self.early_days => early,
            _ if day < self.late_days => late,
            _ => far,
        };
        let said = self.days.get(day)?.iter().copied();
        Some(said.zip(weights.iter().copied()).take(self.members))
    }
}

/// The weight of each member by day.
pub(super) struct DayWeights {
    by_member: [[f64; 3]; MAX_MODELS],
    /// Index of the weight that applies on each day.
    parts: [u8; DAYS],
}

impl DayWeights {
    /// Returns the weight of a member on each day, multiplied by its factor in each half of the horizon, and 0 on days
    /// without a bit in `known`.
    pub(super) fn for_member(&self, place: usize, [week, rest]: [f64; 2], known: u16) -> [f64; DAYS] {
        let [early, late, far] = self.of_parts(place);
        // One more than needed, so that two bits are a valid index.
        let weights = [early, late, far, far];
        let weight = |part: u8| weights.get(usize::from(part & 3)).copied().unwrap_or(far);
        let mut days = self.parts.map(weight);
        let (first, then) = days.split_at_mut(WEEK);
        first.iter_mut().for_each(|weight| *weight *= week);
        then.iter_mut().for_each(|weight| *weight *= rest);
        if known != days_before(DAYS) {
            let unknown = days.iter_mut().enumerate().filter(|(day, _)| known >> day & 1 == 0);
            unknown.for_each(|(_, weight)| *weight = 0.0);
        }
        days
    }

    /// Returns the weight of a member over all days.
    pub(super) fn over_all(&self, place: usize) -> f64 {
        self.of_parts(place).iter().sum()
    }

    fn of_parts(&self, place: usize) -> [f64; 3] {
        self.by_member.get(place).copied().unwrap_or([0.0; 3])
    }
}
