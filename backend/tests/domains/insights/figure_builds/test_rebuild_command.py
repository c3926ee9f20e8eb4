"""`regie figures rebuild` says in words what differed, and a check ends with 1 if something did."""

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest
from sqlalchemy import select, update

from regie.core.db.database import Database
from regie.domains.insights.figure_builds.actions import rebuild
from regie.domains.records.clients.models import Client
from regie.domains.records.figure_amounts.models import FigureAmount, FigureTotal
from regie.figure_rebuild import run_figures
from regie.settings import Settings, load_settings
from tests.browser import Browser
from tests.conftest import MovableClock
from tests.domains.insights.figure_builds.agency import Agency, open_agency


@pytest.fixture
def agency(database: Database, sign_in_as: Callable[..., Browser]) -> Agency:
    return open_agency(database, sign_in_as)


@pytest.fixture
def stored(agency: Agency, tmp_path: Path) -> Settings:
    url = agency.database.url.render_as_string(hide_password=False)
    return load_settings({"REGIE_DATABASE_URL": url, "REGIE_DATA": str(tmp_path)})


def test_check_and_rebuild_say_what_differs(
    agency: Agency, stored: Settings, clock: MovableClock, capsys: pytest.CaptureFixture[str]
):
    rebuild(agency.database, clock)
    with agency.database.write() as session:
        row = session.execute(select(FigureAmount).where(FigureAmount.figure == "mrr").limit(1)).scalar_one()
        name = session.execute(select(Client.name).where(Client.id == row.owner_id)).scalar_one()
        changed = update(FigureAmount).where(FigureAmount.id == row.id)
        session.execute(changed.values(amount=row.amount + Decimal("1000.00")))
        month = f"{row.month:%Y-%m}"
    assert run_figures(stored, only_check=True) == 1
    said = capsys.readouterr().out
    assert f"MRR at the end, {month}, {name}: stored" in said
    assert "Stored figures that differ: 1. `regie figures rebuild` replaces them." in said
    assert run_figures(stored, only_check=False) == 0
    assert "Stored figures that differed and were replaced: 1." in capsys.readouterr().out
    assert run_figures(stored, only_check=True) == 0
    assert capsys.readouterr().out == "The stored figures agree with the records.\n"


def test_check_and_rebuild_say_which_totals_differ(
    agency: Agency, stored: Settings, clock: MovableClock, capsys: pytest.CaptureFixture[str]
):
    rebuild(agency.database, clock)
    with agency.database.write() as session:
        session.execute(update(FigureTotal).values(converted=FigureTotal.converted + Decimal(1)))
    assert run_figures(stored, only_check=True) == 1
    said = capsys.readouterr().out
    assert "Totals in CAD, 2026-10, differ from their amounts." in said
    assert said.endswith("`regie figures rebuild` replaces them.\n")
    assert run_figures(stored, only_check=False) == 0
    assert run_figures(stored, only_check=True) == 0
