"""Holds the records of a kind before matching, and reads the decisions about them."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from sqlalchemy import Connection, select

from regie.domains.integrations.matching.entries import Entry, Ref
from regie.domains.integrations.matching.grouping import RejectedPairs, normalize_pair
from regie.domains.integrations.matching.models import Kind, MatchDecision


@dataclass(slots=True)
class MatchCandidates:
    """`linked` has the linked records by target id, `children` the sub-customers by parent id."""

    targets: list[Entry]
    unlinked: list[Entry] = field(default_factory=list)
    linked: dict[str, list[Entry]] = field(default_factory=lambda: defaultdict(list))
    children: dict[str, list[Entry]] = field(default_factory=lambda: defaultdict(list))

    def assign(self, entries: Iterable[Entry], links: dict[Ref, str]) -> None:
        """Add each record to its linked target, or to the unlinked ones."""
        for entry in entries:
            target_id = links.get(entry.ref)
            if target_id is None:
                self.unlinked.append(entry)
            else:
                self.linked[target_id].append(entry)

    def move_children(self, is_active: Callable[[str], bool]) -> None:
        """Move unlinked sub-customers below their parent while that one is active."""
        remaining = []
        for entry in self.unlinked:
            if entry.parent_id and is_active(entry.parent_id):
                self.children[entry.parent_id].append(entry)
            else:
                remaining.append(entry)
        self.unlinked = remaining


@dataclass(frozen=True, slots=True)
class Decisions:
    """The decisions about a kind: rejected pairs and ignored records."""

    rejected_pairs: RejectedPairs
    ignored: frozenset[Ref]


def read_decisions(db: Connection, kind: Kind) -> Decisions:
    columns = (
        MatchDecision.service,
        MatchDecision.external_id,
        MatchDecision.other_service,
        MatchDecision.other_id,
        MatchDecision.decision,
    )
    rows = db.execute(select(*columns).where(MatchDecision.kind == kind)).all()
    return Decisions(
        rejected_pairs=frozenset(
            normalize_pair((row[0], row[1]), (row[2], row[3])) for row in rows if row.decision == "rejected"
        ),
        ignored=frozenset((row[0], row[1]) for row in rows if row.decision == "ignored"),
    )
