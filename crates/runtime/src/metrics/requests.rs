//! Metrics of requests by interface. Each series exists from the start, so a request costs one observation and no
//! look-up.

use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use super::table;

/// Upper bounds of the buckets, in seconds.
const BUCKETS: [f64; 8] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];
/// Duration above which a request is slow.
pub const SLOW: Duration = Duration::from_millis(250);

/// Interface to which a route belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interface {
    Api,
    Pages,
    Connector,
    Accounts,
    Operators,
    /// Health, metrics and documents about the service.
    Service,
}

impl Interface {
    const ALL: [Self; 6] =
        [Self::Api, Self::Pages, Self::Connector, Self::Accounts, Self::Operators, Self::Service];

    /// Returns its name in labels and in the log.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Api => "api",
            Self::Pages => "pages",
            Self::Connector => "connector",
            Self::Accounts => "accounts",
            Self::Operators => "operators",
            Self::Service => "service",
        }
    }
}

/// Purpose of a request. The connector sends its reads by POST, so the method alone does not decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    Read,
    Write,
}

impl Access {
    const ALL: [Self; 2] = [Self::Read, Self::Write];

    const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Labels {
    interface: &'static str,
    access: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct SlowLabels {
    interface: &'static str,
}

/// Series of one interface and purpose.
#[derive(Debug)]
struct Series {
    seconds: Histogram,
    failures: Counter,
    slow: Counter,
}

/// The series of every interface and purpose.
#[derive(Debug)]
pub(super) struct RequestSeries {
    /// In the order of [`Interface::ALL`], reads before writes.
    series: Vec<Series>,
}

impl RequestSeries {
    pub(super) fn register(registry: &mut Registry) -> Self {
        let seconds = Family::<Labels, Histogram, fn() -> Histogram>::new_with_constructor(histogram);
        let failures = Family::<Labels, Counter>::default();
        let slow = Family::<SlowLabels, Counter>::default();
        table::HTTP_SECONDS.register(registry, seconds.clone());
        table::HTTP_FAILURES.register(registry, failures.clone());
        table::HTTP_SLOW.register(registry, slow.clone());
        let pairs = Interface::ALL.into_iter().flat_map(|one| Access::ALL.map(|access| (one, access)));
        let series = pairs.map(|(interface, access)| {
            let labels = Labels { interface: interface.name(), access: access.name() };
            Series {
                seconds: seconds.get_or_create_owned(&labels),
                failures: failures.get_or_create_owned(&labels),
                slow: slow.get_or_create_owned(&SlowLabels { interface: interface.name() }),
            }
        });
        Self { series: series.collect() }
    }

    pub(super) fn count(&self, interface: Interface, access: Access, status: u16, elapsed: Duration) {
        let Some(series) = self.series.get(interface as usize * Access::ALL.len() + access as usize) else {
            return;
        };
        series.seconds.observe(elapsed.as_secs_f64());
        if status >= 500 {
            series.failures.inc();
        }
        if elapsed > SLOW {
            series.slow.inc();
        }
    }
}

fn histogram() -> Histogram {
    Histogram::new(BUCKETS)
}

#[cfg(test)]
mod tests;
