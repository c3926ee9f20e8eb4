"""What a month-end pack says: the causes of movements, read with all else from the snapshot of the closing."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal

import pytest
from sqlalchemy import update

from regie.core.db.database import Database
from regie.domains.administration.month_packs.jobs import MonthPackWriter
from regie.domains.insights.company_targets.models import CompanyTarget
from regie.domains.records.churns.models import ChurnEvent
from regie.domains.records.clients.models import Client
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.projects.models import ProjectFee
from regie.domains.records.settings.models import OrganizationSettings
from regie.domains.records.users.models import User
from tests.browser import Browser
from tests.domains.administration.month_packs.pack_files import (
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
from tests.factories.work import make_client, make_project

SignInAs = Callable[..., Browser]


@pytest.mark.parametrize(
    ("language", "section", "expected"),
    [
        ("en-us", "MRR movements", ["Maintien: Paused from October 5, 2026 (Quiet season)",
                                    "Maintien: Resumed from October 20, 2026 (Back)", "Relais: New retainer"]),
        ("fr-ca", "Mouvements du RMR", ["Maintien\u00a0: En pause à partir du 5 octobre 2026 (Quiet season)",
                                        "Maintien\u00a0: Repris à partir du 20 octobre 2026 (Back)",
                                        "Relais\u00a0: Nouveau forfait"]),
    ],
)  # fmt: skip
def test_pauses_resumptions_and_new_retainers_are_causes(
    agency: None, controller: Browser, writer: MonthPackWriter, database: Database, sign_in_as: SignInAs,
    language: str, section: str, expected: list[str],
):  # fmt: skip
    with database.write() as session:
        client = make_client(session, name="Havre", currency="CAD")
        of_client = {"client_id": client.id, "kind": "retainer", "status": "active", "currency": "CAD"}
        first = {"monthly_fee": "400.00", "start_on": date(2026, 1, 1), "name": "Maintien"}
        paused = make_project(session, **of_client, **first).api_id
        make_project(session, **of_client, monthly_fee="120.00", start_on=date(2026, 10, 12), name="Relais")
    admin = sign_in_as("admin")
    for state, day, reason in (("on_hold", "2026-10-05", "Quiet season"), ("active", "2026-10-20", "Back")):
        term = {"name": "state", "state": state, "effective_from": day, "reason": reason}
        assert admin.post(f"/api/v1/projects/{paused}/terms", term).status_code == 201
    write_sheets(controller, writer)
    lines = read_sheets(download(controller, read_pack(controller), "xlsx", language))[section]
    assert sorted(line[3] for line in lines[1:] if line[1] == "Havre") == expected


def test_all_that_a_pack_says_is_from_the_snapshot_of_the_closing(
    agency: None, controller: Browser, writer: MonthPackWriter, database: Database
):
    """Reasons, names, targets, the month before and settings change after the closing, before the worker writes."""
    assert controller.post("/api/v1/settings", {"exchange_rate_source": "by_hand"}).status_code == 200
    with database.write() as session:
        session.add(CompanyTarget(figure="revenue", month=date(2026, 10, 1), value=Decimal(2000), currency="CAD"))
        session.execute(update(OrganizationSettings).values(name="Agence Érable", reporting_currency="CAD"))
    close(controller)
    with database.write() as session:
        session.execute(update(Client).values(name="Renamed"))
        session.execute(update(ChurnEvent).values(reason="quality"))
        session.execute(update(ProjectFee).values(reason="Another reason", amount=Decimal("1.00")))
        session.execute(update(CompanyTarget).values(value=Decimal(9000)))
        session.execute(update(OrganizationSettings).values(name="Renamed", reporting_currency="USD"))
    write_waiting(writer)
    sheets = read_sheets(download(controller, read_pack(controller), "xlsx", "en-us"))
    assert "Renamed" not in str(sheets)
    assert "Agence Érable" in str(sheets["Summary"])
    causes = {line[1]: line[3] for line in sheets["MRR movements"][1:]}
    assert causes == {
        "Érable & fils": "Forfait 0: Changed fee (Indexation)", "Pivoine": "Forfait 2: Churn (Price)",
    }  # fmt: skip
    assert row_of(sheets["Targets of the organization"], "Revenue")[1] == 2000
    assert row_of(sheets["Published figures"], "MRR at the end")[:2] == [1550, 1560]


def _correct(controller: Browser, database: Database) -> None:
    """Reopen October because of a late payment."""
    answer = controller.post(f"{OCTOBER}/reopenings", {"reason": "Paiement en retard"})
    assert answer.status_code == 201, answer.text
    with database.write() as session:
        session.execute(update(Invoice).values(balance=Decimal(50)))


def test_pack_of_a_month_that_is_closed_again_says_what_was_corrected(
    agency: None, controller: Browser, writer: MonthPackWriter, database: Database
):
    first = write_sheets(controller, writer)
    assert "Corrections after reopening" not in first
    _correct(controller, database)
    close(controller)
    write_waiting(writer)
    pack = read_pack(controller)
    sheets = read_sheets(download(controller, pack, "xlsx", "en-us"))
    heads, *lines = sheets["Corrections after reopening"]
    assert heads == ["Figure", "Published first", "Published now", "Difference"]
    published = {line[0]: line[1] for line in first["Published figures"][1:] if not line[0].startswith("\u2003")}
    assert {line[0]: line[1] for line in lines} == published
    assert row_of(lines, "Receivables") == [200, 50, -150]
    assert row_of(lines, "MRR at the end") == [1550, 1550, 0]
    ((_, why),) = [line for line in sheets["Summary"] if line[0] == "Reopened"]
    assert why.startswith("By Zoé Lefebvre on November 20, 2026 at 12:00")
    assert why.endswith(": Paiement en retard")
    text = read_pdf(download(controller, pack, "pdf", "fr-ca"))
    assert "Corrections après réouverture" in text
    assert "Par Zoé Lefebvre le 20 novembre 2026" in text


def test_erasing_who_reopened_the_month_removes_the_name_from_later_packs(
    agency: None, controller: Browser, writer: MonthPackWriter, database: Database, sign_in_as: SignInAs
):
    admin = sign_in_as("super_admin")
    close(controller)
    _correct(controller, database)
    close(admin)
    write_waiting(writer)
    with database.write() as session:
        session.execute(update(User).where(User.id == controller.user.id).values(status="deactivated", roles=[]))
    person = {"kind": "user", "id": controller.user.api_id, "name": "Zoé Lefebvre", "reason": "Request"}
    assert admin.post("/api/v1/erasures", person).status_code == 201
    write_waiting(writer)
    for language, name in (("en-us", "By Erased person"), ("fr-ca", "Par Personne anonymisée")):
        text = read_pdf(download(admin, read_pack(admin), "pdf", language))
        assert name in text
        assert "Lefebvre" not in text
