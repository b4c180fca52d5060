#!/usr/bin/env bash
# Installs the requirements of the browser checks of cards and web pages, on Debian and its derivatives: Chromium with
# a font, Node.js, and the pinned packages of scripts/cards and scripts/pages. Installs only what is missing; only apt
# needs root.
set -euo pipefail
cards=$(cd "$(dirname "$0")/cards" && pwd)
least_node=20
newer_node=node@22.23.3

major() { "$1" -p 'process.versions.node.split(".")[0]' 2>/dev/null || echo 0; }

missing=()
if [ ! -x "${CHROMIUM:-}" ] && ! command -v chromium chromium-browser google-chrome >/dev/null; then
  missing+=(chromium)
fi
if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
  missing+=(nodejs npm)
fi
if [ -z "$(fc-list : family 2>/dev/null)" ]; then
  missing+=(fontconfig fonts-dejavu-core)
fi
if [ ${#missing[@]} -gt 0 ]; then
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "$0: install these yourself: ${missing[*]}" >&2
    exit 1
  fi
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
fi
# If the distribution's Node.js is too old, a newer one is installed next to the packages, where scripts/cards.sh
# finds it.
kept="$cards/.node/node_modules/.bin/node"
if [ "$(major node)" -lt "$least_node" ] && [ "$(major "$kept")" -lt "$least_node" ]; then
  mkdir -p "$cards/.node"
  npm install --prefix "$cards/.node" --no-audit --no-fund "$newer_node"
fi
# Installs exactly the versions of the lock files, without the packages' own scripts.
for folder in "$cards" "$(dirname "$cards")/pages"; do
  wanted=$(sha256sum <"$folder/package-lock.json")
  if [ "$(cat "$folder/node_modules/.installed" 2>/dev/null)" != "$wanted" ]; then
    npm ci --prefix "$folder" --ignore-scripts --no-audit --no-fund
    printf '%s\n' "$wanted" >"$folder/node_modules/.installed"
  fi
done
echo "$0: nothing is missing" >&2
