"""Records put together: each once, never against what was decided, and the same whatever order they come in."""

from hypothesis import given, settings
from hypothesis import strategies as st

from regie.domains.integrations.matching.books import Book, make_book
from regie.domains.integrations.matching.entries import OURS, Entry, Ref
from regie.domains.integrations.matching.grouping import group_entries, ordered
from regie.domains.integrations.matching.names import company_key, sorted_words
from regie.domains.integrations.matching.scenes import Decided, Scene

SINGLE = frozenset({OURS, "teamwork", "hubspot"})
NAMES = ("Maison Pivoine", "Maison Pivoines inc.", "Pivoine Maison", "Café Boréal", "Café Boréale", "Oakline")
NOTHING: Decided = Decided(frozenset(), frozenset())


def entry(service: str, external_id: str, name: str, *domains: str, **more: object) -> Entry:
    names = frozenset({sorted_words(company_key(name))})
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


# How long an example takes says nothing.
@settings(derandomize=True, database=None)
@given(records(), st.data())
def test_each_record_is_in_one_group_whatever_the_order(entries: list[Entry], data: st.DataObject) -> None:
    groups = refs(group_entries(entries, SINGLE, frozenset(), "domain"))
    members = [ref for group in groups for ref in group]
    assert sorted(members) == sorted(one.ref for one in entries)
    turned = data.draw(st.permutations(entries))
    assert refs(group_entries(turned, SINGLE, frozenset(), "domain")) == groups
    for group in groups:
        services = [service for service, _ in group if service in SINGLE]
        assert len(set(services)) == len(services)


# How long an example takes says nothing.
@settings(derandomize=True, database=None)
@given(records(), st.data())
def test_what_was_rejected_never_comes_together_again(entries: list[Entry], data: st.DataObject) -> None:
    pairs = sorted({ordered(one.ref, other.ref) for one in entries for other in entries if one.ref != other.ref})
    apart = frozenset(data.draw(st.lists(st.sampled_from(pairs), max_size=6)) if pairs else ())
    for group in refs(group_entries(entries, SINGLE, apart, "domain")):
        assert not any((one, other) in apart for one in group for other in group)


def order(book: Book) -> list[list[Ref]]:
    """Every list that people page through."""
    lists = [[match.ref for match in matches] for matches in book.matches.values()]
    return [*lists, [one.ref for one in book.candidates]]


# How long an example takes says nothing.
@settings(derandomize=True, database=None)
@given(records(), st.data())
def test_what_is_listed_is_in_one_order_whatever_the_records_came_in(entries: list[Entry], data: st.DataObject) -> None:
    """Many share a name and a score: their keys decide, so that no page repeats or leaves out one of them."""
    ignored = frozenset(one.ref for one in entries if one.external_id in "78")

    def listed(records: list[Entry]) -> list[list[Ref]]:
        ours = [one for one in records if one.service == OURS]
        free = [one for one in records if one.service != OURS]
        return order(make_book("client", Scene(ours=ours, free=free), Decided(frozenset(), ignored)))

    lists = listed(entries)
    assert listed(data.draw(st.permutations(entries))) == lists
    for refs_of_one in lists:
        assert len(set(refs_of_one)) == len(refs_of_one)


def reasons(book: Book, status: str = "proposed") -> list[dict[str, tuple[int, str]]]:
    return [
        {":".join(part.ref): tuple(match.evidence[part.ref]) for part in match.parts} for match in book.matches[status]
    ]


def test_reasons_and_scores_say_why_and_the_best_comes_first() -> None:
    ours = [entry(OURS, "a", "Café Boréal", "boreal.example")]
    free = [
        entry("teamwork", "1", "Maison Pivoine"),
        entry("hubspot", "2", "Maison Pivoines inc."),
        entry("quickbooks", "3", "9284-1167 Québec inc.", "boreal.example"),
        entry("quickbooks", "4", "Café Boréal USD", "boreal.example"),
        entry("quickbooks", "5", "Oakline"),
    ]
    book = make_book("client", Scene(ours=ours, free=free), NOTHING)
    assert reasons(book) == [
        {"quickbooks:3": (95, "domain"), "quickbooks:4": (95, "domain")},
        {"teamwork:1": (89, "similar_name"), "hubspot:2": (89, "similar_name")},
    ]
    assert [match.name for match in book.matches["unmatched"]] == ["Oakline"]


def test_what_many_share_tells_nothing() -> None:
    free = [entry("quickbooks", str(number), f"Client {number * 7919}", "bookkeeper.example") for number in range(60)]
    book = make_book("client", Scene(ours=[], free=free), NOTHING)
    assert not any("domain" in {reason for _, reason in match.values()} for match in reasons(book))


def test_a_client_has_one_company_of_a_service_and_several_customers() -> None:
    ours = [entry(OURS, "a", "Oakline", closed=frozenset({"teamwork", "hubspot"}))]
    free = [entry(service, "1", "Oakline") for service in ("teamwork", "hubspot", "quickbooks")]
    free.append(entry("quickbooks", "2", "Oakline"))
    groups = refs(group_entries([*ours, *free], SINGLE, frozenset(), "domain"))
    with_ours = next(group for group in groups if (OURS, "a") in group)
    assert {service for service, _ in with_ours} <= {OURS, "quickbooks"}
    assert sorted(ref for group in groups for ref in group) == sorted(one.ref for one in [*ours, *free])
