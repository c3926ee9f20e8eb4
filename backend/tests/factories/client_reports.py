"""Creates retainers with what their report shows, and private links to it."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from httpx import Response
from sqlalchemy import select

from regie.domains.records.employees.models import Employee
from regie.domains.records.mirrors.models import TeamworkTask
from tests.browser import Browser
from tests.conftest import ORIGIN
from tests.factories.oos_sales import make_oos_sale
from tests.factories.retainers import log_time, make_retainer
from tests.factories.work import SYNCED, make_client, make_invoice
from tests.factories.world import World

SHARED = "/api/v1/shared-reports"
FILES, DECISIONS = f"{SHARED}/files", f"{SHARED}/decisions"
MONTH = "2026-10"
_SECRETS = "Ne pas divulguer"


@dataclass(frozen=True)
class Retainer:
    """Ids of a retainer, its client and its extra work."""

    id: str
    key: int
    client: str
    client_key: int
    sale: str
    sale_key: int

    @property
    def links(self) -> str:
        return f"/api/v1/projects/{self.id}/report-links"

    @property
    def pdf(self) -> str:
        return f"/api/v1/projects/{self.id}/reports/{MONTH}"


def make_reported_retainer(world: World, column: str = "account_manager", language: str = "fr-ca") -> Retainer:
    """A retainer with hours in October, one invoice, and extra work for 1,500; `column` manages all of it."""
    person = world.people[column]
    with world.database.write() as session:
        client = make_client(
            session, account_manager_id=person.user.id, name="Maison Pivoine", language=language, notes=_SECRETS
        )
        project = make_retainer(
            session, client_id=client.id, account_manager_id=person.user.id, name="Accompagnement", description=_SECRETS
        )
        if session.execute(select(TeamworkTask).where(TeamworkTask.external_id == "seo")).first() is None:
            session.add(TeamworkTask(external_id="seo", name="Référencement", synced_at=SYNCED))
        log_time(session, project, date(2026, 10, 5), "10.5", teamwork_task_id="seo", description=_SECRETS)
        log_time(session, project, date(2026, 10, 6), "2", description=_SECRETS)
        seller = session.execute(select(Employee).where(Employee.user_id == person.user.id)).scalar_one()
        sale = make_oos_sale(
            session, sellers={seller.id: 100}, client_id=client.id, parent_project_id=project.id,
            account_manager_id=person.user.id, name="Infolettre", description="Six gabarits", amount=Decimal(1500),
        )  # fmt: skip
        days = {"issued_on": date(2026, 10, 1), "due_on": date(2026, 10, 31), "payable_on": date(2026, 10, 31)}
        make_invoice(
            session, client_id=client.id, project_id=project.id, number=f"F-{project.id}", total="4599.00",
            balance=Decimal("99.00"), currency="CAD", **days,
        )  # fmt: skip
        return Retainer(project.api_id, project.id, client.api_id, client.id, sale.api_id, sale.id)


def make_report_link(world: World, retainer: Retainer, column: str = "account_manager", **body: Any) -> dict[str, Any]:
    """Make a link over HTTP and return it."""
    response = world.browser(column).post(retainer.links, {"month": MONTH} | body)
    assert response.status_code == 201, response.text
    return response.json()["data"]


def token_of(link: dict[str, Any]) -> str:
    return link["url"].partition("#token=")[2]


def make_token(world: World, retainer: Retainer, column: str = "account_manager") -> str:
    return token_of(make_report_link(world, retainer, column))


def visitor(world: World, address: str = "203.0.113.7", locale: str = "fr-ca") -> Browser:
    """A browser of a client, which never signed in."""
    browser = Browser(world.app, ORIGIN, address)
    browser.locale = locale
    return browser


def open_report(world: World, token: str, **options: Any) -> Response:
    return visitor(world, **options).post(SHARED, {"token": token})


def decide(browser: Browser, token: str, decision: str = "approved", **body: Any) -> Response:
    """Decide about the first piece of extra work."""
    report = browser.post(SHARED, {"token": token}).json()["data"]
    common = {"token": token, "key": report["work"][0]["key"], "decision": decision, "name": "Jeanne Roy"}
    return browser.post(DECISIONS, common | body)
