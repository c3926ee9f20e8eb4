"""What the page behind a private link shows, and that it shows nothing else."""

import io
import json
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from httpx import Response
from pypdf import PdfReader
from sqlalchemy import delete, select, update

from regie.domains.records.projects.models import Project
from regie.domains.records.report_links.models import ReportLink
from regie.domains.records.terms.models import Term
from regie.domains.records.users.models import User
from tests.conftest import NOON
from tests.factories.activity import read_activity
from tests.factories.client_reports import (
    DECISIONS,
    FILES,
    MONTH,
    SHARED,
    Retainer,
    decide,
    make_report_link,
    make_reported_retainer,
    make_token,
    open_report,
    token_of,
    visitor,
)
from tests.factories.oos_sales import make_amendment, make_approval, make_oos_sale
from tests.factories.overages import close_months
from tests.factories.retainers import log_time
from tests.factories.work import make_client, make_invoice, make_project
from tests.factories.world import World, assert_unchanged

FIELDS = {
    "locale", "organization", "client", "retainer", "title", "month", "as_of", "hours_title", "hours", "tables",
    "work_title", "work", "note", "expires", "may_decide",
}  # fmt: skip
WORK_FIELDS = {"key", "name", "description", "amount", "state", "state_text"}


def _report(world: World, token: str, **options: Any) -> dict[str, Any]:
    response = open_report(world, token, **options)
    assert response.status_code == 200, response.text
    return json.loads(response.text.replace("\\u00a0", " ").replace("\u00a0", " "))["data"]


def _pdf_text(content: bytes) -> str:
    pages = PdfReader(io.BytesIO(content)).pages
    return "\n".join(page.extract_text() for page in pages).replace("\u00a0", " ")


def _body(response: Response) -> dict[str, Any]:
    """Return the body without the id of the request."""
    return {name: value for name, value in response.json().items() if name != "request_id"}


def _hours(report: dict[str, Any]) -> dict[str, str]:
    return {figure["label"]: figure["value"] for figure in report["hours"]}


def test_report_has_exactly_the_declared_fields(world: World, retainer: Retainer):
    response = open_report(world, make_token(world, retainer))
    report = response.json()["data"]
    assert set(report) == FIELDS
    assert [set(one) for one in report["work"]] == [WORK_FIELDS]
    assert {frozenset(one) for one in report["hours"]} == {frozenset({"label", "value", "is_total"})}
    table = {"title", "heads", "texts", "rows", "total_label", "total"}
    assert [set(one) for one in report["tables"]] == [table, table]


def test_report_names_no_records_people_or_internal_texts(world: World, retainer: Retainer):
    response = open_report(world, make_token(world, retainer))
    person = world.people["account_manager"]
    with world.database.read() as db:
        link = db.execute(select(ReportLink.api_id).order_by(ReportLink.id.desc())).scalars().first()
    hidden = [
        retainer.id, retainer.client, retainer.sale, str(link), person.user.api_id, person.user.email,
        person.user.name, person.employee.api_id, "Ne pas divulguer", "api_id",
    ]  # fmt: skip
    assert [text for text in hidden if text in response.text] == []


def test_report_has_hours_tasks_work_and_invoices(world: World, retainer: Retainer):
    report = _report(world, make_token(world, retainer))
    assert (report["title"], report["month"], report["client"]) == ("Rapport mensuel", "octobre 2026", "Maison Pivoine")
    assert _hours(report) == {
        "Heures incluses": "40,00", "Heures disponibles": "40,00", "Heures utilisées": "12,50",
        "Heures restantes": "27,50",
    }  # fmt: skip
    tasks, invoices = report["tables"]
    assert tasks["rows"] == [["Référencement", "10,50"], ["Sans tâche", "2,00"]]
    assert tasks["total"] == "12,50"
    assert invoices["rows"] == [
        [f"F-{retainer.key}", "1er octobre 2026", "31 octobre 2026", "En retard", "4 599,00 $", "99,00 $"]
    ]
    (work,) = report["work"]
    assert (work["name"], work["description"], work["amount"]) == ("Infolettre", "Six gabarits", "1 500,00 $")
    assert (work["state"], work["state_text"]) == ("waiting", "En attente d’approbation")
    assert report["may_decide"] is True


