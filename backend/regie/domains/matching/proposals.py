"""Which records of the outside services are the same company, and why we think so."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from rapidfuzz import fuzz, process

from regie.domains.matching.names import company_key

_ALIKE = 92.0


@dataclass(frozen=True, slots=True)
class Outsider:
    """A company as one service knows it."""

    service: str
    external_id: str
    name: str
    domains: frozenset[str]
    currency: str | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """`reason` is domain, name, similar_name, or none where the proposal was made from this record."""

    service: str
    external_id: str
    reason: str | None


@dataclass(slots=True)
class ClientProposal:
    """One company, with all the records that seem to be it."""

    name: str
    links: list[Link] = field(default_factory=list)
    domains: set[str] = field(default_factory=set)
    currencies: list[str] = field(default_factory=list)

    def take(self, outsider: Outsider, reason: str | None) -> None:
        self.links.append(Link(outsider.service, outsider.external_id, reason))
        self.domains |= outsider.domains
        if outsider.currency:
            self.currencies.append(outsider.currency)

    def external_id(self, service: str) -> str | None:
        return next((link.external_id for link in self.links if link.service == service), None)

    def has(self, service: str) -> bool:
        return self.external_id(service) is not None


class _Book:
    """The proposals so far, to be found by domain and by name."""

    def __init__(self) -> None:
        self.proposals: list[ClientProposal] = []
        self._by_domain: dict[str, ClientProposal] = {}
        self._by_name: dict[str, ClientProposal] = {}

    def enter(self, proposal: ClientProposal, outsider: Outsider, reason: str | None) -> None:
        proposal.take(outsider, reason)
        for domain in outsider.domains:
            self._by_domain.setdefault(domain, proposal)
        self._by_name.setdefault(company_key(outsider.name), proposal)

    def begin(self, outsider: Outsider) -> None:
        proposal = ClientProposal(outsider.name)
        self.proposals.append(proposal)
        self.enter(proposal, outsider, None)

    def find(self, outsider: Outsider) -> tuple[ClientProposal, str] | None:
        for domain in sorted(outsider.domains):
            if domain in self._by_domain:
                return self._by_domain[domain], "domain"
        key = company_key(outsider.name)
        if key in self._by_name:
            return self._by_name[key], "name"
        alike = process.extractOne(key, self._by_name.keys(), scorer=fuzz.token_sort_ratio, score_cutoff=_ALIKE)
        return (self._by_name[alike[0]], "similar_name") if alike else None


def group_companies(
    teamwork: Iterable[Outsider], hubspot: Iterable[Outsider], quickbooks: Iterable[Outsider]
) -> list[ClientProposal]:
    """Work is done for companies of Teamwork and sold to those of HubSpot: each begins a proposal. A customer
    of QuickBooks only joins one; a company is in each of the first two services once.
    """
    book = _Book()
    for outsider in teamwork:
        book.begin(outsider)
    for outsider in hubspot:
        found = book.find(outsider)
        if found and not found[0].has("hubspot"):
            book.enter(found[0], outsider, found[1])
        else:
            book.begin(outsider)
    for outsider in quickbooks:
        found = book.find(outsider)
        if found:
            book.enter(found[0], outsider, found[1])
    return book.proposals
