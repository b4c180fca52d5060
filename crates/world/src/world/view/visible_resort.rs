//! One resort as a caller sees it: reference data, record and forecast, each without the data withheld from the caller.

use std::borrow::Cow;

use catalogue::Resort;
use catalogue::passes::Pass;
use climate::{QuantileMap, StationMap, Winters};
use conditions_core::evidence::{Evidence, Origin, Profile};
use conditions_core::forecast::{self, Comparison, Storm};
use conditions_core::record::{Band, DailyRow, MeasuredNow, Record, Resolution};
use conditions_core::resolve_with;
use conditions_core::score::Score;
use conditions_core::trace::Explanation;
use operators::checks::Deepest;

use super::View;
use crate::credits::SourceFamilies;
use crate::explanation::{self, FieldExplanation};
use crate::pictures::Camera;
use crate::world::{OPEN_DAYS, State};

/// The reports of the resort that count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReportFilter {
    /// All published reports.
    Published,
    /// Reports without doubtful values that can still be undone.
    Listed,
    /// Reports that can no longer be undone.
    Settled,
}

/// One resort as the caller may see it.
#[derive(Debug, Clone, Copy)]
pub struct VisibleResort<'w> {
    pub(super) state: &'w State,
    pub(super) position: usize,
    pub(super) stage: ReportFilter,
    pub(in crate::world) view: View<'w>,
}

impl<'w> VisibleResort<'w> {
    pub(super) const fn new(state: &'w State, position: usize, stage: ReportFilter, view: View<'w>) -> Self {
        Self { state, position, stage, view }
    }

