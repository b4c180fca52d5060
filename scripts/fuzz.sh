#!/usr/bin/env bash
# Fuzzes every parser of external bytes: fuzz/README.md. Usage: fuzz.sh [SECONDS [TARGET [FILE...]]]; 8 seconds each
# by default, 3 if SNOW_SHORT is set, 0 to build only; `fuzz.sh check` reports whether the targets compile. Each run
# starts with the same seed; SNOW_SEED=NUMBER selects another. Exit codes: 0 no findings, 1 a finding (the input is
# named), 3 no C++ compiler, or the fuzzer's crates cannot be fetched.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
seconds=${1:-$([ -n "${SNOW_SHORT:-}" ] && echo 3 || echo 8)}
only=${2:-}
[ $# -gt 2 ] && files=("${@:3}") || files=()
command -v c++ >/dev/null || {
  echo "$0: no C++ compiler" >&2
  exit 3
}
cargo fetch --quiet --manifest-path fuzz/Cargo.toml || {
  echo "$0: the fuzzer's crates cannot be fetched" >&2
  exit 3
}
if [ "$seconds" = check ]; then
  # In the workspace's folder, so that checked code is not checked again.
  CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target} exec cargo check --quiet --bins --manifest-path fuzz/Cargo.toml
fi
built=${SNOW_FUZZ_TARGET:-target/fuzz}
mkdir -p "$built"
# Counters of edges, comparisons and tables, as `cargo fuzz` sets them. The code has no unsafe blocks, so a sanitizer
# is not needed and the stable compiler suffices.
coverage="--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
  -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
  -Cllvm-args=-sanitizer-coverage-trace-compares"
host=$(rustc -vV | sed -n 's/^host: //p')
# If a target is named, build scripts and macros are built without the counters.
RUSTFLAGS=$coverage CARGO_TARGET_DIR=$built cargo build --quiet --release --target "$host" --manifest-path fuzz/Cargo.toml
[ "$seconds" = 0 ] && exit 0
status=0
for source in fuzz/src/bin/*.rs; do
  target=$(basename "$source" .rs)
  [ -n "$only" ] && [ "$only" != "$target" ] && continue
  program=$built/$host/release/$target
  if [ ${#files[@]} -gt 0 ]; then
    "$program" "${files[@]}" || status=1
    continue
  fi
  found=$built/found/$target
  mkdir -p "$found" "$built/artifacts/$target"
  # An input that takes ten seconds or half a gigabyte is a finding too.
  "$program" -seed="${SNOW_SEED:-1}" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=512 -max_len=65536 -print_final_stats=1 -verbosity=0 \
    -artifact_prefix="$built/artifacts/$target/" "$found" "fuzz/corpus/$target" >"$built/$target.log" 2>&1 || {
    status=1
    tail -n 40 "$built/$target.log" >&2
  }
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$built/$target.log")
  echo "$target: ${runs:-?} inputs in $seconds s"
done
exit $status
