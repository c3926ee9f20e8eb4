"""Follows docs/installation.md word by word in an empty Debian, and checks that the installed Régie works.

Needs root, debootstrap and network access to the package registries; `make test-install` installs debootstrap.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import HTTPError, URLError

from bootstrap import ROOT
from wheel import build

PAGE = ROOT / "docs" / "installation.md"
SECTION = "## Install on Debian"
PORT = 8000
UNITS = ROOT / "deploy" / "systemd"
MIRROR = os.environ.get("DEBIAN_MIRROR", "http://deb.debian.org/debian")
# How this machine reaches the package registries, which the empty root does not know.
COPIED = ("/etc/resolv.conf", "/etc/hosts", "/etc/apt/apt.conf.d", "/etc/ssl/certs/ca-certificates.crt")
CERTIFICATES = "/root/certificates.crt"
PASSED_ON = ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_TRUSTED_HOST", "http_proxy", "https_proxy", "no_proxy")


def read_blocks() -> list[str]:
    """Return the shell commands of the section, in their order."""
    section = PAGE.read_text("utf-8").split(SECTION, 1)[1].split("\n## ", 1)[0]
    return re.findall(r"```sh\n(.*?)```", section, re.DOTALL)


def main() -> None:
    wheel = build()
    with TemporaryDirectory(prefix="regie-install-") as folder:
        root = Path(folder)
        root.chmod(0o755)  # also for the user of the service
        _print("Making an empty Debian")
        command = ["debootstrap", "--variant=minbase", "bookworm", root, MIRROR]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        _prepare(root, wheel)
        with _mounted(root):
            _follow(root, read_blocks())
    _print("The installation page works word by word")


def _prepare(root: Path, wheel: Path) -> None:
    for path in map(Path, COPIED):
        target = root / path.relative_to("/")
        if path.is_dir():
            shutil.copytree(path, target, dirs_exist_ok=True)
        elif path.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, root / CERTIFICATES[1:] if path.suffix == ".crt" else target)
    work = root / "root"
    for file in (wheel, wheel.with_name("requirements.txt"), *UNITS.glob("*.service")):
        shutil.copy(file, work)


@contextmanager
def _mounted(root: Path) -> Iterator[None]:
    points = [root / "proc", root / "dev"]
    subprocess.run(["/bin/mount", "-t", "proc", "proc", points[0]], check=True)
    subprocess.run(["/bin/mount", "--bind", "/dev", points[1]], check=True)
    try:
        yield
    finally:
        for point in points:
            subprocess.run(["/bin/umount", "--lazy", point], check=True)


def _follow(root: Path, blocks: list[str]) -> None:
    for block in blocks:
        if "systemctl" in block:
            # An empty root has no systemd: the commands of the units start by hand instead.
            with _started(root):
                _check_answers()
                _run(root, blocks[-1])
                _check_worker(root)
            return
        _print(block.strip().splitlines()[0] + " …")
        _run(root, block)
    raise SystemExit("The page does not start the services.")


def _run(root: Path, commands: str) -> None:
    command = _chroot(root, f"set -e; cd /root\n{commands}")
    result = subprocess.run(command, env=_environment(), capture_output=True, text=True)
    sys.stdout.write(result.stdout[-2000:])
    if result.returncode:
        raise SystemExit(f"{result.stderr[-2000:]}\nThese commands of the page failed:\n{commands}")


@contextmanager
def _started(root: Path) -> Iterator[None]:
    processes = []
    try:
        for unit in sorted(UNITS.glob("*.service"), reverse=True):
            lines = dict(line.split("=", 1) for line in unit.read_text("utf-8").splitlines() if "=" in line)
            as_user = f"runuser -u {lines['User']} -- env {lines['Environment']} {lines['ExecStart']}"
            command = f"cd {lines['WorkingDirectory']} && exec {as_user}"
            processes.append(subprocess.Popen(_chroot(root, command), env=_environment(), start_new_session=True))
        yield
    finally:
        for process in processes:
            os.killpg(process.pid, signal.SIGTERM)
        for process in processes:
            process.wait(30)


def _check_answers() -> None:
    """The page loads, and the API asks for a sign-in."""
    for _attempt in range(120):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/", timeout=5) as response:
                if b"<html" not in response.read():
                    raise SystemExit("The web server does not send the page.")
            break
        except URLError:
            time.sleep(0.5)
    else:
        raise SystemExit("The web server does not answer.")
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{PORT}/api/v1/me", timeout=5)
    except HTTPError as error:
        if error.code != 401 or json.load(error)["code"] != "sign_in_needed":
            raise SystemExit(f"The API answers {error.code}.") from error


def _check_worker(root: Path) -> None:
    """The worker has created the database of its jobs and keeps running."""
    for _attempt in range(60):
        if (root / "var" / "lib" / "regie" / "jobs.sqlite").exists():
            return
        time.sleep(0.5)
    raise SystemExit("The worker has not started.")


def _chroot(root: Path, commands: str) -> list[str]:
    return ["chroot", str(root), "/bin/bash", "-c", commands]


def _environment() -> dict[str, str]:
    passed = {name: value for name in PASSED_ON if (value := os.environ.get(name))}
    path = "/usr/sbin:/usr/bin:/sbin:/bin"
    return {"PATH": path, "HOME": "/root", "LANG": "C.UTF-8", "PIP_CERT": CERTIFICATES, **passed}


def _print(text: str) -> None:
    sys.stdout.write(f"· {text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
