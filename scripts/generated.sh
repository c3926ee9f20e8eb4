#!/bin/bash
# Writes what is generated from the back end: the OpenAPI document and the front end's types.
# With --check it only says whether the committed files are what would be written.
set -euo pipefail
cd "$(dirname "$0")/.."

documents=(frontend/openapi.json $(find frontend/src/api -name '*.gen.ts'))
before=$(mktemp -d)
trap 'rm -rf "$before"' EXIT
[ "${1:-}" != --check ] || cp --parents "${documents[@]}" "$before"

.venv/bin/regie export-openapi frontend/openapi.json
.tools/bin/npm --prefix frontend/tools/api-types run --silent gen

[ "${1:-}" = --check ] || exit 0
stale=0
for document in "${documents[@]}"; do
    if ! cmp -s "$document" "$before/$document"; then
        echo "$document is not what the back end says now; run: make gen" >&2
        cp "$before/$document" "$document"
        stale=1
    fi
done
exit $stale
