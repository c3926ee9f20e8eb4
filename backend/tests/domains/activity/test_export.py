"""The log as a file: for super administrators in person, whole, in their language, and never run as a formula."""

import csv
import io
import re
from typing import Any

import pytest

from regie.core.db import Database
from tests.browser import Browser
from tests.factories.log import log_of
from tests.factories.people import make_user
from tests.factories.work import make_client
from tests.factories.world import unchanged

PATH = "/api/v1/activity/export"


@pytest.fixture
def owner(sign_in_as: Any) -> Browser:
    return sign_in_as("super_admin", first_name="Geneviève", last_name="Roy")


def _rows(text: str, delimiter: str = ",") -> list[list[str]]:
    assert text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(text[1:], newline=""), delimiter=delimiter))


def test_it_is_the_list_over_all_pages_one_line_per_field(owner: Browser, database: Database):
    with database.write() as session:
        clients = [make_client(session) for _ in range(60)]
    for client in clients[:3]:
        owner.patch(f"/api/v1/clients/{client.api_id}", {"tags": ["vip"], "notes": "Mode"})
    answer = owner.get(f"{PATH}?action=changed&subject_type=client")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert "attachment" in answer.headers["content-disposition"]
    header, *rows = _rows(answer.text)
    assert header == ["When", "Who", "Acting in their place", "What", "Kind", "Record", "Field", "Before", "After"]
    assert len(rows) == 6
    total = owner.get("/api/v1/activity?action=created&subject_type=client").json()["meta"]["total"]
    created = _rows(owner.get(f"{PATH}?action=created&subject_type=client").text)[1:]
    assert len({row[5] for row in created}) == total == 60


def test_in_french_it_is_separated_as_french_spreadsheets_do(owner: Browser):
    owner.locale = "fr-ca"
    header = _rows(owner.get(PATH).text, ";")[0]
    assert len(header) == 9
    assert header != _rows(owner.get(PATH, headers={"X-Api-Locale": "en-us"}).text)[0]


@pytest.mark.parametrize(
    "formula", ['=HYPERLINK("http://evil")', "+1+1", "-2+3", "@SUM(A1)", "=cmd|' /C calc'!A0", "x;=1+1", "x, -1"]
)
def test_no_name_runs_as_a_formula(owner: Browser, database: Database, formula: str):
    with database.write() as session:
        client = make_client(session, name=formula)
    owner.patch(f"/api/v1/clients/{client.api_id}", {"notes": formula})
    for row in _rows(owner.get(PATH).text):
        # A spreadsheet of the other language separates by the other sign.
        parts = [part for cell in row for part in re.split("[,;]", cell)]
        assert not any(part.lstrip().startswith(("=", "+", "-", "@")) for part in parts), row
        assert not any(cell.startswith(("\t", "\r")) for cell in row), row


def test_taking_it_away_is_in_the_log(owner: Browser, database: Database):
    owner.get(PATH)
    (entry,) = log_of(database, "exported")
    assert (entry.subject_type, entry.actor_name) == ("activity", "Geneviève Roy")


@pytest.mark.parametrize("role", ["admin", "financial_manager", "account_manager", "churn_manager", "employee"])
def test_nobody_else_takes_it_away(sign_in_as: Any, database: Database, role: str):
    browser = sign_in_as(role)
    with unchanged(database):
        assert browser.get(PATH).status_code == 403


def test_nor_anybody_in_somebody_elses_place(owner: Browser, database: Database):
    with database.write() as session:
        admin = make_user(session, roles=["admin"])
    assert owner.post(f"/api/v1/impersonated-users/{admin.api_id}").status_code == 201
    with unchanged(database):
        answer = owner.get(PATH)
    assert (answer.status_code, answer.json()["code"]) == (403, "in_person")
    owner.delete("/api/v1/impersonated-users")
    assert owner.get(PATH).status_code == 200
