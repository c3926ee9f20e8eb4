"""Stores a fingerprint of each step's sources, so that a step runs again only after a change."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".tools" / "stamps"
NEVER_SOURCES = {"node_modules", "dist", "__pycache__", ".vite", "coverage"}


def digest(sources: Iterable[Path], *values: str) -> str:
    """Return a hash of the contents of files and folders, and of values such as a version."""
    hasher = hashlib.sha256("\0".join(values).encode())
    for path in sorted(_files(sources)):
        hasher.update(f"\0{path.relative_to(ROOT)}\0".encode())
        hasher.update(hashlib.sha256(path.read_bytes()).digest())
    return hasher.hexdigest()


def _files(sources: Iterable[Path]) -> Iterable[Path]:
    for source in sources:
        if source.is_dir():
            yield from _files(entry for entry in source.iterdir() if entry.name not in NEVER_SOURCES)
        elif source.is_file():
            yield source


def is_fresh(name: str, fingerprint: str, *results: Path) -> bool:
    stamp = FOLDER / name
    return stamp.exists() and stamp.read_text() == fingerprint and all(path.exists() for path in results)


def save_stamp(name: str, fingerprint: str) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / name).write_text(fingerprint)
