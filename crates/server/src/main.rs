//! The `snow-conditions` program.

use std::alloc::System;
use std::process::ExitCode;

use zeroizing_alloc::ZeroAlloc;

/// Wipes memory when it is given back: what callers send and are sent passes through buffers of libraries that know
/// nothing of secrets, and a dump of the memory would show it long after.
#[global_allocator]
static WIPING: ZeroAlloc<System> = ZeroAlloc(System);

fn main() -> ExitCode {
    server::cli::run()
}
