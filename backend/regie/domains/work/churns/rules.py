"""Checks the project, days and shares of a churn."""

from collections.abc import Sequence
from datetime import date

from regie.core.api.errors import FieldError, Invalid
from regie.domains.records.projects.figures import ONGOING
from regie.domains.records.projects.models import Project
from regie.domains.work.churns.schemas import ShareIn


def require_running_retainer(project: Project) -> None:
    """Raise Invalid for other kinds of project, and for a retainer that has churned, ended or not begun."""
    if project.kind != "retainer":
        raise Invalid({"project": "only_retainers"}, "churn_only_retainers")
    if project.status == "churned":
        raise Invalid({"project": "already_churned"}, "churn_already")
    if project.status not in ONGOING:
        raise Invalid({"project": "not_running"}, "churn_not_running")


def require_days(
    notice_on: date | None, effective_on: date, *, starts_on: date, ends_on: date | None, won_back_on: date | None
) -> None:
    """Raise Invalid for a last day outside the retainer's days, or before the notice."""
    errors: dict[str, FieldError | str] = {}
    if effective_on < starts_on:
        errors["effective_on"] = FieldError("before_it_began", day=starts_on)
    elif won_back_on is not None and effective_on < won_back_on:
        errors["effective_on"] = FieldError("before_won_back", day=won_back_on)
    elif ends_on is not None and effective_on > ends_on:
        errors["effective_on"] = FieldError("after_its_end", day=ends_on)
    if notice_on is not None and notice_on > effective_on:
        errors["notice_on"] = "after_last_day"
    if errors:
        raise Invalid(errors)


def require_shares(shares: Sequence[ShareIn]) -> None:
    """Raise Invalid without shares, for a repeated employee, or when weights do not add up to 100."""
    if not shares:
        raise Invalid({"attribution": "required"})
    if len({share.employee for share in shares}) != len(shares):
        raise Invalid({"attribution": "twice"})
    if sum(share.weight for share in shares) != 100:
        raise Invalid({"attribution": "weights"})
