"""Finds what caused the movements of a client's MRR: the changes of its retainers on a day, with their reasons.

`find_causes` is a pure function over the runs that the movements are calculated from, so that both agree.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection, select

from regie.core.api.wire import Ref
from regie.core.text.locale import Locale, translate
from regie.core.time.instants import format_long_date
from regie.domains.records.churns.models import ChurnEvent
from regie.domains.records.projects.models import STATE, Project, ProjectFee
from regie.domains.records.terms.models import Term
from regie.domains.work.churns.figures import A_DAY, Run, fee_on
from regie.domains.work.churns.movement_schemas import CauseDetails, CauseKind, NamedCause

_DayKey = tuple[int, date]


@dataclass(frozen=True, slots=True)
class Cause:
    """What happened to a retainer on a day; its movements are in `currencies`.

    `from_currency` is that of the contract that a contract in another currency continues.
    """

    kind: CauseKind
    project: int
    day: date
    currencies: frozenset[str]
    from_currency: str | None = None


def find_causes(runs: Iterable[Run]) -> dict[date, list[Cause]]:
    """Return the causes of one client's movements by their day, in the order of the retainers."""
    known = sorted(runs, key=lambda run: (run.project, run.starts_on))
    found: dict[date, list[Cause]] = defaultdict(list)
    for run in known:
        for cause in (_find_start(run, known), *_find_changes(run), _find_end(run, known)):
            if cause is not None:
                found[cause.day].append(cause)
    return found


def _find_start(run: Run, runs: Sequence[Run]) -> Cause:
    before = run.starts_on - A_DAY
    own = frozenset({run.currency})
    if any(other.project == run.project and other.starts_on < run.starts_on for other in runs):
        return Cause("won_back", run.project, run.starts_on, own)
    former = [other.currency for other in runs if other.ends_on == before and other.project != run.project]
    if not former:
        return Cause("started", run.project, run.starts_on, own)
    if run.currency in former:
        return Cause("continuation", run.project, run.starts_on, own.union(former))
    return Cause("currency_switch", run.project, run.starts_on, own.union(former), former[0])


def _find_changes(run: Run) -> Iterator[Cause]:
    """Pauses, resumptions and changed fees; a resumption can bring a changed fee."""
    own = frozenset({run.currency})
    for day, fee in run.fees:
        if day <= run.starts_on or not run.covers(day):
            continue
        pause = next((first for first, last in run.pauses if last is not None and last + A_DAY == day), None)
        if run.is_paused(day):
            yield Cause("paused", run.project, day, own)
            continue
        if pause is not None:
            yield Cause("resumed", run.project, day, own)
        if fee != fee_on(run.fees, day - A_DAY if pause is None else pause - A_DAY):
            yield Cause("fee", run.project, day, own)


def _find_end(run: Run, runs: Sequence[Run]) -> Cause | None:
    """The end of a run; what continues it is the cause of the next day, unless it is not among the runs."""
    if run.ends_on is None:
        return None
    own = frozenset({run.currency})
    if not run.is_continued:
        return Cause("churned", run.project, run.ends_on, own)
    next_day = run.ends_on + A_DAY
    if any(other.starts_on == next_day and other.project != run.project for other in runs):
        return None
    return Cause("continued", run.project, next_day, own)


@dataclass(frozen=True, slots=True)
class _Churn:
    reason: str
    won_back_on: date | None
    won_back_reason: str | None


@dataclass(frozen=True, slots=True)
class CauseNames:
    """The names of retainers and the recorded reasons of causes."""

    retainers: Mapping[int, Ref]
    states: Mapping[_DayKey, str]
    fees: Mapping[int, Sequence[tuple[date, str | None]]]
    churns: Mapping[_DayKey, _Churn]

    def describe(self, cause: Cause) -> NamedCause:
        churn = self.churns.get((cause.project, cause.day)) if cause.kind == "churned" else None
        return {
            # A caller who does not see the churn sees that the retainer ended.
            "kind": "ended" if cause.kind == "churned" and churn is None else cause.kind,
            "project": self.retainers[cause.project],
            "on": cause.day,
            "churn_reason": churn and churn.reason,
            "from_currency": cause.from_currency,
            "reason": self._find_reason(cause),
        }

    def _find_reason(self, cause: Cause) -> str | None:
        key = cause.project, cause.day
        if cause.kind == "fee":
            known = [reason for day, reason in self.fees.get(cause.project, ()) if day <= cause.day]
            return known[-1] if known else None
        if cause.kind == "won_back":
            won_back = (
                one.won_back_reason
                for (project, _), one in self.churns.items()
                if project == cause.project and one.won_back_on == cause.day
            )
            return next(won_back, None)
        if cause.kind == "churned":
            return self.states.get((cause.project, cause.day + A_DAY))
        return self.states.get(key)


def read_cause_names(db: Connection, causes: Collection[Cause], seen_churns: Iterable[int] | None = None) -> CauseNames:
    """Read names and reasons of these causes; `seen_churns` are the keys of the churns that the caller sees, or all."""
    keys = sorted({cause.project for cause in causes})
    names = select(Project.id, Project.api_id, Project.name).where(Project.id.in_(keys))
    states = select(Term.record_id, Term.effective_from, Term.reason).where(
        Term.record == "project", Term.name == STATE, Term.record_id.in_(keys), Term.reason.is_not(None)
    )
    fees: dict[int, list[tuple[date, str | None]]] = defaultdict(list)
    paid = select(ProjectFee.project_id, ProjectFee.starts_on, ProjectFee.reason)
    for project, day, reason in db.execute(paid.where(ProjectFee.project_id.in_(keys)).order_by(ProjectFee.starts_on)):
        fees[project].append((day, reason))
    churns = select(
        ChurnEvent.project_id, ChurnEvent.effective_on, ChurnEvent.reason, ChurnEvent.won_back_on,
        ChurnEvent.won_back_reason,
    ).where(ChurnEvent.project_id.in_(keys), ChurnEvent.state != "voided").order_by(ChurnEvent.id)  # fmt: skip
    if seen_churns is not None:
        churns = churns.where(ChurnEvent.id.in_(list(seen_churns)))
    return CauseNames(
        {key: {"api_id": api_id, "name": name} for key, api_id, name in db.execute(names)},
        {(project, day): reason for project, day, reason in db.execute(states) if reason},
        fees,
        {(row.project_id, row.effective_on): _Churn(*row[2:]) for row in db.execute(churns)},
    )


def write_cause(cause: CauseDetails, retainer: str, locale: Locale, churn_reason: Callable[[str], str]) -> str:
    """Write a cause in words, such as `Site: Paused from October 5, 2026 (Summer)`."""
    text = translate(
        locale,
        f"movement.cause.{cause['kind']}",
        day=format_long_date(cause["on"], locale),
        former=cause["from_currency"],
    )
    reasons = [churn_reason(cause["churn_reason"])] if cause["churn_reason"] else []
    reasons += [" ".join(cause["reason"].split())] if cause["reason"] else []
    why = translate(locale, "movement.cause.why", cause=text, reason=", ".join(reasons)) if reasons else text
    return translate(locale, "movement.cause", retainer=retainer, cause=why)
