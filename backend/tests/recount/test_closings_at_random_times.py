"""Months closed, reopened and closed again between random edits: published figures stay, for every role's scope.

A closing publishes what was known at that moment. While a month is closed, its published figures do not move, whatever
is edited, linked or reported late; restatements and corrections add up to the cent.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from random import Random
from typing import Any

import pytest

from regie.core.db.database import Database
from tests.long_tests import mark_long
from tests.recount import late_reports
from tests.recount.agency import Agency
from tests.recount.date_span import DateSpan
from tests.recount.scenario import run_scenario
from tests.recount.snapshot import month_end
from tests.recount.test_edits_after_closing import (
    EDITS,
    LINKS,
    MONTHS,
    REPORTS,
    Editor,
    Request,
    assert_explained,
    read_figures,
    send,
)
from tests.recount.timeline import day

# By person, the scope of their dashboard: the organization, a team, their own accounts, and granted figures.
_VIEWS = (("finance", "all"), ("anne", "own"), ("bo", "team"), ("chloe", "own"), ("dov", "all"), ("churn", "own"))
# They change who may see a record, and so what a narrower scope contains.
_MOVES_ACCESS: Sequence[Callable[[Editor], Request]] = (
    Editor.change_project, Editor.change_client, Editor.change_responsibility, Editor.change_employee,
    Editor.record_employment, Editor.link_person, Editor.change_settings, Editor.delete_project,
)  # fmt: skip
_KEEPS_ACCESS = [edit for edit in (*EDITS, *LINKS) if edit not in _MOVES_ACCESS]
_ROUNDS, _STEPS = 6, 6
_WATCHED = 3
Published = Mapping[str, Any]


@pytest.fixture
def agency(migrated: Database) -> Agency:
    return run_scenario(migrated, checkpoint_days=()).agency


def _published(agency: Agency, month: str) -> Published:
    return {one["name"]: one["published"] for one in read_figures(agency, month)}


def _known(agency: Agency, month: str) -> Published:
    return {one["name"]: one["known_today"] for one in read_figures(agency, month)}


def _shown(agency: Agency, month: str) -> dict[tuple[str, str], Any]:
    """What each view of the month shows as published, by person and figure."""
    first = day(f"{month}-01")
    span = DateSpan(first, month_end(first))
    found = {}
    for name, scope in _VIEWS:
        params = {"from": str(span.first), "to": str(span.last), "currency": "CAD", "scope": scope}
        figures = agency.get(name, "/api/v1/dashboard", **params)["data"]["figures"]
        for figure, shown in figures.items():
            if shown["closed_months"]:
                found[name, figure] = {part: shown[part] for part in ("count", "value", "money", "unconverted")}
                _assert_restated(shown, (month, name, figure))
    return found


def _assert_restated(shown: dict[str, Any], where: object) -> None:
    """What is shown as published, and its difference, are what is known today."""
    restatement = shown["restatement"]
    if restatement is None or shown["unit"] != "money":
        return
    parts = [one["money"] for one in (shown, restatement["difference"], restatement["known_today"])]
    published, difference, known = (Decimal(one["amount"]) for one in parts)
    assert published + difference == known, where


@dataclass
class Books:
    """The closed months, with what each published when it was closed."""

    agency: Agency
    random: Random
    closed: dict[str, Published] = field(default_factory=dict)
    first: dict[str, Published] = field(default_factory=dict)
    reopened: set[str] = field(default_factory=set)

    def close(self) -> None:
        """Close the next month, or one that was reopened."""
        month = self._next()
        known = _known(self.agency, month)
        self.agency.send("POST", f"months/{month}/closings", {"reason": "Checked"})
        self.closed[month] = _published(self.agency, month)
        assert self.closed[month] == known, month
        self.first.setdefault(month, self.closed[month])
        self.reopened.discard(month)

    def reopen(self) -> None:
        if self.closed:
            month = self.random.choice(sorted(self.closed)[-4:])
            self.agency.send("POST", f"months/{month}/reopenings", {"reason": "An invoice was missing"})
            self.reopened.add(month)
            del self.closed[month]

    def assert_unmoved(self, months: Iterable[str]) -> None:
        for month in months:
            assert _published(self.agency, month) == self.closed[month], month

    def assert_corrected(self, month: str) -> None:
        """What was published first and its correction are the sum published now."""
        for figure in read_figures(self.agency, month):
            if figure["correction"] is None or figure["unit"] != "money":
                continue
            parts = [figure[name]["money"] for name in ("first_published", "correction", "published")]
            first, correction, published = (Decimal(one["amount"]) for one in parts)
            assert first + correction == published, (month, figure["name"])
            assert figure["first_published"] == self.first[month][figure["name"]]

    def _next(self) -> str:
        """After a gap, its first month; months before the first closed one are closed again from the last."""
        months = [month for month in MONTHS if month not in self.closed]
        if not self.closed:
            return months[self.random.randint(0, 6)] if not self.reopened else max(self.reopened)
        after = [month for month in months if month > min(self.closed)]
        return after[0] if after else max(months)


def _change(editor: Editor, edits: Sequence[Callable[[Editor], Request]], month: str) -> None:
    """Edit or link something, or report something late, of the month if it has an invoice."""
    agency, random = editor.agency, editor.random
    if random.random() < 0.4:
        invoices = editor.rows.where("invoices", is_voided=False, deleted_at=None)
        of_month = [one for one in invoices if one["issued_on"].isoformat().startswith(month)]
        random.choice(REPORTS)(agency, random.choice(of_month or invoices))
        late_reports.log_hours(agency, day(f"{month}-{random.randint(10, 20)}"))
    else:
        send(agency, random.choice(edits)(editor))


@pytest.mark.parametrize("seed", mark_long(range(5), [0]))
def test_closings_between_edits_keep_what_they_published(agency: Agency, seed: int):
    random = Random(f"closings {seed}")
    books = Books(agency, random)
    for _ in range(random.randint(2, 6)):
        books.close()
    for number in range(_ROUNDS):
        if not books.closed:
            books.close()
        editor, month = Editor(agency, random), random.choice(sorted(books.closed))
        shown, moves_access = _shown(agency, month), number % 2 == 0
        for _ in range(_STEPS):
            _change(editor, (*EDITS, *LINKS) if moves_access else _KEEPS_ACCESS, month)
        watched = random.sample(sorted(books.closed), min(len(books.closed), _WATCHED))
        books.assert_unmoved({month, *watched})
        assert moves_access or _shown(agency, month) == shown, month
        for act in random.choices([books.close, books.reopen], [2, 1], k=3):
            act()
    books.assert_unmoved(books.closed)
    for month in books.closed:
        assert_explained(agency, month)
        books.assert_corrected(month)
