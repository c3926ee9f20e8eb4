"""Month-end packs are frozen files of what a closing published, and their recipients are mailed a link."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import func, select, update

from regie.core.db.database import Database
from regie.core.files.removals import FileRemoval
from regie.core.files.store import FilesSettings, FileStore
from regie.domains.administration.month_packs.jobs import MAX_ATTEMPTS, MonthPackWriter
from regie.domains.records.churns.models import ChurnEvent
from regie.domains.records.clients.models import Client
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.months.models import MonthPack, MonthPackFile
from regie.domains.records.projects.models import ProjectFee
from regie.domains.records.settings.models import OrganizationSettings
from regie.domains.records.users.models import User
from tests.browser import Browser
from tests.conftest import MovableClock
from tests.domains.administration.month_packs.pack_files import (
    COMMENT,
    LANGUAGES,
    OCTOBER,
    close,
    download,
    read_pack,
    read_pdf,
    read_sheets,
    row_of,
    write_sheets,
    write_waiting,
)
from tests.factories.activity import read_activity
from tests.factories.work import make_client, make_project
from tests.factories.world import assert_unchanged

SignInAs = Callable[..., Browser]


@pytest.fixture
def sheets(agency: None, controller: Browser, writer: MonthPackWriter) -> dict[str, list[list[Any]]]:
    return write_sheets(controller, writer)


def test_closing_waits_for_the_worker_and_then_has_four_files(
    agency: None, controller: Browser, writer: MonthPackWriter, database: Database
):
    close(controller)
    assert (read_pack(controller)["status"], read_pack(controller)["files"]) == ("waiting", [])
    write_waiting(writer)
    pack = read_pack(controller)
    assert pack["status"] == "ready"
    assert [(one["format"], one["language"]) for one in pack["files"]] == [
        ("pdf", "en-us"), ("xlsx", "en-us"), ("pdf", "fr-ca"), ("xlsx", "fr-ca"),
    ]  # fmt: skip
    assert writer.find_waiting() == []
    with database.read() as connection:
        assert connection.execute(select(func.count()).select_from(FileRemoval)).scalar_one() == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_pdf_says_who_closed_the_month_and_why(
    language: str, agency: None, controller: Browser, writer: MonthPackWriter
):
    close(controller)
    write_waiting(writer)
    text = read_pdf(download(controller, read_pack(controller), "pdf", language))
    words = {
        "en-us": ("Month-end pack – October 2026", "Closed by Zoé Lefebvre on", "Page 1 of ", "Approved by", "25.0%"),
        "fr-ca": ("Dossier de fin de mois – octobre 2026", "Fermé par Zoé Lefebvre le", "Page 1 sur ", "Approuvé par",
                  "25,0 %"),
    }  # fmt: skip
    for expected in (*words[language], "Checked", "Érable & fils", "=cmd|'/c calc'!A1", "Indexation"):
        assert expected in text, expected
    assert COMMENT.replace("\u00a0", " ").replace("\u202f", " ") in text


def test_figures_equal_the_published_ones(sheets: dict[str, list[list[Any]]], controller: Browser):
    found = controller.get(f"{OCTOBER}/figures?currency=CAD").json()["data"]["figures"]
    published = {figure["name"]: figure["published"] for figure in found}
    lines = sheets["Published figures"]
    names = {
        "mrr_start": "MRR at the start",
        "mrr": "MRR at the end",
        "revenue": "Revenue",
        "receivables": "Receivables",
        "oos_sold": "Out-of-scope sales",
    }
    for name, title in names.items():
        assert Decimal(str(row_of(lines, title)[0])) == Decimal(published[name]["money"]["amount"]), name
    assert row_of(lines, "Churned retainers")[0] == int(published["lost_retainers"]["value"]) == 1
    # Percentages are fractions with a format of per cent.
    assert row_of(lines, "Billable utilization")[0] == pytest.approx(0.25)


def test_pack_compares_figures_with_targets_and_stays(
    agency: None, controller: Browser, writer: MonthPackWriter, database: Database
):
    def enter(revenue: str, before: str | None) -> None:
        values = (("revenue", revenue, before), ("lost_retainers", "4", None if before is None else "4"))
        cells = [{"figure": f, "month": "2026-10-01", "value": v, "before": b} for f, v, b in values]
        body = {"year": 2026, "currency": "CAD", "targets": cells}
        assert controller.patch("/api/v1/company-targets", body).status_code == 200

    assert controller.post("/api/v1/settings", {"exchange_rate_source": "by_hand"}).status_code == 200
    with database.writes.begin() as connection:
        connection.exec_driver_sql("UPDATE settings SET reporting_currency = 'CAD'")
    enter("2000", None)
    close(controller)
    write_waiting(writer)
    pack = read_pack(controller)
    before = download(controller, pack, "xlsx", "en-us")
    sheets = read_sheets(before)
    figures, lines = sheets["Published figures"], sheets["Targets of the organization"]
    revenue = Decimal(str(row_of(figures, "Revenue")[0]))
    value, target, difference, share = (Decimal(str(cell)) for cell in row_of(lines, "Revenue"))
    assert (value, target, difference) == (revenue, 2000, revenue - 2000)
    assert share == pytest.approx(revenue / 2000, abs=Decimal("0.0005"))
    assert row_of(lines, "Churned retainers")[:3] == [1, 4, -3]
    assert "Cibles de l’organisation" in read_pdf(download(controller, pack, "pdf", "fr-ca"))
    enter("9000", "2000.00")
    assert download(controller, pack, "xlsx", "en-us") == before


def test_changes_of_percentages_are_in_points(sheets: dict[str, list[list[Any]]]):
    _, before, change, _, _ = row_of(sheets["Published figures"], "Billable utilization")
    assert (before, change) == (0.5, -25)
    month, before, change, _, _ = row_of(sheets["Published figures"], "MRR at the end")
    assert (month, before, change) == (1550, 1560, -10)


def test_bridge_adds_up_in_each_currency_and_converted(sheets: dict[str, list[list[Any]]]):
    (heads, *lines) = sheets["MRR bridge"]
    assert heads == ["Movement", "CAD", "USD", "In CAD"]
    for column in (1, 2, 3):
        *parts, end = [Decimal(str(line[column] or 0)) for line in lines]
        assert sum(parts) == end, heads[column]
    amounts = {line[0]: line[1:] for line in lines}
    assert amounts["MRR at the start"] == [1300, 200, 1560]
    assert amounts["Expansion"][0] == 250
    assert amounts["Churn"][0] == -300
    # 200 USD at 1.50 instead of 1.30.
    assert amounts["Exchange rates"] == [None, None, 40]
    assert amounts["MRR at the end"] == [1250, 200, 1550]


def test_contract_that_continues_in_another_currency_is_one_movement(
    agency: None, controller: Browser, writer: MonthPackWriter, database: Database
):
    """US$100 becomes CA$150 when a dollar is worth CA$1.40: an expansion of 10, beside the agency's 250."""
    with database.write() as session:
        client = make_client(session, name="Havre", currency="USD")
        first = {"status": "ended", "currency": "USD", "end_on": date(2026, 10, 14)}
        make_project(session, client_id=client.id, monthly_fee="100.00", **first)
        make_project(session, client_id=client.id, monthly_fee="150.00", start_on=date(2026, 10, 15))
    sheets = write_sheets(controller, writer)
    amounts = {line[0]: line[1:] for line in sheets["MRR bridge"][1:]}
    assert amounts["Expansion"] == [400, -100, 260]
    assert not any(amounts.get("Contraction", []))
    moved = [line[2:] for line in sheets["MRR movements"][1:] if line[1] == "Havre"]
    assert sorted((kind, amount, currency, converted) for kind, _, amount, currency, converted in moved) == [
        ("Expansion", -100, "USD", -140), ("Expansion", 150, "CAD", 150),
    ]  # fmt: skip


