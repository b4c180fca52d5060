#!/usr/bin/env bash
# Puts nginx and Caddy, with the configurations of deploy/, in front of the service, and checks the promises of their
# page: a client cannot forge its address, bodies are limited, /metrics and /readyz are hidden, and logs contain no
# credentials. Checks the systemd unit with systemd's own tools. A missing program is listed as `not tried: …`.
# SNOW_BUILT=1 uses the built service.
set -euo pipefail
cd "$(dirname "$0")/.."
binary=${CARGO_TARGET_DIR:-target}/debug/snow-conditions
[ -n "${SNOW_BUILT:-}" ] || cargo build --quiet -p server
base=${PORT:-18500}
folder=$(mktemp -d)
running=()
failed=0
stop() {
    for process in "${running[@]}"; do kill "$process" 2>/dev/null && wait "$process" 2>/dev/null || true; done
    running=()
}
trap 'stop; rm -rf "$folder"' EXIT

fail() { echo "$1" >&2; failed=1; }

# Waits until a port accepts connections.
listens() {
    for _ in $(seq 1 300); do
        if (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; then return 0; fi
        sleep 0.1
    done
    cat "$folder"/*.log >&2
    return 1
}

# Starts a separate service behind a proxy at 127.0.0.1.
serve() {
    "$binary" --data-dir "$folder/data-$1" --no-ingest --bind "127.0.0.1:$1" --trusted-proxies 127.0.0.1 serve \
        >"$folder/service-$1.log" 2>&1 &
    running+=($!)
    listens "$1"
}

# Prints the status of an answer, or 000. A proxy that rejects a body may close before it has sent its whole answer, and
# curl then fails although the status is known.
status() { curl --silent --output /dev/null --write-out '%{http_code}' --max-time 30 --insecure "$@" || true; }

# Requests with credentials in their addresses, and one that is logged unchanged.
secrets() {
    local url=$1
    status "$url/mcp/c/osc_opr_SECRET-1" --header 'content-type: application/json' --data '{}' >/dev/null
    status "$url//mcp/c/osc_opr_SECRET-2" --path-as-is --data '{}' >/dev/null
    status "$url/account/link?t=SECRET-3" --header "referer: $url/account/link?t=SECRET-3" >/dev/null
    status "$url/de/account/link?t=SECRET-4" >/dev/null
    status "$url/account/alerts/confirm/SECRET-5" >/dev/null
    status "$url/JA/account/alerts/unsubscribe/SECRET-6" >/dev/null
    status "$url/fr/account/alerts/unsubscribe/SECRET-7" --data-binary "@$folder/large" >/dev/null
    status "$url/rankings?sort=depth" >/dev/null
}

# Checks that no log of a proxy or of the service contains one of them.
searches() {
    local name=$1
    shift
    if grep --text --quiet SECRET "$@"; then
        fail "$name: a log holds $(grep --text --only-matching --no-filename 'SECRET-.' "$@" | sort -u | xargs)"
    else
        echo "$name: no log holds a credential"
    fi
}

# Checks what applies to every proxy, at an address.
judge() {
    local name=$1 url=$2 made=0 code path
    code=$(status "$url/api/v1/resorts?limit=1")
    [ "$code" = 200 ] || fail "$name: a request was answered with $code"
    for number in $(seq 1 40); do
        code=$(status "$url/api/v1/webhooks" --header 'content-type: application/json' \
            --header "x-forwarded-for: 198.51.100.$number" --header "forwarded: for=198.51.100.$number" \
            --data "{\"url\":\"https://8.8.8.8/$number\",\"events\":[\"powder-alert\"]}")
        [ "$code" = 201 ] && made=$((made + 1))
    done
    [ "$made" = 10 ] || fail "$name: 40 invented addresses made $made subscriptions, not the 10 of one client"
    head -c 400000 /dev/zero >"$folder/large"
    code=$(status "$url/mcp" --header 'content-type: application/json' --data-binary "@$folder/large")
    # Caddy 2.6 rejects while it is still sending, and reports a bad gateway.
    [ "$code" = 413 ] || [ "$code" = 502 ] || fail "$name: a body of 400 kB was answered with $code"
    for path in /metrics /readyz '/readyz?for=writes'; do
        code=$(status "$url$path")
        [ "$code" = 404 ] || fail "$name: $path was answered with $code"
    done
    curl --silent --insecure --max-time 30 --head "$url/healthz" | grep -qi '^strict-transport-security: max-age=' ||
        fail "$name: no Strict-Transport-Security"
    secrets "$url"
    echo "$name: 40 invented addresses made $made subscriptions; large bodies, /metrics and /readyz are refused"
}

if command -v nginx >/dev/null && command -v openssl >/dev/null; then
    serve "$base"
    openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=snow.example.org \
        -keyout "$folder/key" -out "$folder/pem" 2>/dev/null
    {
        echo "daemon off; pid $folder/nginx.pid; error_log $folder/nginx.log; events {}"
        echo "http { access_log $folder/nginx-usual.log; client_body_temp_path $folder/body; proxy_temp_path $folder/proxy;"
        echo "fastcgi_temp_path $folder/fastcgi; uwsgi_temp_path $folder/uwsgi; scgi_temp_path $folder/scgi;"
        sed -e "s#127.0.0.1:8080#127.0.0.1:$base#" -e "s#listen 443#listen 127.0.0.1:$((base + 1))#" \
            -e "s#listen 80;#listen 127.0.0.1:$((base + 4));#" -e '/listen \[::\]/d' \
            -e "s#/var/log/nginx/snow-conditions.log#$folder/nginx-access.log#" -e "s#/etc/ssl/snow.example.org.pem#$folder/pem#" \
            -e "s#/etc/ssl/snow.example.org.key#$folder/key#" deploy/nginx.conf
        echo "}"
    } >"$folder/nginx.conf"
    nginx -c "$folder/nginx.conf" -e "$folder/nginx.log" >"$folder/nginx-out.log" 2>&1 &
    running+=($!)
    listens $((base + 1))
    judge nginx "https://127.0.0.1:$((base + 1))"
    version=$(curl --silent --insecure --http2 --output /dev/null --write-out '%{http_version}' \
        "https://127.0.0.1:$((base + 1))/healthz")
    [ "$version" = 2 ] || fail "nginx: HTTP/$version, not HTTP/2"
    moved=$(curl --silent --output /dev/null --write-out '%{http_code} %{redirect_url}' \
        --header 'host: snow.example.org' "http://127.0.0.1:$((base + 4))/mcp/c/SECRET-8?a=b")
    [ "$moved" = '308 https://snow.example.org/mcp/c/SECRET-8?a=b' ] || fail "nginx: port 80 was answered with $moved"
    # Errors quote the request too: the service is stopped.
    kill "${running[0]}" && wait "${running[0]}" || true
    secrets "https://127.0.0.1:$((base + 1))"
    stop
    grep -q /rankings "$folder/nginx-access.log" || fail "nginx: the access log lacks an ordinary request"
    searches nginx "$folder"/nginx*.log "$folder/service-$base.log"
else
    echo "not tried: no nginx here (scripts/install-ci-parts.sh installs it)"
fi

if command -v caddy >/dev/null; then
    serve $((base + 2))
    SNOW_SITE="http://127.0.0.1:$((base + 3))" SNOW_UPSTREAM="127.0.0.1:$((base + 2))" \
        XDG_DATA_HOME=$folder XDG_CONFIG_HOME=$folder \
        caddy run --config deploy/Caddyfile --adapter caddyfile >"$folder/caddy.log" 2>&1 &
    running+=($!)
    listens $((base + 3))
    judge Caddy "http://127.0.0.1:$((base + 3))"
    kill "${running[0]}" && wait "${running[0]}" || true
    secrets "http://127.0.0.1:$((base + 3))"
    stop
    grep -q '(not logged)' "$folder/caddy.log" || fail "Caddy: the log lacks its errors"
    searches Caddy "$folder/caddy.log" "$folder/service-$((base + 2)).log"
else
    echo "not tried: no Caddy here (scripts/install-ci-parts.sh installs it)"
fi

if command -v systemd-analyze >/dev/null; then
    # The program need not be installed to verify its unit.
    sed 's#/usr/local/bin/snow-conditions#/bin/true#' deploy/snow-conditions.service >"$folder/snow-conditions.service"
    systemd-analyze verify "$folder/snow-conditions.service" || fail "systemd: the unit is not right"
    exposure=$(systemd-analyze security --offline=true --no-pager --threshold=15 "$folder/snow-conditions.service" | tail -1) ||
        fail "systemd: the unit leaves more than it should"
    echo "systemd: ${exposure#→ }"
else
    echo "not tried: no systemd here"
fi
exit "$failed"
