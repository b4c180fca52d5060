//! Metrics of the process under the names that client libraries of Prometheus use. They are read from `/proc` at each
//! scrape; other systems export only the start time and the clock.

use std::fmt;
use std::fs;

use conditions_core::time::Timestamp;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::DescriptorEncoder;
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;

use super::table;
use crate::clock;

/// Exports the process that started at this time.
#[derive(Debug)]
pub(super) struct ProcessSeries(pub(super) Timestamp);

impl Collector for ProcessSeries {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), fmt::Error> {
        let read = |file| fs::read_to_string(file).ok();
        let cpu = read("/proc/self/stat").and_then(|stat| cpu_ticks(&stat)).map(seconds);
        if let Some(seconds) = cpu {
            table::PROCESS_CPU.export(&mut encoder, &ConstCounter::new(seconds))?;
        }
        let status = read("/proc/self/status").unwrap_or_default();
        let kibibytes = |field| of_status(&status, field).map(|number| number * 1_024);
        let open = fs::read_dir("/proc/self/fd").ok().map(|entries| entries.count() as u64);
        let limits = read("/proc/self/limits").and_then(|limits| most_files(&limits));
        let gauges = [
            (table::PROCESS_RESIDENT, kibibytes("VmRSS")),
            (table::PROCESS_VIRTUAL, kibibytes("VmSize")),
            (table::PROCESS_THREADS, of_status(&status, "Threads")),
            (table::PROCESS_OPEN_FDS, open),
            (table::PROCESS_MAX_FDS, limits),
        ];
        for (metric, value) in gauges {
            if let Some(value) = value {
                metric.export(&mut encoder, &ConstGauge::new(value as f64))?;
            }
        }
        let seconds = |at: Timestamp| ConstGauge::new(at.millis() as f64 / 1_000.0);
        table::CLOCK.export(&mut encoder, &seconds(clock::now()))?;
        table::PROCESS_START.export(&mut encoder, &seconds(self.0))
    }
}

#[cfg(unix)]
fn seconds(ticks: u64) -> f64 {
    ticks as f64 / rustix::param::clock_ticks_per_second() as f64
}

/// Linux reports times to programs in hundredths of a second.
#[cfg(not(unix))]
fn seconds(ticks: u64) -> f64 {
    ticks as f64 / 100.0
}

/// Returns the user and system time in clock ticks, from `/proc/self/stat`. The name of the program, in brackets, may
/// contain spaces and brackets.
fn cpu_ticks(stat: &str) -> Option<u64> {
    let (_, fields) = stat.rsplit_once(')')?;
    let mut times = fields.split_whitespace().skip(11).map_while(|field| field.parse::<u64>().ok());
    Some(times.next()? + times.next()?)
}

/// Returns the number of a field of `/proc/self/status`.
fn of_status(status: &str, field: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(field)?.strip_prefix(':'))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Returns the soft limit of open files, from `/proc/self/limits`; `None` if it is unlimited.
fn most_files(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests;
