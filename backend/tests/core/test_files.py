"""The file store: a folder by default, a bucket by setting; what is away says so, nothing is loaded before its time."""

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
from regie.core.files.store import FilesSettings, FileStore, new_key
from regie.environment import files_of
from regie.main import create_app
from regie.settings import SettingsError, load_settings, refuse_unsafe
from tests.conftest import ORIGIN

CONTENT = bytes(range(256)) * 40_000


class Bucket(BaseHTTPRequestHandler):
    """Enough of S3 to keep, fetch and remove an object, whole or in parts."""

    kept: dict[str, bytes]
    signed: list[str]

    def do_PUT(self) -> None:
        self.signed.append(self.headers.get("Authorization", ""))
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.kept[self.path] = body
        self._answer(200, headers={"ETag": '"e"'})

    def do_POST(self) -> None:
        place, _, query = self.path.partition("?")
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if query.startswith("uploads"):
            self._answer(200, b"<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>")
        else:
            parts = sorted(name for name in self.kept if name.startswith(f"{place}?partNumber="))
            self.kept[place] = b"".join(self.kept.pop(name) for name in parts)
            self._answer(200, b"<CompleteMultipartUploadResult><ETag>e</ETag></CompleteMultipartUploadResult>")

    def do_GET(self) -> None:
        found = self.kept.get(self.path)
        self._answer(404 if found is None else 200, found or b"", {"ETag": '"e"'})

    def do_DELETE(self) -> None:
        self.kept.pop(self.path, None)
        self._answer(204)

    def _answer(self, status: int, body: bytes = b"", headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        usual = {"Content-Length": str(len(body)), "Last-Modified": "Fri, 20 Nov 2026 17:00:00 GMT"}
        for name, value in (usual | (headers or {})).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Says nothing."""


@pytest.fixture
def bucket() -> Iterator[tuple[FileStore, type[Bucket]]]:
    kind = type("OneBucket", (Bucket,), {"kept": {}, "signed": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), kind)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    endpoint = f"http://127.0.0.1:{server.server_address[1]}"
    yield FileStore(FilesSettings("s3://agency/files", endpoint, "ca-central-1", "key-id", "secret")), kind
    server.shutdown()
    thread.join()
    server.server_close()


def spooled(content: bytes) -> Any:
    file = SpooledTemporaryFile(max_size=1_000)  # noqa: SIM115 - closed by the test's end with what it is handed to
    file.write(content)
    file.seek(0)
    return file


@pytest.mark.parametrize("content", [b"a", CONTENT], ids=["small", "large"])
def test_a_folder_keeps_what_it_is_given(tmp_path: Path, content: bytes):
    store, key = FileStore(FilesSettings((tmp_path / "files").as_uri())), new_key()
    with spooled(content) as file:
        store.put(key, file)
    assert b"".join(store.open(key)) == content
    assert [path.relative_to(tmp_path / "files").as_posix() for path in tmp_path.rglob("*") if path.is_file()] == [key]
    store.remove(key)
    store.remove(key)
    with pytest.raises(NotFound):
        store.open(key)


@pytest.mark.parametrize("content", [b"a", CONTENT], ids=["small", "large"])
def test_a_bucket_keeps_what_it_is_given(bucket: tuple[FileStore, type[Bucket]], content: bytes):
    store, kind = bucket
    key = new_key()
    with spooled(content) as file:
        store.put(key, file)
    assert kind.kept == {f"/agency/files/{key}": content}
    assert all("Credential=key-id/" in line and "/ca-central-1/s3/" in line for line in kind.signed)
    assert b"".join(store.open(key)) == content
    store.remove(key)
    assert kind.kept == {}
    with pytest.raises(NotFound):
        store.open(key)


def test_a_folder_that_cannot_be_written_says_so(tmp_path: Path):
    (tmp_path / "files").write_text("no folder")
    with pytest.raises(Unavailable, match="files_away"):
        FileStore(FilesSettings((tmp_path / "files").as_uri())).put(new_key(), io.BytesIO(b"a"))


def test_a_bucket_without_its_key_is_refused_and_says_so(monkeypatch: pytest.MonkeyPatch):
    store = FileStore(FilesSettings("s3://agency", "http://127.0.0.1:9", "ca-central-1", "key-id", "secret"))
    with pytest.raises(Unavailable, match="files_away"):
        store.open(new_key())


def test_names_tell_nothing():
    keys = {new_key() for _ in range(100)}
    assert len(keys) == 100
    assert all(len(key) == 35 and key[:2] == key[3:5] for key in keys)


def test_the_settings_say_where(tmp_path: Path):
    usual = load_settings({"REGIE_DATA": str(tmp_path)})
    assert usual.files.url == (tmp_path / "files").as_uri()
    given = {"URL": "s3://a/b", "ENDPOINT": "https://s3.example", "REGION": "r", "KEY_ID": "k", "SECRET": "hidden"}
    set_up = load_settings({f"REGIE_FILES_{name}": value for name, value in given.items()})
    assert "hidden" not in repr(set_up)
    assert "hidden" not in repr(files_of(set_up)._settings)
    for wrong in ("ftp://a", "files", "https://a.example/b"):
        with pytest.raises(SettingsError, match="REGIE_FILES_URL"):
            refuse_unsafe(load_settings({"REGIE_FILES_URL": wrong}))
    safe = {"REGIE_ENV": "production", "REGIE_SECRET": "x" * 40, "REGIE_ORIGIN": "https://regie.example"}
    refuse_unsafe(load_settings(safe))
    with pytest.raises(SettingsError, match="REGIE_FILES_URL"):
        refuse_unsafe(load_settings(safe | {"REGIE_FILES_URL": "memory:///"}))


def test_serving_loads_no_library_of_clouds(tmp_path: Path):
    """Only the first file does: a start stays quick and small."""
    put_together = (
        f"import sys; from {create_app.__module__} import create_app; from regie.settings import load_settings"
    )
    asked = f"create_app(load_settings({{'REGIE_ORIGIN': '{ORIGIN}', 'REGIE_DATA': '{tmp_path}'}}))"
    program = f"{put_together}; {asked}; print('obstore' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert said.stdout.strip().splitlines()[-1] == "False"
