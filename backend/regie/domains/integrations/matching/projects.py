"""Reads projects, Teamwork projects and won deals, for matching."""

from typing import Any

from sqlalchemy import Connection, select

from regie.domains.integrations.matching.candidates import MatchCandidates
from regie.domains.integrations.matching.entries import OURS, Entry, RecordAttributes, Ref
from regie.domains.integrations.matching.names import company_key, project_name_parts, sort_words
from regie.domains.records.clients.models import Client, ClientLink
from regie.domains.records.mirrors.models import HubspotDeal, TeamworkProject
from regie.domains.records.projects.models import Project

SINGLE_RECORD_SERVICES = frozenset({OURS, "teamwork", "hubspot"})
SERVICES = ("teamwork", "hubspot")
TABLES = ("projects", "teamwork_projects", "hubspot_deals", "clients", "client_links")


def read_match_candidates(db: Connection) -> MatchCandidates:
    projects = db.execute(_PROJECTS).all()
    links: dict[Ref, str] = {("teamwork", row.teamwork_project_id): row.api_id for row in projects}
    links |= {("hubspot", row.deal_external_id): row.api_id for row in projects if row.deal_external_id}
    candidates = MatchCandidates(targets=[])
    candidates.assign((teamwork_entry(row) for row in db.execute(_TEAMWORK)), links)
    candidates.assign((deal_entry(row) for row in db.execute(_DEALS)), links)
    for row in projects:
        linked_ids = (("teamwork", row.teamwork_project_id), ("hubspot", row.deal_external_id))
        linked_services = frozenset(service for service, key in linked_ids if key)
        candidates.targets.append(project_entry(row, linked_services))
    return candidates


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
# Only won deals become projects.
_DEALS = (
    select(
        *(HubspotDeal.external_id, HubspotDeal.api_id, HubspotDeal.name, HubspotDeal.source_url),
        *(Client.api_id.label("client_api_id"), Client.name.label("client_name")),
    )
    .outerjoin(Client, Client.id == HubspotDeal.client_id)
    .where(HubspotDeal.deleted_at.is_(None), HubspotDeal.state == "won")
)


def project_entry(row: Any, linked_services: frozenset[str]) -> Entry:
    return Entry(
        service=OURS,
        external_id=row.api_id,
        api_id=row.api_id,
        name=row.name,
        names=_names(row),
        client_key=row.client_api_id,
        linked_services=linked_services,
        detail=row.number,
        is_proposed=row.archived_at is None,
        attributes=_client_attributes(row),
    )


def teamwork_entry(row: Any) -> Entry:
    return Entry(
        service="teamwork",
        external_id=row.external_id,
        api_id=row.api_id,
        name=row.name,
        names=_names(row),
        client_key=_client_key(row, "teamwork"),
        url=row.source_url,
        is_proposed=not row.is_archived,
        attributes=_client_attributes(row),
    )


def deal_entry(row: Any) -> Entry:
    return Entry(
        service="hubspot",
        external_id=row.external_id,
        api_id=row.api_id,
        name=row.name,
        names=_names(row),
        client_key=_client_key(row, "hubspot"),
        url=row.source_url,
        attributes=_client_attributes(row),
    )


def _client_key(row: Any, service: str) -> str:
    """The client's id; a unique key for a company without a client, so that it matches nothing."""
    return row.client_api_id or f"{service}:{row.external_id}"


def _client_attributes(row: Any) -> RecordAttributes:
    return {"client": {"api_id": row.client_api_id, "name": row.client_name} if row.client_api_id else None}


def _names(row: Any) -> frozenset[str]:
    """The name without the client's name, its words sorted."""
    client = company_key(row.client_name) if row.client_name else ""
    records = {company_key(part) for part in project_name_parts(row.name)}
    return frozenset({sort_words(" ".join(records - {client} or records))}) - {""}
