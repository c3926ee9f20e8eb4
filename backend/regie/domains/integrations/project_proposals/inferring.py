"""Concludes what no rule says: the kind of a piece of work, and which recurring bills without its name are its own.

Nothing here reads the database.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from regie.domains.integrations.matching.queries import guess_project_kind
from regie.domains.integrations.project_proposals.billing import BilledLine, Series, bills_parts, find_series
from regie.domains.integrations.project_proposals.kinds import CATEGORY, PIPELINE, Rule, RuleKey
from regie.domains.integrations.project_proposals.works import Work

# Two parts of a price at least: one bill says nothing about the kind.
_MIN_PARTS = 2
# A first bill may be sent before the work begins.
_BILLED_AHEAD = timedelta(days=45)


def find_kind(work: Work, rules: Mapping[RuleKey, Rule], billed: Sequence[BilledLine]) -> tuple[str | None, str]:
    """Return the kind and what says it: the category, the pipeline of the deal, the name, or what recurs."""
    category = rules.get((CATEGORY, work.category_id or ""))
    pipeline = rules.get((PIPELINE, work.deal.pipeline_id or "")) if work.deal else None
    if category and category.kind:
        return category.kind, CATEGORY
    if pipeline and pipeline.kind:
        return pipeline.kind, PIPELINE
    if kind := guess_project_kind(work.name):
        return kind, "name"
    if work.deal and work.deal.monthly_amount:
        return "retainer", "deal"
    if work.monthly_minutes:
        return "retainer", "budget"
    parts = {line.invoice for line in billed if bills_parts(line)}
    if len(parts) >= _MIN_PARTS:
        return "fixed", "parts"
    if not parts and find_series(billed):
        return "retainer", "billed"
    return None, "name"


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
            work.source: [words for words, one in left.items() if _fits(work, one, is_stated=is_stated)]
            for work in works
            if work.source not in paired
        }
        wanted = [words for found in fitting.values() for words in found]
        paired |= {
            source: found[0] for source, found in fitting.items() if len(found) == 1 and wanted.count(found[0]) == 1
        }
    return paired


def _fits(work: Work, series: Series, *, is_stated: bool) -> bool:
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
