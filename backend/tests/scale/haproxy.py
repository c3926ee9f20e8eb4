"""Starts HAProxy, which checks the health of the servers behind it."""

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.conftest import ROOT
from tests.drills.processes import free_port, wait_until


@contextmanager
def run_haproxy(folder: Path, servers: Sequence[int]) -> Iterator[int]:
    """Yield the port of a proxy with the product's configuration; skip the test where the program is missing."""
    program = shutil.which("haproxy") or shutil.which("/usr/sbin/haproxy")
    if program is None:
        pytest.skip("haproxy is not installed")
    port = free_port()
    configuration = (ROOT / "deploy" / "haproxy.cfg").read_text()
    for example, own in zip(("10.0.0.11:8000", "10.0.0.12:8000"), servers, strict=True):
        configuration = configuration.replace(example, f"127.0.0.1:{own}")
    certificate = ":443 ssl crt /etc/haproxy/regie.pem alpn h2,http/1.1"
    assert certificate in configuration
    configuration = configuration.replace(certificate, f"127.0.0.1:{port}")
    (folder / "haproxy.cfg").write_text(configuration)
    process = subprocess.Popen([program, "-db", "-f", folder / "haproxy.cfg"], start_new_session=True)
    try:
        wait_until(lambda: is_ready(port))
        yield port
    finally:
        process.kill()
        process.wait(10)


def is_ready(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/health/ready", timeout=5).status_code == 200
    except httpx.TransportError:
        return False
