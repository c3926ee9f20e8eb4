"""The error of a backup or restore; its message says what to do."""

from collections.abc import Iterator
from contextlib import contextmanager

from regie.core.api.errors import DiskFull, Unavailable


class BackupError(Exception):
    """A backup cannot be made, read or restored."""


@contextmanager
def naming_store_errors() -> Iterator[None]:
    """Raise BackupError where the file store fails, which the log describes."""
    try:
        yield
    except DiskFull as error:
        raise BackupError("the disk of the file store is full (REGIE_FILES_URL): free some space.") from error
    except Unavailable as error:
        raise BackupError(
            "the file store does not answer (REGIE_FILES_URL): check its address, keys and permissions."
        ) from error
