#!/usr/bin/env bash
# Installs the requirements of the checks beyond Rust: the official suite and clients for the connector
# (scripts/install-connector-parts.sh), Chromium for cards and pages (scripts/install-browser-parts.sh), and on Debian
# and its derivatives PostgreSQL for the storage tests, valgrind and strace for the bench gate, nginx and Caddy for the
# service's proxy configurations, promtool for the alerting rules, and minisign and a font for its packages. Installs only what is missing; apt needs
# root. Usage: install-ci-parts.sh [NAME...]: the requirements of these parts of `.ci/run`, or only the packages
# `postgres`, `valgrind` and `proxies`, which need root, or `promtool`; without arguments
# everything.
set -euo pipefail
parts=" $* "
# Returns whether one of the given names was requested.
wants() {
  [ "$parts" != "  " ] || return 0
  local part
  for part in "$@"; do
    case "$parts" in *" $part "*) return 0 ;; esac
  done
  return 1
}
# The connector's check lists the parts that could not be installed. The tests use only the protocol's schemas from
# them.
if wants clients; then
  bash "$(dirname "$0")/install-connector-parts.sh" || true
elif wants unit integration; then
  SNOW_SKIP_RMCP=1 bash "$(dirname "$0")/install-connector-parts.sh" || true
fi
# Generators of client code; without them the step of third-party programs is listed as not tried.
if wants clients; then bash "$(dirname "$0")/install-strangers-parts.sh" || true; fi
# Chromium for cards and pages; without it their checks are listed as not tried.
if wants browsers; then timeout --kill-after=30s 10m bash "$(dirname "$0")/install-browser-parts.sh" || true; fi
# Checks the rules for dependencies (deny.toml); building it takes minutes, so it is installed only with
# SNOW_INSTALL_DENY=1.
if [ -n "${SNOW_INSTALL_DENY:-}" ] && ! command -v cargo-deny >/dev/null; then
  timeout --kill-after=30s 15m cargo install --quiet --locked cargo-deny@0.20.2 || true
fi
# Prometheus's tool that tests the alerting rules. Only this program is unpacked: the package would start a server.
promtool=${CARGO_TARGET_DIR:-target}/prometheus/usr/bin/promtool
if wants clients promtool && ! command -v promtool >/dev/null && [ ! -x "$(dirname "$0")/../$promtool" ] &&
  [ ! -x "$promtool" ] && command -v apt-get >/dev/null; then
  (
    cd "$(dirname "$0")/.."
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    [ "$(id -u)" != 0 ] || apt-get update -qq
    (cd "$folder" && apt-get download -qq prometheus)
    mkdir -p "$(dirname "$promtool")"
    dpkg --fsys-tarfile "$folder"/prometheus_*.deb | tar -xO ./usr/bin/promtool >"$promtool.new"
    chmod +x "$promtool.new"
    mv "$promtool.new" "$promtool"
  ) || echo "$0: promtool was not installed" >&2
fi
missing=()
if wants gate valgrind; then
  command -v valgrind >/dev/null || missing+=(valgrind)
  command -v strace >/dev/null || missing+=(strace)
fi
if wants unit integration clients faults postgres && ! command -v initdb >/dev/null && ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then
  missing+=(postgresql)
fi
# Proxies in front of the service (scripts/proxies.sh), and parts of its packages (scripts/packages.sh).
if wants clients proxies; then
  command -v nginx >/dev/null || missing+=(nginx-light)
  command -v caddy >/dev/null || missing+=(caddy)
  command -v minisign >/dev/null || missing+=(minisign)
  [ -e /usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf ] || missing+=(fonts-dejavu-core)
  [ -e /etc/ssl/certs/ca-certificates.crt ] || missing+=(ca-certificates)
fi
if [ ${#missing[@]} -eq 0 ]; then
  echo "$0: nothing is missing" >&2
  exit 0
fi
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo "$0: install these yourself: ${missing[*]}" >&2
  exit 1
fi
# The checks start their own server.
mkdir -p /etc/postgresql-common
[ -e /etc/postgresql-common/createcluster.conf ] ||
  echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
# Installed services are not started.
if [ ! -e /usr/sbin/policy-rc.d ]; then
  printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
  chmod +x /usr/sbin/policy-rc.d
  trap 'rm -f /usr/sbin/policy-rc.d' EXIT
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
