"""Turns what is known of each piece of work into a proposal: its kind, dates and money, with the evidence.

Nothing here reads the database, so that each rule can be read and tested for itself.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from regie.core.money.amounts import round_amount
from regie.core.text.folding import fold
from regie.core.time.months import add_months
from regie.domains.integrations.project_proposals.billing import (
    BilledLine,
    Series,
    assign_lines,
    find_series,
    find_unnamed_series,
)
from regie.domains.integrations.project_proposals.inferring import find_kind, find_rule, fits, pair_series
from regie.domains.integrations.project_proposals.kinds import CATEGORY, NO_PROJECT, PIPELINE, Rule, RuleKey
from regie.domains.integrations.project_proposals.works import ClientFacts, Work

_REQUIRED: Mapping[str | None, tuple[str, ...]] = {
    None: ("account_manager", "kind"),
    "fixed": ("account_manager", "start_on", "amount"),
    "oos": ("account_manager", "start_on", "amount", "sold_on", "seller"),
    "retainer": ("account_manager", "start_on", "amount"),
}
_SEPARATOR = re.compile(r"\s+[–—-]\s+")
_SOLD_AHEAD = timedelta(days=62)
# A person chose the kind.
PERSON = "person"
# What says the kind without a rule.
_CONCLUDED = frozenset({"name", "deal", "budget", "parts", "billed"})
_HIGH, _MEDIUM, _LOW = "high", "medium", "low"


@dataclass(slots=True)
class Proposal:
    """The columns of a proposal; `doubts` says that something is concluded rather than stated by a service."""

    source: str
    values: dict[str, Any]
    evidence: list[dict[str, Any]] = field(default_factory=list)
    doubts: bool = False

    def add_evidence(self, key: str, **values: object) -> None:
        self.evidence.append({"key": key, **{name: _to_json(value) for name, value in values.items()}})


def field_of(column: str) -> str:
    """Return the field of the API that a column stores."""
    return column.removesuffix("_id") if column in ("seller_id", "account_manager_id") else column


def find_missing(values: Mapping[str, Any]) -> list[str]:
    """Return the required fields of the kind that are not known; `values` are by column."""
    known = {field_of(column) for column, value in values.items() if value is not None}
    return [name for name in _REQUIRED[values["kind"]] if name not in known]


def certainty_of(missing: Sequence[str], *, doubts: bool) -> str:
    if missing:
        return _LOW
    return _MEDIUM if doubts else _HIGH


@dataclass(frozen=True, slots=True)
class Known:
    """What is known besides the records: names and fees of clients' projects, rules, and kinds that persons chose."""

    names: Mapping[int, Sequence[str]]
    fees: Mapping[int, Collection[tuple[str, Decimal]]]
    rules: Mapping[RuleKey, Rule]
    kinds: Mapping[str, str | None]
    last_bill: date
    today: date


def propose(works: Sequence[Work], lines: Mapping[int, Sequence[BilledLine]], known: Known) -> Iterator[Proposal]:
    """Yield a proposal for each piece of work, and for each recurring bill that belongs to none."""
    of_client: dict[int, list[Work]] = defaultdict(list)
    for work in works:
        of_client[work.client.id].append(work)
    for client_id, of_one in of_client.items():
        yield from _propose_for_client(of_one, lines.get(client_id, ()), known)


