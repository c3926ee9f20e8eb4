"""Builds the matches of a kind: linked, proposed, unmatched and ignored records."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import get_args

from sqlalchemy import Connection

from regie.core.db.query_cache import QueryCache
from regie.core.text.folding import fold
from regie.domains.integrations.matching import clients, people, projects
from regie.domains.integrations.matching.candidates import Decisions, MatchCandidates, read_decisions
from regie.domains.integrations.matching.entries import ORIGINS, OURS, Entry, Evidence, Ref, compare
from regie.domains.integrations.matching.grouping import drop_common_addresses, group_entries
from regie.domains.integrations.matching.models import KINDS, Kind
from regie.domains.integrations.matching.schemas import Reason, Status

_KINDS = {"client": clients, "person": people, "project": projects}
_ADDRESS: dict[Kind, Reason] = {"client": "domain", "person": "email", "project": "email"}
_STATUSES: tuple[Status, ...] = get_args(Status)


@dataclass(frozen=True, slots=True)
class Match:
    """Records of the services that belong together, their target if any, and the evidence for each record."""

    status: Status
    target: Entry | None
    records: Sequence[Entry]
    evidence: Mapping[Ref, Evidence]
    search_text: str

    @property
    def name(self) -> str:
        return (self.target or self.records[0]).name

    @property
    def ref(self) -> Ref:
        return (self.target or self.records[0]).ref

    @property
    def score(self) -> int | None:
        """The lowest score of its records."""
        if self.status != "proposed":
            return None
        return min(self.evidence[part.ref].score for part in self.records if part.ref in self.evidence)


@dataclass(slots=True)
class MatchIndex:
    """All matches of a kind by status, and every record that can be linked by hand (`linkable`)."""

    kind: Kind
    matches: dict[Status, list[Match]]
    entries: dict[Ref, Entry] = field(default_factory=dict)
    linked_targets: dict[Ref, Entry] = field(default_factory=dict)
    targets: dict[str, Entry] = field(default_factory=dict)
    children: Mapping[str, Sequence[Entry]] = field(default_factory=dict)
    linkable: list[Entry] = field(default_factory=list)

    def descendants(self, entry: Entry) -> Iterator[Entry]:
        """The sub-customers below this customer, at all levels."""
        if entry.service == "quickbooks":
            for child in self.children.get(entry.external_id, ()):
                yield child
                yield from self.descendants(child)


_INDEXES: dict[Kind, QueryCache[MatchIndex]] = {
    kind: QueryCache((*_KINDS[kind].TABLES, "match_decisions")) for kind in KINDS
}


def read_match_index(db: Connection, kind: Kind) -> MatchIndex:
    """The cached index; built again when one of its tables changes."""
    return _INDEXES[kind].get(
        db,
        (db.engine, kind),
        lambda: build_match_index(kind, _KINDS[kind].read_match_candidates(db), read_decisions(db, kind)),
    )


def single_record_services(kind: Kind) -> frozenset[str]:
    """The services with at most one record per match of this kind."""
    return _KINDS[kind].SINGLE_RECORD_SERVICES


def build_match_index(kind: Kind, candidates: MatchCandidates, decisions: Decisions) -> MatchIndex:
    index = MatchIndex(kind, {status: [] for status in _STATUSES}, children=candidates.children)
    index.targets = {entry.external_id: entry for entry in candidates.targets}
    for owner, entries in candidates.linked.items():
        index.linked_targets |= {entry.ref: index.targets[owner] for entry in entries}
    children = [entry for entries in candidates.children.values() for entry in entries]
    linked = [entry for entries in candidates.linked.values() for entry in entries]
    index.linkable = sorted((*candidates.unlinked, *children), key=_by_name)
    index.entries = {entry.ref: entry for entry in (*linked, *index.linkable)}
    for match in (
        *_linked_matches(kind, candidates),
        *_unlinked_matches(kind, candidates, decisions),
        *_ignored_matches(candidates, decisions),
    ):
        index.matches[match.status].append(match)
    for status, matches in index.matches.items():
        matches.sort(key=_by_score if status == "proposed" else _by_match_name)
    return index


def _linked_matches(kind: Kind, candidates: MatchCandidates) -> Iterator[Match]:
    for target in candidates.targets:
        if linked := candidates.linked.get(target.external_id):
            records = sorted(linked, key=_by_origin)
            # The evidence for a link is computed when a user opens it.
            yield Match("matched", target, records, {}, _build_search_text([target, *records]))


def _unlinked_matches(kind: Kind, candidates: MatchCandidates, decisions: Decisions) -> Iterator[Match]:
    single, services = single_record_services(kind), set(_KINDS[kind].SERVICES)
    unlinked = [entry for entry in candidates.unlinked if entry.is_proposed and entry.ref not in decisions.ignored]
    open_targets = [entry for entry in candidates.targets if entry.is_proposed and services - entry.linked_services]
    known = [entry.with_linked_names(candidates.linked.get(entry.external_id, ())) for entry in open_targets]
    plain = {entry.ref: entry for entry in (*open_targets, *unlinked)}
    for group in group_entries(
        drop_common_addresses([*known, *unlinked]), single, decisions.rejected_pairs, _ADDRESS[kind]
    ):
        target = group[0] if group[0].service == OURS else None
        if len(group) == 1 and target and (target.linked_services or candidates.linked.get(target.external_id)):
            continue
        records = group[1:] if target else group
        evidence = find_evidence(kind, target, records)
        status: Status = "proposed" if evidence else "unmatched"
        members = [plain[entry.ref] for entry in group]
        yield Match(
            status, members[0] if target else None, members[bool(target) :], evidence, _build_search_text(members)
        )


def _ignored_matches(candidates: MatchCandidates, decisions: Decisions) -> Iterator[Match]:
    for entry in candidates.unlinked:
        if entry.ref in decisions.ignored:
            yield Match("ignored", None, [entry], {}, _build_search_text([entry]))


def find_evidence(kind: Kind, target: Entry | None, records: Sequence[Entry]) -> dict[Ref, Evidence]:
    """The best evidence for each record, compared with all the others."""
    members = [target, *records] if target else list(records)
    evidence = {}
    for part in records:
        found = [compare(part, other, _ADDRESS[kind]) for other in members if other is not part]
        if best := max((one for one in found if one), default=None):
            evidence[part.ref] = best
    return evidence


def _build_search_text(members: Sequence[Entry]) -> str:
    return fold("\n".join(f"{entry.name}\n{entry.detail or ''}" for entry in members))


def _by_origin(entry: Entry) -> tuple[int, str, str]:
    return ORIGINS.index(entry.service), fold(entry.name), entry.external_id


def _by_name(entry: Entry) -> tuple[str, str, str]:
    return fold(entry.name), *entry.ref


def _by_match_name(match: Match) -> tuple[str, str, str]:
    return fold(match.name), *match.ref


def _by_score(match: Match) -> tuple[int, str, str, str]:
    return -(match.score or 0), *_by_match_name(match)
