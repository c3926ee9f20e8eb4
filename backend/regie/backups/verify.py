"""Verifies a backup and records the result, where the database of the installation can be reached."""

from datetime import datetime
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from regie.backups.errors import BackupError
from regie.backups.layout import Manifest
from regie.backups.restore import verify_backup
from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.domains.administration.backups.actions import record_verification
from regie.migrate import require_compatible
from regie.settings import Settings, SettingsError


def verify_and_record(settings: Settings, path: Path) -> tuple[Manifest, str | None]:
    """Return the manifest of an intact backup, and why the result was not recorded; raise BackupError for others."""
    try:
        manifest = verify_backup(path)
    except BackupError as error:
        _record(settings, path, None, str(error))
        raise
    return manifest, _record(settings, path, datetime.fromisoformat(manifest["started_at"]), None)


def _record(settings: Settings, path: Path, backup_at: datetime | None, error: str | None) -> str | None:
    """Return why nothing was recorded: a backup can be verified on a machine without the installation."""
    url = make_url(settings.database_url)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").exists():
        return "this installation has no database (REGIE_DATABASE_URL, REGIE_DATA)."
    database = Database(settings.database_url)
    try:
        require_compatible(database)
        with database.write() as session:
            record_verification(session, Clock().now(), path.name, backup_at, error=error)
    except SettingsError as refusal:
        return str(refusal)
    except SQLAlchemyError as failure:
        return f"the database refused it ({type(failure).__name__})."
    finally:
        database.close()
    return None
