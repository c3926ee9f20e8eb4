"""What matching knows of a record, whichever service it is of, and how two of them speak for being the same."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final, Literal, NamedTuple

from rapidfuzz import fuzz
from typing_extensions import TypedDict

from regie.core.api import wire
from regie.domains.integrations.matching.schemas import Reason, Source

# Our own record: a client, an employee or a project. People who sign in are `regie`.
Place = Literal["ours"] | Source
OURS: Final = "ours"
PLACES: tuple[Place, ...] = (OURS, "teamwork", "hubspot", "quickbooks", "regie")
ALIKE = 85.0
_MOST_ALIKE = 89

Ref = tuple[str, str]


class Evidence(NamedTuple):
    """Why two records seem to be one, and how sure that is, out of 100."""

    score: int
    reason: Reason


CERTAIN, SAME_ADDRESS, SAME_NAME = 100, 95, 90
FOLLOWS = Evidence(CERTAIN, "parent")


class Facts(TypedDict, total=False):
    """What a record tells besides: what a new one of ours would begin with, and whose work it is."""

    account_manager: wire.Ref | None
    currency: str | None
    first_name: str | None
    last_name: str | None
    email: str | None
    job_title: str | None
    client: wire.Ref | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One record. `names` are reduced to what different writers have in common, `addresses` are domains or e-mails.

    Only entries `within` the same client are compared where that is given. `closed` names the services of which ours
    has its one record already.
    """

    service: Place
    external_id: str
    api_id: str
    name: str
    names: frozenset[str]
    addresses: frozenset[str] = frozenset()
    within: str = ""
    closed: frozenset[str] = frozenset()
    detail: str | None = None
    url: str | None = None
    parent_id: str | None = None
    is_proposed: bool = True
    facts: Facts = field(default_factory=Facts, compare=False)

    @property
    def ref(self) -> Ref:
        return self.service, self.external_id

    @property
    def version(self) -> str:
        """Another one when what people judged by has changed."""
        judged = "\n".join((self.name, self.detail or "", self.parent_id or "", *sorted(self.addresses)))
        return hashlib.sha256(judged.encode()).hexdigest()[:16]

    def widened(self, others: Iterable["Entry"]) -> "Entry":
        """Known by what is linked to it as well."""
        known = list(others)
        return replace(
            self,
            names=self.names.union(*(other.names for other in known)),
            addresses=self.addresses.union(*(other.addresses for other in known)),
        )


def compare(one: Entry, other: Entry, address: Reason) -> Evidence | None:
    """What speaks for the two being one; `address` is the reason that a shared address gives."""
    shares_name = bool(one.names & other.names)
    if one.addresses & other.addresses:
        return Evidence(CERTAIN if shares_name else SAME_ADDRESS, address)
    if shares_name:
        return Evidence(SAME_NAME, "name")
    alike = max((fuzz.ratio(left, right) for left in one.names for right in other.names), default=0.0)
    return Evidence(similar(alike), "similar_name") if alike >= ALIKE else None


def similar(ratio: float) -> int:
    """Never as sure as a name that is the same."""
    return min(_MOST_ALIKE, int(ratio) - 5)
