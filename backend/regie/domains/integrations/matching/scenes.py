"""One kind of thing with all its records, ours and the services', before anything is put together."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from sqlalchemy import Connection, select

from regie.domains.integrations.matching.entries import Entry, Ref
from regie.domains.integrations.matching.grouping import Apart, ordered
from regie.domains.integrations.matching.models import Kind, MatchDecision


@dataclass(slots=True)
class Scene:
    """`linked` are our records' links by our id; `followers` the sub-customers by their parent's id."""

    ours: list[Entry]
    free: list[Entry] = field(default_factory=list)
    linked: dict[str, list[Entry]] = field(default_factory=lambda: defaultdict(list))
    followers: dict[str, list[Entry]] = field(default_factory=lambda: defaultdict(list))

    def place(self, entries: Iterable[Entry], links: dict[Ref, str]) -> None:
        """Each record with the one of ours that it is linked to, or with the free ones."""
        for entry in entries:
            owner = links.get(entry.ref)
            if owner is None:
                self.free.append(entry)
            else:
                self.linked[owner].append(entry)

    def follow(self, is_living: Callable[[str], bool]) -> None:
        """Free sub-customers go where their parent goes, while that one is there."""
        stays = []
        for entry in self.free:
            if entry.parent_id and is_living(entry.parent_id):
                self.followers[entry.parent_id].append(entry)
            else:
                stays.append(entry)
        self.free = stays


@dataclass(frozen=True, slots=True)
class Decided:
    """What people said of one kind: pairs that are not the same, records to leave aside."""

    apart: Apart
    ignored: frozenset[Ref]


def read_decisions(db: Connection, kind: Kind) -> Decided:
    columns = (
        MatchDecision.service,
        MatchDecision.external_id,
        MatchDecision.other_service,
        MatchDecision.other_id,
        MatchDecision.decision,
    )
    rows = db.execute(select(*columns).where(MatchDecision.kind == kind)).all()
    return Decided(
        apart=frozenset(ordered((row[0], row[1]), (row[2], row[3])) for row in rows if row.decision == "rejected"),
        ignored=frozenset((row[0], row[1]) for row in rows if row.decision == "ignored"),
    )
