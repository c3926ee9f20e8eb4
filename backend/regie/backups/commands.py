"""The commands `regie backup` and `regie restore`: what they print."""

import sys
from datetime import datetime, timedelta
from pathlib import Path

from regie.backups.create import create_backup, total_size
from regie.backups.errors import BackupError
from regie.backups.layout import Manifest
from regie.backups.restore import Restored, restore_backup
from regie.backups.verify import verify_and_record
from regie.erasures import describe_repeated
from regie.settings import Settings

_MAX_LISTED = 20


def backup(settings: Settings, path: Path, *, keep: int | None, verifies: bool) -> None:
    try:
        if verifies:
            manifest, reason = verify_and_record(settings, path)
            _print(f"The backup {path} is complete and intact.", _describe(manifest), *_describe_missing(manifest))
            if reason:
                _print(f"The operations page does not show this result: {reason}")
            return
        written, manifest = create_backup(settings, path, keep)
    except BackupError as error:
        sys.exit(f"regie: {error}")
    _print(f"Wrote {written}.", _describe(manifest), *_describe_missing(manifest))


def restore(settings: Settings, path: Path, *, replace: bool, erasures: Path | None = None) -> None:
    try:
        restored = restore_backup(settings, path, replace=replace, erasures=erasures)
    except BackupError as error:
        sys.exit(f"regie: {error}")
    _print(*_report(restored, settings.web.origin))


def _describe(manifest: Manifest) -> str:
    rows, files = sum(manifest["rows"].values()), manifest["files"]["count"]
    return (
        f"It shows {_moment(manifest['started_at'])}: {rows} rows in {len(manifest['rows'])} tables, {files} files, "
        f"{total_size(manifest) / 1_000_000:.1f} MB, release {manifest['release']}, schema {manifest['schema']}."
    )


def _describe_missing(manifest: Manifest) -> list[str]:
    missing = manifest["files"]["missing"]
    return [f"{len(missing)} files that records name were not in the file store:", *_list(missing)] if missing else []


def _report(restored: Restored, origin: str) -> list[str]:
    manifest, isolated = restored.manifest, restored.isolated
    age = restored.restored_at - datetime.fromisoformat(manifest["started_at"])
    lines = [
        f"Restored. {_describe(manifest)}",
        f"Changes of the last {_duration(age)}, since that moment, are lost.",
    ]
    if restored.differing:
        lines += ["The number of rows differs from the backup’s list in these tables:", *_list(restored.differing)]
    else:
        lines.append("Every table has as many rows as the backup lists.")
    if restored.missing_files:
        lines += [f"{len(restored.missing_files)} files that records name are missing:", *_list(restored.missing_files)]
    else:
        lines.append("Every file that records name was restored.")
    return [
        *lines,
        *_describe_erasures(restored),
        f"{isolated.sessions} sessions and {isolated.links} codes and links ended: everyone signs in again.",
        f"{isolated.invited_users} invited people need a new invitation.",
        f"{isolated.parked_mails} mails wait; {isolated.discarded_mails} with codes or links were discarded.",
        "Nothing is sent or synchronized until a super administrator signs in and confirms that this is the live "
        f"copy: {origin}. Without a password: `regie owner-link ADDRESS`.",
    ]


def _describe_erasures(restored: Restored) -> list[str]:
    lines = [] if restored.erasures is None else describe_repeated(restored.erasures)
    if restored.unread_erasures:
        lines.append("The list of erasures of the replaced database could not be read.")
    elif restored.erasures is None:
        lines.append("No list of erasures of people is known: none was repeated.")
    if restored.unread_erasures or restored.erasures is None:
        lines.append(
            "If people were erased after the backup, run `regie erasures repeat FILE` before anyone signs in, with the "
            "newest file that `regie erasures list` wrote."
        )
    return lines


def _list(names: list[str]) -> list[str]:
    more = [f"  and {len(names) - _MAX_LISTED} more"] if len(names) > _MAX_LISTED else []
    return [*(f"  {name}" for name in names[:_MAX_LISTED]), *more]


def _moment(iso: str) -> str:
    return f"{datetime.fromisoformat(iso):%Y-%m-%d %H:%M:%S} UTC"


def _duration(age: timedelta) -> str:
    minutes = max(0, int(age.total_seconds())) // 60
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = ((days, "days"), (hours, "hours"), (minutes, "minutes"))
    return ", ".join(f"{number} {unit}" for number, unit in parts if number) or "minute"


def _print(*lines: str) -> None:
    sys.stdout.write("\n".join(lines) + "\n")