def test_churn_and_retention_follow_their_definitions(sheets: dict[str, list[list[Any]]]):
    lines = sheets["Published figures"]
    assert row_of(lines, "Gross revenue churn")[0] == pytest.approx(0.192)
    assert row_of(lines, "Net revenue retention")[0] == pytest.approx(0.968)
    assert row_of(lines, "Client churn")[0] == pytest.approx(0.333)


def test_changes_of_note_name_their_cause(sheets: dict[str, list[list[Any]]]):
    movements = {line[1]: line[2:] for line in sheets["MRR movements"][1:]}
    assert movements["Érable & fils"] == ["Expansion", "Forfait 0: Changed fee (Indexation)", 250, "CAD", 250]
    assert movements["Pivoine"] == ["Churn", "Forfait 2: Churn (Price)", -300, "CAD", -300]
    (loss,) = sheets["Churned retainers"][1:]
    assert loss[1:] == ["Pivoine", "Forfait 2", "Price", 300, "CAD", 300]
    assert sheets["Overdue clients"][1:] == [["Érable & fils", 200, "CAD", 200]]


def test_amounts_stand_beside_their_currency(sheets: dict[str, list[list[Any]]]):
    largest = sheets["Top clients MRR at the end"][1:]
    assert largest == [["Érable & fils", 1250, "CAD", 1250], ["=cmd|'/c calc'!A1", 200, "USD", 300]]
    heads, *lines = sheets["Figures by currency"]
    assert heads == ["Figure", "CAD", "USD"]
    assert row_of(lines, "MRR at the end") == [1250, 200]
    assert {line[1] for line in sheets["Formula versions"][1:]} == {1, 2, 3}


