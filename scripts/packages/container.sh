#!/usr/bin/env bash
# Unpacks an OCI layout and runs it as a container engine does: as the image's user, without capabilities or new
# privileges, on a read-only root: container.sh IMAGE FOLDER.
set -euo pipefail
image=$(realpath "$1")
folder=$2
mkdir -p "$folder/layout" "$folder/root"
tar --extract --file "$image" --directory "$folder/layout"
# Checks every digest and prints the layers, the user, the command and its variables.
python3 - "$folder/layout" >"$folder/description" <<'READ'
import hashlib, json, pathlib, sys
layout = pathlib.Path(sys.argv[1])
def blob(descriptor):
    name = descriptor["digest"].split(":")[1]
    data = (layout / "blobs/sha256" / name).read_bytes()
    assert hashlib.sha256(data).hexdigest() == name and len(data) == descriptor["size"], name
    return data
manifest = json.loads(blob(json.loads((layout / "index.json").read_bytes())["manifests"][0]))
config = json.loads(blob(manifest["config"]))["config"]
for layer in manifest["layers"]:
    blob(layer)
print("layers=(" + " ".join(layer["digest"].split(":")[1] for layer in manifest["layers"]) + ")")
print("user=" + config["User"])
print("entry=" + config["Entrypoint"][0])
print("variables='" + " ".join(config["Env"]) + "'")
READ
. "$folder/description"
[ "$user" = 65532:65532 ] || { echo "the image runs as $user" >&2; exit 1; }
for layer in "${layers[@]}"; do
    tar --extract --gzip --file "$folder/layout/blobs/sha256/$layer" --directory "$folder/root"
done
echo "-- image: $(du --summarize --bytes "$image" | cut -f1) bytes, $(du --summarize --bytes "$folder/root" | cut -f1) unpacked"
export folder user entry variables
unshare --mount --pid --fork --kill-child --propagation private --mount-proc bash -euo pipefail <<'IN_NAMESPACE'
root=$folder/root port=18690
mount --bind "$root" "$root"
# A volume for the data, as an engine mounts it: with the owner of the image's folder.
mount -t tmpfs -o "mode=700,uid=${user%:*},gid=${user#*:}" none "$root/data"
# An engine also writes the name servers.
echo 'nameserver 127.0.0.1' >"$root/etc/resolv.conf"
mount -o remount,bind,ro "$root"
! touch "$root/tmp/file" 2>/dev/null || { echo "the root is writable" >&2; exit 1; }
get() { (exec 3<>"/dev/tcp/127.0.0.1/$port" && printf 'GET %s HTTP/1.0\r\n\r\n' "$1" >&3 && cat <&3) 2>/dev/null; }
# Replaces the shell by the program.
run() {
    exec env -i $variables SNOW_BIND="127.0.0.1:$port" \
        "$(command -v setpriv)" --no-new-privs "$(command -v chroot)" --userspec="$user" --groups="" "$root" "$entry" "$@"
}
started=$(date +%s%N)
run demo >"$folder/log" 2>&1 &
service=$!
for _ in $(seq 1 600); do
    ! get /readyz | head -n 1 | grep -q ' 200' || break
    kill -0 $service 2>/dev/null || { cat "$folder/log"; exit 1; }
    sleep 0.2
done
get /healthz | head -n 1 | grep -q ' 200' || { cat "$folder/log"; echo "the container does not serve" >&2; exit 1; }
grep -E '^(Uid|CapEff|NoNewPrivs)' "/proc/$service/status" | tr '\t\n' ' '
grep -q '^CapEff:.0000000000000000$' "/proc/$service/status" || { echo "the process has capabilities" >&2; exit 1; }
echo "-- container is ready after $((($(date +%s%N) - started) / 1000000)) ms"
(run health "http://127.0.0.1:$port")
stopping=$(date +%s%N)
kill -TERM $service
wait $service || { echo "the service stopped with $?" >&2; exit 1; }
took=$((($(date +%s%N) - stopping) / 1000000))
[ "$took" -le 5000 ] || { echo "stopping took $took ms" >&2; exit 1; }
echo "-- container stopped in $took ms"
IN_NAMESPACE
