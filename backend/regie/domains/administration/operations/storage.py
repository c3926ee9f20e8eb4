"""Measures what the database and the files occupy, and the free space of their disks."""

import shutil
from pathlib import Path
from typing import Literal

from sqlalchemy import Connection, func, select, text, union_all

from regie.access.app_context import AppContext
from regie.domains.administration.bug_reports.models import BugReport
from regie.domains.administration.exports.models import Export
from regie.domains.administration.imports.models import Import
from regie.domains.administration.operations.schemas import Disk, Storage
from regie.domains.records.months.models import MonthPackFile
from regie.domains.work.attachments.models import Attachment, ReplacedFile

# A disk is low when less than both is free: a tenth of a large disk lasts for long.
LOW_SHARE, LOW_BYTES = 0.1, 10_000_000_000
_SIZES = (
    *((Attachment, Attachment.size), (ReplacedFile, ReplacedFile.size), (Export, Export.size)),
    *((Import, Import.size), (BugReport, BugReport.picture_size), (MonthPackFile, MonthPackFile.size)),
)
_STORED = union_all(
    *(select(size.label("size")).where(model.storage_key.is_not(None)) for model, size in _SIZES)
).subquery()
_FILES = select(func.count(), func.coalesce(func.sum(_STORED.c.size), 0)).select_from(_STORED)
_DATABASE_SIZES = {
    "sqlite": text("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"),
    "postgresql": text("SELECT pg_database_size(current_database())"),
}


def measure_storage(db: Connection, context: AppContext) -> Storage:
    count, size = db.execute(_FILES).one()
    return {
        "database_size": db.execute(_DATABASE_SIZES[db.dialect.name]).scalar_one(),
        "files": count,
        "files_size": int(size),
        "disks": _measure_disks(context.data, context.files.folder),
    }


def is_low(free: int, total: int) -> bool:
    return free < total * LOW_SHARE and free < LOW_BYTES


def _measure_disks(data: Path, files: Path | None) -> list[Disk]:
    """Return the disk of the data folder, and that of the files if it is another one."""
    disks: dict[int, Disk] = {}
    contents: list[tuple[Literal["data", "files"], Path | None]] = [("data", data), ("files", files)]
    for content, folder in contents:
        if folder is not None and folder.exists():
            usage = shutil.disk_usage(folder)
            low = is_low(usage.free, usage.total)
            disk: Disk = {"content": content, "free": usage.free, "total": usage.total, "is_low": low}
            disks.setdefault(folder.stat().st_dev, disk)
    return list(disks.values())