def test_pack_stays_as_it_was_after_the_month_is_closed_again(
    agency: None, controller: Browser, writer: MonthPackWriter, database: Database
):
    close(controller)
    write_waiting(writer)
    first = read_pack(controller)
    before = [download(controller, first, format, "fr-ca") for format in ("pdf", "xlsx")]
    assert controller.post(f"{OCTOBER}/reopenings", {"reason": "Late invoice"}).status_code == 201
    with database.write() as session:
        session.execute(update(Invoice).values(balance=Decimal(500)))
        session.execute(update(Client).where(Client.name == "Pivoine").values(name="Renamed"))
    close(controller, comment="Second")
    write_waiting(writer)
    second, old = read_pack(controller), read_pack(controller, 1)
    assert old == first
    assert second["api_id"] != first["api_id"]
    assert [download(controller, old, format, "fr-ca") for format in ("pdf", "xlsx")] == before
    assert "Second" in read_pdf(download(controller, second, "pdf", "fr-ca"))


def test_changes_before_the_worker_writes_are_not_in_the_pack(
    agency: None, controller: Browser, writer: MonthPackWriter, database: Database
):
    close(controller)
    with database.write() as session:
        session.execute(update(Invoice).values(is_voided=True))
    write_waiting(writer)
    lines = read_sheets(download(controller, read_pack(controller), "xlsx", "en-us"))["Figures by currency"]
    assert row_of(lines, "Receivables") == [200, None]


@pytest.mark.parametrize("role", ["account_manager", "churn_manager", "employee"])
def test_files_are_for_those_who_see_months(
    role: str, agency: None, controller: Browser, writer: MonthPackWriter, sign_in_as: SignInAs
):
    close(controller)
    write_waiting(writer)
    file, other = read_pack(controller)["files"][0]["api_id"], sign_in_as(role)
    with assert_unchanged(writer.database):
        assert other.get(f"/api/v1/month-pack-files/{file}/content").status_code == 403


def test_downloads_are_logged_and_unknown_files_missing(
    agency: None, controller: Browser, writer: MonthPackWriter, database: Database
):
    close(controller)
    write_waiting(writer)
    download(controller, read_pack(controller), "pdf", "fr-ca")
    entry = read_activity(database, "downloaded")[-1]
    assert (entry.subject_type, entry.topic) == ("month", "money")
    assert entry.subject_name == "Dossier de fin de mois 2026-10.pdf"
    with assert_unchanged(database):
        for id in ("x", read_pack(controller)["api_id"]):
            assert controller.get(f"/api/v1/month-pack-files/{id}/content").status_code == 404


