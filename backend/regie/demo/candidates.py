"""Finds the Teamwork projects from which the demo creates projects, with their won deals."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.domains.integrations.matching.names import project_name_parts
from regie.domains.integrations.matching.queries import guess_project_kind
from regie.domains.records.clients.models import ClientLink
from regie.domains.records.mirrors.models import HubspotDeal, TeamworkCategory, TeamworkProject
from regie.domains.records.projects.models import Project


@dataclass(frozen=True, slots=True)
class TeamworkCandidate:
    """A client's Teamwork project, with the won deal of the same work if there is one."""

    teamwork_project_id: str
    name: str
    kind: str
    client_id: int
    owner_id: str | None
    start_on: date | None
    end_on: date | None
    is_archived: bool
    deal: HubspotDeal | None


def find_candidates(session: Session) -> list[TeamworkCandidate]:
    """Return the clients' Teamwork projects that have no project yet, by Teamwork id."""
    kinds = _category_kinds(session)
    deals = _won_deals(session)
    query = (
        select(TeamworkProject, ClientLink.client_id)
        .join(
            ClientLink,
            (ClientLink.service == "teamwork") & (ClientLink.external_id == TeamworkProject.company_id),
        )
        .outerjoin(Project, Project.teamwork_project_id == TeamworkProject.external_id)
        .where(Project.id.is_(None), TeamworkProject.deleted_at.is_(None))
        .order_by(TeamworkProject.id)
    )
    proposals = []
    for project, client_id in session.execute(query):
        deal, has_project = deals.pop((client_id, project_name_parts(project.name)), (None, False))
        if has_project:
            continue
        kind = kinds.get(project.category_id or "") or (deal.project_kind if deal else None) or "fixed"
        proposals.append(
            TeamworkCandidate(
                teamwork_project_id=project.external_id,
                name=project.name,
                kind=kind,
                client_id=client_id,
                owner_id=project.owner_id,
                start_on=project.start_on,
                end_on=project.end_on,
                is_archived=project.is_archived,
                deal=deal,
            )
        )
    return proposals


def _category_kinds(session: Session) -> dict[str, str]:
    """Return each category's project kind, by its own name or its parent's."""
    categories = {category.external_id: category for category in session.execute(select(TeamworkCategory)).scalars()}
    kinds: dict[str, str] = {}
    for category in categories.values():
        parent = categories.get(category.parent_id or "")
        kind = guess_project_kind(category.name) or (guess_project_kind(parent.name) if parent else None)
        if kind:
            kinds[category.external_id] = kind
    return kinds


def _won_deals(session: Session) -> dict[tuple[int, frozenset[str]], tuple[HubspotDeal, bool]]:
    """Return won deals by client and work, each with whether it has a project."""
    query = (
        select(HubspotDeal, Project.id)
        .outerjoin(Project, Project.deal_id == HubspotDeal.id)
        .where(HubspotDeal.state == "won", HubspotDeal.client_id.is_not(None), HubspotDeal.deleted_at.is_(None))
        .order_by(HubspotDeal.id)
    )
    deals_by_work: dict[tuple[int, frozenset[str]], tuple[HubspotDeal, bool]] = {}
    for deal, project_id in session.execute(query):
        assert deal.client_id is not None
        deals_by_work.setdefault((deal.client_id, project_name_parts(deal.name)), (deal, project_id is not None))
    return deals_by_work
