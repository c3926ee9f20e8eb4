"""Reads the triage list: matters, their money at stake, who takes care of them, and the snoozed ones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, get_args

from sqlalchemy import Connection, and_, select

from regie.access.actor import CURRENT_USER_ID, Actor
from regie.access.link_targets import annotate_can_open
from regie.core.api.wire import LinkRef, Money, Ref
from regie.core.money.amounts import money
from regie.core.time.clock import Clock
from regie.domains.insights.triage.counters import read_counters
from regie.domains.insights.triage.matters import Matter
from regie.domains.insights.triage.models import TriageMatter, TriageSnooze
from regie.domains.insights.triage.schemas import (
    MatterKind,
    Triage,
    TriageKind,
    TriageQuery,
    TriageRow,
    TriageView,
)
from regie.domains.insights.triage.sources import is_old_deal, read_matters
from regie.domains.records.exchange_rates.figures import Rates
from regie.domains.records.exchange_rates.queries import read_rates
from regie.domains.records.users.models import User
from regie.domains.records.users.queries import read_currency
from regie.domains.work.projects.queries import PROJECT_LINK

# The matters of users who have left are the account manager's again.
_SHARED = select(
    TriageMatter.kind,
    TriageMatter.record,
    TriageMatter.version,
    TriageMatter.dismissed_at,
    User.api_id.label("user_id"),
    User.name.label("user_name"),
).outerjoin(User, and_(User.id == TriageMatter.assignee_id, User.status == "active"))
_SNOOZED = select(TriageSnooze.kind, TriageSnooze.record, TriageSnooze.until).where(
    TriageSnooze.user_id == CURRENT_USER_ID
)

# The others only say how many there are.
_VIEWS_OF_UNINVOICED: tuple[TriageView, ...] = ("uninvoiced", "snoozed")


@dataclass(slots=True)
class _Ranked:
    """A matter with its converted amount, what people share about it, and the end of the caller's snooze."""

    matter: Matter
    at_stake: Decimal | None
    unconverted: list[Money]
    assignee: Ref | None
    version: int
    snoozed_until: date | None

    @property
    def owner(self) -> Ref | None:
        return self.assignee or self.matter.manager

    @property
    def order(self) -> tuple[bool, Decimal, int, Decimal, str]:
        """Most money first, then those without an amount: the longest wait first, then most hours over."""
        amount = self.at_stake or Decimal(0)
        return self.at_stake is None, -amount, -self.matter.waiting_days, -self.matter.hours, self.matter.record


def read_triage(db: Connection, actor: Actor, clock: Clock, query: TriageQuery) -> Triage:
    """Return the matters of a view and kind, and the counts of all open matters."""
    today = clock.today()
    currency = read_currency(db, actor)
    counted: tuple[MatterKind, ...] = () if query.view in _VIEWS_OF_UNINVOICED else ("uninvoiced",)
    ranked = _rank(db, actor, read_matters(db, actor, clock, counted=counted), currency, today)
    old = [one for one in ranked if is_old_deal(one.matter)]
    current = [one for one in ranked if not is_old_deal(one.matter)]
    awake = [one for one in current if one.snoozed_until is None]
    opened = [one for one in awake if one.matter.kind != "uninvoiced"]
    views: Mapping[TriageView, list[_Ranked]] = {
        "open": opened,
        "mine": [one for one in opened if one.owner and one.owner["api_id"] == actor.user_api_id],
        "snoozed": [one for one in current if one.snoozed_until is not None],
        "old_deals": old,
        "uninvoiced": [one for one in awake if one.matter.kind == "uninvoiced"],
    }
    shown = [one for one in views[query.view] if query.kind in (None, one.matter.kind)]
    return {
        "as_of": today,
        "currency": currency,
        "kinds": [
            _sum_kind(kind, found, currency)
            for kind in get_args(MatterKind)
            if (found := [one for one in opened if one.matter.kind == kind])
        ],
        "mine": len(views["mine"]),
        "snoozed": len(views["snoozed"]),
        "old_deals": [one.matter.record for one in old],
        "uninvoiced": len(views["uninvoiced"]),
        "counters": read_counters(db, actor, clock),
        "total": len(shown),
        "rows": _serialize(db, actor, shown[: query.limit], currency),
    }


