"""Everything that matching has to say of one kind of thing: what is one, what seems to be, and what stands alone."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import get_args

from sqlalchemy import Connection

from regie.core.db.query_cache import QueryCache
from regie.core.text.folding import fold
from regie.domains.integrations.matching import companies, people, work
from regie.domains.integrations.matching.entries import OURS, PLACES, Entry, Evidence, Ref, compare
from regie.domains.integrations.matching.grouping import group_entries, telling
from regie.domains.integrations.matching.models import KINDS, Kind
from regie.domains.integrations.matching.scenes import Decided, Scene, read_decisions
from regie.domains.integrations.matching.schemas import Reason, Status

_KINDS = {"client": companies, "person": people, "project": work}
_ADDRESS: dict[Kind, Reason] = {"client": "domain", "person": "email", "project": "email"}
_STATUSES: tuple[Status, ...] = get_args(Status)


@dataclass(frozen=True, slots=True)
class Match:
    """One thing: ours, where it is known, and the services' records of it, each with what speaks for it."""

    status: Status
    target: Entry | None
    parts: Sequence[Entry]
    evidence: Mapping[Ref, Evidence]
    searched: str

    @property
    def name(self) -> str:
        return (self.target or self.parts[0]).name

    @property
    def ref(self) -> Ref:
        return (self.target or self.parts[0]).ref

    @property
    def score(self) -> int | None:
        """As sure as its weakest part."""
        if self.status != "proposed":
            return None
        return min(self.evidence[part.ref].score for part in self.parts if part.ref in self.evidence)


@dataclass(slots=True)
class Book:
    """All matches of a kind by status, and every record that can still be linked by hand."""

    kind: Kind
    matches: dict[Status, list[Match]]
    entries: dict[Ref, Entry] = field(default_factory=dict)
    owners: dict[Ref, Entry] = field(default_factory=dict)
    ours: dict[str, Entry] = field(default_factory=dict)
    followers: Mapping[str, Sequence[Entry]] = field(default_factory=dict)
    candidates: list[Entry] = field(default_factory=list)

    def following(self, entry: Entry) -> Iterator[Entry]:
        """The sub-customers that go where this customer goes."""
        if entry.service == "quickbooks":
            for follower in self.followers.get(entry.external_id, ()):
                yield follower
                yield from self.following(follower)


_BOOKS: dict[Kind, QueryCache[Book]] = {
    kind: QueryCache((*_KINDS[kind].TABLES, "match_decisions"), most=2) for kind in KINDS
}


def read_book(db: Connection, kind: Kind) -> Book:
    """Worked out once per change of what it is made of."""
    return _BOOKS[kind].get(
        db, (db.engine, kind), lambda: make_book(kind, _KINDS[kind].read_scene(db), read_decisions(db, kind))
    )


def single_services(kind: Kind) -> frozenset[str]:
    """The services of which a thing of this kind has one record at most."""
    return _KINDS[kind].SINGLE


def make_book(kind: Kind, scene: Scene, decided: Decided) -> Book:
    book = Book(kind, {status: [] for status in _STATUSES}, followers=scene.followers)
    book.ours = {entry.external_id: entry for entry in scene.ours}
    for owner, entries in scene.linked.items():
        book.owners |= {entry.ref: book.ours[owner] for entry in entries}
    follows = [entry for entries in scene.followers.values() for entry in entries]
    linked = [entry for entries in scene.linked.values() for entry in entries]
    book.candidates = sorted((*scene.free, *follows), key=_by_name)
    book.entries = {entry.ref: entry for entry in (*linked, *book.candidates)}
    for match in (*_of_links(kind, scene), *_of_free(kind, scene, decided), *_ignored(scene, decided)):
        book.matches[match.status].append(match)
    for status, matches in book.matches.items():
        matches.sort(key=_best_first if status == "proposed" else _match_by_name)
    return book


def _of_links(kind: Kind, scene: Scene) -> Iterator[Match]:
    for target in scene.ours:
        if linked := scene.linked.get(target.external_id):
            parts = sorted(linked, key=_by_place)
            # What speaks for a link is weighed when somebody looks at it.
            yield Match("matched", target, parts, {}, _searched([target, *parts]))


def _of_free(kind: Kind, scene: Scene, decided: Decided) -> Iterator[Match]:
    single, services = single_services(kind), set(_KINDS[kind].SERVICES)
    free = [entry for entry in scene.free if entry.is_proposed and entry.ref not in decided.ignored]
    open_ours = [entry for entry in scene.ours if entry.is_proposed and services - entry.closed]
    known = [entry.widened(scene.linked.get(entry.external_id, ())) for entry in open_ours]
    plain = {entry.ref: entry for entry in (*open_ours, *free)}
    for group in group_entries(telling([*known, *free]), single, decided.apart, _ADDRESS[kind]):
        target = group[0] if group[0].service == OURS else None
        if len(group) == 1 and target and (target.closed or scene.linked.get(target.external_id)):
            continue
        parts = group[1:] if target else group
        evidence = weigh(kind, target, parts)
        status: Status = "proposed" if evidence else "unmatched"
        members = [plain[entry.ref] for entry in group]
        yield Match(status, members[0] if target else None, members[bool(target) :], evidence, _searched(members))


def _ignored(scene: Scene, decided: Decided) -> Iterator[Match]:
    for entry in scene.free:
        if entry.ref in decided.ignored:
            yield Match("ignored", None, [entry], {}, _searched([entry]))


def weigh(kind: Kind, target: Entry | None, parts: Sequence[Entry]) -> dict[Ref, Evidence]:
    """What speaks best for each part among all the others."""
    members = [target, *parts] if target else list(parts)
    evidence = {}
    for part in parts:
        found = [compare(part, other, _ADDRESS[kind]) for other in members if other is not part]
        if best := max((one for one in found if one), default=None):
            evidence[part.ref] = best
    return evidence


def _searched(members: Sequence[Entry]) -> str:
    return fold("\n".join(f"{entry.name}\n{entry.detail or ''}" for entry in members))


def _by_place(entry: Entry) -> tuple[int, str, str]:
    return PLACES.index(entry.service), fold(entry.name), entry.external_id


def _by_name(entry: Entry) -> tuple[str, str, str]:
    return fold(entry.name), *entry.ref


def _match_by_name(match: Match) -> tuple[str, str, str]:
    return fold(match.name), *match.ref


def _best_first(match: Match) -> tuple[int, str, str, str]:
    return -(match.score or 0), *_match_by_name(match)
