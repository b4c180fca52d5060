#!/usr/bin/env bash
# A private PostgreSQL for tests and development, on loopback, without durability.
#
#   scripts/postgres.sh start|stop|url [DIR] [PORT]
#
# start  makes a cluster in DIR when there is none, starts it when it is down, prints its URL
# stop   stops it; DIR stays
# url    prints the URL when it is up; exit 1 otherwise
#
# DIR  defaults to ${TMPDIR:-/tmp}/snow-postgres-<user id>; PORT to the one that DIR last ran on, else 54329.
# Runs as root (the server then runs as user postgres) and as a plain user. Uses the installed binaries, newest first
# (SNOW_POSTGRES_BIN names another folder); as root it installs Debian's package when there are none, unless
# SNOW_POSTGRES_INSTALL=never. With openssl at hand the server also speaks TLS, under an authority DIR/ca.crt.
# The URL is the only thing on standard output. Exit codes: 1 failed, 2 wrong usage, 3 no PostgreSQL.
set -euo pipefail

usage() {
  echo "usage: $0 start|stop|url [DIR] [PORT]" >&2
  exit 2
}

fail() {
  echo "$0: $1" >&2
  exit "${2:-1}"
}

find_binaries() {
  local candidate
  for candidate in "${SNOW_POSTGRES_BIN:-}" \
    $(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -rV) \
    "$(dirname "$(command -v pg_ctl 2>/dev/null || echo /nonexistent/pg_ctl)")"; do
    if [ -n "$candidate" ] && [ -x "$candidate/initdb" ] && [ -x "$candidate/pg_ctl" ]; then
      BIN=$candidate
      return 0
    fi
  done
  return 1
}

install_package() {
  if [ "${SNOW_POSTGRES_INSTALL:-}" = never ]; then
    fail "no PostgreSQL binaries" 3
  elif [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    fail "no PostgreSQL binaries: install them (Debian: apt-get install -y --no-install-recommends postgresql)" 3
  fi
  echo "$0: installing PostgreSQL" >&2
  mkdir -p /etc/postgresql-common
  if [ ! -e /etc/postgresql-common/createcluster.conf ]; then
    echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
  fi
  {
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends postgresql
  } >&2 || fail "could not install PostgreSQL" 3
}

# Without the lock (9): a server that inherits it would keep it for its whole life.
as_server() {
  if [ "$(id -u)" = 0 ]; then
    setpriv --reuid=postgres --regid=postgres --init-groups --reset-env "$@" 9>&-
  else
    "$@" 9>&-
  fi
}

running() {
  [ -s "$DATA/PG_VERSION" ] && as_server "$BIN/pg_ctl" -D "$DATA" status >/dev/null 2>&1
}

# The port is the fourth line of the server's own lock file, which is valid while the server runs.
port_in_use() {
  sed -n 4p "$DATA/postmaster.pid"
}

print_url() {
  echo "postgres://postgres@127.0.0.1:$1/postgres"
}

make_cluster() {
  mkdir -p "$DIR"
  if [ "$(id -u)" = 0 ]; then chown postgres "$DIR"; fi
  if [ ! -s "$DATA/PG_VERSION" ]; then
    as_server "$BIN/initdb" -D "$DATA" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync >/dev/null
  fi
  if [ ! -s "$DATA/server.crt" ] && command -v openssl >/dev/null; then make_certificates; fi
}

make_certificates() {
  as_server bash -euo pipefail -c '
    umask 077
    cd "$1"
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 \
      -subj "/CN=snow test authority" -keyout ca.key -out ca.crt
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes \
      -subj "/CN=localhost" -keyout data/server.key -out server.csr
    printf "subjectAltName=DNS:localhost,IP:127.0.0.1\nbasicConstraints=CA:FALSE\n" >server.ext
    openssl x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 3650 \
      -extfile server.ext -out data/server.crt
    rm -f server.csr server.ext ca.srl
    chmod 644 ca.crt
  ' _ "$DIR" >/dev/null 2>&1 || rm -f "$DATA/server.crt" "$DATA/server.key"
}

start() {
  find_binaries || { install_package && find_binaries; } || fail "no PostgreSQL binaries" 3
  if running; then
    print_url "$(port_in_use)"
    return
  fi
  make_cluster
  local port=${PORT:-$(cat "$DIR/port" 2>/dev/null || echo 54329)} ssl=off
  if [ -s "$DATA/server.crt" ]; then ssl=on; fi
  as_server "$BIN/pg_ctl" -D "$DATA" -w -t 30 -s -l "$DIR/log" -o "-c listen_addresses=127.0.0.1 -c port=$port \
    -c unix_socket_directories='' -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c ssl=$ssl \
    -c max_connections=200" start >&2 ||
    { tail -n 5 "$DIR/log" >&2 2>/dev/null || true; fail "could not start on port $port"; }
  as_server bash -c 'echo "$1" >"$2"' _ "$port" "$DIR/port"
  print_url "$port"
}

stop() {
  if find_binaries && running; then
    as_server "$BIN/pg_ctl" -D "$DATA" -m fast -w -t 30 -s stop >&2 || fail "could not stop $DATA"
  fi
}

url() {
  find_binaries && running || fail "not running in $DIR"
  print_url "$(port_in_use)"
}

[ $# -ge 1 ] && [ $# -le 3 ] || usage
DIR=${2:-${TMPDIR:-/tmp}/snow-postgres-$(id -u)}
PORT=${3:-}
case "$PORT" in *[!0-9]*) usage ;; esac
mkdir -p "$DIR" 2>/dev/null || fail "cannot make $DIR"
DIR=$(cd "$DIR" && pwd)
DATA=$DIR/data
BIN=
cd /

# Two concurrent starts (two test binaries) wait for each other.
if [ "$1" != url ] && command -v flock >/dev/null; then
  exec 9>"$DIR.lock"
  flock 9
fi
case "$1" in
  start) start ;;
  stop) stop ;;
  url) url ;;
  *) usage ;;
esac
