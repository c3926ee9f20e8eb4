"""Grouping: each record once, decisions respected, the same result in any order."""

from hypothesis import given, settings
from hypothesis import strategies as st

from regie.domains.integrations.matching.candidates import Decisions, MatchCandidates
from regie.domains.integrations.matching.entries import OURS, Entry, Ref
from regie.domains.integrations.matching.grouping import group_entries, normalize_pair
from regie.domains.integrations.matching.match_index import MatchIndex, build_match_index
from regie.domains.integrations.matching.names import company_key, sort_words

SINGLE_RECORD_SERVICES = frozenset({OURS, "teamwork", "hubspot"})
NAMES = ("Maison Pivoine", "Maison Pivoines inc.", "Pivoine Maison", "Café Boréal", "Café Boréale", "Oakline")
NO_DECISIONS: Decisions = Decisions(frozenset(), frozenset())


def entry(service: str, external_id: str, name: str, *domains: str, **more: object) -> Entry:
    names = frozenset({sort_words(company_key(name))})
    values = {"names": names, "addresses": frozenset(domains), "api_id": external_id} | more
    return Entry(service=service, external_id=external_id, name=name, **values)  # type: ignore[arg-type]


@st.composite
def records(draw: st.DrawFn) -> list[Entry]:
    found = []
    for number in range(draw(st.integers(0, 9))):
        service = draw(st.sampled_from((OURS, "teamwork", "hubspot", "quickbooks")))
        domains = draw(st.sampled_from(((), ("pivoine.example",), ("boreal.example",))))
        found.append(entry(service, str(number), draw(st.sampled_from(NAMES)), *domains))
    return found


def refs(groups: list[list[Entry]]) -> list[list[Ref]]:
    return [[member.ref for member in group] for group in groups]


# The duration of an example is not relevant.
@settings(derandomize=True, database=None)
@given(records(), st.data())
def test_each_record_is_in_one_group_in_any_order(entries: list[Entry], data: st.DataObject) -> None:
    groups = refs(group_entries(entries, SINGLE_RECORD_SERVICES, frozenset(), "domain"))
    members = [ref for group in groups for ref in group]
    assert sorted(members) == sorted(one.ref for one in entries)
    reordered = data.draw(st.permutations(entries))
    assert refs(group_entries(reordered, SINGLE_RECORD_SERVICES, frozenset(), "domain")) == groups
    for group in groups:
        services = [service for service, _ in group if service in SINGLE_RECORD_SERVICES]
        assert len(set(services)) == len(services)


# The duration of an example is not relevant.
@settings(derandomize=True, database=None)
@given(records(), st.data())
def test_rejected_pairs_are_never_grouped(entries: list[Entry], data: st.DataObject) -> None:
    pairs = sorted({normalize_pair(one.ref, other.ref) for one in entries for other in entries if one.ref != other.ref})
    rejected_pairs = frozenset(data.draw(st.lists(st.sampled_from(pairs), max_size=6)) if pairs else ())
    for group in refs(group_entries(entries, SINGLE_RECORD_SERVICES, rejected_pairs, "domain")):
        assert not any((one, other) in rejected_pairs for one in group for other in group)


def list_all(index: MatchIndex) -> list[list[Ref]]:
    """Every paginated list."""
    lists = [[match.ref for match in matches] for matches in index.matches.values()]
    return [*lists, [one.ref for one in index.linkable]]


# The duration of an example is not relevant.
@settings(derandomize=True, database=None)
@given(records(), st.data())
def test_lists_have_the_same_order_for_any_input_order(entries: list[Entry], data: st.DataObject) -> None:
    """Records with the same name and score are sorted by key, so that pages neither repeat nor omit one."""
    ignored = frozenset(one.ref for one in entries if one.external_id in "78")

    def list_refs(records: list[Entry]) -> list[list[Ref]]:
        targets = [one for one in records if one.service == OURS]
        unlinked = [one for one in records if one.service != OURS]
        return list_all(
            build_match_index(
                "client", MatchCandidates(targets=targets, unlinked=unlinked), Decisions(frozenset(), ignored)
            )
        )

    lists = list_refs(entries)
    assert list_refs(data.draw(st.permutations(entries))) == lists
    for refs_of_one in lists:
        assert len(set(refs_of_one)) == len(refs_of_one)


def reasons(index: MatchIndex, status: str = "proposed") -> list[dict[str, tuple[int, str]]]:
    return [
        {":".join(part.ref): tuple(match.evidence[part.ref]) for part in match.records}
        for match in index.matches[status]
    ]


def test_evidence_has_reason_and_score_and_best_comes_first() -> None:
    targets = [entry(OURS, "a", "Café Boréal", "boreal.example")]
    unlinked = [
        entry("teamwork", "1", "Maison Pivoine"),
        entry("hubspot", "2", "Maison Pivoines inc."),
        entry("quickbooks", "3", "9284-1167 Québec inc.", "boreal.example"),
        entry("quickbooks", "4", "Café Boréal USD", "boreal.example"),
        entry("quickbooks", "5", "Oakline"),
    ]
    index = build_match_index("client", MatchCandidates(targets=targets, unlinked=unlinked), NO_DECISIONS)
    assert reasons(index) == [
        {"quickbooks:3": (95, "domain"), "quickbooks:4": (95, "domain")},
        {"teamwork:1": (89, "similar_name"), "hubspot:2": (89, "similar_name")},
    ]
    assert [match.name for match in index.matches["unmatched"]] == ["Oakline"]


def test_address_shared_by_many_is_no_evidence() -> None:
    unlinked = [
        entry("quickbooks", str(number), f"Client {number * 7919}", "bookkeeper.example") for number in range(60)
    ]
    index = build_match_index("client", MatchCandidates(targets=[], unlinked=unlinked), NO_DECISIONS)
    assert not any("domain" in {reason for _, reason in match.values()} for match in reasons(index))


def test_client_has_one_company_per_service_and_several_customers() -> None:
    targets = [entry(OURS, "a", "Oakline", linked_services=frozenset({"teamwork", "hubspot"}))]
    unlinked = [entry(service, "1", "Oakline") for service in ("teamwork", "hubspot", "quickbooks")]
    unlinked.append(entry("quickbooks", "2", "Oakline"))
    groups = refs(group_entries([*targets, *unlinked], SINGLE_RECORD_SERVICES, frozenset(), "domain"))
    group_of_target = next(group for group in groups if (OURS, "a") in group)
    assert {service for service, _ in group_of_target} <= {OURS, "quickbooks"}
    assert sorted(ref for group in groups for ref in group) == sorted(one.ref for one in [*targets, *unlinked])
