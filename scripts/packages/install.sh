#!/usr/bin/env bash
# Installs a Debian package into a root of its own, as scripts/packages.sh describes: install.sh PACKAGE FOLDER.
set -euo pipefail
package=$(realpath "$1")
folder=$2
inside=$(realpath "$(dirname "$0")/inside.sh")
mkdir -p "$folder"
if [ -n "${SNOW_FRESH_ROOT:-}" ]; then
    mmdebstrap --quiet --variant=apt --include=systemd,ca-certificates "$SNOW_FRESH_ROOT" "$folder"
    echo "-- a new Debian $SNOW_FRESH_ROOT is in place"
fi
export folder package inside SNOW_FRESH_ROOT=${SNOW_FRESH_ROOT:-}
# Mounts are private to this process, and vanish with it; so do the processes that it starts.
unshare --mount --pid --fork --kill-child --propagation private bash -euo pipefail <<'IN_NAMESPACE'
root=$folder
if [ -z "$SNOW_FRESH_ROOT" ]; then
    mount -t tmpfs none "$folder"
    mkdir "$folder/upper" "$folder/work" "$folder/root"
    mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/upper,workdir=$folder/work" "$folder/root"
    root=$folder/root
fi
mount -t proc none "$root/proc"
mount --rbind /dev "$root/dev"
# No service manager runs here.
mkdir -p "$root/run" && mount -t tmpfs none "$root/run"
mkdir -p "$root/tmp" && mount -t tmpfs none "$root/tmp"
cp "$package" "$root/tmp/snow-conditions.deb"
cp "$inside" "$root/tmp/inside.sh"
exec chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C bash /tmp/inside.sh
IN_NAMESPACE
