"""Concludes what no rule says: the kind of a piece of work, and which recurring bills without its name are its own.

Nothing here reads the database.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from regie.domains.integrations.matching.queries import guess_project_kind
from regie.domains.integrations.project_proposals.billing import BilledLine, Series, bills_parts, find_series
from regie.domains.integrations.project_proposals.kinds import CATEGORY, ONE_PRICE, PIPELINE, Rule, RuleKey
from regie.domains.integrations.project_proposals.works import Work

# Two parts of a price at least: one bill says nothing about the kind.
_MIN_PARTS = 2
# A first bill may be sent before the work begins.
_BILLED_AHEAD = timedelta(days=45)


def find_kind(work: Work, rules: Mapping[RuleKey, Rule], billed: Sequence[BilledLine]) -> tuple[str | None, str]:
    """Return the kind and what says it: the category, the pipeline of the deal, the name, or what recurs.

    What recurs says more than a rule for work with one price: pipelines and categories hold work of several kinds.
    """
    if key := find_rule(work, rules):
        kind = rules[key].kind
        recurs = _find_recurring(work, billed) if kind in ONE_PRICE else None
        return ("retainer", recurs) if recurs else (kind, key[0])
    if kind := guess_project_kind(work.name):
        return kind, "name"
    if recurs := _find_recurring(work, billed):
        return "retainer", recurs
    parts = {line.invoice for line in billed if bills_parts(line)}
    return ("fixed", "parts") if len(parts) >= _MIN_PARTS else (None, "name")


def find_rule(work: Work, rules: Mapping[RuleKey, Rule]) -> RuleKey | None:
    """Return the rule that says the kind of the work: that of its category before that of its deal's pipeline."""
    keys = ((CATEGORY, work.category_id or ""), (PIPELINE, (work.deal and work.deal.pipeline_id) or ""))
    return next((key for key in keys if key in rules and rules[key].kind), None)


def _find_recurring(work: Work, billed: Sequence[BilledLine]) -> str | None:
    """Return what shows that the work is paid and done month by month, None if nothing does."""
    if work.deal and work.deal.monthly_amount:
        return "deal"
    if work.monthly_minutes:
        return "budget"
    return "billed" if not any(bills_parts(line) for line in billed) and find_series(billed) else None


def pair_series(works: Sequence[Work], series: Mapping[str, Series]) -> dict[str, str]:
    """Return for the source of each piece of work the words of the only bills that may be its own, and of no other's.

    Bills and work fit by currency, by when they begin and end, and first by the amount that a deal states: a fee that
    has changed since fits what is left.
    """
    if len(works) == len(series) == 1:
        return {works[0].source: next(iter(series))}
    paired: dict[str, str] = {}
    for is_stated in (True, False):
        left = {words: one for words, one in series.items() if words not in paired.values()}
        fitting = {
            work.source: [words for words, one in left.items() if fits(work, one, is_stated=is_stated)]
            for work in works
            if work.source not in paired
        }
        wanted = [words for found in fitting.values() for words in found]
        paired |= {
            source: found[0] for source, found in fitting.items() if len(found) == 1 and wanted.count(found[0]) == 1
        }
    return paired


def fits(work: Work, series: Series, *, is_stated: bool = False) -> bool:
    """Whether the bills may be of the work; `is_stated` requires one fee to be the amount of the deal."""
    currency = (work.deal and work.deal.currency) or work.client.currency
    monthly = work.deal and work.deal.monthly_amount
    start, end = work.start_on or work.first_on, work.end_on
    return (
        currency == series.currency
        and (not is_stated or monthly in {amount for _, amount in series.fees})
        and (start is None or start - _BILLED_AHEAD <= series.fees[0][0])
        and (end is None or series.last_on <= end + _BILLED_AHEAD)
    )
