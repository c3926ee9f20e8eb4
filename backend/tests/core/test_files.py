"""Tests the file store on a folder and on an S3 bucket."""

import io
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import Any

import pytest

from regie.core.api.errors import NotFound, Unavailable
from regie.core.files.store import FilesSettings, FileStore, new_storage_key
from regie.environment import open_file_store
from regie.main import create_app
from regie.settings import SettingsError, load_settings, refuse_unsafe
from tests.bucket import Bucket, running_bucket
from tests.conftest import ORIGIN

CONTENT = bytes(range(256)) * 40_000


@pytest.fixture
def bucket() -> Iterator[tuple[FileStore, type[Bucket]]]:
    with running_bucket() as (endpoint, kind):
        yield FileStore(FilesSettings("s3://agency/files", endpoint, "ca-central-1", "key-id", "secret")), kind


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


def test_bucket_lists_all_pages_of_its_own_files(bucket: tuple[FileStore, type[Bucket]]):
    store, kind = bucket
    keys = {new_storage_key() for _ in range(5)}
    for key in keys:
        store.put(key, io.BytesIO(b"a"))
    kind.objects |= {f"/agency/others/{new_storage_key()}": b"b", "/agency/files/notes.txt": b"c"}
    assert len(keys) > 2 * kind.page_size
    assert sorted(store.keys()) == sorted(keys)


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
