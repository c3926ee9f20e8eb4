"""Tests backup and restore of files in an S3 bucket."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from sqlalchemy import select

from regie.backups.commands import restore as run_restore
from regie.backups.create import create_backup
from regie.backups.errors import BackupError
from regie.backups.layout import read_checksums
from regie.backups.restore import restore_backup, verify_backup
from regie.core.db.database import Database
from regie.core.files.store import FileStore, new_storage_key
from regie.domains.administration.backups.models import Backup
from tests.backups.conftest import CONTENT, Installation
from tests.bucket import Bucket, running_bucket
from tests.factories.files import TEXT

NOWHERE = {"REGIE_FILES_ENDPOINT": "http://127.0.0.1:9"}


@pytest.fixture
def bucket() -> Iterator[tuple[str, type[Bucket]]]:
    with running_bucket() as found:
        yield found


def _in_bucket(place: Installation, endpoint: str, prefix: str) -> Installation:
    keys = {"REGIE_FILES_REGION": "ca-central-1", "REGIE_FILES_KEY_ID": "key-id", "REGIE_FILES_SECRET": "secret"}
    address = {"REGIE_FILES_URL": f"s3://agency/{prefix}", "REGIE_FILES_ENDPOINT": endpoint}
    return Installation(place.environment | address | keys)


@pytest.fixture
def installation(installation: Installation, bucket: tuple[str, type[Bucket]]) -> Installation:
    return _in_bucket(installation, bucket[0], "live")


@pytest.fixture
def bucket_target(target: Installation, bucket: tuple[str, type[Bucket]]) -> Installation:
    """An empty place whose files are in the same bucket, under another prefix."""
    return _in_bucket(target, bucket[0], "restored")


def _contents(store: FileStore) -> dict[str, bytes]:
    return {key: b"".join(store.open(key)) for key in store.keys()}  # noqa: SIM118 - not a mapping


def _below(kind: type[Bucket], prefix: str) -> dict[str, bytes]:
    return {path: content for path, content in kind.objects.items() if path.startswith(f"/agency/{prefix}/")}


def test_files_of_a_bucket_are_restored_into_another(
    source: Installation, bucket_target: Installation, bucket: tuple[str, type[Bucket]], tmp_path: Path
):
    _, kind = bucket
    for number in range(2 * kind.page_size):
        source.store.put(new_storage_key(), BytesIO(b"%d" % number))
    before = dict(kind.objects)
    path, manifest = create_backup(source.settings, tmp_path / "backups")
    assert kind.objects == before
    assert (manifest["files"]["count"], manifest["files"]["missing"]) == (2 * kind.page_size + 2, [])
    assert set(read_checksums(path)) == set(source.store.keys())
    assert verify_backup(path) == manifest
    restored = restore_backup(bucket_target.settings, path, replace=False)
    assert (restored.differing, restored.missing_files) == ([], [])
    assert _contents(bucket_target.store) == _contents(source.store)
    assert _below(kind, "live") == before


def test_files_of_a_bucket_are_restored_into_a_folder(source: Installation, target: Installation, tmp_path: Path):
    path, _ = create_backup(source.settings, tmp_path / "all.tar")
    restore_backup(target.settings, path, replace=False)
    assert target.settings.files.url.startswith("file://")
    assert sorted(_contents(target.store).values()) == sorted([CONTENT, TEXT])


def test_backup_contains_no_key_of_the_bucket(source: Installation, backup: Path):
    text = (backup / "settings.json").read_text()
    assert "s3://agency/live" in text
    assert "secret" not in text.replace("REGIE_SECRET", "")


def test_bucket_with_other_files_is_refused_and_replaced_on_request(
    source: Installation, backup: Path, bucket_target: Installation, bucket: tuple[str, type[Bucket]]
):
    _, kind = bucket
    bucket_target.store.put(f"ab/{'0' * 32}", BytesIO(b"unused"))
    before = dict(kind.objects)
    with pytest.raises(BackupError, match="file store is not empty"):
        restore_backup(bucket_target.settings, backup, replace=False)
    assert kind.objects == before
    restore_backup(bucket_target.settings, backup, replace=True)
    assert _contents(bucket_target.store) == _contents(source.store)


def test_file_that_the_bucket_does_not_return_fails_the_backup(
    source: Installation, bucket: tuple[str, type[Bucket]], database: Database, tmp_path: Path
):
    _, kind = bucket
    kind.broken.add(next(iter(kind.objects)))
    with pytest.raises(BackupError, match="file store does not answer"):
        create_backup(source.settings, tmp_path / "backups")
    (folder,) = (tmp_path / "backups").iterdir()
    with pytest.raises(BackupError, match="not a complete backup"):
        verify_backup(folder)
    with database.read() as db:
        outcome, error = db.execute(select(Backup.outcome, Backup.error)).one()
    assert outcome == "failed"
    assert "REGIE_FILES_URL" in error


def test_unreachable_bucket_is_named_by_restore_and_changes_nothing(
    backup: Path, bucket_target: Installation, capsys: pytest.CaptureFixture[str]
):
    with pytest.raises(SystemExit, match="file store does not answer"):
        run_restore(bucket_target.changed(**NOWHERE), backup, replace=False)
    assert "Restored" not in capsys.readouterr().out
    assert bucket_target.is_empty()
