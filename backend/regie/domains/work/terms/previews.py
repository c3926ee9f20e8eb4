"""Calculates what a term, a churn or the form of a project would change, month by month, without storing it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import load_for_update
from regie.core.api.errors import Forbidden
from regie.core.api.wire import Money
from regie.core.db.database import trial
from regie.core.money.amounts import money, round_amount
from regie.core.time.clock import Clock
from regie.core.time.months import add_months, end_of_month
from regie.domains.records.dated_fields.figures import value_at
from regie.domains.records.dated_fields.queries import read_dated_rows
from regie.domains.records.dated_fields.schemas import RETAINER_FIELDS, Timeline
from regie.domains.records.projects.figures import NEVER_STARTED
from regie.domains.records.projects.models import Project
from regie.domains.work.churns.actions import correct_event, load_event, load_running, require_days
from regie.domains.work.churns.figures import MovementKind, Run, fee_on, is_logo
from regie.domains.work.churns.queries import read_runs
from regie.domains.work.churns.schemas import ChurnDays, ChurnUpdate
from regie.domains.work.projects.actions import FEE_FIELDS, read_last_hours_on, update_project
from regie.domains.work.projects.queries import projects_with_visible_money
from regie.domains.work.projects.schemas import ProjectUpdate
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

    currency: str
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

    def save() -> Project:
        if isinstance(data, TermCreate):
            return actions.record_project_term(session, actor, api_id, data, clock)
        return actions.remove_project_term(session, actor, api_id, data, clock)

    return _preview(session, actor, project, _first_day(data), clock.today(), save)


def preview_churn(session: Session, actor: Actor, api_id: str, data: ChurnDays, clock: Clock) -> TermPreview:
    """Like `preview_term`, for recording the churn of a retainer on these days."""
    project = load_running(session, actor, api_id)

    def save() -> None:
        require_days(session, project, data)
        project.end_on = data.effective_on
        session.flush()

    return _preview(session, actor, project, _earliest(data.effective_on, project.end_on), clock.today(), save)


def preview_correction(session: Session, actor: Actor, api_id: str, data: ChurnDays, clock: Clock) -> TermPreview:
    """Like `preview_term`, for other days of a recorded churn."""
    event = load_event(session, actor, api_id, Permission.CHURNS_RECORD)
    project = session.get_one(Project, event.project_id)
    changed = ChurnUpdate.model_validate(data.model_dump(exclude_unset=True))
    return _preview(
        session, actor, project, _earliest(data.effective_on, event.effective_on), clock.today(),
        lambda: correct_event(session, actor, event, changed, clock),
    )  # fmt: skip


def preview_update(session: Session, actor: Actor, api_id: str, data: ProjectUpdate, clock: Clock) -> TermPreview:
    """Like `preview_term`, for a change in the form of a project."""
    project = load_for_update(session, actor, Project, api_id, view=actions.SEEN, edit=actions.SEEN)
    today = clock.today()
    first = min(_days_of_update(project, data, today), default=today)
    return _preview(session, actor, project, first, today, lambda: update_project(session, actor, api_id, data, clock))


def _days_of_update(project: Project, data: ProjectUpdate, today: date) -> Iterator[date]:
    """The days from which the sent fields may change figures."""
    sent, starts = data.model_fields_set, [day for day in (project.start_on, data.start_on) if day is not None]
    if project.status in NEVER_STARTED or not sent.isdisjoint(("start_on", "currency", "kind")):
        yield from starts
    if project.status in NEVER_STARTED:
        return
    if not sent.isdisjoint(("end_on", "status")):
        yield from (day for day in (project.end_on, data.end_on) if day is not None)
    if not sent.isdisjoint(("status", "included_hours")):
        yield today
    if not sent.isdisjoint(FEE_FIELDS):
        yield data.fee_starts_on or max(today, *starts)


def _earliest(*days: date | None) -> date:
    return min(day for day in days if day is not None)


def _preview(
    session: Session, actor: Actor, project: Project, first: date, today: date, save: Callable[[], object]
) -> TermPreview:
    """Save in a savepoint that is rolled back, and compare the figures from this day on."""
    if not _shows_money(session, actor, project):
        raise Forbidden
    before = _read(session, project)
    with trial(session):
        save()
        after = _read(session, project)
    months = list(_months(before, after, first, today))
    return {
        "movements": list(_movements(before, after, first, today)),
        "months": months,
        "continues": bool(months) and _continues(months[-1], _last_day(first, today)),
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
    own = [run for run in of_client if run.project == project.id]
    return _Figures(project.currency, own, of_client, hours[_HOURS.name])


def _movements(before: _Figures, after: _Figures, first: date, today: date) -> Iterator[TermMovement]:
    """The movements that the change adds, from its first day on."""
    until = _last_day(first, today)
    day = first
    while day <= until:
        moved = after.mrr(day) - after.mrr(day - _ONE_DAY)
        kind = after.kind(day)
        if kind is not None and moved != before.mrr(day) - before.mrr(day - _ONE_DAY):
            yield {"on": day, "kind": kind, "amount": money(abs(moved), after.currency)}
        day += _ONE_DAY


def _months(before: _Figures, after: _Figures, first: date, today: date) -> Iterator[TermMonth]:
    month, until = first.replace(day=1), _last_day(first, today)
    while month <= until:
        last = end_of_month(month)
        old, new = (_values(one, month, last) for one in (before, after))
        if old != new:
            (mrr, revenue, hours), (mrr_after, revenue_after, hours_after) = old, new
            yield {
                "month": month, "mrr_before": mrr, "mrr_after": mrr_after, "revenue_before": revenue,
                "revenue_after": revenue_after, "hours_before": hours, "hours_after": hours_after,
            }  # fmt: skip
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


def _values(figures: _Figures, first: date, last: date) -> tuple[Money, Money, str]:
    """MRR at the end of a month, its revenue and its included hours."""
    earned = sum((figures.fee(day) for day in figures.running_days(first, last)), _NOTHING) / last.day
    revenue = round_amount(earned, figures.currency)
    mrr = money(figures.mrr(last), figures.currency)
    return mrr, money(revenue, figures.currency), f"{figures.hours(first, last):.2f}"