def _propose_for_client(works: Sequence[Work], lines: Sequence[BilledLine], known: Known) -> Iterator[Proposal]:
    client = works[0].client
    billed, unnamed = _billed_of(works, lines, known)
    retainers, unknown, priced = [], [], []
    for work in works:
        if work.source in known.kinds:
            kind, source = known.kinds[work.source], PERSON
        else:
            kind, source = find_kind(work, known.rules, billed[work.source])
        if kind == NO_PROJECT:
            continue
        proposal = _start(work, kind, source, known.rules)
        if kind == "retainer":
            retainers.append((proposal, work, find_series(billed[work.source])))
        elif kind is None and not billed[work.source]:
            unknown.append((proposal, work))
        else:
            priced.append((proposal, work, source))
    unbilled = [work for _, work, series in retainers if series is None]
    paired = pair_series(unbilled, {words: series for words, (_, series) in unnamed.items()})
    for proposal, work, series in retainers:
        found = series
        if work.source in paired:
            found = unnamed.pop(paired[work.source])[1]
            proposal.doubts = True
        _add_fees(proposal, work, found, billed[work.source], known)
        yield _finish(proposal)
    paired = pair_series([work for _, work in unknown], {words: series for words, (_, series) in unnamed.items()})
    for proposal, work in unknown:
        if work.source in paired:
            proposal.values["kind"] = "retainer"
            proposal.add_evidence("kind_billed", kind="retainer")
            _add_fees(proposal, work, unnamed.pop(paired[work.source])[1], (), known)
        else:
            _add_price(proposal, work, ())
        yield _finish(proposal)
    for proposal, work, source in priced:
        if source != PERSON and not billed[work.source]:
            _add_similar_fees(proposal, work, unnamed)
        _add_price(proposal, work, billed[work.source])
        yield _finish(proposal)
    for words, (name, series) in unnamed.items():
        yield _propose_series(client, words, name, series, known.last_bill)


def _billed_of(
    works: Sequence[Work], lines: Sequence[BilledLine], known: Known
) -> tuple[dict[str, list[BilledLine]], dict[str, tuple[str, Series]]]:
    """Return the lines of each piece of work by its source, and the fees among the lines of no work.

    Of several with one name, a line belongs to the latest that had started. A project that the client has already
    takes the lines of its name, since its own bills are no news.
    """
    client = works[0].client
    names = {work.source: _name_without_client(work.name, client.name) for work in works}
    taken = {_name_without_client(name, client.name) for name in known.names.get(client.id, ())}
    by_name = assign_lines(lines, list(dict.fromkeys([*names.values(), *sorted(taken)])))
    fees = known.fees.get(client.id, ())
    unnamed = {
        words: (text, series)
        for words, (text, series) in find_unnamed_series(by_name.pop("", [])).items()
        # The fee of a retainer that the client has already is no news.
        if (series.currency, series.fees[-1][1]) not in fees
    }
    billed: dict[str, list[BilledLine]] = {work.source: [] for work in works}
    same: dict[str, list[Work]] = defaultdict(list)
    for work in sorted(works, key=_starts_on):
        same[names[work.source]].append(work)
    for name, of_name in same.items():
        for line in by_name.get(name, []) if name not in taken else ():
            started = [work for work in of_name if _starts_on(work) <= line.on]
            own = [work for work in started if work.deal and work.deal.currency == line.currency]
            billed[(own or started or of_name[:1])[-1].source].append(line)
    return billed, unnamed


def _starts_on(work: Work) -> date:
    return work.start_on or work.first_on or date.min


def _start(work: Work, kind: str | None, source: str, rules: Mapping[RuleKey, Rule]) -> Proposal:
    """Return a proposal with what all kinds have."""
    client, deal = work.client, work.deal
    starts = [work.start_on, work.first_on, deal and deal.closed_on]
    proposal = Proposal(
        source=work.source,
        values={
            "name": work.name[:200],
            "kind": kind,
            "client_id": client.id,
            "account_manager_id": (deal and deal.account_manager_id) or client.account_manager_id,
            "project_manager_id": work.owner_id,
            "seller_id": None,
            "teamwork_project_id": work.teamwork_project_id,
            "deal_id": deal and deal.id,
            "start_on": next((day for day in starts if day), None),
            "end_on": None,
            "sold_on": None,
            "is_finished": work.is_archived,
            "currency": (deal and deal.currency) or client.currency,
            "amount": None,
            "billing_interval": None,
            "billing_day": None,
            "included_hours": None,
            "fees": [],
        },
    )
    if source in _CONCLUDED:
        proposal.doubts = True
        if kind:
            proposal.add_evidence(f"kind_{source}", kind=kind)
        if rule := find_rule(work, rules):
            proposal.add_evidence("rule_differs", kind=rules[rule].kind, name=rules[rule].name)
    elif source != PERSON:
        external_id = work.category_id if source == CATEGORY else deal and deal.pipeline_id
        proposal.add_evidence(f"kind_{source}", kind=kind, name=rules[source, external_id or ""].name)
    if deal:
        proposal.add_evidence("deal", name=deal.name, on=deal.closed_on)
        if deal.pipeline_id and source == CATEGORY and rules.get((PIPELINE, deal.pipeline_id)):
            other = rules[PIPELINE, deal.pipeline_id].kind
            proposal.doubts |= other not in (None, kind)
    if work.minutes:
        hours = (Decimal(work.minutes) / 60).quantize(Decimal("0.01"))
        proposal.add_evidence("hours", hours=hours, on=work.first_on, until=work.last_on)
    return proposal


