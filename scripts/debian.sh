#!/bin/sh
# Installs the Debian packages that Régie's commands need and this machine lacks; without the right to, it says how.
#   scripts/debian.sh run     what `make run` needs beside Python 3.11, make and git
#   scripts/debian.sh test    what `make test` needs as well: a browser, its fonts and a PostgreSQL server
set -eu

python=${PYTHON:-python3}
purpose=${1:-test}
packages=

need() { packages="$packages $1"; }

"$python" -c 'import ensurepip, venv' 2>/dev/null || need python3-venv
if [ "$purpose" = test ]; then
    command -v chromium >/dev/null || need chromium
    ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || need postgresql
    ls /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf >/dev/null 2>&1 || need fonts-dejavu-core
fi
[ -n "$packages" ] || exit 0

install="apt-get install -y --no-install-recommends$packages"
if ! command -v apt-get >/dev/null; then
    echo "Please install, in this system's own way, what Debian calls:$packages" >&2
    exit 1
elif [ "$(id -u)" = 0 ]; then
    as_root=env
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    as_root="sudo env"
else
    echo "Some Debian packages are missing. Please run:" >&2
    echo "    sudo apt-get update && sudo $install" >&2
    exit 1
fi

echo "Installing from Debian:$packages"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { $as_root apt-get -q update && $as_root DEBIAN_FRONTEND=noninteractive \
    apt-get -q -o DPkg::Lock::Timeout=300 install -y --no-install-recommends $packages; } >"$log" 2>&1; then
    tail -n 30 "$log" >&2
    echo "Debian's installer failed; the command was: $install" >&2
    exit 1
fi
