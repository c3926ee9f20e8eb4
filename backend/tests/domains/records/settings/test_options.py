"""The organization's own choices: added, worded, moved, retired and deleted; and records are held to them."""

from typing import Any

import pytest

from regie.core.db.database import Database
from tests.browser import Browser
from tests.factories.log import log_of
from tests.factories.losses import make_churn
from tests.factories.sales import make_extra
from tests.factories.work import make_client
from tests.factories.world import unchanged

ALL = "/api/v1/enum-options"
REASONS = f"{ALL}/churn_reason"
NEW = {"name_en": "Moved abroad", "name_fr": "Départ à l’étranger"}


@pytest.fixture
def admin(sign_in_as: Any) -> Browser:
    return sign_in_as("admin")


def _names(browser: Browser, enum: str = "churn_reason") -> list[str]:
    return [option["value"] for option in browser.get(f"{ALL}/{enum}").json()["data"]]


def _offered(browser: Browser, enum: str = "churn_reason") -> dict[str, dict[str, Any]]:
    return {item["value"]: item for item in browser.get(ALL).json()["data"][enum]}


def _refused(answer: Any, field: str) -> str:
    assert answer.status_code == 422, answer.text
    return answer.json()["errors"][field][0]


def test_a_choice_is_added_where_it_is_wanted_and_offered_everywhere(
    admin: Browser, sign_in_as: Any, database: Database
):
    before = _names(admin)
    made = admin.post(REASONS, NEW | {"position": 2})
    assert made.status_code == 201
    assert made.json()["data"] == NEW | {
        "enum": "churn_reason", "value": "moved_abroad", "position": 2, "is_active": True, "uses": 0, "version": 1,
    }  # fmt: skip
    assert _names(admin) == [before[0], "moved_abroad", *before[1:]]
    assert _offered(sign_in_as("employee"))["moved_abroad"]["name_fr"] == "Départ à l’étranger"
    logged = [one.subject_name for one in log_of(database, "created") if one.subject_type == "enum_option"]
    assert logged == ["Moved abroad / Départ à l’étranger"]


def test_a_value_is_made_of_the_english_words_and_is_free(admin: Browser):
    words = ("Price & terms!", "Price, terms?", "合同", "An exceedingly long name for a reason")
    made = [admin.post(REASONS, {"name_en": name, "name_fr": name}).json()["data"]["value"] for name in words]
    assert made == ["price_terms", "price_terms_2", "choice", "an_exceedingly_long"]


def test_words_and_place_change_and_both_are_in_the_log(admin: Browser, database: Database):
    admin.post(REASONS, NEW)
    changed = admin.patch(f"{REASONS}/moved_abroad", {"name_fr": "Déménagement", "position": 1, "version": 1})
    assert changed.status_code == 200
    assert (changed.json()["data"]["value"], changed.json()["data"]["position"]) == ("moved_abroad", 1)
    assert _names(admin)[:2] == ["moved_abroad", "price"]
    entry = log_of(database, "changed")[-1]
    assert entry.changes == {"name_fr": ["Départ à l’étranger", "Déménagement"], "position": [16, 1]}


def test_a_retired_choice_keeps_its_words_and_is_taken_no_more(admin: Browser, database: Database):
    with database.write() as session:
        kept = make_client(session, industry="culture")
        free = make_client(session)
    assert admin.patch(f"{ALL}/industry/culture", {"is_active": False, "version": 1}).status_code == 200
    item = _offered(admin, "industry")["culture"]
    assert (item["is_active"], item["name_fr"]) == (False, "Arts et culture")
    with unchanged(database):
        words = _refused(admin.patch(f"/api/v1/clients/{free.api_id}", {"industry": "culture"}), "industry")
    assert words.startswith("Choose one of: retail,")
    assert "culture" not in words
    again = admin.patch(f"/api/v1/clients/{kept.api_id}", {"industry": "culture", "name": "Musée de l’Ouest"})
    assert again.status_code == 200
    assert admin.patch(f"/api/v1/clients/{kept.api_id}", {"industry": None}).json()["data"]["industry"] is None


def test_what_was_added_can_be_taken_by_every_kind_of_record(admin: Browser, database: Database):
    admin.post(f"{ALL}/industry", {"name_en": "Energy", "name_fr": "Énergie"})
    made = admin.post(
        "/api/v1/clients",
        {"name": "Hydro", "currency": "CAD", "industry": "energy", "account_manager": admin.user.api_id},
    )
    assert made.json()["data"]["industry"] == "energy"
    admin.post(f"{ALL}/oos_type", {"name_en": "Photo shoot", "name_fr": "Séance photo"})
    with database.write() as session:
        extra = make_extra(session)
    changed = admin.patch(f"/api/v1/projects/{extra.api_id}", {"oos_type": "photo_shoot"})
    assert changed.json()["data"]["oos_type"] == "photo_shoot"
    sold = admin.get("/api/v1/oos-sales?oos_type=photo_shoot").json()["data"]
    assert [row["project"]["api_id"] for row in sold] == [extra.api_id]


def test_a_choice_that_a_record_has_is_not_deleted(admin: Browser, database: Database):
    with database.write() as session:
        make_churn(session, reason="merger")
    assert next(one["uses"] for one in admin.get(REASONS).json()["data"] if one["value"] == "merger") == 1
    with unchanged(database):
        refused = admin.delete(f"{REASONS}/merger")
        assert (refused.status_code, refused.json()["code"]) == (422, "option_in_use")
    assert admin.delete(f"{REASONS}/poor_fit").status_code == 204
    assert "poor_fit" not in _names(admin)
    assert [one["position"] for one in admin.get(REASONS).json()["data"]] == list(range(1, 15))
    assert _refused(admin.get("/api/v1/churn-events?reason=poor_fit"), "reason").startswith("Choose one of: price,")


def test_the_last_offered_choice_stays(admin: Browser, database: Database):
    *others, last = _names(admin, "oos_type")
    for value in others:
        assert admin.patch(f"{ALL}/oos_type/{value}", {"is_active": False}).status_code == 200
    with unchanged(database):
        assert _refused(admin.patch(f"{ALL}/oos_type/{last}", {"is_active": False}), "is_active")
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
def test_what_makes_no_sense_is_refused(admin: Browser, database: Database, sent: dict[str, Any], field: str):
    with unchanged(database):
        assert _refused(admin.post(REASONS, sent), field)


def test_two_people_at_once_are_told_of_each_other(admin: Browser, sign_in_as: Any, database: Database):
    other = sign_in_as("churn_manager")
    assert other.patch(f"{REASONS}/price", {"name_fr": "Tarifs", "version": 1}).status_code == 200
    with unchanged(database):
        late = admin.patch(f"{REASONS}/price", {"name_fr": "Coûts", "version": 1})
    assert late.status_code == 409
    assert late.json()["conflicts"] == {"name_fr": {"theirs": "Tarifs", "yours": "Coûts"}}
    assert admin.patch(f"{REASONS}/results", {"name_fr": "Rendement", "version": 1}).status_code == 200