    /// Returns the view that it is seen in.
    #[must_use]
    pub const fn view(&self) -> View<'w> {
        self.view
    }

    /// Returns the position among [`View::resorts`], which indexes the world's tables.
    #[must_use]
    pub const fn position(&self) -> usize {
        self.position
    }

    /// Returns the reference data.
    #[must_use]
    pub fn resort(&self) -> &'w Resort {
        &self.state.held.resort
    }

    /// Returns the avalanche warning region of the resort, if known.
    #[must_use]
    pub fn avalanche_region(&self) -> Option<&'w str> {
        self.state.held.avalanche_region.as_deref()
    }

    /// Returns the ski passes that are valid there.
    pub fn passes(&self) -> impl Iterator<Item = &'static Pass> + use<'w> {
        self.view.passes().at(&self.resort().slug)
    }

    /// Returns whether a ski pass is valid there; true for `None`, so that it works as a filter.
    #[must_use]
    pub fn is_on(&self, pass: Option<&Pass>) -> bool {
        pass.is_none_or(|pass| self.passes().any(|own| own.id == pass.id))
    }

    /// Returns the reference data in the form that the resolver needs.
    #[must_use]
    pub fn profile(&self) -> &'w Profile {
        &self.state.held.profile
    }

    /// Returns the evidence for the record.
    #[must_use]
    pub fn evidence(&self) -> &'w Evidence {
        &self.state.held.evidence
    }

    /// Returns the configured cameras of the resort.
    pub fn cameras(&self) -> impl Iterator<Item = &'w Camera> + use<'w> {
        let slug = &self.resort().slug;
        self.view.service().cameras.iter().filter(move |camera| camera.slug == *slug)
    }

    /// Returns the past winters.
    #[must_use]
    pub fn winters(&self) -> &'w Winters {
        &self.state.held.winters
    }

    /// Returns the deepest days of past winters: its own, or else those of its country's resorts.
    #[must_use]
    pub fn deepest(&self) -> Deepest {
        let own_cm = self.winters().deepest_cm().map(f64::from);
        let of_country = || {
            let others =
                self.view.world.resorts().filter(|held| held.resort.country == self.resort().country);
            others.filter_map(|held| held.winters.deepest_cm()).max().map(f64::from)
        };
        Deepest { own_cm, country_cm: if own_cm.is_some() { None } else { of_country() } }
    }

    /// Returns the station that past winters are mapped to, the map, and the sources of an answer with it. `None` if
    /// they are not mapped, if the map was made for other winters, or if its network is not credited because it was
    /// switched off.
    #[must_use]
    pub fn mapped(&self) -> Option<(&'w StationMap, &'w QuantileMap, SourceFamilies)> {
        let mapped = self.state.held.mapped.as_deref()?;
        let carries = self.view.service().credits.network(&mapped.network)?;
        Some((mapped, mapped.map_for(self.winters())?, carries))
    }

    /// Returns whether the caller sees days 8–14 here.
    #[must_use]
    pub fn sees_14_days(&self) -> bool {
        let sees = self.view.caller.sees_14_days(&self.state.held.resort.slug);
        if let Some(asked) = self.view.asked {
            asked.note(self.position, sees);
        }
        sees
    }

    /// Returns the number of forecast days that the caller sees here, from today on.
    #[must_use]
    pub fn visible_days(&self) -> usize {
        if self.sees_14_days() { forecast::DAYS } else { OPEN_DAYS }
    }

    /// Returns the resolution without data withheld from the caller. The time and the ages of stations in it are those
    /// of an earlier world if nothing else changed since; [`Self::record`] and [`Self::measured_now`] have those of this
    /// world.
    #[must_use]
    pub fn resolution(&self) -> &'w Resolution {
        let resolved = self.resolved();
        if self.sees_14_days() { &resolved.full } else { &resolved.open }
    }

    /// Returns the record, with the time of the world.
    #[must_use]
    pub fn record(&self) -> Cow<'w, Record> {
        let (record, now) = (&self.resolution().record, self.view.as_of());
        let mut dated = Cow::Borrowed(record);
        if record.resolved_at != now {
            dated.to_mut().resolved_at = now;
        }
        dated
    }

    /// Returns the measurements of stations, with their ages at the time of the world.
    #[must_use]
    pub fn measured_now(&self) -> Option<Cow<'w, MeasuredNow>> {
        let (resolution, now) = (self.resolution(), self.view.as_of());
        let measured = resolution.measured_now.as_ref()?;
        Some(if resolution.record.resolved_at == now {
            Cow::Borrowed(measured)
        } else {
            Cow::Owned(measured.clone().aged(now))
        })
    }

    /// Returns the storms of the days that the caller sees, earliest first; `None` without a usable forecast.
    #[must_use]
    pub fn storms(&self) -> Option<&'w [Storm]> {
        let storms = &self.state.storms;
        if self.sees_14_days() { storms.full.as_deref() } else { storms.open.as_deref() }
    }

    /// Returns the snow score.
    #[must_use]
    pub fn score(&self) -> &'w Score {
        &self.resolved().score
    }

    /// Explains each field with the evidence considered and the rule that decided, by resolving again with a trace.
    #[must_use]
    pub fn explanation(&self) -> Vec<FieldExplanation> {
        let (held, world) = (&self.state.held, self.view.world);
        let mut heard = Explanation::default();
        let _ = resolve_with(world.as_of, &world.policy, &held.profile, &held.evidence, &mut heard);
        explanation::by_field(heard, self.sees_14_days())
    }

    /// Returns fourteen daily rows of a band; rows 8–14 are withheld if the caller may not see them. Their first day is
    /// that of the record, not of the request: otherwise an answer in the minute after midnight would show rows that do
    /// not add up to its own `next7dCm`.
    #[must_use]
    pub fn days(&self, band: Band) -> [DailyRow; 14] {
        let mut days = self.all_days(band);
        if !self.sees_14_days() {
            for day in days.iter_mut().skip(OPEN_DAYS) {
                *day = DailyRow::unknown(day.date);
                day.pro_required = true;
            }
        }
        days
    }

    /// Returns the daily rows of a band without withholding any.
    fn all_days(&self, band: Band) -> [DailyRow; forecast::DAYS] {
        let (held, world) = (&self.state.held, self.view.world);
        let blended = |band| {
            let snapshot = held.evidence.forecast.as_ref();
            forecast::daily(world.as_of, &world.policy, &held.profile, snapshot, band)
        };
        match band {
            Band::Mid => self.state.mid.get_or_init(|| Box::new(blended(band))).as_ref().clone(),
            Band::Base | Band::Summit => blended(band),
        }
    }

    /// Returns the snowfall distributions for [`VisibleResort::days`]; days and totals that the caller may not see are
    /// missing.
    #[must_use]
    pub fn chances(&self, band: Band) -> forecast::Outlook {
        let mut outlook = forecast::outlook(&self.view.world.policy, &self.all_days(band));
        if !self.sees_14_days() {
            outlook.days.iter_mut().skip(OPEN_DAYS).for_each(|day| *day = None);
            let long =
                outlook.totals.iter_mut().zip(forecast::STRETCHES).filter(|(_, days)| *days > OPEN_DAYS);
            long.for_each(|(total, _)| *total = None);
        }
        outlook
    }

    /// Compares the weather models from the same first day as [`VisibleResort::days`]; `None` without a usable
    /// forecast.
    #[must_use]
    pub fn models(&self) -> Option<Comparison> {
        let (held, world) = (&self.state.held, self.view.world);
        forecast::compare(world.as_of, &world.policy, &held.profile, held.evidence.forecast.as_ref())
    }

    /// Returns the sources of an answer with this resort's conditions: reference data, the weather models if they were
    /// queried, the networks whose stations contribute, and the resort's own feed if it contributes.
    #[must_use]
    pub fn carries(&self) -> SourceFamilies {
        let evidence = &self.state.held.evidence;
        let book = &self.view.world.service.credits;
        let networks = evidence.stations.iter().filter_map(|reading| book.network(&reading.network));
        let slug = &self.state.held.resort.slug;
        let feeds = evidence.observations.iter().filter_map(|observation| match &observation.origin {
            Origin::Scraped { label: Some(lane), .. } => book.feed(slug, lane),
            Origin::Scraped { label: None, .. }
            | Origin::Operator
            | Origin::Station { .. }
            | Origin::Model { .. }
            | Origin::Profile => None,
        });
        let has_climate = evidence.climate.is_some() || evidence.snowpack.is_some();
        let others = SourceFamilies::CATALOGUE
            .and_if(SourceFamilies::FORECAST, self.has_forecast())
            .and_if(SourceFamilies::CLIMATE, has_climate);
        networks.chain(feeds).fold(others, SourceFamilies::and)
    }

    /// Returns whether the answer contains weather-model data.
    #[must_use]
    pub fn has_forecast(&self) -> bool {
        self.state.held.evidence.forecast.is_some()
    }
}
