"""Every movement names what caused it: the changes of the client's retainers, with their recorded reasons."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings

from regie.core.db.database import Database
from regie.domains.work.churns.figures import Run, build_steps
from regie.domains.work.churns.movement_causes import find_causes
from tests.browser import Browser
from tests.domains.administration.exports.export_files import export_list
from tests.domains.work.churns.accounts import Account, post_churn
from tests.domains.work.churns.test_movements import client_runs
from tests.factories.work import make_client, make_project
from tests.factories.world import World
from tests.long_tests import example_count

MOVEMENTS = "/api/v1/mrr-movements?per_page=100&from=2026-01-01&to=2026-11-20&currency=CAD"
SignInAs = Callable[..., Browser]


@settings(max_examples=example_count(300), derandomize=True, database=None)
@given(client_runs())
def test_every_movement_has_a_cause_in_its_currency(runs: list[Run]):
    causes = find_causes(runs)
    for step in build_steps(runs):
        for movement in step.movements:
            if movement.amount:
                assert any(movement.currency in cause.currencies for cause in causes[step.day]), movement


@pytest.fixture
def admin(sign_in_as: SignInAs) -> Browser:
    return sign_in_as("admin")


@pytest.fixture
def paused(database: Database, admin: Browser) -> str:
    """A retainer of 700 that is paused, resumes with 800, and is raised to 900."""
    with database.write() as session:
        client = make_client(session, name="Érable", currency="CAD")
        api_id = make_project(
            session, client_id=client.id, kind="retainer", status="active", start_on=date(2026, 1, 1),
            monthly_fee="700.00", currency="CAD", name="Site",
        ).api_id  # fmt: skip
    for body in (
        {"name": "state", "state": "on_hold", "effective_from": "2026-03-05", "reason": "Été tranquille"},
        {"name": "state", "state": "active", "effective_from": "2026-05-01", "reason": "Saison"},
        {"name": "fee", "amount": "800.00", "effective_from": "2026-05-01", "reason": "Portée"},
        {"name": "fee", "amount": "900.00", "effective_from": "2026-07-01", "reason": "Indexation"},
    ):
        sent = admin.post(f"/api/v1/projects/{api_id}/terms", body)
        assert sent.status_code == 201, sent.text
    return api_id


def _read(browser: Browser, query: str = "") -> list[dict[str, Any]]:
    answer = browser.get(f"{MOVEMENTS}{query}")
    assert answer.status_code == 200, answer.text
    return list(reversed(answer.json()["data"]))


def _causes(row: dict[str, Any]) -> list[tuple[str, str, str | None]]:
    return [(one["kind"], one["project"]["name"], one["reason"]) for one in row["causes"]]


def test_pauses_resumptions_and_fees_name_their_reasons(admin: Browser, paused: str):
    rows = _read(admin)
    assert [(row["on"], row["kind"], _causes(row)) for row in rows] == [
        ("2026-01-01", "new", [("started", "Site", None)]),
        ("2026-03-05", "contraction", [("paused", "Site", "Été tranquille")]),
        ("2026-05-01", "expansion", [("resumed", "Site", "Saison"), ("fee", "Site", "Portée")]),
        ("2026-07-01", "expansion", [("fee", "Site", "Indexation")]),
    ]
    assert {one["project"]["can_open"] for row in rows for one in row["causes"]} == {True}


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en-us", ["Site: Changed fee (Indexation)",
                   "Site: Resumed from May 1, 2026 (Saison); Site: Changed fee (Portée)",
                   "Site: Paused from March 5, 2026 (Été tranquille)", "Site: New retainer"]),
        ("fr-ca", ["Site\u00a0: Tarif modifié (Indexation)",
                   "Site\u00a0: Repris à partir du 1er mai 2026 (Saison); Site\u00a0: Tarif modifié (Portée)",
                   "Site\u00a0: En pause à partir du 5 mars 2026 (Été tranquille)", "Site\u00a0: Nouveau forfait"]),
    ],
)  # fmt: skip
def test_file_says_the_causes_in_words(admin: Browser, paused: str, language: str, expected: list[str]):
    admin.locale = language
    file = export_list(admin, "mrr-movements", query="currency=CAD")
    assert [row[file.header.index("Cause")] for row in file.rows] == expected


def test_new_contract_in_another_currency_names_the_former_one(database: Database, admin: Browser):
    with database.write() as session:
        client = make_client(session, currency="USD")
        first = {"status": "ended", "currency": "USD", "end_on": date(2026, 11, 9), "start_on": date(2025, 9, 1)}
        make_project(session, client_id=client.id, monthly_fee="1000.00", **first)
        second = {"currency": "CAD", "start_on": date(2026, 11, 10), "name": "Deuxième"}
        make_project(session, client_id=client.id, monthly_fee="1450.00", **second)
    # Without a rate, both currencies are movements of their own.
    rows = _read(admin)
    assert [(row["amount"]["currency"], _causes(row)) for row in rows] == [
        ("USD", [("currency_switch", "Deuxième", None)]), ("CAD", [("currency_switch", "Deuxième", None)]),
    ]  # fmt: skip
    assert {one["from_currency"] for row in rows for one in row["causes"]} == {"USD"}
    file = export_list(admin, "mrr-movements", query="currency=CAD")
    causes = {row[file.header.index("Cause")] for row in file.rows}
    assert "Deuxième: New contract instead of one in USD" in causes


def test_churn_names_its_reason_to_those_who_see_churn(world: World):
    account = Account(world, name="Pivoine")
    project = account.retainer("1000.00", start_on=date(2026, 1, 1))
    post_churn(world.browser("admin"), project, effective_on="2026-11-10", reason="price")
    (row,) = [
        one for one in _read(world.browser("admin")) if one["client"]["name"] == "Pivoine" and one["kind"] == "churn"
    ]
    ((kind, reason),) = [(one["kind"], one["churn_reason"]) for one in row["causes"]]
    assert (kind, reason) == ("churned", "price")
