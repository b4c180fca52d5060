#!/usr/bin/env bash
# Opens every web page in Chromium and checks it with scripts/pages/run.mjs. Then runs a user's path from sign-up to
# the end of alerts (scripts/pages/account.mjs) and a morning of a resort's staff (scripts/pages/operator.mjs), which
# are skipped if an address or a part of the pages is given. Uses the Node.js that scripts/install-browser-parts.sh
# found or installed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
node="$here/cards/.node/node_modules/.bin/node"
[ -x "$node" ] || node=node
[ -d "$here/pages/node_modules" ] || { echo "$0: run scripts/install-browser-parts.sh first" >&2; exit 1; }
[ -n "${SNOW_BUILT:-}" ] || cargo build --quiet --manifest-path "$here/../Cargo.toml" -p server --features passkeys
"$node" "$here/pages/run.mjs" "$@"
case " $* " in
*" --url "* | *" --only "*) ;;
*)
  "$node" "$here/pages/account.mjs"
  "$node" "$here/pages/operator.mjs"
  ;;
esac
