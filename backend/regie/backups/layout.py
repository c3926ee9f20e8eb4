"""The layout of a backup: its folder, its parts with their checksums, and the manifest that completes it."""

import hashlib
import json
import os
import shutil
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import TypedDict

from regie.backups.errors import BackupError
from regie.core.files.store import is_storage_key

FORMAT = 1
MANIFEST, SETTINGS, FILES, CHECKSUMS = "manifest.json", "settings.json", "files", "files.sha256"
DATABASE, JOBS = "database", "jobs"
ARCHIVE_SUFFIX = ".tar"
_CHUNK = 1024 * 1024


class Part(TypedDict):
    sha256: str
    size: int


class FilesPart(TypedDict):
    """The stored files; `missing` are those that a record names and the store did not have."""

    count: int
    size: int
    missing: list[str]


class Manifest(TypedDict):
    """`secret` opens with the REGIE_SECRET of the backup only; `rows` counts the rows of each table."""

    format: int
    release: str
    schema: str
    engine: str
    started_at: str
    finished_at: str
    secret: str
    rows: dict[str, int]
    files: FilesPart
    parts: dict[str, Part]


def hash_file(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def describe_part(path: Path) -> Part:
    return {"sha256": hash_file(path), "size": path.stat().st_size}


def write_private(path: Path, text: str) -> None:
    """Write a file that only this account reads, durable when this returns."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Complete the backup; until this returns, it is recognisable as interrupted."""
    partial = folder / f".{MANIFEST}.partial"
    write_private(partial, json.dumps(manifest, indent=1, sort_keys=True) + "\n")
    partial.replace(folder / MANIFEST)


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest; raise BackupError for a folder that is no complete backup."""
    path = folder / MANIFEST
    if not folder.is_dir():
        raise BackupError(f"{folder} does not exist: name the folder or file that `regie backup` wrote.")
    if not path.exists():
        raise BackupError(f"{folder} is not a complete backup: it has no {MANIFEST}. Use another backup.")
    try:
        manifest: Manifest = json.loads(path.read_text("utf-8"))
        version = manifest["format"]
    except (ValueError, KeyError, TypeError):
        raise BackupError(f"{path} cannot be read. Use another backup.") from None
    if version != FORMAT:
        raise BackupError(f"{folder} has format {version}, which this release does not know: install a newer release.")
    return manifest


def find_part(manifest: Manifest, stem: str) -> str | None:
    """Return the file name of the database or of the jobs; None when it is not in the backup."""
    return next((name for name in manifest["parts"] if name.partition(".")[0] == stem), None)


def find_defects(folder: Path, manifest: Manifest) -> list[str]:
    """Return a sentence for each part and file that is missing or differs from its checksum."""
    found = [_defect(folder / name, part["sha256"]) for name, part in manifest["parts"].items()]
    if (folder / CHECKSUMS).exists():
        found += [_defect(folder / FILES / key, sha256) for key, sha256 in read_checksums(folder).items()]
    return [defect for defect in found if defect]


def _defect(path: Path, sha256: str) -> str | None:
    if not path.is_file():
        return f"{path} is missing."
    return None if hash_file(path) == sha256 else f"{path} was changed or damaged."


def format_checksums(checksums: dict[str, str]) -> str:
    """Return the lines that `sha256sum --check` reads in the backup's folder."""
    return "".join(f"{sha256}  {FILES}/{key}\n" for key, sha256 in sorted(checksums.items()))


def read_checksums(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of each stored file by key."""
    lines = (line.partition("  ") for line in (folder / CHECKSUMS).read_text("utf-8").splitlines())
    found = {name.removeprefix(f"{FILES}/"): sha256 for sha256, _, name in lines}
    if unknown := next((key for key in found if not is_storage_key(key)), None):
        raise BackupError(f"{CHECKSUMS} names {unknown!r}, which is no file of Régie. Use another backup.")
    return found


@contextmanager
def opened(path: Path) -> Iterator[Path]:
    """Return the backup's folder; an archive is unpacked beside it for the time of the block."""
    if not path.is_file():
        yield path
        return
    with tempfile.TemporaryDirectory(prefix=f".{path.name}-", dir=path.parent) as folder:
        try:
            with tarfile.open(path) as archive:
                # Python before 3.11.4, such as Debian's own, has no filters, and later ones warn without one.
                archive.extraction_filter = getattr(tarfile, "data_filter", None)
                for member in _members(archive):
                    archive.extract(member, folder)
        except (tarfile.TarError, OSError) as error:
            raise BackupError(f"{path} cannot be unpacked: {error}. Use another backup.") from None
        yield Path(folder)


def _members(archive: tarfile.TarFile) -> list[tarfile.TarInfo]:
    """Return what the archive contains; it is refused if that is more than files and folders below the backup's own."""
    found = archive.getmembers()
    for member in found:
        path = PurePosixPath(member.name)
        if not (member.isfile() or member.isdir()) or path.is_absolute() or ".." in path.parts:
            raise tarfile.TarError(f"{member.name!r} does not belong to a backup")
    return found


def pack(folder: Path, archive: Path) -> None:
    """Replace a complete backup's folder by one file, which is there only when it is complete."""
    partial = archive.with_name(f".{archive.name}.partial")
    with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        with tarfile.open(fileobj=file, mode="w") as packed:
            for path in sorted(folder.iterdir()):
                packed.add(path, path.name)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(archive)
    shutil.rmtree(folder)
