"""Which projects the demo makes: the work that Teamwork knows of its clients, with the won deal it came from."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.domains.integrations.matching.names import work_key
from regie.domains.integrations.matching.queries import kind_named
from regie.domains.records.clients.models import ClientLink
from regie.domains.records.mirrors.models import HubspotDeal, TeamworkCategory, TeamworkProject
from regie.domains.records.projects.models import Project


@dataclass(frozen=True, slots=True)
class FoundWork:
    """A project of Teamwork for one of our clients; `deal_*` of the won deal that it came from, if one is found."""

    teamwork_project_id: str
    name: str
    kind: str
    client_id: int
    owner_id: str | None
    start_on: date | None
    end_on: date | None
    is_archived: bool
    deal: HubspotDeal | None


def find_work(session: Session) -> list[FoundWork]:
    """Teamwork projects of our clients of which no project was made yet, in the order of Teamwork's ids."""
    kinds = _category_kinds(session)
    deals = _won_deals(session)
    free = (
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
    for project, client_id in session.execute(free):
        deal, has_project = deals.pop((client_id, work_key(project.name)), (None, False))
        if has_project:
            continue
        kind = kinds.get(project.category_id or "") or (deal.project_kind if deal else None) or "fixed"
        proposals.append(
            FoundWork(
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
    """A category's kind by its own name, or its parent's."""
    categories = {category.external_id: category for category in session.execute(select(TeamworkCategory)).scalars()}
    kinds: dict[str, str] = {}
    for category in categories.values():
        parent = categories.get(category.parent_id or "")
        kind = kind_named(category.name) or (kind_named(parent.name) if parent else None)
        if kind:
            kinds[category.external_id] = kind
    return kinds


def _won_deals(session: Session) -> dict[tuple[int, frozenset[str]], tuple[HubspotDeal, bool]]:
    """By client and work, and whether somebody has already made a project of the deal."""
    won = (
        select(HubspotDeal, Project.id)
        .outerjoin(Project, Project.deal_id == HubspotDeal.id)
        .where(HubspotDeal.state == "won", HubspotDeal.client_id.is_not(None), HubspotDeal.deleted_at.is_(None))
        .order_by(HubspotDeal.id)
    )
    found: dict[tuple[int, frozenset[str]], tuple[HubspotDeal, bool]] = {}
    for deal, project_id in session.execute(won):
        assert deal.client_id is not None
        found.setdefault((deal.client_id, work_key(deal.name)), (deal, project_id is not None))
    return found
