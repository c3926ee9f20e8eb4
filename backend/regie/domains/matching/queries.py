"""Reading what may belong together: companies of three services, projects and the deals they came from."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy.orm import Session

from regie.core.listing import page_of
from regie.core.text import fold
from regie.domains.clients.models import ClientLink
from regie.domains.matching.books import Book, Match, read_book
from regie.domains.matching.models import KINDS
from regie.domains.matching.names import domain_of, work_key
from regie.domains.matching.proposals import ClientProposal, Outsider, group_companies
from regie.domains.matching.rows import candidate_row, is_ready, match_row
from regie.domains.matching.schemas import CandidateQuery, MatchQuery
from regie.domains.mirrors.models import (
    HubspotCompany,
    HubspotDeal,
    QuickbooksCustomer,
    TeamworkCategory,
    TeamworkCompany,
    TeamworkProject,
)
from regie.domains.projects.models import Project

# Asked in this order: "hors forfait" is out of scope, "prix forfaitaire" is a fixed price, "forfait" a retainer.
_KIND_WORDS = (
    ("oos", ("hors mandat", "hors forfait", "hors contrat", "out of scope", "out-of-scope", "avenant", "extra")),
    ("fixed", ("prix fixe", "fixed", "forfaitaire", "prix ferme")),
    ("retainer", ("retainer", "forfait", "mensuel", "monthly", "recurr", "abonnement")),
)


@dataclass(frozen=True, slots=True)
class ProjectProposal:
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


def kind_named(text: str) -> str | None:
    """`"Hors mandat"` → `"oos"`; None when the words do not tell."""
    folded = fold(text)
    for kind, words in _KIND_WORDS:
        if any(word in folded for word in words):
            return kind
    return None


def propose_clients(session: Session) -> list[ClientProposal]:
    """Companies that are no client of ours yet, the agency itself left out, in the order of Teamwork's ids."""
    taken = {(link.service, link.external_id) for link in session.execute(select(ClientLink)).scalars()}
    groups = (_teamwork_companies(session), _hubspot_companies(session), _quickbooks_customers(session))
    proposals = group_companies(*groups)
    return [
        proposal
        for proposal in proposals
        if not any((link.service, link.external_id) in taken for link in proposal.links)
    ]


def _teamwork_companies(session: Session) -> list[Outsider]:
    living = select(TeamworkCompany).where(TeamworkCompany.deleted_at.is_(None), TeamworkCompany.is_owner.is_(False))
    return [
        Outsider("teamwork", company.external_id, company.name, _domains(company.website, company.email))
        for company in session.execute(living.order_by(TeamworkCompany.id)).scalars()
    ]


def _hubspot_companies(session: Session) -> list[Outsider]:
    living = select(HubspotCompany).where(HubspotCompany.deleted_at.is_(None)).order_by(HubspotCompany.id)
    return [
        Outsider("hubspot", company.external_id, company.name, _domains(company.domain))
        for company in session.execute(living).scalars()
    ]


def _quickbooks_customers(session: Session) -> list[Outsider]:
    """Sub-customers follow their parents by themselves."""
    living = select(QuickbooksCustomer).where(
        QuickbooksCustomer.deleted_at.is_(None), QuickbooksCustomer.parent_id.is_(None)
    )
    return [
        Outsider(
            "quickbooks",
            customer.external_id,
            customer.company_name or customer.name,
            _domains(customer.email),
            customer.currency,
        )
        for customer in session.execute(living.order_by(QuickbooksCustomer.id)).scalars()
    ]


def _domains(*addresses: str | None) -> frozenset[str]:
    return frozenset(domain for domain in map(domain_of, addresses) if domain)


def propose_projects(session: Session) -> list[ProjectProposal]:
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
            ProjectProposal(
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


def list_matches(db: Connection, query: MatchQuery) -> dict[str, Any]:
    book = read_book(db, query.kind)
    found = [match for match in book.matches[query.status] if _is_wanted(book, match, query)]
    return page_of(query, found, lambda match: match_row(book, match), order="-score")


def _is_wanted(book: Book, match: Match, query: MatchQuery) -> bool:
    if fold(query.search.strip()) not in match.searched:
        return False
    if query.least_score is not None and (match.score or 0) < query.least_score:
        return False
    return query.ready is None or is_ready(book.kind, match) is query.ready


def list_candidates(db: Connection, query: CandidateQuery) -> dict[str, Any]:
    """Every record that is linked to nothing, sub-customers and inactive ones too."""
    wanted = fold(query.search.strip())
    found = [
        entry
        for entry in read_book(db, query.kind).candidates
        if (not query.service or entry.service in query.service)
        and wanted in fold(f"{entry.name}\n{entry.detail or ''}")
    ]
    return page_of(query, found, candidate_row, order="name")


def count_matches(db: Connection) -> dict[str, Any]:
    return {kind: {status: len(matches) for status, matches in read_book(db, kind).matches.items()} for kind in KINDS}
