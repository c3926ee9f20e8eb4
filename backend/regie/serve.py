"""Runs the application under granian, after checking the version of the database."""

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import structlog
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.server import MPServer

from regie.core.db.database import Database
from regie.draining import drain_on_signal
from regie.listen_address import claim_address
from regie.logs import configure_logs, logging_config
from regie.metrics_folder import share_metrics_between_processes
from regie.migrate import require_compatible
from regie.settings import Settings, load_settings, refuse_unsafe

log = structlog.get_logger("regie.serve")
# How long running requests may take after the signal to end.
STOP_SECONDS = 8
HEADER_TIMEOUT_MS = 30_000
_END_SIGNALS = (signal.SIGTERM, signal.SIGINT)


def serve(
    settings: Settings, *, host: str, port: int, workers: int, header_timeout_ms: int = HEADER_TIMEOUT_MS
) -> None:
    """Serve until stopped; raise SettingsError for unsafe settings, an outdated database or a taken port."""
    refuse_unsafe(settings)
    database = Database(settings.database_url)
    try:
        require_compatible(database)
    finally:
        database.close()
    if settings.metrics.token:
        share_metrics_between_processes()
    with claim_address(host, port):
        _deliver_signals_to_forks()
        server = _Server(
            "regie.serve:application",
            address=host,
            port=port,
            workers=workers,
            interface=Interfaces.ASGINL,
            factory=True,
            # HTTP/2 alone has no time-out for a connection that sends nothing.
            http=HTTPModes.http1,
            http1_settings=HTTP1Settings(header_read_timeout=header_timeout_ms),
            log_access=False,
            log_level="warning",  # type: ignore[arg-type]
            log_dictconfig=logging_config(settings.web.environment, "stdout"),
            respawn_failed_workers=True,
        )
        server.drain_seconds = settings.scale.drain_seconds
        _import_application()
        server.serve()


def _import_application() -> None:
    """Import the code once, before the forks: they share its memory, and start sooner."""
    import regie.environment  # noqa: F401
    from regie.main import all_routes

    all_routes()
    gc.collect()
    gc.freeze()


class _Server(MPServer):
    """Drains on a signal, then ends within `STOP_SECONDS`, whatever its workers or its own start wait for."""

    drain_seconds = 0
    _is_draining = False

    def signal_handler_interrupt(self, *args: Any, **options: Any) -> None:
        """A second signal ends the draining."""
        if self.drain_seconds and self.wrks and not self._is_draining:
            self._is_draining = True
            for worker in self.wrks:
                with suppress(ProcessLookupError):
                    os.kill(worker.inner.pid or 0, signal.SIGUSR1)
            _start_timer(self.drain_seconds, self._end)
        else:
            self._end()

    def _end(self) -> None:
        super().signal_handler_interrupt()
        _start_timer(STOP_SECONDS, self._kill)

    def _kill(self) -> None:
        log.warning("requests did not end in time: their processes are killed", seconds=STOP_SECONDS)
        for worker in self.wrks:
            worker.kill()
        os._exit(1)


def _start_timer(seconds: float, call: Callable[[], object]) -> None:
    timer = threading.Timer(seconds, call)
    timer.daemon = True
    timer.start()


def application() -> Any:
    """Create the application in each worker process."""
    drain_on_signal()
    _end_with_parent()
    settings = load_settings()
    configure_logs(settings.web.environment)
    try:
        from regie.environment import start_error_reports
        from regie.main import create_app

        start_error_reports(settings, "web")
        return create_app(settings)
    except Exception:
        # `multiprocessing` would write the traceback as plain text.
        log.critical("unexpected_error", exc_info=True)
        sys.exit(1)


def _deliver_signals_to_forks() -> None:
    """End a forked worker on a signal until it has its own handlers: those it inherits do nothing in a copy."""

    def end_on_signal() -> None:
        for number in _END_SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _END_SIGNALS)

    os.register_at_fork(
        before=lambda: signal.pthread_sigmask(signal.SIG_BLOCK, _END_SIGNALS),
        after_in_parent=lambda: signal.pthread_sigmask(signal.SIG_UNBLOCK, _END_SIGNALS),
        after_in_child=end_on_signal,
    )


def _end_with_parent() -> None:
    """Kill this process when the supervising one has ended, however it ended: a survivor would occupy the port."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_wait_and_kill, args=(parent,), name="parent watch", daemon=True).start()


def _wait_and_kill(parent: Any) -> None:
    parent.join()
    os.kill(os.getpid(), signal.SIGKILL)
