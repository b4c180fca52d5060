//! Snow depth per elevation band. Bands are resolved independently and never interpolated.
//!
//! Implements the specification's `depth` and `contract-decisions` 4. A band is null if no evidence names it, and "not
//! reported" if evidence names it but none is usable. For the modelled depth, every band uses the snowpack model if the
//! season's weather is known. Otherwise mid mountain uses the weather models' own depth, because they are queried for
//! that elevation. Divergence is flagged between values of one band that are both within their time to live: an old
//! value that differs has aged, not diverged.

use crate::case::Case;
use crate::choose::{Candidate, Leader, Selection, rank};
use crate::evidence::{Claim, PerBand};
use crate::field::Field;
use crate::flags::FlagSet;
use crate::forecast::{self, Members};
use crate::freshness::{FieldClass, Reach};
use crate::plausible;
use crate::policy::Policy;
use crate::record::{Band, DepthProfile, Flag};
use crate::short_list::ShortList;
use crate::source::Kind;
use crate::stations::{self, BandStation};
use crate::topics::Topic;
use crate::trace::{ConsideredEvidence, Trace, Usability};
use crate::units::Tenths;

/// The bands, base first: the order of preference for the headline.
pub(crate) const BASE_FIRST: [Band; 3] = [Band::Base, Band::Mid, Band::Summit];

/// The depth chosen for one band.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BandReading<'a> {
    pub(crate) band: Band,
    /// Published depth, in centimetres.
    pub(crate) cm: Tenths,
    /// The evidence for the depth.
    pub(crate) chosen: Selection<'a, f64>,
}

impl BandReading<'_> {
    /// Returns the kind of the evidence.
    pub(crate) const fn kind(&self) -> Kind {
        self.chosen.candidate.kind
    }

    /// Returns whether the resort or a station measured the depth within its time to live.
    pub(crate) const fn is_fresh_measured(&self) -> bool {
        self.kind().is_measured() && self.chosen.step.is_fresh()
    }

    /// Returns the published field.
    pub(crate) fn field(&self) -> Field<Tenths> {
        self.chosen.field(|_| Some(self.cm))
    }
}

/// The resolved depth of one band.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BandDepth<'a> {
    /// Whether any evidence names the band.
    named: bool,
    reading: Option<BandReading<'a>>,
}

/// The resolved depth of every band.
pub(crate) type Depths<'a> = PerBand<BandDepth<'a>>;

impl<'a> Depths<'a> {
    pub(crate) fn reading(&self, band: Band) -> Option<BandReading<'a>> {
        self.get(band).reading
    }

    /// Returns the contract's `depth`.
    pub(crate) fn publish(&self) -> DepthProfile {
        let field = |band: BandDepth<'_>| {
            band.named.then(|| band.reading.map_or_else(Field::not_reported, |reading| reading.field()))
        };
        DepthProfile { base: field(self.base), mid: field(self.mid), summit: field(self.summit) }
    }
}

/// Chooses the depth of each band and flags divergence.
pub(crate) fn resolve<'a, T: Trace>(
    case: Case<'a>,
    members: Option<&Members<'_>>,
    flags: &mut FlagSet,
    trace: &mut T,
) -> Depths<'a> {
    let model = members.and_then(|members| {
        let own = forecast::depth_of(case.policy, members);
        // If no model has a better depth, the implausible one is passed on, so that the choice drops and flags it.
        let (cm, agreement) =
            own.or_else(|| Some((forecast::implausible_depth(case.policy, members)?, None)))?;
        Some(Candidate::model(cm, members.captured_at(), agreement))
    });
    let mut stations =
        ShortList::from_entries(stations::band_depths(case.policy, case.profile, &case.evidence.stations));
    stations.sort_by(BandStation::better_first);
    let mut band = |band, name| {
        let primary = primary(case, band, &stations, flags, trace);
        let ours = case.evidence.snowpack.as_ref().and_then(|snow| {
            // A single model has no agreement.
            Some(Candidate::model(snow.depth_cm.get(band)?, snow.at, None))
        });
        let model = ours.or_else(|| model.filter(|_| band == Band::Mid));
        let evidence = BandEvidence { case, band, stations: &stations, primary, model };
        one_band(&evidence, name, flags, trace)
    };
    PerBand {
        base: band(Band::Base, "depth.base"),
        mid: band(Band::Mid, "depth.mid"),
        summit: band(Band::Summit, "depth.summit"),
    }
}

