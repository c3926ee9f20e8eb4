"""Runs Régie for development: the front end by Vite, the back end and the worker with reload on changes."""

import shlex
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from run import REGIE, Mode, Processes, main, reuse_port
from stamps import ROOT

WATCHFILES = ROOT / ".venv" / "bin" / "watchfiles"
NODE = ROOT / ".tools" / "bin" / "node"
# How long a server may take to finish its requests before it is killed.
STOP_SECONDS = 3


def serve_with_reload(processes: Processes, port: int, data: Path) -> None:
    """Start Vite, which forwards API calls to the back end, and the back end and worker with reload."""
    server = reuse_port(data / "server-port")
    processes.environment |= {"REGIE_SERVER": f"http://127.0.0.1:{server}", "FORCE_COLOR": "1"}
    start_reloading(processes, "serve", "serve", "--migrate", "--port", str(server))
    processes.wait_until_ready("serve", server, "/sanctum/csrf-cookie")
    start_reloading(processes, "worker", "worker", shown=False)
    vite = ["frontend/node_modules/vite/bin/vite.js", "frontend", "--config", "frontend/vite.config.ts"]
    processes.start(
        "vite", *vite, "--host", "127.0.0.1", "--port", str(port), "--strictPort", "--clearScreen", "false",
        program=NODE, shown=True,
    )  # fmt: skip
    processes.wait_until_ready("vite", port, "/")


def start_reloading(processes: Processes, name: str, *arguments: str, shown: bool = True) -> None:
    # The worker has lower priority than the pages that a user waits for.
    priority = [] if shown else ["nice", "-n", "10"]
    command = shlex.join([*priority, str(REGIE), *arguments])
    options = ["--target-type", "command", "--verbosity", "warning", "--sigint-timeout", str(STOP_SECONDS)]
    processes.start(name, *options, command, "backend/regie", program=WATCHFILES, shown=shown)


DEVELOPMENT = Mode("dev", "development", "front-end-packages", serve_with_reload)

if __name__ == "__main__":
    sys.exit(main(DEVELOPMENT))
