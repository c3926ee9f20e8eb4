"""The entries of the match index, and the evidence that two of them are the same."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final, Literal, NamedTuple

from rapidfuzz import fuzz
from typing_extensions import TypedDict

from regie.core.api import wire
from regie.domains.integrations.matching.schemas import Reason, Source

# `ours` is a client, an employee or a project; `regie` is a user account.
Origin = Literal["ours"] | Source
OURS: Final = "ours"
ORIGINS: tuple[Origin, ...] = (OURS, "teamwork", "hubspot", "quickbooks", "regie")
MIN_NAME_SIMILARITY = 85.0
_MAX_SIMILAR_NAME_SCORE = 89

Ref = tuple[str, str]


class Evidence(NamedTuple):
    """Why two records may be the same, with a score up to 100."""

    score: int
    reason: Reason


CERTAIN, SAME_ADDRESS, SAME_NAME = 100, 95, 90
PARENT_EVIDENCE = Evidence(CERTAIN, "parent")


class RecordAttributes(TypedDict, total=False):
    """Values of a record for a new client or employee, and the client of a project."""

    account_manager: wire.Ref | None
    currency: str | None
    first_name: str | None
    last_name: str | None
    email: str | None
    job_title: str | None
    client: wire.Ref | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A record. `names` are normalized for comparison; `addresses` are domains or email addresses.

    Only entries with the same `client_key` are compared. `linked_services` are the services whose only record the
    target already has.
    """

    service: Origin
    external_id: str
    api_id: str
    name: str
    names: frozenset[str]
    addresses: frozenset[str] = frozenset()
    client_key: str = ""
    linked_services: frozenset[str] = frozenset()
    detail: str | None = None
    url: str | None = None
    parent_id: str | None = None
    is_proposed: bool = True
    attributes: RecordAttributes = field(default_factory=RecordAttributes, compare=False)

    @property
    def ref(self) -> Ref:
        return self.service, self.external_id

    @property
    def version(self) -> str:
        """A hash of the values that users compare; changes with them."""
        identity = "\n".join((self.name, self.detail or "", self.parent_id or "", *sorted(self.addresses)))
        return hashlib.sha256(identity.encode()).hexdigest()[:16]

    def with_linked_names(self, others: Iterable["Entry"]) -> "Entry":
        """A copy with the names and addresses of its linked records."""
        other_entries = list(others)
        return replace(
            self,
            names=self.names.union(*(other.names for other in other_entries)),
            addresses=self.addresses.union(*(other.addresses for other in other_entries)),
        )


def compare(one: Entry, other: Entry, address: Reason) -> Evidence | None:
    """The evidence that two entries are the same; `address` is the reason for a shared address."""
    shares_name = bool(one.names & other.names)
    if one.addresses & other.addresses:
        return Evidence(CERTAIN if shares_name else SAME_ADDRESS, address)
    if shares_name:
        return Evidence(SAME_NAME, "name")
    ratio = max((fuzz.ratio(left, right) for left in one.names for right in other.names), default=0.0)
    return Evidence(similarity_score(ratio), "similar_name") if ratio >= MIN_NAME_SIMILARITY else None


def similarity_score(ratio: float) -> int:
    """Always below the score of an equal name."""
    return min(_MAX_SIMILAR_NAME_SCORE, int(ratio) - 5)
