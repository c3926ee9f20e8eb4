"""Writes the next migration from the differences between the models and the migrations."""

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from alembic import command
from sqlalchemy import Column

from regie.core.db.database import Database
from regie.core.lists.text_index import text_tables
from regie.migrate import SCRIPTS, alembic_config, migrate, newest_version

_VERSIONS = SCRIPTS / "versions"
_REQUIRED = (
    "{table}.{column} is required: existing rows need a value. Add server_default=... to its column, and remove it "
    "again with alter_column in a second batch (as 0020_organization_settings.py does)."
)
_TEXT_INDEX = "{table} has a text index on PostgreSQL only: create it by hand, as 0023_text_indexes.py does."


def revise(name: str) -> None:
    """Compare the models with a new, migrated SQLite database and write the difference to a file."""
    if not (words := re.sub(r"[^a-z0-9]+", " ", name.lower()).split()):
        sys.exit('regie: name what the migration changes, such as "legal name of clients".')
    with tempfile.TemporaryDirectory(prefix="regie-revise-") as folder:
        database = Database(f"sqlite:///{Path(folder) / 'regie.sqlite'}")
        try:
            # By number instead of "head", which would also create the full-text tables of the models.
            migrate(database, newest_version())
            file, operations = _write(database, name.strip().rstrip("."), "_".join(words)[:40])
        finally:
            database.close()
    hints = list(_describe_manual_steps(operations))
    if file is None:
        _print_lines(hints or ["The models and the migrations agree: nothing to write."])
        return
    _format(file)
    _print_lines([f"Wrote {_relative_path(file)}. Read it, then run `regie migrate`.", *hints])


def _write(database: Database, message: str, slug: str) -> tuple[Path | None, Any]:
    found: list[Any] = []

    def drop_empty(_context: Any, _revision: Any, directives: list[Any]) -> None:
        found.append(directives[0].upgrade_ops)
        if directives[0].upgrade_ops.is_empty():
            directives.clear()

    number = f"{int(newest_version()) + 1:04}"
    with database.writes.begin() as connection:
        config = alembic_config(connection)
        config.set_main_option("file_template", f"%%(rev)s_{slug}")
        message = message[0].upper() + message[1:]
        made = command.revision(
            config, message, autogenerate=True, rev_id=number, process_revision_directives=drop_empty
        )
    return (Path(made.path) if made else None), found[0]  # type: ignore[union-attr]


def _describe_manual_steps(operations: Any) -> Iterator[str]:
    """Yield hints for changes that a comparison on SQLite cannot make."""
    for table in operations.ops:
        for operation in getattr(table, "ops", ()):
            column = getattr(operation, "column", None)
            if isinstance(column, Column) and not column.nullable and column.server_default is None:
                yield _REQUIRED.format(table=table.table_name, column=column.name)
    files = [file.read_text("utf-8") for file in _VERSIONS.glob("[0-9]*.py")]
    indexed = "".join(text for text in files if "gin_trgm_ops" in text)
    for table in text_tables():
        if f'"{table}"' not in indexed:
            yield _TEXT_INDEX.format(table=table)


def _format(file: Path) -> None:
    """Format the file with ruff, if installed."""
    ruff = Path(sys.executable).with_name("ruff")
    if ruff.exists():
        for command in (["check", "--quiet", "--fix-only"], ["format", "--quiet"]):
            subprocess.run([ruff, *command, file], check=True)  # noqa: S603 - our own file


def _relative_path(file: Path) -> str:
    here = Path.cwd()
    return str(file.relative_to(here)) if file.is_relative_to(here) else str(file)


def _print_lines(lines: list[str]) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
