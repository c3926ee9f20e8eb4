"""Prepares the folder in which all web processes count; apart, so that the supervising process imports little."""

import atexit
import os
import shutil
import tempfile

# Read by prometheus_client when it is imported.
FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"


def share_metrics_between_processes() -> None:
    """Let the processes that this one starts use a new folder, which is removed at the end."""
    folder = tempfile.mkdtemp(prefix="regie-metrics-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ[FOLDER_VARIABLE] = folder
