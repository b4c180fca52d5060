//! The `snow-conditions` program.

use std::process::ExitCode;

use mimalloc::MiMalloc;
use zeroizing_alloc::ZeroAlloc;

/// Wipes memory when it is given back: what callers send and are sent passes through buffers of libraries that know
/// nothing of secrets, and a dump of the memory would show it long after. What is wiped goes back to the system after a
/// storm; the C library's allocator keeps the arenas of every thread at their largest.
#[global_allocator]
static WIPING: ZeroAlloc<MiMalloc> = ZeroAlloc(MiMalloc);

fn main() -> ExitCode {
    server::cli::run()
}
