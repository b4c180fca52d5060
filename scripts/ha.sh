#!/usr/bin/env bash
# Plays the recipe of docs/ha.md through on one machine: a primary with a synchronous standby, three replicas behind
# haproxy with deploy/haproxy.cfg. Kills the primary under load, promotes the standby, and counts what failed.
#
#   scripts/ha.sh PROGRAM
#
# Exit codes: 1 a goal is missed, 2 wrong usage, 3 haproxy or PostgreSQL is not installed.
set -euo pipefail

[ $# = 1 ] || { echo "usage: $0 PROGRAM" >&2; exit 2; }
PROGRAM=$(realpath "$1")
ROOT=$(cd "$(dirname "$0")/.." && pwd)
BIN=${SNOW_POSTGRES_BIN:-$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -rV | head -1)}
command -v haproxy >/dev/null || { echo "not tried: haproxy is not installed"; exit 3; }
haproxy -c -q -f "$ROOT/deploy/haproxy.cfg"
[ -x "$BIN/initdb" ] || { echo "not tried: PostgreSQL is not installed"; exit 3; }

as_server() {
  if [ "$(id -u)" = 0 ]; then
    (cd / && setpriv --reuid=postgres --regid=postgres --init-groups --reset-env "$@")
  else
    "$@"
  fi
}

DIR=$(as_server mktemp -d -t snow-ha-script-XXXXXX)
OWN=$(mktemp -d)
PIDS=()
end() {
  touch "$OWN/stop"
  for pid in "${PIDS[@]}"; do kill "$pid" 2>/dev/null || true; done
  for name in a b; do as_server "$BIN/pg_ctl" -D "$DIR/$name" -m immediate -s stop >/dev/null 2>&1 || true; done
  wait 2>/dev/null || true
  as_server rm -rf "$DIR"
  rm -rf "$OWN"
}
trap end EXIT

port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
sql() { psql -qXAt -d "postgres://postgres@127.0.0.1:$1/postgres" -c "$2"; }
start() { as_server "$BIN/pg_ctl" -D "$DIR/$1" -w -s -l "$DIR/$1.log" -o "-c port=$2" start >/dev/null; }
wait_for() { for _ in $(seq 600); do if "$@" >/dev/null 2>&1; then return 0; fi; sleep 0.1; done; echo "timed out: $*" >&2; exit 1; }

A=$(port) B=$(port) FRONT=$(port)
as_server "$BIN/initdb" -D "$DIR/a" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync >/dev/null
as_server tee -a "$DIR/a/postgresql.conf" >/dev/null <<END
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
shared_buffers = 32MB
END
start a "$A"
as_server "$BIN/pg_basebackup" -h 127.0.0.1 -p "$A" -U postgres -D "$DIR/b" -X stream -c fast
as_server tee -a "$DIR/b/postgresql.conf" >/dev/null <<END
primary_conninfo = 'host=127.0.0.1 port=$A user=postgres application_name=standby'
END
as_server touch "$DIR/b/standby.signal"
start b "$B"
sql "$A" "ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (standby)'"
sql "$A" "SELECT pg_reload_conf()" >/dev/null
is_synchronous() { [ "$(sql "$A" "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'quorum'")" = 1 ]; }
wait_for is_synchronous

CONFIG=$(sed "s/bind :8080/bind 127.0.0.1:$FRONT/" "$ROOT/deploy/haproxy.cfg")
for number in 11 12 13; do
  own=$(port)
  SNOW_DATABASE_URL="postgres://postgres@127.0.0.1:$A,127.0.0.1:$B/postgres" \
    "$PROGRAM" --no-ingest --bind "127.0.0.1:$own" --data-dir "$OWN" --base-url http://127.0.0.1:8080 \
    --webhook-development --webhook-subscriptions-per-client 100000 --webhook-subscriptions-per-host 100000 \
    --webhook-creations-per-hour 100000 --trusted-proxies 127.0.0.1 serve >>"$OWN/log" 2>&1 &
  PIDS+=($!)
  wait_for curl -sf "http://127.0.0.1:$own/readyz"
  CONFIG=${CONFIG//192.0.2.$number:8080/127.0.0.1:$own}
done
printf '%s\n' "$CONFIG" >"$OWN/haproxy.cfg"
haproxy -f "$OWN/haproxy.cfg" >>"$OWN/haproxy.log" 2>&1 &
PIDS+=($!)
wait_for curl -sf "http://127.0.0.1:$FRONT/healthz"

# One line per answer: time and status.
reads() {
  while [ ! -e "$OWN/stop" ]; do
    curl -s -m 20 -o /dev/null -w '%{http_code}\n' "http://127.0.0.1:$FRONT/api/v1/resorts?limit=1" >>"$OWN/reads" || true
    sleep 0.05
  done
}
writes() {
  local number=0 status
  while [ ! -e "$OWN/stop" ]; do
    number=$((number + 1))
    status=$(curl -s -m 20 -o "$OWN/body" -w '%{http_code}' -H 'content-type: application/json' \
      -d "{\"url\":\"http://127.0.0.1:9443/$number\",\"events\":[\"powder-alert\"]}" \
      "http://127.0.0.1:$FRONT/api/v1/webhooks") || true
    echo "$(date +%s.%N) $status" >>"$OWN/writes"
    if [ "$status" = 201 ]; then grep -o '"id":"[^"]*"' "$OWN/body" | head -1 | cut -d'"' -f4 >>"$OWN/accepted"; fi
    sleep 0.1
  done
}
reads &
writes &
sleep 5
MAIN=$(head -1 "$DIR/a/postmaster.pid")
# shellcheck disable=SC2046
kill -KILL "$MAIN" $(ps -o pid= --ppid "$MAIN")
sleep 1
sql "$B" "SELECT pg_promote(true, 60)" >/dev/null
PROMOTED=$(date +%s.%N)
sleep 10
touch "$OWN/stop"
sleep 1

sql "$B" "SELECT id FROM webhook_subscriptions" | sort >"$OWN/stored"
LOST=$(sort "$OWN/accepted" | comm -23 - "$OWN/stored" | wc -l)
FAILED=$(grep -vc '^200$' "$OWN/reads" || true)
ODD=$(awk '$2 != 201 && $2 != 503' "$OWN/writes" | wc -l)
AGAIN=$(awk -v since="$PROMOTED" '$2 == 201 && $1 > since { printf "%.2f", $1 - since; exit }' "$OWN/writes")
echo "reads failed: $FAILED of $(wc -l <"$OWN/reads")"
echo "writes: $(wc -l <"$OWN/accepted") accepted, $(grep -c ' 503$' "$OWN/writes" || true) rejected with 503, $ODD other; first one ${AGAIN:-never} s after the promotion"
echo "accepted and lost: $LOST"
echo "load: $(cut -d' ' -f1 /proc/loadavg 2>/dev/null || echo unknown)"
[ "$FAILED" = 0 ] && [ "$ODD" = 0 ] && [ "$LOST" = 0 ] && [ -n "$AGAIN" ]
