"""Groups records that are probably the same.

The strongest evidence is applied first, so that the result does not depend on the order of the records.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from rapidfuzz import fuzz, process

from regie.domains.integrations.matching.entries import (
    MIN_NAME_SIMILARITY,
    ORIGINS,
    OURS,
    Entry,
    Evidence,
    Ref,
    compare,
)
from regie.domains.integrations.matching.schemas import Reason

# A name or an address that more records share is no evidence: a bookkeeper's domain, "Site web".
_MAX_SHARED = 40
_PREFIX_LENGTH = 3
_MAX_SIMILAR_NAMES = 5

Pair = tuple[Entry, Entry]
RejectedPairs = frozenset[tuple[Ref, Ref]]


def normalize_pair(one: Ref, other: Ref) -> tuple[Ref, Ref]:
    """The pair in a fixed order."""
    return (one, other) if one < other else (other, one)


class Grouping:
    """Joins records step by step; a group has at most one record of each service in `single`."""

    def __init__(self, entries: Iterable[Entry], single: frozenset[str], rejected_pairs: RejectedPairs) -> None:
        self._single = single
        self._rejected_pairs = rejected_pairs
        self._group: dict[Ref, list[Entry]] = {entry.ref: [entry] for entry in entries}

    def join(self, one: Entry, other: Entry) -> None:
        first, second = self._group[one.ref], self._group[other.ref]
        if first is not second and self._can_join(first, second):
            first += second
            for entry in second:
                self._group[entry.ref] = first

    def groups(self) -> list[list[Entry]]:
        """The groups in the order of their first records; a target comes first."""
        found = {id(group): sorted(group, key=_origin_order) for group in self._group.values()}
        return sorted(found.values(), key=lambda group: _origin_order(group[0]))

    def _can_join(self, first: Sequence[Entry], second: Sequence[Entry]) -> bool:
        members = [*first, *second]
        single = [entry.service for entry in members if entry.service in self._single]
        linked_services = frozenset().union(*(entry.linked_services for entry in members))
        if len(set(single)) < len(single) or linked_services & {entry.service for entry in members}:
            return False
        return not any(normalize_pair(one.ref, other.ref) in self._rejected_pairs for one in first for other in second)


def drop_common_addresses(entries: Sequence[Entry]) -> list[Entry]:
    """The entries without the addresses that too many share."""
    counts = Counter(address for entry in entries for address in entry.addresses)
    common = frozenset(address for address, count in counts.items() if count > _MAX_SHARED)
    return [replace(entry, addresses=entry.addresses - common) for entry in entries]


def group_entries(
    entries: Sequence[Entry], single: frozenset[str], rejected_pairs: RejectedPairs, address: Reason
) -> list[list[Entry]]:
    """Put each entry into exactly one group."""
    found: dict[tuple[Ref, Ref], tuple[Evidence, Pair]] = {}
    for one, other in _pairs_to_compare(entries, single):
        key = normalize_pair(one.ref, other.ref)
        if key not in found and key not in rejected_pairs and (evidence := compare(one, other, address)):
            found[key] = (evidence, (one, other))
    grouping = Grouping(entries, single, rejected_pairs)
    for _, (_, (one, other)) in sorted(found.items(), key=lambda item: (-item[1][0].score, item[0])):
        grouping.join(one, other)
    return grouping.groups()


def _pairs_to_compare(entries: Sequence[Entry], single: frozenset[str]) -> Iterator[Pair]:
    pair_lists = (
        _pairs_sharing(entries, lambda entry: entry.addresses),
        _pairs_sharing(entries, lambda entry: entry.names),
    )
    for pairs in (*pair_lists, _pairs_with_similar_names(entries)):
        for one, other in pairs:
            is_duplicate = one.service == other.service and one.service in single
            if not is_duplicate and one.ref != other.ref:
                yield one, other


def _pairs_sharing(entries: Sequence[Entry], get_traits: Callable[[Entry], frozenset[str]]) -> Iterator[Pair]:
    holders: dict[tuple[str, str], list[Entry]] = defaultdict(list)
    for entry in entries:
        for trait in get_traits(entry):
            holders[entry.client_key, trait].append(entry)
    for sharing in holders.values():
        if len(sharing) <= _MAX_SHARED:
            yield from combinations(sharing, 2)


def _pairs_with_similar_names(entries: Sequence[Entry]) -> Iterator[Pair]:
    """Pairs whose names share a word prefix and are similar."""
    holders: dict[tuple[str, str], list[Entry]] = defaultdict(list)
    names: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
    for entry in sorted(entries, key=lambda entry: entry.ref):
        for name in entry.names:
            holders[entry.client_key, name].append(entry)
            for prefix in _word_prefixes(name):
                names[entry.client_key, prefix][name] = None
    for entry in entries:
        if entry.service == OURS:
            continue
        for name in entry.names:
            similar_names = sorted(
                {candidate for prefix in _word_prefixes(name) for candidate in names[entry.client_key, prefix]} - {name}
            )
            for similar_name, _, _ in process.extract(
                name, similar_names, scorer=fuzz.ratio, score_cutoff=MIN_NAME_SIMILARITY, limit=_MAX_SIMILAR_NAMES
            ):
                yield from ((entry, other) for other in holders[entry.client_key, similar_name][:_MAX_SHARED])


def _origin_order(entry: Entry) -> tuple[int, Ref]:
    """Targets first, then the services in the order of `ORIGINS`."""
    return ORIGINS.index(entry.service), entry.ref


def _word_prefixes(name: str) -> set[str]:
    return {word[:_PREFIX_LENGTH] for word in name.split()}
