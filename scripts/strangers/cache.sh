#!/usr/bin/env bash
# Puts nginx with its default cache in front of a demo: programs and browsers get their own answer at one address, whoever
# asked first, and codings and languages are not mixed. Usage: cache.sh BASE
set -euo pipefail
base=${1:?the address of a demo}
command -v nginx >/dev/null || { echo "not tried: cache: no nginx here (scripts/install-ci-parts.sh installs it)"; exit 0; }
work=$(mktemp -d)
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
user=
[ "$(id -u)" != 0 ] || user="user root;"
cat >"$work/nginx.conf" <<CONF
$user daemon off; pid $work/pid; error_log $work/error.log; events {}
http {
  access_log off; client_body_temp_path $work/body; proxy_temp_path $work/proxy; fastcgi_temp_path $work/fastcgi;
  uwsgi_temp_path $work/uwsgi; scgi_temp_path $work/scgi;
  proxy_cache_path $work/cache keys_zone=all:10m;
  server {
    listen 127.0.0.1:$port;
    location / { proxy_pass $base; proxy_set_header Host \$proxy_host; proxy_cache all; add_header x-cache \$upstream_cache_status; }
  }
}
CONF
nginx -c "$work/nginx.conf" -e "$work/error.log" &
server=$!
trap 'kill $server; wait $server || true; rm -rf "$work"' EXIT
for _ in $(seq 100); do curl -s -o /dev/null "http://127.0.0.1:$port/healthz" && break; sleep 0.1; done

failed=0
hits=0
# Compares an answer through the cache with the answer of the service.
same() {
  local path=$1 direct cached
  shift
  direct=$(curl -s -o /dev/null -w '%{http_code} %{content_type} %header{content-encoding} %header{content-language}' "$@" "$base$path")
  cached=$(curl -s -o /dev/null -D "$work/head" -w '%{http_code} %{content_type} %header{content-encoding} %header{content-language}' "$@" "http://127.0.0.1:$port$path")
  if grep -qi '^x-cache: HIT' "$work/head"; then hits=$((hits + 1)); fi
  [ "$direct" = "$cached" ] || { echo "cache: $path ($*): $cached, not $direct" >&2; failed=1; }
}
for round in 1 2 3; do
  for path in /api/v1/resorts/zermatt /resorts/zermatt / /rankings; do
    same "$path" -H 'accept: text/html'
    same "$path" -H 'accept: application/json'
    same "$path" -H 'accept: text/html' -H 'accept-encoding: gzip'
    same "$path" -H 'accept: */*' -H 'accept-language: de'
  done
  # An address without a page answers 406 to a browser; JSON from a cache does no harm there.
  same /api/v1/resorts/vail/conditions -H 'accept: application/json'
  same /api/v1/resorts/vail/conditions -H 'accept: */*' -H 'accept-encoding: gzip'
done
[ "$hits" -gt 0 ] || { echo "cache: no answer came from the cache" >&2; failed=1; }
echo "54 answers through the cache, $hits from it"
exit $failed