def test_report_follows_the_language_of_the_page(world: World, retainer: Retainer):
    link = make_report_link(world, retainer)
    assert "/fr-ca/report#token=" in link["url"]
    report = _report(world, token_of(link), locale="en-us")
    assert (report["locale"], report["title"], report["month"]) == ("en-us", "Monthly report", "October 2026")
    assert _hours(report)["Hours left"] == "27.50"
    assert report["expires"] == "This link works until December 20, 2026."


def test_report_without_included_hours_states_only_the_hours_used(world: World, retainer: Retainer):
    with world.database.write() as session:
        session.get_one(Project, retainer.key).included_hours = None
        session.execute(delete(Term).where(Term.record_id == retainer.key, Term.name == "included_hours"))
    report = _report(world, make_token(world, retainer), locale="en-us")
    assert _hours(report) == {"Hours used": "12.50"}


def test_link_for_an_english_client_has_no_prefix(world: World):
    world.clear_sign_in_counts()
    english = make_reported_retainer(world, language="en-us")
    assert make_report_link(world, english)["url"].startswith("http://localhost:8000/report#token=")


def test_hours_recorded_after_the_closing_have_a_line(world: World, retainer: Retainer):
    with world.database.write() as session:
        project = session.get_one(Project, retainer.key)
        close_months(session, project, date(2026, 10, 31))
        log_time(session, project, date(2026, 10, 20), "3")
    report = _report(world, make_token(world, retainer), locale="en-us")
    assert report["as_of"].startswith("Hours are final.")
    assert report["tables"][0]["rows"][-1] == ["Recorded after the month was closed", "−3.00"]
    assert report["tables"][0]["total"] == "12.50"


def test_report_excludes_other_retainers_clients_and_months(world: World, retainer: Retainer):
    manager = world.people["account_manager"].user.id
    with world.database.write() as session:
        other = make_client(session, account_manager_id=manager, name="Autre client")
        make_oos_sale(session, client_id=retainer.client_key, account_manager_id=manager, name="Sans parent")
        make_oos_sale(
            session, client_id=other.id, parent_project_id=retainer.key, account_manager_id=manager, name="Mal rangé"
        )
        sibling = make_project(
            session, monthly_fee="900.00", client_id=retainer.client_key, account_manager_id=manager, name="Hébergement"
        )
        days = {"issued_on": date(2026, 10, 2), "payable_on": date(2026, 11, 2)}
        common = {"client_id": retainer.client_key, "total": "10.00", **days}
        make_invoice(session, project_id=sibling.id, number="AUTRE-1", **common)
        make_invoice(session, number="AUTRE-2", **common)
        make_invoice(
            session, **common | {"project_id": retainer.key, "number": "AUTRE-3", "issued_on": date(2026, 11, 1)}
        )
    text = json.dumps(_report(world, make_token(world, retainer)), ensure_ascii=False)
    hidden = ("Autre client", "Sans parent", "Mal rangé", "Hébergement", "AUTRE-1", "AUTRE-2", "AUTRE-3")
    assert [one for one in hidden if one in text] == []


def test_report_hides_work_whose_money_the_maker_may_not_see(world: World, retainer: Retainer):
    with world.database.write() as session:
        make_oos_sale(
            session, client_id=retainer.client_key, parent_project_id=retainer.key,
            account_manager_id=world.stranger.id, name="D’une collègue", amount=Decimal(777),
        )  # fmt: skip
    own = json.dumps(_report(world, make_token(world, retainer)), ensure_ascii=False)
    assert "D’une collègue" not in own
    assert "777" not in own
    by_admin = _report(world, make_token(world, retainer, "admin"))
    assert {one["name"] for one in by_admin["work"]} == {"Infolettre", "D’une collègue"}


def test_decided_work_is_shown_in_its_month_only(world: World, retainer: Retainer):
    with world.database.write() as session:
        values = {
            "client_id": retainer.client_key, "parent_project_id": retainer.key,
            "account_manager_id": world.people["account_manager"].user.id,
        }  # fmt: skip
        in_month = make_oos_sale(session, name="Octobre", sold_on=date(2026, 10, 9), **values)
        make_approval(session, in_month, decided_on=date(2026, 10, 9), contact_name="Paul Côté")
        before = make_oos_sale(session, name="Septembre", sold_on=date(2026, 9, 9), **values)
        make_approval(session, before, decided_on=date(2026, 9, 9))
        make_oos_sale(session, name="Annulé", status="cancelled", **values)
    work = {one["name"]: one["state_text"] for one in _report(world, make_token(world, retainer))["work"]}
    assert work == {
        "Octobre": "Approuvé par Paul Côté le 9 octobre 2026",
        "Infolettre": "En attente d’approbation",
    }


