#!/usr/bin/env bash
# Runs in the root of scripts/packages/install.sh: installs the package, serves from the simulator, upgrades with valid
# and with invalid settings, and removes it.
set -euo pipefail
settings=/etc/snow-conditions/snow.toml
data=/var/lib/snow-conditions
database=$data/snow-conditions.sqlite
port=18680
fail() { echo "$1" >&2; exit 1; }
# Replaces the shell by the program.
as_service() {
    exec setpriv --reuid=snow-conditions --regid=snow-conditions --init-groups snow-conditions --config "$settings" "$@"
}
get() { (exec 3<>"/dev/tcp/127.0.0.1/$port" && printf 'GET %s HTTP/1.0\r\n\r\n' "$1" >&3 && cat <&3) 2>/dev/null; }

started=$(date +%s%N)
if command -v apt-get >/dev/null && [ -n "$(ls /var/lib/apt/lists/*Packages* 2>/dev/null)" ]; then
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends /tmp/snow-conditions.deb >/tmp/log 2>&1 ||
        dpkg --install /tmp/snow-conditions.deb >/tmp/log 2>&1 || { cat /tmp/log; exit 1; }
else
    dpkg --install /tmp/snow-conditions.deb >/tmp/log 2>&1 || { cat /tmp/log; exit 1; }
fi
echo "-- installed in $((($(date +%s%N) - started) / 1000000)) ms: $(snow-conditions --version)"
grep -q 'edit /etc/snow-conditions/snow.toml' /tmp/log || fail "the installation does not name the next step"
[ "$(stat -c '%U %a' "$data")" = "snow-conditions 700" ] || fail "$data: $(stat -c '%U %a' "$data")"
[ "$(stat -c '%U %a' /etc/snow-conditions/environment)" = "root 600" ] || fail "secrets are readable"
[ ! -e /etc/systemd/system/multi-user.target.wants/snow-conditions.service ] || fail "the service is on"
for file in licences.md sources.md third-party-licences.txt copyright; do
    [ -s "/usr/share/doc/snow-conditions/$file" ] || fail "$file is missing"
done
zcat /usr/share/man/man1/snow-conditions.1.gz | grep -q '^\.TH' || fail "the manual is not a manual page"
bash -n /usr/share/bash-completion/completions/snow-conditions || fail "the completions are not valid"
if command -v systemd-analyze >/dev/null; then systemd-analyze verify snow-conditions.service; fi

# Serves simulated weather with the installed settings, as the service's user.
started=$(date +%s%N)
as_service demo --bind "127.0.0.1:$port" >/tmp/service.log 2>&1 &
service=$!
for _ in $(seq 1 600); do
    ! get /readyz | grep -q '"resortsWithForecast":[1-9]' || break
    kill -0 $service 2>/dev/null || { cat /tmp/service.log; exit 1; }
    sleep 0.2
done
get /readyz | grep -q '"status":"ready"' || { tail -n 5 /tmp/service.log; fail "no forecast is served"; }
echo "-- serves forecasts from the simulator after $((($(date +%s%N) - started) / 1000000)) ms"
snow-conditions health "http://127.0.0.1:$port" >/dev/null || fail "health fails"

# A backup of the running service, restored in another folder.
other=$data/restored
(as_service account create ada@example.org) >/dev/null
(as_service backup "$data/backup.sqlite" --keys "$data/backup.keys") >/dev/null || fail "the backup fails"
! (as_service backup "$data/backup.sqlite") 2>/tmp/log || fail "a backup overwrites an existing file"
grep -q 'backup.sqlite' /tmp/log || { cat /tmp/log; fail "the refusal does not name the file"; }
install -d -o snow-conditions -g snow-conditions -m 700 "$other"
mv "$data/backup.sqlite" "$other/snow-conditions.sqlite"
mv "$data/backup.keys" "$other/webhook.keys"
[ "$(as_service --data-dir "$other" account list | wc -l)" = 1 ] || fail "the restored database has no account"
keys_of() { grep -v '^#' "$1" | tr -d '[:space:]'; }
[ -n "$(keys_of "$other/webhook.keys")" ] && [ "$(keys_of "$data/webhook.keys")" = "$(keys_of "$other/webhook.keys")" ] ||
    fail "the restored keys differ"
kill -TERM $service
wait $service || fail "the service stopped with $?"
(as_service --data-dir "$other" --bind "127.0.0.1:$port" check) >/tmp/log || { cat /tmp/log; fail "check fails"; }
rm -r "$other"
echo "-- a backup of the running service is restored elsewhere and passes check"
[ "$(stat -c %U "$database")" = snow-conditions ] || fail "the database belongs to $(stat -c %U "$database")"

# An upgrade leaves settings and data alone.
sed -i 's/^# base_url.*/base_url = "https:\/\/snow.example.org"/' "$settings"
before=$(sha256sum "$settings" "$database" "$data"/*.keys 2>/dev/null || true)
dpkg --install /tmp/snow-conditions.deb >/tmp/log 2>&1 || { cat /tmp/log; exit 1; }
[ "$before" = "$(sha256sum "$settings" "$database" "$data"/*.keys 2>/dev/null || true)" ] || fail "an upgrade changed settings or data"
! grep -q 'do not fit' /tmp/log || { cat /tmp/log; exit 1; }
echo "-- an upgrade leaves settings, data and keys unchanged"

# Settings that the new program rejects are named, and do not break the package.
echo 'no_such_key = 1' >>"$settings"
dpkg --install /tmp/snow-conditions.deb >/tmp/log 2>&1 || { cat /tmp/log; fail "the package is broken by its settings"; }
grep -q 'the settings do not fit version.*no_such_key' /tmp/log || { cat /tmp/log; fail "invalid settings are not named"; }
echo "-- $(grep -m 1 'the settings do not fit' /tmp/log)"

dpkg --purge snow-conditions >/tmp/log 2>&1 || { cat /tmp/log; exit 1; }
[ ! -e "$settings" ] && [ ! -e /etc/snow-conditions/environment ] || fail "a purge leaves settings"
[ -s "$database" ] || fail "a purge removes data"
echo "-- a purge removes settings and secrets, and leaves the data"
