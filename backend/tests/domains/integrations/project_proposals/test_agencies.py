"""What is found of agencies that no rule was made for: compared with what the sandbox knows of their retainers."""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from regie.domains.integrations.project_proposals.proposing import Proposal
from tests.domains.integrations.project_proposals.agencies import (
    Found,
    find_proposal,
    is_right,
    mrr_by_month,
    past_months,
    proposed_fees,
    read_agency,
    true_fees,
)
from tests.long_tests import mark_long

_LEAST_SHARE = Decimal("0.90")
_MRR_TOLERANCE = Decimal("0.02")
_MANY = 30
# Others than those that the rules were tried with.
_AGENCIES = [("small", 31), ("bilingual", 47), ("messy", 58), ("demo", 62), ("bilingual", 75), ("messy", 83)]


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("profile", "seed"), mark_long(_AGENCIES, [("messy", 58)]))
def test_retainers_are_found_rightly(tmp_path: Path, profile: str, seed: int) -> None:
    """Fees, first days and ends, and MRR month by month; nothing wrong is accepted by default."""
    found, today = read_agency(tmp_path, profile, seed), datetime.now(UTC).date()
    right = [is_right(find_proposal(found, truth), truth) for truth in found.truth]
    assert Decimal(sum(right)) / len(right) >= _LEAST_SHARE
    of_project = {f"teamwork:{truth.project_id}": truth for truth in found.truth}
    for source, proposal in found.proposals.items():
        is_retainer = proposal.values["kind"] == "retainer" or source in of_project
        if is_retainer and proposal.values["certainty"] == "high":
            known = [of_project[source]] if source in of_project else found.truth
            assert any(is_right(proposal, truth) for truth in known), proposal
    months = list(past_months(24, today))
    for currency, count in Counter(truth.currency for truth in found.truth).items():
        # One retainer that a person must complete is more than the tolerance of a few.
        if count >= _MANY:
            expected = mrr_by_month([true_fees(one) for one in found.truth if one.currency == currency], months)
            shown = mrr_by_month([proposed_fees(one.values) for one in _creatable(found, currency)], months)
            for month, after, before in zip(months, shown, expected, strict=True):
                assert abs(after - before) <= _MRR_TOLERANCE * before, (currency, month, after, before)
    for truth in found.truth:
        proposal = found.proposals.get(f"teamwork:{truth.project_id}")
        if proposal and proposal.values["kind"] == "retainer" and truth.monthly_hours:
            assert proposal.values["included_hours"] == truth.monthly_hours
            assert "budget" in {one["key"] for one in proposal.evidence}


@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", mark_long([58, 4711], [4711]))
def test_rule_for_a_pipeline_of_all_sales_makes_no_retainer_a_price(tmp_path: Path, seed: int) -> None:
    """The agency sells retainers and projects in one pipeline, and a person says that it stands for fixed prices."""
    found = read_agency(tmp_path, "messy", seed, pipelines="fixed")
    right = [is_right(find_proposal(found, truth), truth) for truth in found.truth]
    assert Decimal(sum(right)) / len(right) >= _LEAST_SHARE
    retainers = [found.proposals.get(f"teamwork:{truth.project_id}") for truth in found.truth]
    ready = [one for one in retainers if one and one.values["certainty"] == "high" and one.values["kind"] == "fixed"]
    assert ready == []
    assert Counter(one.values["kind"] for one in found.proposals.values())["fixed"] >= len(found.truth)


def _creatable(found: Found, currency: str) -> Iterator[Proposal]:
    for one in found.proposals.values():
        if (one.values["kind"], one.values["currency"]) == ("retainer", currency) and not one.values["missing"]:
            yield one
