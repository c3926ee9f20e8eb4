"""Tests the file store on a folder and on an S3 bucket."""

import io
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import Any

import pytest

from regie.core.api.errors import NotFound, Unavailable
from regie.core.files.store import FilesSettings, FileStore, new_storage_key
from regie.environment import open_file_store
from regie.main import create_app
from regie.settings import SettingsError, load_settings, refuse_unsafe
from tests.conftest import ORIGIN

CONTENT = bytes(range(256)) * 40_000


class Bucket(BaseHTTPRequestHandler):
    """A minimal S3: stores, returns and removes objects, whole or multipart."""

    objects: dict[str, bytes]
    authorizations: list[str]

    def do_PUT(self) -> None:
        self.authorizations.append(self.headers.get("Authorization", ""))
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.objects[self.path] = body
        self._respond(200, headers={"ETag": '"e"'})

    def do_POST(self) -> None:
        key, _, query = self.path.partition("?")
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if query.startswith("uploads"):
            self._respond(200, b"<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>")
        else:
            parts = sorted(name for name in self.objects if name.startswith(f"{key}?partNumber="))
            self.objects[key] = b"".join(self.objects.pop(name) for name in parts)
            self._respond(200, b"<CompleteMultipartUploadResult><ETag>e</ETag></CompleteMultipartUploadResult>")

    def do_GET(self) -> None:
        found = self.objects.get(self.path)
        self._respond(404 if found is None else 200, found or b"", {"ETag": '"e"'})

    def do_DELETE(self) -> None:
        self.objects.pop(self.path, None)
        self._respond(204)

    def _respond(self, status: int, body: bytes = b"", headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        default = {"Content-Length": str(len(body)), "Last-Modified": "Fri, 20 Nov 2026 17:00:00 GMT"}
        for name, value in (default | (headers or {})).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Silence the log."""


@pytest.fixture
def bucket() -> Iterator[tuple[FileStore, type[Bucket]]]:
    kind = type("TestBucket", (Bucket,), {"objects": {}, "authorizations": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), kind)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    endpoint = f"http://127.0.0.1:{server.server_address[1]}"
    yield FileStore(FilesSettings("s3://agency/files", endpoint, "ca-central-1", "key-id", "secret")), kind
    server.shutdown()
    thread.join()
    server.server_close()


def spooled(content: bytes) -> Any:
    file = SpooledTemporaryFile(max_size=1_000)  # noqa: SIM115 - the test closes it
    file.write(content)
    file.seek(0)
    return file


@pytest.mark.parametrize("content", [b"a", CONTENT], ids=["small", "large"])
def test_folder_stores_and_removes_a_file(tmp_path: Path, content: bytes):
    store, key = FileStore(FilesSettings((tmp_path / "files").as_uri())), new_storage_key()
    with spooled(content) as file:
        store.put(key, file)
    assert b"".join(store.open(key)) == content
    assert [path.relative_to(tmp_path / "files").as_posix() for path in tmp_path.rglob("*") if path.is_file()] == [key]
    store.remove(key)
    store.remove(key)
    with pytest.raises(NotFound):
        store.open(key)


@pytest.mark.parametrize("content", [b"a", CONTENT], ids=["small", "large"])
def test_bucket_stores_and_removes_a_file(bucket: tuple[FileStore, type[Bucket]], content: bytes):
    store, kind = bucket
    key = new_storage_key()
    with spooled(content) as file:
        store.put(key, file)
    assert kind.objects == {f"/agency/files/{key}": content}
    assert all("Credential=key-id/" in line and "/ca-central-1/s3/" in line for line in kind.authorizations)
    assert b"".join(store.open(key)) == content
    store.remove(key)
    assert kind.objects == {}
    with pytest.raises(NotFound):
        store.open(key)


def test_unwritable_folder_raises_unavailable(tmp_path: Path):
    (tmp_path / "files").write_text("no folder")
    with pytest.raises(Unavailable, match="file_storage_unavailable"):
        FileStore(FilesSettings((tmp_path / "files").as_uri())).put(new_storage_key(), io.BytesIO(b"a"))


def test_unreachable_bucket_raises_unavailable(monkeypatch: pytest.MonkeyPatch):
    store = FileStore(FilesSettings("s3://agency", "http://127.0.0.1:9", "ca-central-1", "key-id", "secret"))
    with pytest.raises(Unavailable, match="file_storage_unavailable"):
        store.open(new_storage_key())


def test_storage_keys_are_random_and_spread_over_folders():
    keys = {new_storage_key() for _ in range(100)}
    assert len(keys) == 100
    assert all(len(key) == 35 and key[:2] == key[3:5] for key in keys)


def test_file_settings_are_read_from_the_environment(tmp_path: Path):
    default = load_settings({"REGIE_DATA": str(tmp_path)})
    assert default.files.url == (tmp_path / "files").as_uri()
    given = {"URL": "s3://a/b", "ENDPOINT": "https://s3.example", "REGION": "r", "KEY_ID": "k", "SECRET": "hidden"}
    configured = load_settings({f"REGIE_FILES_{name}": value for name, value in given.items()})
    assert "hidden" not in repr(configured)
    assert "hidden" not in repr(open_file_store(configured)._settings)
    for wrong in ("ftp://a", "files", "https://a.example/b"):
        with pytest.raises(SettingsError, match="REGIE_FILES_URL"):
            refuse_unsafe(load_settings({"REGIE_FILES_URL": wrong}))
    safe = {"REGIE_ENV": "production", "REGIE_SECRET": "x" * 40, "REGIE_ORIGIN": "https://regie.example"}
    refuse_unsafe(load_settings(safe))
    with pytest.raises(SettingsError, match="REGIE_FILES_URL"):
        refuse_unsafe(load_settings(safe | {"REGIE_FILES_URL": "memory:///"}))


def test_application_start_does_not_import_the_storage_library(tmp_path: Path):
    imports = f"import sys; from {create_app.__module__} import create_app; from regie.settings import load_settings"
    call = f"create_app(load_settings({{'REGIE_ORIGIN': '{ORIGIN}', 'REGIE_DATA': '{tmp_path}'}}))"
    program = f"{imports}; {call}; print('obstore' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip().splitlines()[-1] == "False"
