#!/bin/sh
# Installs the missing Debian packages that Régie's commands need; without permission, it prints the command.
#   scripts/debian.sh run     what `make run` needs in addition to Python 3.11, make and git
#   scripts/debian.sh test    also what `make test` needs: a browser, its fonts, a PostgreSQL server, a pooler and a proxy
#   scripts/debian.sh drills  what only `make drills` needs: a library that changes the time of a process
set -eu

python=${PYTHON:-python3}
purpose=${1:-test}
packages=

need() { packages="$packages $1"; }

"$python" -c 'import ensurepip, venv' 2>/dev/null || need python3-venv
if [ "$purpose" = test ]; then
    # The headless shell needs half of Chromium's time.
    [ -x "${CHROMIUM:-}" ] || command -v chromium-headless-shell >/dev/null || need chromium-headless-shell
    ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || need postgresql
    # Without these two, the tests of installations with several processes are skipped.
    [ -x /usr/sbin/haproxy ] || command -v haproxy >/dev/null || need haproxy
    [ -x /usr/sbin/pgbouncer ] || command -v pgbouncer >/dev/null || need pgbouncer
    # Other systems have their own fonts.
    ! command -v apt-get >/dev/null || [ -e /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf ] || need fonts-dejavu-core
fi
if [ "$purpose" = drills ]; then
    ls /usr/lib/*/faketime/libfaketimeMT.so.1 >/dev/null 2>&1 || need libfaketime
fi
[ -n "$packages" ] || exit 0

# If only the headless shell is missing and cannot be installed, the tests run in Chromium.
exit_if_chromium_suffices() {
    if [ "$packages" = " chromium-headless-shell" ] && command -v chromium >/dev/null; then exit 0; fi
}

install="apt-get install -y --no-install-recommends$packages"
if ! command -v apt-get >/dev/null; then
    exit_if_chromium_suffices
    echo "This system is not Debian. Install its equivalents of these Debian packages:$packages" >&2
    [ "$(uname)" != Darwin ] || echo "On macOS: see \"Work on macOS\" in CONTRIBUTING.md." >&2
    exit 1
elif [ "$(id -u)" = 0 ]; then
    as_root=env
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    as_root="sudo env"
else
    exit_if_chromium_suffices
    echo "Some Debian packages are missing. Please run:" >&2
    echo "    sudo apt-get update && sudo $install" >&2
    exit 1
fi

echo "Installing from Debian:$packages"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { $as_root apt-get -q update && $as_root DEBIAN_FRONTEND=noninteractive \
    apt-get -q -o DPkg::Lock::Timeout=300 install -y --no-install-recommends $packages; } >"$log" 2>&1; then
    exit_if_chromium_suffices
    tail -n 30 "$log" >&2
    echo "Debian's installer failed; the command was: $install" >&2
    exit 1
fi