def _add_similar_fees(proposal: Proposal, work: Work, unnamed: Mapping[str, tuple[str, Series]]) -> None:
    """Doubt the kind of work without bills while its client has recurring ones that may be its own."""
    if similar := next((name for name, series in unnamed.values() if fits(work, series)), None):
        proposal.doubts = True
        proposal.add_evidence("similar_fees", name=similar)


def _add_price(proposal: Proposal, work: Work, billed: Sequence[BilledLine]) -> None:
    """Add the amount: the deal's, or what was billed once the work is finished; and what only sales have."""
    values, deal = proposal.values, work.deal
    values["end_on"] = work.end_on or (work.last_on if work.is_archived else None)
    if values["start_on"] and values["end_on"]:
        values["end_on"] = max(values["start_on"], values["end_on"])
    of_currency = [line for line in billed if line.currency == values["currency"]]
    total = sum((line.amount for line in of_currency), Decimal(0))
    if of_currency:
        invoices = len({line.invoice for line in of_currency})
        proposal.add_evidence("billed", count=invoices, amount=total)
    if deal and deal.amount:
        values["amount"] = round_amount(deal.amount, values["currency"])
        proposal.add_evidence("deal_amount", amount=values["amount"])
        proposal.doubts |= work.is_archived and bool(of_currency) and total != values["amount"]
    elif work.is_archived and total > 0:
        values["amount"] = total
        proposal.doubts = True
    if values["kind"] == "oos":
        values["sold_on"] = (deal and deal.closed_on) or values["start_on"]
        values["seller_id"] = (deal and deal.seller_id) or work.owner_id or work.client.seller_id
        proposal.doubts |= not (deal and deal.seller_id)


def _add_fees(
    proposal: Proposal, work: Work, series: Series | None, billed: Sequence[BilledLine], known: Known
) -> None:
    """Add the fee and its changes, the first day, and the last one of a retainer that is billed no more."""
    values = proposal.values
    if work.monthly_minutes:
        values["included_hours"] = (Decimal(work.monthly_minutes) / 60).quantize(Decimal("0.01"))
        proposal.add_evidence("budget", hours=values["included_hours"])
    else:
        proposal.add_evidence("hours_unknown")
    if work.deal and work.deal.monthly_amount:
        proposal.add_evidence("deal_monthly", amount=work.deal.monthly_amount)
    if series is None:
        _add_stated_fee(proposal, work, billed, known.today)
        return
    first = series.fees[0][0]
    if work.start_on or work.first_on or values["start_on"] is None:
        values["start_on"] = min(values["start_on"] or first, first)
    else:
        # Sold on that day: the work began with its first bill, unless the bills do not reach back so far.
        proposal.doubts |= first - values["start_on"] > _SOLD_AHEAD
        values["start_on"] = first
    _apply_series(proposal, series)
    if add_months(values["start_on"], series.months) < first:
        proposal.add_evidence("assumed_before", on=first)
    has_end = work.end_on is not None and series.last_on <= work.end_on < known.today
    if has_end or work.is_archived or _is_billed_no_more(series, known.last_bill):
        values["end_on"] = max(work.end_on if has_end and work.end_on else _billed_until(series), values["start_on"])
        values["is_finished"] = True
        proposal.doubts |= not has_end
        proposal.add_evidence("billed_no_more", on=series.last_on)


