"""Tests `regie revise` in a copy of the product: its migration is formatted, complete and runs on both engines."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import regie
from regie.core.db.database import Database
from regie.migrate import newest_version
from tests.rules.test_upgrade import empty_database

__all__ = ["empty_database"]
PRINT_DRIFT = """
import sys
from regie.core.db.database import Database
from regie.migrate import find_drift, migrate
database = Database(sys.argv[1])
migrate(database)
print(find_drift(database))
"""
COLUMNS = """\
    legal_name: Mapped[str | None] = mapped_column(String(120), index=True)
    rank: Mapped[int] = mapped_column(Integer)
    website: Mapped[str | None] = mapped_column(String(400), info=SEARCHED)
"""
WEBSITE = "    website: Mapped[str | None] = mapped_column(String(200), info=SEARCHED)\n"


@pytest.fixture
def product(tmp_path: Path) -> Path:
    """A copy of the package that tests can change."""
    package = Path(regie.__file__).parent
    shutil.copytree(package, tmp_path / "copy" / "regie")
    shutil.copy(package.parent / "pyproject.toml", tmp_path / "copy")
    return tmp_path / "copy" / "regie"


def _run(product: Path, *command: str) -> str:
    environment = os.environ | {"PYTHONPATH": str(product.parent), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, *command], cwd=product.parent, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def _revise(product: Path, name: str) -> str:
    return _run(product, "-m", "regie.cli", "revise", name)


def _versions(product: Path) -> set[Path]:
    return set((product / "migrations" / "versions").glob("[0-9]*.py"))


def test_no_difference_writes_nothing(product: Path):
    before = _versions(product)
    assert "nothing to write" in _revise(product, "anything")
    assert _versions(product) == before


def test_name_without_letters_is_refused(product: Path):
    done = subprocess.run([sys.executable, "-m", "regie.cli", "revise", " ! "], capture_output=True, text=True)
    assert (done.returncode, "name what the migration changes" in done.stderr) == (1, True)


def test_new_columns_are_written_as_the_next_migration(product: Path, empty_database: Database):
    before = _versions(product)
    model = product / "domains" / "records" / "clients" / "models.py"
    model.write_text(model.read_text("utf-8").replace(WEBSITE, COLUMNS, 1), "utf-8")
    printed = _revise(product, "Legal name of clients.")
    (file,) = _versions(product) - before
    number = f"{int(newest_version()) + 1:04}"
    assert file.name == f"{number}_legal_name_of_clients.py"
    assert "clients.rank is required" in printed
    assert "clients.legal_name is required" not in printed
    for check in (["check"], ["format", "--check"]):
        ruff = Path(sys.executable).with_name("ruff")
        done = subprocess.run([ruff, *check, file], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout
    assert file.read_text("utf-8").startswith('"""Legal name of clients."""\n')
    url = empty_database.writes.url.render_as_string(hide_password=False)
    assert _run(product, "-c", PRINT_DRIFT, url).strip() == "[]"