def test_pdf_has_the_same_texts_in_both_languages(world: World, retainer: Retainer):
    own = world.browser("account_manager").get(retainer.pdf)
    assert (own.status_code, own.headers["content-type"]) == (200, "application/pdf")
    token = make_token(world, retainer)
    shared = visitor(world, locale="en-us").post(FILES, {"token": token})
    assert shared.headers["content-disposition"].startswith("attachment")
    french, english = _pdf_text(own.content), _pdf_text(shared.content)
    for text in ("Rapport mensuel", "octobre 2026", "Référencement", "1 500,00 $", "Infolettre", f"F-{retainer.key}"):
        assert text in french, text
    for text in ("Monthly report", "October 2026", "Hours left", "27.50", "CA$1,500.00", "Awaiting approval"):
        assert text in english, text
    assert "Ne pas divulguer" not in french + english
    downloads = [row for row in read_activity(world.database, "downloaded") if row.subject_api_id == retainer.id]
    assert [row.topic for row in downloads] == ["money"]


@pytest.mark.parametrize("month", ["2026-12", "2026-13", "octobre", "2026-1", "0001-01", "9999-12"])
def test_month_without_a_period_is_not_found(world: World, retainer: Retainer, month: str):
    response = world.browser("admin").get(f"/api/v1/projects/{retainer.id}/reports/{month}")
    assert response.status_code == 404


def _expire(world: World, _retainer: Retainer, link: dict[str, Any]) -> None:
    with world.database.write() as session:
        found = session.execute(select(ReportLink).where(ReportLink.api_id == link["api_id"])).scalar_one()
        found.expires_at = NOON


def _withdraw(world: World, _retainer: Retainer, link: dict[str, Any]) -> None:
    assert world.browser("admin").delete(f"/api/v1/report-links/{link['api_id']}").status_code == 204


def _hand_over(world: World, retainer: Retainer, _link: dict[str, Any]) -> None:
    with world.database.write() as session:
        session.get_one(Project, retainer.key).account_manager_id = world.stranger.id


@pytest.mark.parametrize("end", [_expire, _withdraw, _hand_over])
def test_link_that_ended_answers_like_an_unknown_one(world: World, retainer: Retainer, end: Any):
    link = make_report_link(world, retainer)
    key = _report(world, token_of(link))["work"][0]["key"]
    end(world, retainer, link)
    unknown = open_report(world, "x" * 43)
    assert unknown.status_code == 404
    assert unknown.json()["message"] == "Ce lien n’est plus valide. Demandez-en un nouveau à votre contact."
    body = {"token": token_of(link)}
    decision = body | {"key": key, "decision": "approved", "name": "Jeanne Roy"}
    with assert_unchanged(world.database):
        for path, sent in ((SHARED, body), (FILES, body), (DECISIONS, decision)):
            response = visitor(world).post(path, sent)
            assert (response.status_code, _body(response)) == (404, _body(unknown)), path


def test_link_of_a_deactivated_user_shows_nothing(world: World):
    world.clear_sign_in_counts()
    browser = world.new_user_browser("account_manager")
    retainer = make_reported_retainer(world)
    with world.database.write() as session:
        session.get_one(Project, retainer.key).account_manager_id = browser.user.id
    token = token_of(browser.post(retainer.links, {"month": MONTH}).json()["data"])
    assert open_report(world, token).status_code == 200
    with world.database.write() as session:
        session.connection().execute(
            update(User.__table__).where(User.__table__.c.id == browser.user.id).values(roles=[], status="deactivated")
        )
    with assert_unchanged(world.database):
        assert open_report(world, token).status_code == 404


