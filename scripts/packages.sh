#!/usr/bin/env bash
# Packs the built program twice, compares the bytes, and uses each package as its users do: installs the Debian package,
# upgrades and removes it, and runs the container image without privileges on a read-only root. Needs root for the
# installation and the container; a part that cannot run is listed as `not tried: …`.
#
#   scripts/packages.sh [PROGRAM]                  the program; default: the debug build
#   scripts/packages.sh reproducible [OPTION...]   compiles and packs the committed release in two folders and compares the
#                                                  bytes of all files, instead of the above. Takes two release builds;
#                                                  the options are those of `cargo xtask release`, such as --profile dev
#   SNOW_FRESH_ROOT=bookworm scripts/packages.sh   installs into a new Debian made by mmdebstrap, which needs a network,
#                                                  instead of a copy-on-write view of this machine
#   SNOW_FULL=1 scripts/packages.sh                compresses as a release does
#   SNOW_BUILT=1 scripts/packages.sh               uses the built tools
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-$PWD/target}

# The second folder has the committed sources; a change that is not committed would be reported as a difference.
reproducible() {
    if [ -n "$(git status --porcelain)" ]; then
        echo "$0: commit or remove these changes first:" >&2
        git status --short >&2
        exit 1
    fi
    [ -n "${SNOW_BUILT:-}" ] || cargo build --quiet -p xtask -p packaging
    local folder
    folder=$(mktemp -d)
    # Settings of the caller's builds that change what is compiled.
    if env -u CARGO_INCREMENTAL -u CARGO_ENCODED_RUSTFLAGS "$target/debug/xtask" release --twice build --out "$folder" "$@"; then
        (cd "$folder" && sha256sum --check --quiet SHA256SUMS)
        echo "-- two builds in two folders made the same bytes:"
        sed 's/^/   /' "$folder/SHA256SUMS"
        rm -rf "$folder"
    else
        rm -rf "$folder"
        echo "$0: the release is not reproducible, or was not built" >&2
        exit 1
    fi
}
if [ "${1:-}" = reproducible ]; then
    shift
    reproducible "$@"
    exit 0
fi

program=$(realpath "${1:-$target/debug/snow-conditions}")
[ -n "${SNOW_BUILT:-}" ] || cargo build --quiet -p xtask -p packaging
folder=$(mktemp -d)
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo --non-interactive)
trap '"${as_root[@]}" rm -rf "$folder" 2>/dev/null || rm -rf "$folder"' EXIT
out=$folder/packages
fast=--fast
[ -z "${SNOW_FULL:-}" ] || fast=
key=
if command -v minisign >/dev/null; then
    minisign -G -W -p "$folder/key.pub" -s "$folder/key" >/dev/null
    key=$folder/key
else
    echo "not tried: the signature: no minisign"
fi
SNOW_RELEASE_KEY=$key "$target/debug/xtask" release --program "$program" --out "$out" --twice pack $fast
echo "-- a second run in another folder made the same bytes"

(cd "$out" && sha256sum --check --quiet SHA256SUMS)
[ -z "$key" ] || minisign -V -q -p "$folder/key.pub" -m "$out/SHA256SUMS"
echo "-- checksums and signature are valid"

if [ "$(uname -s)" != Linux ] || ! "${as_root[@]}" true 2>/dev/null; then
    echo "not tried: installation and container: they need root on Linux"
    exit 0
fi
if command -v dpkg >/dev/null; then
    "${as_root[@]}" env SNOW_FRESH_ROOT="${SNOW_FRESH_ROOT:-}" bash scripts/packages/install.sh "$out"/*.deb "$folder/root"
else
    echo "not tried: the installation: no dpkg"
fi
if command -v python3 >/dev/null; then
    "${as_root[@]}" bash scripts/packages/container.sh "$out"/*.oci.tar "$folder/image"
else
    echo "not tried: the container: no python3"
fi
