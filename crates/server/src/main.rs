//! The `snow-conditions` program.

use std::process::ExitCode;

use mimalloc::MiMalloc;
use zeroizing_alloc::ZeroAlloc;

/// Wipes memory when it is freed: requests and answers pass through buffers of libraries that do not handle secrets
/// specially, and a memory dump would show them long after. The allocator returns freed memory to the system after a
/// burst; the C library's allocator keeps the arenas of every thread at their largest.
#[global_allocator]
static WIPING: ZeroAlloc<MiMalloc> = ZeroAlloc(MiMalloc);

fn main() -> ExitCode {
    server::cli::run()
}
