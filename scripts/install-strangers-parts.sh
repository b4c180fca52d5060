#!/usr/bin/env bash
# Installs third-party generators into target/strangers: for Python openapi-python-client, openapi-generator (which needs
# Java) and datamodel-code-generator, for Node openapi-typescript, hey-api, quicktype and TypeScript; and Go, with which
# it builds a webhook receiver. Installs only what is missing. Needs python3 and npm.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
parts=${SNOW_STRANGERS_PARTS:-target/strangers}
mkdir -p "$parts/node"
if [ ! -x "$parts/python/bin/openapi-python-client" ]; then
  python3 -m venv "$parts/python"
  timeout 4m "$parts/python/bin/pip" --quiet --disable-pip-version-check install openapi-python-client==0.29.1 ruff==0.17.6 \
    openapi-generator-cli==7.26.0 datamodel-code-generator==0.89.0 pydantic==2.14.4 python-dateutil==2.9.0.post0 \
    urllib3==2.8.0 lazy-imports==1.2.0 setuptools==80.9.0 wheel==0.45.1
fi
if [ ! -x "$parts/node/node_modules/.bin/openapi-ts" ]; then
  timeout 4m npm install --silent --no-audit --no-fund --prefix "$parts/node" openapi-typescript@7.13.0 \
    @hey-api/openapi-ts@0.95.0 quicktype@23.2.6 typescript@5.9.3
fi
SNOW_STRANGERS_PARTS=$parts bash scripts/receivers/build-go.sh "$parts/receive-go"
