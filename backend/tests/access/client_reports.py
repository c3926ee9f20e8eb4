"""Builds the requests of the matrix for reports for clients and the pages of their private links."""

from datetime import timedelta
from typing import Any

from sqlalchemy import select

from regie.access.email_tokens import link_hash, new_link_token
from regie.core.db.ids import new_api_id
from regie.domains.records.projects.models import Project
from regie.domains.records.report_links.models import ReportLink
from tests.access.accounts import Call
from tests.conftest import NOON
from tests.factories.client_reports import DECISIONS, FILES, MONTH, SHARED
from tests.factories.oos_sales import make_oos_sale
from tests.factories.world import World

LINKS = "/api/v1/report-links"


def _make_link(world: World, retainer: str, **fields: Any) -> tuple[str, str]:
    """Store a link of the administrator and return its id and token."""
    token, context = new_link_token(), world.app.state.context
    with world.database.write() as session:
        project = session.execute(select(Project).where(Project.api_id == retainer)).scalar_one()
        link = ReportLink(
            project_id=project.id,
            month=NOON.date().replace(month=10, day=1),
            secret_hash=link_hash(context.secret, token),
            created_by_id=world.people["admin"].user.id,
            expires_at=NOON + timedelta(days=30),
            **fields,
        )
        session.add(link)
        session.flush()
        return link.api_id, token


def _download(world: World, column: str, row: str) -> Call:
    return Call(f"/api/v1/projects/{world.retainer(column, row)}/reports/{MONTH}")


def _list(world: World, column: str, row: str) -> Call:
    return Call(f"/api/v1/projects/{world.retainer(column, row)}/report-links")


def _share(world: World, column: str, row: str) -> Call:
    return Call(f"/api/v1/projects/{world.retainer(column, row)}/report-links", {"month": MONTH, "days": 30})


def _withdraw(world: World, column: str, row: str) -> Call:
    link = new_api_id() if row == "missing" else _make_link(world, world.retainer(column, row))[0]
    return Call(f"{LINKS}/{link}")


def _token(world: World, row: str) -> tuple[str, str]:
    """Return the token of a link, and the key of its work as the page shows it."""
    retainer = world.retainer("account_manager", "own")
    with world.database.write() as session:
        parent = session.execute(select(Project).where(Project.api_id == retainer)).scalar_one()
        make_oos_sale(
            session, parent_project_id=parent.id, client_id=parent.client_id,
            account_manager_id=parent.account_manager_id,
        )  # fmt: skip
    link, token = _make_link(world, retainer)
    shown = world.fresh_browser("visitor").post(SHARED, {"token": token}).json()["data"]
    if row == "withdrawn_link":
        assert world.browser("admin").delete(f"{LINKS}/{link}").status_code == 204
    return "x" * 43 if row == "wrong_link" else token, shown["work"][0]["key"]


def _open(path: str) -> Any:
    def request(world: World, _column: str, row: str) -> Call:
        return Call(path, {"token": _token(world, row)[0]})

    return request


def _decide(world: World, _column: str, row: str) -> Call:
    token, key = _token(world, row)
    return Call(DECISIONS, {"token": token, "key": key, "decision": "approved", "name": "Jeanne Roy"})


REQUESTS: dict[str, Any] = {
    "GET /api/v1/projects/{id}/reports/{month}": _download,
    "GET /api/v1/projects/{id}/report-links": _list,
    "POST /api/v1/projects/{id}/report-links": _share,
    f"DELETE {LINKS}/{{id}}": _withdraw,
    f"POST {SHARED}": _open(SHARED),
    f"POST {FILES}": _open(FILES),
    f"POST {DECISIONS}": _decide,
}
