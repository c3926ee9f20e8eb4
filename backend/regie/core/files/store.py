"""Where the contents of files lie: a folder of this machine or a bucket, under names made here."""

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import IO, Any

import structlog

from regie.core.api.errors import NotFound, Unavailable

log = structlog.get_logger()
_CHUNK = 256 * 1024
_RETRY_SECONDS = 5
_CALL = {"connect_timeout": "5s", "timeout": "60s"}


@dataclass(frozen=True, slots=True)
class FilesSettings:
    """`file:///folder`, `s3://bucket/prefix`, or `memory:///` for tests; what is empty the cloud itself may know."""

    url: str
    endpoint: str = ""
    region: str = ""
    key_id: str = ""
    secret: str = field(default="", repr=False)

    @property
    def scheme(self) -> str:
        return self.url.split(":", 1)[0]


class FileStore:
    """Contents by key; the library that speaks to clouds is loaded by the first who keeps or fetches something."""

    def __init__(self, settings: FilesSettings) -> None:
        self._settings = settings

    def put(self, key: str, content: IO[bytes]) -> None:
        """Keep the whole content; when this returns, it is on the disk."""
        import obstore

        with _answering():
            obstore.put(self._store, key, content)
            if self._settings.scheme == "file":
                _write_through(Path(str(self._store.prefix)) / key)

    def open(self, key: str) -> Iterator[bytes]:
        """The content piece by piece; NotFound when it is not there."""
        import obstore

        with _answering():
            return _answered(iter(obstore.get(self._store, key).stream(min_chunk_size=_CHUNK)))

    def remove(self, key: str) -> None:
        """Harmless when it is gone already."""
        import obstore

        with _answering(), suppress(FileNotFoundError):
            obstore.delete(self._store, key)

    @cached_property
    def _store(self) -> Any:
        from obstore.store import from_url

        kept = self._settings
        if kept.scheme == "file":
            return from_url(kept.url, mkdir=True)
        if kept.scheme == "memory":
            return from_url(kept.url)
        # One content is removed at a time, which every service that speaks S3 can do.
        config = {
            "disable_bulk_delete": "true",
            "endpoint": kept.endpoint,
            "region": kept.region,
            "access_key_id": kept.key_id,
            "secret_access_key": kept.secret,
        }
        given = {name: value for name, value in config.items() if value}
        client: Any = {**_CALL, "allow_http": kept.endpoint.startswith("http://")}
        return from_url(kept.url, config=given, client_options=client, retry_config={"max_retries": 2})  # type: ignore[call-overload]


def new_key() -> str:
    """A name that tells nothing; the first two letters spread the files over folders."""
    name = uuid.uuid4().hex
    return f"{name[:2]}/{name}"


@contextmanager
def _answering() -> Iterator[None]:
    """A store that is away or full is a passing state; one that lacks a content says so."""
    from obstore.exceptions import BaseError

    try:
        yield
    except FileNotFoundError as error:
        raise NotFound("file_gone") from error
    except (BaseError, OSError, ValueError) as error:
        log.warning("file_store_unavailable", error=str(error).split("\n")[0][:300])
        raise Unavailable("files_away", retry_after=_RETRY_SECONDS) from error


def _answered(pieces: Iterator[Any]) -> Iterator[bytes]:
    for piece in pieces:
        yield bytes(piece)


def _write_through(path: Path) -> None:
    """The file and the name it has in its folder; the library leaves both to the system's leisure."""
    for place, flags in ((path, os.O_RDONLY), (path.parent, os.O_RDONLY | os.O_DIRECTORY)):
        handle = os.open(place, flags)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