def _add_stated_fee(proposal: Proposal, work: Work, billed: Sequence[BilledLine], today: date) -> None:
    """Add the fee of the few bills, or else the one that the deal states, which may have changed since."""
    values, deal = proposal.values, work.deal
    values["billing_interval"] = "month"
    proposal.add_evidence("not_billed")
    proposal.doubts = True
    of_currency = [line for line in billed if line.currency == values["currency"] and line.amount > 0]
    if of_currency:
        total = sum((line.amount for line in of_currency), Decimal(0))
        proposal.add_evidence("billed", count=len({line.invoice for line in of_currency}), amount=total)
        values["amount"] = of_currency[-1].amount
    elif deal and deal.monthly_amount:
        values["amount"] = round_amount(deal.monthly_amount, values["currency"])
    elif deal and deal.amount:
        proposal.add_evidence("deal_amount", amount=deal.amount)
    if values["amount"] and values["start_on"]:
        values["fees"] = [[values["start_on"].isoformat(), str(values["amount"])]]
    if work.end_on and work.end_on < today and (values["start_on"] or work.end_on) <= work.end_on:
        values["end_on"], values["is_finished"] = work.end_on, True


def _is_billed_no_more(series: Series, last_bill: date) -> bool:
    """Whether two bills are missing since, while others were sent."""
    return add_months(series.last_on, 2 * series.months) < last_bill


def _billed_until(series: Series) -> date:
    return add_months(series.last_on.replace(day=1), series.months) - timedelta(days=1)


def _apply_series(proposal: Proposal, series: Series) -> None:
    values = proposal.values
    values |= {
        "currency": series.currency,
        "amount": series.fees[-1][1],
        "billing_interval": series.interval,
        "billing_day": series.billing_day,
        "fees": [
            [(values["start_on"] if place == 0 else _from_first(day)).isoformat(), str(amount)]
            for place, (day, amount) in enumerate(series.fees)
        ],
    }
    proposal.add_evidence("series", count=series.count, interval=series.interval, until=series.last_on)
    if len(series.fees) > 1:
        proposal.add_evidence("fee_changes", count=len(series.fees) - 1)
    if series.one_offs:
        proposal.doubts = True
        proposal.add_evidence("one_offs", count=series.one_offs)


def _from_first(day: date) -> date:
    """Fees change with the month that a bill is for."""
    return day.replace(day=1)


def _propose_series(client: ClientFacts, words: str, name: str, series: Series, last_bill: date) -> Proposal:
    """Return a retainer that only invoices know."""
    proposal = Proposal(
        source=f"quickbooks:{client.id}:{words}"[:120],
        values={
            "name": name[:200],
            "kind": "retainer",
            "client_id": client.id,
            "account_manager_id": client.account_manager_id,
            **dict.fromkeys(("project_manager_id", "seller_id", "teamwork_project_id", "deal_id", "end_on", "sold_on")),
            "start_on": series.fees[0][0],
            "is_finished": False,
            "included_hours": None,
        },
        doubts=True,
    )
    _apply_series(proposal, series)
    if _is_billed_no_more(series, last_bill):
        proposal.values["end_on"] = _billed_until(series)
        proposal.values["is_finished"] = True
        proposal.add_evidence("billed_no_more", on=series.last_on)
    return _finish(proposal)


def _finish(proposal: Proposal) -> Proposal:
    missing = find_missing(proposal.values)
    proposal.values |= {
        "missing": missing,
        "is_doubtful": proposal.doubts,
        "certainty": certainty_of(missing, doubts=proposal.doubts),
        "evidence": proposal.evidence,
    }
    return proposal


def _name_without_client(name: str, client: str) -> str:
    """`"Website care – Maison Pivoine"` → `"Website care"`: invoices name the work, not the client."""
    parts = [part for part in _SEPARATOR.split(name) if part.strip() and fold(part.strip()) != fold(client)]
    return " ".join(parts) or name


def _to_json(value: object) -> object:
    return value.isoformat() if isinstance(value, date) else str(value) if isinstance(value, Decimal) else value
