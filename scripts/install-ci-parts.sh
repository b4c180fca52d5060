#!/usr/bin/env bash
# What the checks use beyond Rust: the official suite and clients for the connector (scripts/install-connector-parts.sh),
# Chromium for its cards (scripts/install-browser-parts.sh), and on Debian and its kin PostgreSQL for the storage tests and valgrind for the bench gate. Installs only what is
# missing; run as root for the latter two. nginx and Caddy, too, with the service's configurations for them.
set -euo pipefail
# The connector's check lists what of these could not be had.
bash "$(dirname "$0")/install-connector-parts.sh" || true
# Chromium for the cards; without it their check is listed as not tried.
timeout --kill-after=30s 10m bash "$(dirname "$0")/install-browser-parts.sh" || true
# What the dependencies may be (deny.toml); it takes minutes to build: SNOW_INSTALL_DENY=1 asks for it.
if [ -n "${SNOW_INSTALL_DENY:-}" ] && ! command -v cargo-deny >/dev/null; then
  timeout --kill-after=30s 15m cargo install --quiet --locked cargo-deny@0.20.2 || true
fi
missing=()
command -v valgrind >/dev/null || missing+=(valgrind)
if ! command -v initdb >/dev/null && ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then
  missing+=(postgresql)
fi
# In front of the service (scripts/proxies.sh).
command -v nginx >/dev/null || missing+=(nginx-light)
command -v caddy >/dev/null || missing+=(caddy)
if [ ${#missing[@]} -eq 0 ]; then
  echo "$0: nothing is missing" >&2
  exit 0
fi
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo "$0: install these yourself: ${missing[*]}" >&2
  exit 1
fi
# The checks start a server of their own.
mkdir -p /etc/postgresql-common
[ -e /etc/postgresql-common/createcluster.conf ] ||
  echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
# Nothing of what is installed here is started.
if [ ! -e /usr/sbin/policy-rc.d ]; then
  printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
  chmod +x /usr/sbin/policy-rc.d
  trap 'rm -f /usr/sbin/policy-rc.d' EXIT
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
