//! The resource use of a process, as Linux counts it.

use std::fs;
use std::time::Duration;

/// Ticks per second in `/proc/<id>/stat`: fixed by the kernel's interface (`USER_HZ`).
const TICKS: u64 = 100;

/// Returns the processor time of a process and of its reaped children.
pub(crate) fn processor(id: u32) -> Result<Duration, String> {
    let stat = read(id, "stat")?;
    // The name may contain blanks; it ends with the last bracket.
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |index: usize| fields.get(index).and_then(|field| field.parse::<u64>().ok()).unwrap_or(0);
    // utime and stime are the 14th and 15th, the state is the third.
    Ok(Duration::from_millis((ticks(11) + ticks(12)) * 1_000 / TICKS))
}

/// Returns the processor time of all processes with a name on this machine. A finished child counts with its parent.
pub(crate) fn processor_of(name: &str) -> Duration {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let named = ids.filter(|id| read(*id, "comm").is_ok_and(|comm| comm.trim_end() == name));
    named.filter_map(|id| processor(id).ok()).sum()
}

/// Returns memory in use, and the maximum since [`forget_most`], KiB.
pub(crate) fn memory(id: u32) -> Result<(u64, u64), String> {
    let status = read(id, "status")?;
    let value = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse().ok()
    };
    value("VmRSS:").zip(value("VmHWM:")).ok_or_else(|| format!("process {id} shows no memory"))
}

/// Returns the number of open sockets.
pub(crate) fn sockets(id: u32) -> Result<usize, String> {
    let folder = format!("/proc/{id}/fd");
    let files = fs::read_dir(&folder).map_err(|error| format!("{folder}: {error}"))?.flatten();
    let targets = files.filter_map(|file| fs::read_link(file.path()).ok());
    Ok(targets.filter(|target| target.to_string_lossy().starts_with("socket:")).count())
}

/// Resets the maximum memory.
pub(crate) fn forget_most(id: u32) -> Result<(), String> {
    fs::write(format!("/proc/{id}/clear_refs"), "5").map_err(|error| format!("clear_refs: {error}"))
}

fn read(id: u32, file: &str) -> Result<String, String> {
    let path = format!("/proc/{id}/{file}");
    fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))
}
