"""Creates sample data in a process of its own: it runs a whole agency, whose memory the worker would not give back."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from regie.domains.administration.sample_data.jobs import GenerationFailed, GenerationStopped

# The steps that the process reports, one a line.
STEPS = 21
_SHARE_PERCENT = 90


def generate(
    folder: Path, first_user: int, report: Callable[[int], None], is_stopping: Callable[[], bool] = lambda: False
) -> None:
    """Fill the folder and report the progress; raise GenerationFailed, or GenerationStopped when the worker stops."""
    # Settings of this installation, such as its services, are none of the sample.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("REGIE_")}
    command = [sys.executable, "-m", "regie.cli", "sample-data", str(folder), "--first-user", str(first_user)]
    with subprocess.Popen(  # noqa: S603 - our own command
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for step, _line in enumerate(process.stdout, 1):
            if is_stopping():
                process.kill()
                raise GenerationStopped
            report(min(step, STEPS) * _SHARE_PERCENT // STEPS)
    if is_stopping():
        raise GenerationStopped
    if process.returncode:
        raise GenerationFailed(process.returncode)
