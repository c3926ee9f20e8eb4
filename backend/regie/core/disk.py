"""Recognizes a full or read-only disk in the errors of files, SQLite, PostgreSQL and the file store."""

import errno
import sqlite3
from collections.abc import Iterator

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
_POSTGRES_DISK_FULL = "53100"
# Also a server that has become a replica.
_POSTGRES_READ_ONLY = "25006"


def is_disk_full(error: BaseException) -> bool:
    return any(_is_full(cause) for cause in _causes(error))


def is_read_only(error: BaseException) -> bool:
    return any(_refuses_writes(cause) for cause in _causes(error))


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        original = getattr(error, "orig", None)
        error = original if isinstance(original, BaseException) else error.__cause__ or error.__context__


def _is_full(error: BaseException) -> bool:
    if isinstance(error, OSError) and error.errno in _FULL:
        return True
    if isinstance(error, sqlite3.Error):
        return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
    if type(error).__module__.startswith("obstore"):
        # The library passes on the system's message alone.
        return "No space left on device" in str(error)
    return getattr(error, "sqlstate", None) == _POSTGRES_DISK_FULL


def _refuses_writes(error: BaseException) -> bool:
    if isinstance(error, OSError) and error.errno == errno.EROFS:
        return True
    if isinstance(error, sqlite3.Error):
        # The higher bytes of an extended code have details.
        return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_READONLY
    if type(error).__module__.startswith("obstore"):
        return "Read-only file system" in str(error)
    return getattr(error, "sqlstate", None) == _POSTGRES_READ_ONLY
