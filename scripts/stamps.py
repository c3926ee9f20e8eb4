"""Remembers what a step was last made from, so that it runs again only when that changed."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".tools" / "stamps"
NEVER_SOURCES = {"node_modules", "dist", "__pycache__", ".vite", "coverage"}


def digest(sources: Iterable[Path], *facts: str) -> str:
    """One text for the contents of files and whole folders, and for plain facts such as a version."""
    total = hashlib.sha256("\0".join(facts).encode())
    for path in sorted(_files(sources)):
        total.update(f"\0{path.relative_to(ROOT)}\0".encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def _files(sources: Iterable[Path]) -> Iterable[Path]:
    for source in sources:
        if source.is_dir():
            yield from _files(entry for entry in source.iterdir() if entry.name not in NEVER_SOURCES)
        elif source.is_file():
            yield source


def is_fresh(name: str, made_from: str, *results: Path) -> bool:
    stamp = FOLDER / name
    return stamp.exists() and stamp.read_text() == made_from and all(path.exists() for path in results)


def remember(name: str, made_from: str) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / name).write_text(made_from)
