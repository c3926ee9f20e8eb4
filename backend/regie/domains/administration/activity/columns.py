"""Describes the columns of an exported activity log: one row per changed field."""

from collections.abc import Iterator

from regie.access.export_columns import ListExport, enum_label, instant, text
from regie.access.permissions import Permission as P
from regie.domains.administration.activity.schemas import ActivityRow


def _one_row_per_change(entry: ActivityRow) -> Iterator[dict[str, object]]:
    for change in entry["changes"] or [{"field": None, "before": None, "after": None}]:
        yield {**entry, **change}


ACTIVITY_FILE = ListExport(
    "activity",
    (
        instant("at"),
        text("actor"),
        text("real_actor"),
        enum_label("action", "activity_action"),
        enum_label("subject_type", "activity_subject"),
        text("subject"),
        text("field"),
        text("before"),
        text("after"),
    ),
    requires=P.ACTIVITY_EXPORT,
    expand_row=_one_row_per_change,
)
