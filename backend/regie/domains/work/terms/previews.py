"""Calculates what a term would change, month by month, without storing it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.api.errors import Forbidden
from regie.core.db.database import trial
from regie.core.money.amounts import money, round_amount
from regie.core.time.clock import Clock
from regie.core.time.months import add_months, end_of_month
from regie.domains.records.dated_fields.figures import value_at
from regie.domains.records.dated_fields.queries import read_dated_rows
from regie.domains.records.dated_fields.schemas import RETAINER_FIELDS, Timeline
from regie.domains.records.projects.models import Project
from regie.domains.work.churns.figures import MovementKind, Run, fee_on, is_logo
from regie.domains.work.churns.queries import read_runs
from regie.domains.work.projects.actions import read_last_hours_on
from regie.domains.work.projects.queries import projects_with_visible_money
from regie.domains.work.terms import actions
from regie.domains.work.terms.schemas import TermCreate, TermMonth, TermMovement, TermPreview, TermRemoval

_ONE_DAY = timedelta(days=1)
_MONTHS_AHEAD = 2
_MAX_MONTHS = 24
_NOTHING = Decimal(0)
_HOURS = RETAINER_FIELDS["included_hours"]


@dataclass(frozen=True, slots=True)
class _Figures:
    """The runs of the project, and of its client with it; and the project's included hours."""

    own: Sequence[Run]
    of_client: Sequence[Run]
    included_hours: Timeline

    def mrr(self, day: date) -> Decimal:
        return sum((fee_on(run.fees, day) for run in self.own if run.has_mrr_on(day)), _NOTHING)

    def running_days(self, first: date, last: date) -> Iterator[date]:
        day = first
        while day <= last:
            if any(run.covers(day) and not run.is_paused(day) for run in self.own):
                yield day
            day += _ONE_DAY

    def hours(self, first: date, last: date) -> Decimal:
        """The included hours of the month whose last day is `last`: those in force when its period ends, by days."""
        ends = [min(run.ends_on or last, last) for run in self.own if run.covers(min(run.ends_on or last, last))]
        value = value_at(self.included_hours, max(ends, default=last)) or _NOTHING
        days = len(list(self.running_days(first, last)))
        return (value * days / last.day).quantize(Decimal("0.01"), ROUND_HALF_UP)

    def fee(self, day: date) -> Decimal:
        return sum((fee_on(run.fees, day) for run in self.own if run.covers(day)), _NOTHING)

    def kind(self, day: date) -> MovementKind | None:
        """The kind of the movement of this project's MRR on a day."""
        before, after = self.mrr(day - _ONE_DAY), self.mrr(day)
        if after > before:
            return "expansion"
        if after == before:
            return None
        ended = [run for run in self.own if run.ends_on == day]
        return "churn" if ended and is_logo(ended[0].project, day, self.of_client) else "contraction"


def preview_term(
    session: Session, actor: Actor, api_id: str, data: TermCreate | TermRemoval, clock: Clock
) -> TermPreview:
    """Return the months and movements that change; raise the errors that saving would raise."""
    project = actions.load_project(session, actor, api_id, data.name, data.version)
    if not _shows_money(session, actor, project):
        raise Forbidden
    before, day = _read(session, project), _first_day(data)
    with trial(session):
        if isinstance(data, TermCreate):
            actions.record_project_term(session, actor, api_id, data, clock)
        else:
            actions.remove_project_term(session, actor, api_id, data, clock)
        after = _read(session, project)
    months = list(_months(project, before, after, day, clock.today()))
    return {
        "movements": list(_movements(project, before, after, day, clock.today())),
        "months": months,
        "continues": bool(months) and _continues(months[-1], _last_day(day, clock.today())),
        "last_hours_on": read_last_hours_on(session, project),
    }


def _shows_money(session: Session, actor: Actor, project: Project) -> bool:
    statement = select(Project.id).where(Project.id == project.id, projects_with_visible_money(actor))
    return session.execute(statement, actor.params).first() is not None


def _first_day(data: TermCreate | TermRemoval) -> date:
    """An end moves MRR on the last day already: the value on a day is the value at its close."""
    days = [data.effective_from - _ONE_DAY]
    if isinstance(data, TermCreate) and data.replaces is not None:
        days.append(data.replaces - _ONE_DAY)
    return min(days)


def _read(session: Session, project: Project) -> _Figures:
    of_client = read_runs(session, Project.client_id == project.client_id, {})[project.client_id]
    hours = read_dated_rows(session, [_HOURS], (), Project.id == project.id)[project.id].timelines
    return _Figures([run for run in of_client if run.project == project.id], of_client, hours[_HOURS.name])


def _movements(project: Project, before: _Figures, after: _Figures, first: date, today: date) -> Iterator[TermMovement]:
    """The movements that the change adds, from its first day on."""
    until = _last_day(first, today)
    day = first
    while day <= until:
        moved = after.mrr(day) - after.mrr(day - _ONE_DAY)
        kind = after.kind(day)
        if kind is not None and moved != before.mrr(day) - before.mrr(day - _ONE_DAY):
            yield {"on": day, "kind": kind, "amount": money(abs(moved), project.currency)}
        day += _ONE_DAY


def _months(project: Project, before: _Figures, after: _Figures, first: date, today: date) -> Iterator[TermMonth]:
    month, until = first.replace(day=1), _last_day(first, today)
    while month <= until:
        last = end_of_month(month)
        values = [
            (one.mrr(last), _revenue(project, one, month, last), one.hours(month, last)) for one in (before, after)
        ]
        if values[0] != values[1]:
            (mrr, revenue, hours), (mrr_after, revenue_after, hours_after) = values
            yield {
                "month": month,
                "mrr_before": money(mrr, project.currency),
                "mrr_after": money(mrr_after, project.currency),
                "revenue_before": money(revenue, project.currency),
                "revenue_after": money(revenue_after, project.currency),
                "hours_before": f"{hours:.2f}",
                "hours_after": f"{hours_after:.2f}",
            }
        month = add_months(month, 1)


def _continues(month: TermMonth, last_day: date) -> bool:
    """Whether the months after the shown ones change too: the last one does, at its end."""
    mrr, hours = (month[f"{name}_before"] != month[f"{name}_after"] for name in ("mrr", "hours"))  # type: ignore[literal-required]
    return end_of_month(month["month"]) == last_day and (mrr or hours)


def _last_day(first: date, today: date) -> date:
    """The days that a preview shows: from the change to two months after it or today, two years at most."""
    month = first.replace(day=1)
    return end_of_month(
        min(max(add_months(month, _MONTHS_AHEAD), add_months(today.replace(day=1), 1)), add_months(month, _MAX_MONTHS))
    )


def _revenue(project: Project, figures: _Figures, first: date, last: date) -> Decimal:
    days = list(figures.running_days(first, last))
    earned = sum((figures.fee(day) for day in days), _NOTHING) / last.day
    return round_amount(earned, project.currency)
