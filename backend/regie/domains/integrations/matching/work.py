"""Projects, the Teamwork projects in which their hours are logged, and the deals that they came from."""

from typing import Any

from sqlalchemy import Connection, select

from regie.domains.integrations.matching.entries import OURS, Entry, Facts, Ref
from regie.domains.integrations.matching.names import company_key, sorted_words, work_key
from regie.domains.integrations.matching.scenes import Scene
from regie.domains.records.clients.models import Client, ClientLink
from regie.domains.records.mirrors.models import HubspotDeal, TeamworkProject
from regie.domains.records.projects.models import Project

SINGLE = frozenset({OURS, "teamwork", "hubspot"})
SERVICES = ("teamwork", "hubspot")
TABLES = ("projects", "teamwork_projects", "hubspot_deals", "clients", "client_links")


def read_scene(db: Connection) -> Scene:
    projects = db.execute(_PROJECTS).all()
    links: dict[Ref, str] = {("teamwork", row.teamwork_project_id): row.api_id for row in projects}
    links |= {("hubspot", row.deal_external_id): row.api_id for row in projects if row.deal_external_id}
    scene = Scene(ours=[])
    scene.place((teamwork_entry(row) for row in db.execute(_TEAMWORK)), links)
    scene.place((deal_entry(row) for row in db.execute(_DEALS)), links)
    for row in projects:
        taken = (("teamwork", row.teamwork_project_id), ("hubspot", row.deal_external_id))
        closed = frozenset(service for service, key in taken if key)
        scene.ours.append(project_entry(row, closed))
    return scene


_PROJECTS = (
    select(
        *(Project.api_id, Project.name, Project.number, Project.status, Project.archived_at),
        *(Project.teamwork_project_id, HubspotDeal.external_id.label("deal_external_id")),
        *(Client.api_id.label("client_api_id"), Client.name.label("client_name")),
    )
    .join(Client, Client.id == Project.client_id)
    .outerjoin(HubspotDeal, HubspotDeal.id == Project.deal_id)
)
_TEAMWORK = (
    select(
        *(TeamworkProject.external_id, TeamworkProject.api_id, TeamworkProject.name, TeamworkProject.source_url),
        *(TeamworkProject.is_archived, Client.api_id.label("client_api_id"), Client.name.label("client_name")),
    )
    .outerjoin(ClientLink, (ClientLink.service == "teamwork") & (ClientLink.external_id == TeamworkProject.company_id))
    .outerjoin(Client, Client.id == ClientLink.client_id)
    .where(TeamworkProject.deleted_at.is_(None))
)
# Work begins where a deal is won.
_DEALS = (
    select(
        *(HubspotDeal.external_id, HubspotDeal.api_id, HubspotDeal.name, HubspotDeal.source_url),
        *(Client.api_id.label("client_api_id"), Client.name.label("client_name")),
    )
    .outerjoin(Client, Client.id == HubspotDeal.client_id)
    .where(HubspotDeal.deleted_at.is_(None), HubspotDeal.state == "won")
)


def project_entry(row: Any, closed: frozenset[str]) -> Entry:
    return Entry(
        service=OURS,
        external_id=row.api_id,
        api_id=row.api_id,
        name=row.name,
        names=_names(row),
        within=row.client_api_id,
        closed=closed,
        detail=row.number,
        is_proposed=row.archived_at is None,
        facts=_client(row),
    )


def teamwork_entry(row: Any) -> Entry:
    return Entry(
        service="teamwork",
        external_id=row.external_id,
        api_id=row.api_id,
        name=row.name,
        names=_names(row),
        within=_place(row, "teamwork"),
        url=row.source_url,
        is_proposed=not row.is_archived,
        facts=_client(row),
    )


def deal_entry(row: Any) -> Entry:
    return Entry(
        service="hubspot",
        external_id=row.external_id,
        api_id=row.api_id,
        name=row.name,
        names=_names(row),
        within=_place(row, "hubspot"),
        url=row.source_url,
        facts=_client(row),
    )


def _place(row: Any, service: str) -> str:
    """Work of a company that is no client of ours yet is like no other work."""
    return row.client_api_id or f"{service}:{row.external_id}"


def _client(row: Any) -> Facts:
    return {"client": {"api_id": row.client_api_id, "name": row.client_name} if row.client_api_id else None}


def _names(row: Any) -> frozenset[str]:
    """The parts of the name but the client's own, in one order."""
    client = company_key(row.client_name) if row.client_name else ""
    parts = {company_key(part) for part in work_key(row.name)}
    return frozenset({sorted_words(" ".join(parts - {client} or parts))}) - {""}
