"""Stores files under generated keys, in a local folder or a bucket."""

import os
import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import IO, Any
from urllib.parse import unquote, urlsplit

import structlog

from regie.core.api.errors import DiskFull, NotFound, Unavailable
from regie.core.disk import is_disk_full

log = structlog.get_logger()
_CHUNK = 256 * 1024
_KEY = re.compile(r"[0-9a-f]{2}/[0-9a-f]{32}")
_RETRY_SECONDS = 5
_CALL = {"connect_timeout": "5s", "timeout": "60s"}


@dataclass(frozen=True, slots=True)
class FilesSettings:
    """`url` is `file:///folder`, `s3://bucket/prefix` or `memory:///` (tests); the cloud can provide empty settings."""

    url: str
    endpoint: str = ""
    region: str = ""
    key_id: str = ""
    secret: str = field(default="", repr=False)

    @property
    def scheme(self) -> str:
        return self.url.split(":", 1)[0]


class FileStore:
    """Files by key; the storage library is imported on first use."""

    def __init__(self, settings: FilesSettings) -> None:
        self._settings = settings

    @property
    def folder(self) -> Path | None:
        """The folder of the files; None for a bucket."""
        return Path(unquote(urlsplit(self._settings.url).path)) if self._settings.scheme == "file" else None

    def put(self, key: str, content: IO[bytes]) -> None:
        """Store the content; it is durable when this returns."""
        import obstore

        with _translating_errors():
            obstore.put(self._store, key, content)
            if self._settings.scheme == "file":
                _sync_to_disk(Path(str(self._store.prefix)) / key)

    def open(self, key: str) -> Iterator[bytes]:
        """Return the content in chunks; raise NotFound when the key is unknown."""
        import obstore

        with _translating_errors():
            return _as_bytes(iter(obstore.get(self._store, key).stream(min_chunk_size=_CHUNK)))

    def keys(self) -> Iterator[str]:
        """Return the keys of all files; anything else in the folder or bucket is not Régie's."""
        import obstore

        with _translating_errors():
            for batch in obstore.list(self._store):
                yield from (one["path"] for one in batch if is_storage_key(one["path"]))

    def remove(self, key: str) -> None:
        """Remove a file; an unknown key is not an error."""
        import obstore

        with _translating_errors(), suppress(FileNotFoundError):
            obstore.delete(self._store, key)

    @cached_property
    def _store(self) -> Any:
        from obstore.store import from_url

        settings = self._settings
        if settings.scheme == "file":
            return from_url(settings.url, mkdir=True)
        if settings.scheme == "memory":
            return from_url(settings.url)
        # Not every S3-compatible service supports bulk deletes.
        config = {
            "disable_bulk_delete": "true",
            "endpoint": settings.endpoint,
            "region": settings.region,
            "access_key_id": settings.key_id,
            "secret_access_key": settings.secret,
        }
        options = {name: value for name, value in config.items() if value}
        client: Any = {**_CALL, "allow_http": settings.endpoint.startswith("http://")}
        return from_url(settings.url, config=options, client_options=client, retry_config={"max_retries": 2})  # type: ignore[call-overload]


def new_storage_key() -> str:
    """Return a random key; its first two characters spread the files over folders."""
    name = uuid.uuid4().hex
    return f"{name[:2]}/{name}"


def is_storage_key(text: str) -> bool:
    return _KEY.fullmatch(text) is not None


@contextmanager
def _translating_errors() -> Iterator[None]:
    """Raise NotFound for a missing file, Unavailable for any other error of the store."""
    from obstore.exceptions import BaseError

    try:
        yield
    except FileNotFoundError as error:
        raise NotFound("file_missing") from error
    except (BaseError, OSError, ValueError) as error:
        if is_disk_full(error):
            log.error("disk_full", error=str(error).split("\n")[0][:300])
            raise DiskFull(retry_after=_RETRY_SECONDS) from error
        log.warning("file_store_unavailable", error=str(error).split("\n")[0][:300])
        raise Unavailable("file_storage_unavailable", retry_after=_RETRY_SECONDS) from error


def _as_bytes(chunks: Iterator[Any]) -> Iterator[bytes]:
    for chunk in chunks:
        yield bytes(chunk)


def _sync_to_disk(path: Path) -> None:
    """Flush the file and its folder to disk, which the library does not do."""
    for target, flags in ((path, os.O_RDONLY), (path.parent, os.O_RDONLY | os.O_DIRECTORY)):
        handle = os.open(target, flags)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
