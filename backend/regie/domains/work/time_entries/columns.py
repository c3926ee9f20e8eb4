"""Defines the export columns of time entries and of their groups."""

from collections.abc import Mapping
from typing import Any

from regie.access.export_columns import (
    ExportContext,
    ListExport,
    computed,
    day,
    enum_label,
    flag,
    hours,
    instant,
    number,
    percent,
    text,
)
from regie.domains.work.time_entries.schemas import TimeEntryGroup


def _person(row: Mapping[str, Any], context: ExportContext) -> str | None:
    """The employee, or the unmatched person's name in the project tool, marked as such."""
    if "employee" not in row:
        return context.translate("export.former_employee")
    return _matched_or_marked(row["employee"], row["service_person"], context)


def _project(row: Mapping[str, Any], context: ExportContext) -> str | None:
    return _matched_or_marked(row["project"], row["service_project"], context)


def _matched_or_marked(record: Mapping[str, Any] | None, name: str | None, context: ExportContext) -> str | None:
    if record is not None:
        return str(record["name"])
    return context.translate("export.unmatched", name=name) if name else None


def _group(row: TimeEntryGroup, context: ExportContext) -> str:
    if row["starts_on"] is not None:
        return row["starts_on"].isoformat()
    return _matched_or_marked(row["record"], row["service_name"], context) or context.translate("export.no_group")


TIME_ENTRIES_FILE = ListExport(
    "time_entries",
    (
        day("worked_on"),
        computed("employee", _person),
        text("client"),
        computed("project", _project),
        enum_label("project_kind", "project_kind"),
        text("task"),
        text("description"),
        hours("hours"),
        number("minutes"),
        flag("is_billable"),
        enum_label("period", "retainer_period_status"),
        text("source", path="source_url"),
        instant("synced_at"),
    ),
    labels={"project_kind": "kind", "is_billable": "billable"},
)
GROUPS_FILE = ListExport(
    "time_entries",
    (computed("group", _group), number("entries"), hours("hours"), percent("share_percent"), hours("billable_hours")),
)