def test_failed_pack_is_listed_and_retried(
    agency: None, controller: Browser, writer: MonthPackWriter, database: Database, sign_in_as: SignInAs
):
    close(controller)
    files, writer.files = writer.files, FileStore(FilesSettings("file:///dev/null/files"))
    write_waiting(writer)
    assert (read_pack(controller)["status"], read_pack(controller)["files"]) == ("failed", [])
    assert writer.find_waiting() == []
    admin = sign_in_as("admin")
    (failure,) = [one for one in _failures(admin) if one["kind"] == "month_pack"]
    assert (failure["subject"], failure["can"]) == ("Month-end pack October 2026", ["retry"])
    with database.read() as connection:
        assert connection.execute(select(func.count()).select_from(MonthPackFile)).scalar_one() == 0
    retry = {"kind": "month_pack", "id": failure["id"]}
    with assert_unchanged(database):
        assert controller.post("/api/v1/operations/retries", retry).status_code == 403
    assert admin.post("/api/v1/operations/retries", retry).status_code == 204
    writer.files = files
    write_waiting(writer)
    assert read_pack(controller)["status"] == "ready"
    assert [one for one in _failures(admin) if one["kind"] == "month_pack"] == []


def _failures(admin: Browser) -> list[dict[str, Any]]:
    return admin.get("/api/v1/operations").json()["data"]["failures"]


def test_interrupted_pack_starts_again_and_fails_after_three_crashes(
    agency: None, controller: Browser, writer: MonthPackWriter, database: Database, clock: MovableClock
):
    close(controller)
    with database.write() as session:
        session.execute(update(MonthPack).values(status="running", tries=MAX_ATTEMPTS))
    write_waiting(writer)
    assert read_pack(controller)["status"] == "failed"
    with database.write() as session:
        session.execute(update(MonthPack).values(status="running", tries=MAX_ATTEMPTS - 1))
    write_waiting(writer)
    assert read_pack(controller)["status"] == "ready"


def test_erasing_who_closed_the_month_writes_the_pack_again(
    agency: None, controller: Browser, writer: MonthPackWriter, database: Database, sign_in_as: SignInAs
):
    admin = sign_in_as("super_admin")
    close(controller)
    write_waiting(writer)
    first = read_pack(admin)
    with database.write() as session:
        session.execute(update(User).where(User.id == controller.user.id).values(status="deactivated", roles=[]))
    person = {"kind": "user", "id": controller.user.api_id, "name": "Zoé Lefebvre", "reason": "Request"}
    assert admin.post("/api/v1/erasures", person).status_code == 201
    write_waiting(writer)
    for language, name in (("en-us", "Closed by Erased person"), ("fr-ca", "Fermé par Personne anonymisée")):
        text = read_pdf(download(admin, read_pack(admin), "pdf", language))
        assert name in text
        assert "Lefebvre" not in text
    old = {file["api_id"] for file in first["files"]}
    assert old.isdisjoint(file["api_id"] for file in read_pack(admin)["files"])


def test_pack_that_is_written_again_says_what_it_said(
    agency: None, controller: Browser, writer: MonthPackWriter, database: Database, sign_in_as: SignInAs
):
    admin = sign_in_as("super_admin")
    before = write_sheets(controller, writer)
    with database.write() as session:
        session.execute(update(Client).values(name="Renamed"))
        session.execute(update(ChurnEvent).values(reason="quality"))
        session.execute(update(ProjectFee).values(reason="Another reason"))
        session.execute(update(OrganizationSettings).values(name="Renamed", reporting_currency="USD"))
        session.execute(update(User).where(User.id == controller.user.id).values(status="deactivated", roles=[]))
    person = {"kind": "user", "id": controller.user.api_id, "name": "Zoé Lefebvre", "reason": "Request"}
    assert admin.post("/api/v1/erasures", person).status_code == 201
    with database.read() as db:
        assert "Lefebvre" not in str(db.execute(select(MonthPack.content)).scalar_one())
    write_waiting(writer)
    after = read_sheets(download(admin, read_pack(admin), "xlsx", "en-us"))
    summaries = [str(sheets.pop("Summary")) for sheets in (before, after)]
    assert after == before
    assert ["Lefebvre" in summary for summary in summaries] == [True, False]
    assert all("Agence Érable" in summary for summary in summaries)