def test_wrong_links_are_limited_and_a_right_one_works_from_elsewhere(world: World, retainer: Retainer):
    token, attacker = make_token(world, retainer), visitor(world, address="198.51.100.9")
    with assert_unchanged(world.database):
        statuses = [attacker.post(SHARED, {"token": f"{number:043d}"}).status_code for number in range(120)]
    assert set(statuses) == {404, 429}
    assert statuses.index(429) == 20
    # The right link is refused there too: a limit that made an exception would be an answer.
    refused = attacker.post(SHARED, {"token": token})
    assert refused.status_code == 429
    assert int(refused.headers["retry-after"]) > 0
    assert open_report(world, token, address="192.0.2.44").status_code == 200
    # Signing in from the attacker's network is not affected.
    sign_in = attacker.post("/login", {"email": "personne@example.com", "password": "x"})
    assert sign_in.status_code == 422
    world.clear_sign_in_counts()


def test_holder_of_a_right_link_cannot_try_others_without_end(world: World, retainer: Retainer):
    """Opening the right link between the tries does not give them back."""
    token, attacker = make_token(world, retainer), visitor(world, address="198.51.100.23")
    decision = {"key": "0" * 32, "decision": "approved", "name": "Jeanne Roy"}
    calls: tuple[tuple[str, dict[str, Any]], ...] = ((SHARED, {}), (FILES, {}), (DECISIONS, decision))
    wrong = []
    for number in range(180):
        path, body = calls[number % len(calls)]
        wrong.append(attacker.post(path, {"token": f"{number:043d}"} | body).status_code)
        if number % 15 == 0:
            attacker.post(SHARED, {"token": token})
    assert set(wrong) == {404, 429}
    assert wrong.count(404) == 100
    assert wrong[100:] == [429] * 80
    assert open_report(world, token, address="192.0.2.45").status_code == 200
    world.clear_sign_in_counts()


def test_a_right_link_can_be_opened_often(world: World, retainer: Retainer):
    token, browser = make_token(world, retainer), visitor(world)
    assert {browser.post(SHARED, {"token": token}).status_code for _ in range(45)} == {200}


def test_shared_calls_need_the_csrf_token(world: World, retainer: Retainer):
    token, browser = make_token(world, retainer), visitor(world)
    with assert_unchanged(world.database):
        for path in (SHARED, FILES, DECISIONS):
            response = browser.client.post(path, json={"token": token})
            assert response.status_code == 419, path


def test_answers_are_not_stored_and_send_no_referrer(world: World, retainer: Retainer):
    response = open_report(world, make_token(world, retainer))
    assert response.headers["cache-control"] == "no-store"
    assert response.headers["referrer-policy"] == "no-referrer"
    assert response.headers["x-robots-tag"] == "noindex, nofollow"


def test_amendment_is_shown_with_its_day_without_its_internal_reason(world: World, retainer: Retainer):
    with world.database.write() as session:
        sale = session.get_one(Project, retainer.sale_key)
        make_approval(session, sale, decided_on=date(2026, 9, 4))
        make_amendment(session, sale, "250.00", date(2026, 11, 9), reason="Marge trop basse")
    report = _report(world, make_token(world, retainer))
    (work,) = report["work"]
    assert (work["name"], work["amount"]) == ("Infolettre : modification du montant le 9 novembre 2026", "250,00 $")
    assert "Marge" not in json.dumps(report)
    browser = visitor(world)
    decided = decide(browser, make_token(world, retainer), name="Jeanne Roy").json()["data"]
    assert decided["work"][0]["state"] == "approved"
    history = world.browser("admin").get(f"/api/v1/projects/{retainer.sale}/amendments").json()["data"]
    assert history["amendments"][0]["state"] == "in_force"
    assert history["amendments"][0]["approval"]["contact_name"] == "Jeanne Roy"
    assert history["total"]["amount"] == "1750.00"


def test_expiry_is_chosen_within_limits(world: World, retainer: Retainer):
    manager = world.browser("account_manager")
    for days, status in ((0, 422), (1, 201), (90, 201), (91, 422), ("30", 422)):
        response = manager.post(retainer.links, {"month": MONTH, "days": days})
        assert response.status_code == status, days
    assert make_report_link(world, retainer)["expires_at"][:10] == (NOON + timedelta(days=30)).date().isoformat()
    refused = manager.post(retainer.links, {"month": "2026-12"})
    assert refused.json()["errors"]["month"] == ["This retainer has no hours in this month"]
