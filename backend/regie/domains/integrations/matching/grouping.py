"""From pairs of records that seem to be one to groups, each of which seems to be one thing.

The strongest evidence joins first, so that the outcome depends on the records alone, not on their order.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from rapidfuzz import fuzz, process

from regie.domains.integrations.matching.entries import ALIKE, OURS, PLACES, Entry, Evidence, Ref, compare
from regie.domains.integrations.matching.schemas import Reason

# What more records share than this tells nothing: a bookkeeper's domain, "Site web".
_TELLING = 40
_PREFIX = 3
_MOST_ALIKE = 5

Pair = tuple[Entry, Entry]
Apart = frozenset[tuple[Ref, Ref]]


def ordered(one: Ref, other: Ref) -> tuple[Ref, Ref]:
    """The one spelling of a pair."""
    return (one, other) if one < other else (other, one)


class Grouping:
    """Records put together step by step; of each service in `single` a group has one record at most."""

    def __init__(self, entries: Iterable[Entry], single: frozenset[str], apart: Apart) -> None:
        self._single = single
        self._apart = apart
        self._group: dict[Ref, list[Entry]] = {entry.ref: [entry] for entry in entries}

    def join(self, one: Entry, other: Entry) -> None:
        first, second = self._group[one.ref], self._group[other.ref]
        if first is not second and self._may_join(first, second):
            first += second
            for entry in second:
                self._group[entry.ref] = first

    def groups(self) -> list[list[Entry]]:
        """In the order of their first records, which are ours where there are any."""
        found = {id(group): sorted(group, key=_place) for group in self._group.values()}
        return sorted(found.values(), key=lambda group: _place(group[0]))

    def _may_join(self, first: Sequence[Entry], second: Sequence[Entry]) -> bool:
        members = [*first, *second]
        single = [entry.service for entry in members if entry.service in self._single]
        taken = frozenset().union(*(entry.closed for entry in members))
        if len(set(single)) < len(single) or taken & {entry.service for entry in members}:
            return False
        return not any(ordered(one.ref, other.ref) in self._apart for one in first for other in second)


def telling(entries: Sequence[Entry]) -> list[Entry]:
    """The records without the addresses that too many have in common."""
    counts = Counter(address for entry in entries for address in entry.addresses)
    common = frozenset(address for address, count in counts.items() if count > _TELLING)
    return [replace(entry, addresses=entry.addresses - common) for entry in entries]


def group_entries(entries: Sequence[Entry], single: frozenset[str], apart: Apart, address: Reason) -> list[list[Entry]]:
    """Each record in exactly one group."""
    found: dict[tuple[Ref, Ref], tuple[Evidence, Pair]] = {}
    for one, other in _worth_comparing(entries, single):
        key = ordered(one.ref, other.ref)
        if key not in found and key not in apart and (evidence := compare(one, other, address)):
            found[key] = (evidence, (one, other))
    grouping = Grouping(entries, single, apart)
    for _, (_, (one, other)) in sorted(found.items(), key=lambda item: (-item[1][0].score, item[0])):
        grouping.join(one, other)
    return grouping.groups()


def _worth_comparing(entries: Sequence[Entry], single: frozenset[str]) -> Iterator[Pair]:
    shared = (_sharing(entries, lambda entry: entry.addresses), _sharing(entries, lambda entry: entry.names))
    for pairs in (*shared, _alike(entries)):
        for one, other in pairs:
            is_twin = one.service == other.service and one.service in single
            if not is_twin and one.ref != other.ref:
                yield one, other


def _sharing(entries: Sequence[Entry], traits: Callable[[Entry], frozenset[str]]) -> Iterator[Pair]:
    holders: dict[tuple[str, str], list[Entry]] = defaultdict(list)
    for entry in entries:
        for trait in traits(entry):
            holders[entry.within, trait].append(entry)
    for sharing in holders.values():
        if len(sharing) <= _TELLING:
            yield from combinations(sharing, 2)


def _alike(entries: Sequence[Entry]) -> Iterator[Pair]:
    """Records whose names begin a word alike and are nearly the same."""
    holders: dict[tuple[str, str], list[Entry]] = defaultdict(list)
    names: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
    for entry in sorted(entries, key=lambda entry: entry.ref):
        for name in entry.names:
            holders[entry.within, name].append(entry)
            for start in _starts(name):
                names[entry.within, start][name] = None
    for entry in entries:
        if entry.service == OURS:
            continue
        for name in entry.names:
            nearby = sorted({near for start in _starts(name) for near in names[entry.within, start]} - {name})
            for near, _, _ in process.extract(name, nearby, scorer=fuzz.ratio, score_cutoff=ALIKE, limit=_MOST_ALIKE):
                yield from ((entry, other) for other in holders[entry.within, near][:_TELLING])


def _place(entry: Entry) -> tuple[int, Ref]:
    """Ours, then the services in the order in which work comes about."""
    return PLACES.index(entry.service), entry.ref


def _starts(name: str) -> set[str]:
    return {word[:_PREFIX] for word in name.split()}
