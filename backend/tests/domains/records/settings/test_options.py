"""Tests of editable options: creation, wording, order, retirement, deletion, and their use in records."""

from typing import Any

import pytest

from regie.core.db.database import Database
from tests.browser import Browser
from tests.factories.activity import read_activity
from tests.factories.churns import make_churn
from tests.factories.oos_sales import make_oos_sale
from tests.factories.work import make_client
from tests.factories.world import assert_unchanged

ALL = "/api/v1/enum-options"
REASONS = f"{ALL}/churn_reason"
NEW = {"name_en": "Moved abroad", "name_fr": "Départ à l’étranger"}


@pytest.fixture
def admin(sign_in_as: Any) -> Browser:
    return sign_in_as("admin")


def _read_values(browser: Browser, enum: str = "churn_reason") -> list[str]:
    return [option["value"] for option in browser.get(f"{ALL}/{enum}").json()["data"]]


def _read_offered(browser: Browser, enum: str = "churn_reason") -> dict[str, dict[str, Any]]:
    return {item["value"]: item for item in browser.get(ALL).json()["data"][enum]}


def _expect_422(response: Any, field: str) -> str:
    assert response.status_code == 422, response.text
    return response.json()["errors"][field][0]


def test_option_is_added_at_its_position_and_offered_everywhere(admin: Browser, sign_in_as: Any, database: Database):
    before = _read_values(admin)
    created = admin.post(REASONS, NEW | {"position": 2})
    assert created.status_code == 201
    assert created.json()["data"] == NEW | {
        "enum": "churn_reason", "value": "moved_abroad", "position": 2, "is_active": True, "uses": 0, "version": 1,
    }  # fmt: skip
    assert _read_values(admin) == [before[0], "moved_abroad", *before[1:]]
    assert _read_offered(sign_in_as("employee"))["moved_abroad"]["name_fr"] == "Départ à l’étranger"
    logged = [entry.subject_name for entry in read_activity(database, "created") if entry.subject_type == "enum_option"]
    assert logged == ["Moved abroad / Départ à l’étranger"]


def test_value_is_derived_from_the_english_name_and_unique(admin: Browser):
    words = ("Price & terms!", "Price, terms?", "合同", "An exceedingly long name for a reason")
    created = [admin.post(REASONS, {"name_en": name, "name_fr": name}).json()["data"]["value"] for name in words]
    assert created == ["price_terms", "price_terms_2", "choice", "an_exceedingly_long"]


def test_name_and_position_change_and_are_logged(admin: Browser, database: Database):
    admin.post(REASONS, NEW)
    changed = admin.patch(f"{REASONS}/moved_abroad", {"name_fr": "Déménagement", "position": 1, "version": 1})
    assert changed.status_code == 200
    assert (changed.json()["data"]["value"], changed.json()["data"]["position"]) == ("moved_abroad", 1)
    assert _read_values(admin)[:2] == ["moved_abroad", "price"]
    entry = read_activity(database, "changed")[-1]
    assert entry.changes == {"name_fr": ["Départ à l’étranger", "Déménagement"], "position": [17, 1]}


def test_retired_option_keeps_its_name_and_cannot_be_chosen(admin: Browser, database: Database):
    with database.write() as session:
        using = make_client(session, industry="culture")
        free = make_client(session)
    assert admin.patch(f"{ALL}/industry/culture", {"is_active": False, "version": 1}).status_code == 200
    item = _read_offered(admin, "industry")["culture"]
    assert (item["is_active"], item["name_fr"]) == (False, "Arts et culture")
    with assert_unchanged(database):
        words = _expect_422(admin.patch(f"/api/v1/clients/{free.api_id}", {"industry": "culture"}), "industry")
    assert words.startswith("Choose one of: retail,")
    assert "culture" not in words
    again = admin.patch(f"/api/v1/clients/{using.api_id}", {"industry": "culture", "name": "Musée de l’Ouest"})
    assert again.status_code == 200
    assert admin.patch(f"/api/v1/clients/{using.api_id}", {"industry": None}).json()["data"]["industry"] is None