def read_row(db: Connection, actor: Actor, clock: Clock, matter: Matter) -> TriageRow:
    """Return one matter as the list shows it."""
    today = clock.today()
    currency = read_currency(db, actor)
    (row,) = _serialize(db, actor, _rank(db, actor, [matter], currency, today), currency)
    return row


def find_matter(db: Connection, actor: Actor, clock: Clock, kind: MatterKind, record: str) -> Matter | None:
    """Return one of the matters that the caller may see."""
    return next((matter for matter in read_matters(db, actor, clock, (kind,)) if matter.record == record), None)


def _rank(db: Connection, actor: Actor, matters: Sequence[Matter], currency: str, today: date) -> list[_Ranked]:
    """Return the matters that are not dismissed, those with the most money at stake first."""
    rates = read_rates(db, today)
    shared = {(row.kind, row.record): row for row in db.execute(_SHARED)}
    snoozes = {(row.kind, row.record): row.until for row in db.execute(_SNOOZED, actor.params)}
    ranked = []
    for matter in matters:
        row = shared.get(matter.key)
        if row is not None and row.dismissed_at is not None:
            continue
        until = snoozes.get(matter.key)
        at_stake, unconverted = _convert(matter, currency, rates, today)
        assignee: Ref | None = {"api_id": row.user_id, "name": row.user_name} if row and row.user_id else None
        is_snoozed = until is not None and until > today
        ranked.append(
            _Ranked(matter, at_stake, unconverted, assignee, row.version if row else 0, until if is_snoozed else None)
        )
    return sorted(ranked, key=lambda one: one.order)


def _convert(matter: Matter, currency: str, rates: Rates, today: date) -> tuple[Decimal | None, list[Money]]:
    """Return the sum at today's rates, None without any, and the amounts that have no rate."""
    converted, unconverted = [], []
    for amount, own in matter.amounts or ():
        value = rates.convert(amount, own, currency, today)
        if value is None:
            unconverted.append(money(amount, own))
        else:
            converted.append(value)
    return sum(converted, Decimal(0)) if converted else None, unconverted


def _sum_kind(kind: MatterKind, found: Sequence[_Ranked], currency: str) -> TriageKind:
    amounts = [one.at_stake for one in found if one.at_stake is not None]
    unconverted: dict[str, Decimal] = {}
    for amount in (amount for one in found for amount in one.unconverted):
        unconverted[amount["currency"]] = unconverted.get(amount["currency"], Decimal(0)) + Decimal(amount["amount"])
    return {
        "kind": kind,
        "count": len(found),
        "at_stake": money(sum(amounts, Decimal(0)), currency) if amounts else None,
        "unconverted": [money(amount, own) for own, amount in sorted(unconverted.items())],
    }


def _serialize(db: Connection, actor: Actor, shown: Sequence[_Ranked], currency: str) -> list[TriageRow]:
    named: list[dict[str, Any]] = [{"project": one.matter.project} for one in shown]
    linked = annotate_can_open(db, actor, named, {"project": PROJECT_LINK})
    return [_row(one, currency, link["project"]) for one, link in zip(shown, linked, strict=True)]


def _row(one: _Ranked, currency: str, project: LinkRef | None) -> TriageRow:
    facts = one.matter.facts
    mrr = facts.get("mrr")
    return {
        "kind": one.matter.kind,
        "record": one.matter.record,
        "client": one.matter.client,
        "project": project,
        "name": one.matter.name,
        "at_stake": None if one.at_stake is None else money(one.at_stake, currency),
        "unconverted": one.unconverted,
        "count": facts.get("count"),
        "days": facts.get("days"),
        "on": facts.get("on"),
        "hours": facts.get("hours"),
        "mrr": money(*mrr) if mrr else None,
        "reason": facts.get("reason"),
        "is_automatic": facts.get("is_automatic"),
        "may_decide": facts.get("may_decide"),
        "owner": one.owner,
        "is_assigned": one.assignee is not None,
        "snoozed_until": one.snoozed_until,
        "version": one.version,
    }
