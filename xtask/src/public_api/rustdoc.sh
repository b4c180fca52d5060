#!/bin/sh
# rustdoc with its unstable options, for `cargo xtask public-api`.
RUSTC_BOOTSTRAP=1 exec rustdoc "$@"