/// Returns the station from which a band's depth is read: among those that reported within their time to live, the one
/// that fits best by height and distance. It stays the same station for as long as it reports.
///
/// Raises `stations_disagree` if another station of the band measures a very different depth.
fn primary<'a, T: Trace>(
    case: Case<'a>,
    band: Band,
    stations: &ShortList<BandStation<'a>>,
    flags: &mut FlagSet,
    trace: &mut T,
) -> Option<BandStation<'a>> {
    let reach = Reach::for_kind(case.policy, FieldClass::Depth, Kind::Station)?;
    let fresh = |station: &&BandStation<'a>| {
        let at = case.present.usable_time(case.policy, Some(station.reading.observed_at));
        station.band == band && at.is_some_and(|at| reach.is_fresh(case.present.age_of(at)))
    };
    let primary = *stations.iter().find(fresh)?;
    let considered =
        ConsideredEvidence { number: Some(primary.cm), ..ConsideredEvidence::reading(primary.reading) };
    trace.considered("depth.station", considered, Usability::Fresh);
    trace.chose("depth.station", "primary_of_the_band", Kind::Station);
    let others =
        stations.iter().filter(fresh).filter(|other| !other.reading.is_same_instrument(primary.reading));
    if others.into_iter().any(|other| diverges(case.policy, primary.cm, other.cm)) {
        flags.raise(&Flag::StationsDisagree);
    }
    Some(primary)
}

/// All the evidence for one band.
struct BandEvidence<'a, 'b> {
    case: Case<'a>,
    band: Band,
    stations: &'b ShortList<BandStation<'a>>,
    primary: Option<BandStation<'a>>,
    model: Option<Candidate<'a, f64>>,
}

impl<'a> BandEvidence<'a, '_> {
    /// Returns the depths claimed by observations.
    fn claimed(&self) -> impl Iterator<Item = Candidate<'a, f64>> {
        let band = self.band;
        self.case.claims(Topic::depth(band), move |claim| {
            if let Claim::Depth { band: named, cm } = claim { (*named == band).then_some(*cm) } else { None }
        })
    }

    /// Returns the depths measured by the band's primary station; if none reported recently, by any station that may
    /// represent the band.
    fn measured(&self) -> impl Iterator<Item = Candidate<'a, f64>> {
        let speaks = |station: &&BandStation<'a>| {
            station.band == self.band
                && self.primary.is_none_or(|primary| station.reading.is_same_instrument(primary.reading))
        };
        let stations = self.stations.iter().filter(speaks);
        stations.map(|own| Candidate::station(own.reading, own.cm).fitting(own.fit))
    }
}

fn one_band<'a, T: Trace>(
    spoken: &BandEvidence<'a, '_>,
    name: &'static str,
    flags: &mut FlagSet,
    trace: &mut T,
) -> BandDepth<'a> {
    let BandEvidence { case, band, .. } = *spoken;
    let question = case.question(FieldClass::Depth, name, plausible::depth);
    let mut named = false;
    let (mut leader, mut model, mut station) = (Leader::NONE, Leader::NONE, Leader::NONE);
    for mut candidate in spoken.claimed().chain(spoken.measured()).chain(spoken.model) {
        named = true;
        let Some(step) = rank(&question, &mut candidate, flags, trace) else { continue };
        leader.offer(&question, &candidate, step);
        // The best candidate of each kind that the resort's own value may be compared with.
        match candidate.kind {
            Kind::Model => model.offer(&question, &candidate, step),
            Kind::Station => station.offer(&question, &candidate, step),
            Kind::Operator | Kind::Scraped | Kind::Profile | Kind::Derived | Kind::None | Kind::Other => {}
        }
    }
    let reading = leader
        .chosen(&question, trace)
        .and_then(|chosen| Some(BandReading { band, cm: Tenths::new(chosen.candidate.value)?, chosen }));
    if let Some(operator) = reading.filter(|r| r.kind() == Kind::Operator && r.is_fresh_measured()) {
        let rivals = [(model, Flag::OperatorModelDivergence), (station, Flag::OperatorStationDivergence)];
        for (rival, flag) in rivals {
            let fresh = rival.get().filter(|rival| rival.step.is_fresh());
            if fresh.is_some_and(|rival| diverges(case.policy, operator.cm.get(), rival.candidate.value)) {
                flags.raise(&flag);
            }
        }
    }
    BandDepth { named, reading }
}

fn diverges(policy: &Policy, a: f64, b: f64) -> bool {
    let difference = (a - b).abs();
    difference > policy.divergence_fraction * a.max(b) && difference > policy.divergence_cm
}