def test_added_options_can_be_chosen_in_every_kind_of_record(admin: Browser, database: Database):
    admin.post(f"{ALL}/industry", {"name_en": "Energy", "name_fr": "Énergie"})
    created = admin.post(
        "/api/v1/clients",
        {"name": "Hydro", "currency": "CAD", "industry": "energy", "account_manager": admin.user.api_id},
    )
    assert created.json()["data"]["industry"] == "energy"
    admin.post(f"{ALL}/oos_type", {"name_en": "Photo shoot", "name_fr": "Séance photo"})
    with database.write() as session:
        extra = make_oos_sale(session)
    changed = admin.patch(f"/api/v1/projects/{extra.api_id}", {"oos_type": "photo_shoot"})
    assert changed.json()["data"]["oos_type"] == "photo_shoot"
    sold = admin.get("/api/v1/oos-sales?oos_type=photo_shoot").json()["data"]
    assert [row["project"]["api_id"] for row in sold] == [extra.api_id]


def test_option_in_use_cannot_be_deleted(admin: Browser, database: Database):
    with database.write() as session:
        make_churn(session, reason="merger")
    assert next(one["uses"] for one in admin.get(REASONS).json()["data"] if one["value"] == "merger") == 1
    with assert_unchanged(database):
        refused = admin.delete(f"{REASONS}/merger")
        assert (refused.status_code, refused.json()["code"]) == (422, "option_in_use")
    assert admin.delete(f"{REASONS}/poor_fit").status_code == 204
    assert "poor_fit" not in _read_values(admin)
    assert [one["position"] for one in admin.get(REASONS).json()["data"]] == list(range(1, 16))
    assert _expect_422(admin.get("/api/v1/churn-events?reason=poor_fit"), "reason").startswith("Choose one of: price,")


def test_last_active_option_cannot_be_retired_or_deleted(admin: Browser, database: Database):
    *others, last = _read_values(admin, "oos_type")
    for value in others:
        assert admin.patch(f"{ALL}/oos_type/{value}", {"is_active": False}).status_code == 200
    with assert_unchanged(database):
        assert _expect_422(admin.patch(f"{ALL}/oos_type/{last}", {"is_active": False}), "is_active")
        assert admin.delete(f"{ALL}/oos_type/{last}").json()["code"] == "option_last"


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"name_en": "Price", "name_fr": "Tarif"}, "name_en"),
        ({"name_en": "Fees", "name_fr": "PRIX"}, "name_fr"),
        ({"name_en": "Fees"}, "name_fr"),
        ({"name_en": "x" * 101, "name_fr": "Tarif"}, "name_en"),
        ({"name_en": "Fees", "name_fr": "Tarif", "position": 0}, "position"),
        ({"name_en": "Fees", "name_fr": "Tarif", "value": "fees"}, "value"),
    ],
)
def test_invalid_option_returns_422(admin: Browser, database: Database, sent: dict[str, Any], field: str):
    with assert_unchanged(database):
        assert _expect_422(admin.post(REASONS, sent), field)


def test_concurrent_changes_of_an_option_conflict(admin: Browser, sign_in_as: Any, database: Database):
    other = sign_in_as("churn_manager")
    assert other.patch(f"{REASONS}/price", {"name_fr": "Tarifs", "version": 1}).status_code == 200
    with assert_unchanged(database):
        late = admin.patch(f"{REASONS}/price", {"name_fr": "Coûts", "version": 1})
    assert late.status_code == 409
    assert late.json()["conflicts"] == {"name_fr": {"theirs": "Tarifs", "yours": "Coûts"}}
    assert admin.patch(f"{REASONS}/results", {"name_fr": "Rendement", "version": 1}).status_code == 200
