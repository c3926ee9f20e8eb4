"""The columns of the activity log, one line per changed field as a file has them."""

from collections.abc import Iterator

from regie.access.export_columns import Exported, instant, text, word
from regie.access.permissions import Permission as P
from regie.domains.administration.activity.schemas import ActivityRow


def _per_field(entry: ActivityRow) -> Iterator[dict[str, object]]:
    for change in entry["changes"] or [{"field": None, "before": None, "after": None}]:
        yield {**entry, **change}


ACTIVITY_FILE = Exported(
    "activity",
    (
        instant("at"),
        text("actor"),
        text("real_actor"),
        word("action", "activity_action"),
        word("subject_type", "activity_subject"),
        text("subject"),
        text("field"),
        text("before"),
        text("after"),
    ),
    requires=P.ACTIVITY_EXPORT,
    lines=_per_field,
)
