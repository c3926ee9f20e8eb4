"""The same company under three names, and what words tell of a piece of work."""

import pytest

from regie.domains.matching.names import company_key, domain_of, work_key
from regie.domains.matching.proposals import ClientProposal, Outsider, group_companies
from regie.domains.matching.queries import kind_named


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Les Éditions de l'Anse inc.", "Editions de l'Anse"),
        ("O'Malley & Fils", "O'Malley et Fils ltée"),
        ("Fromagerie L'Îlot s.e.n.c.", "fromagerie l'ilot"),
        ("Summit Ridge Dental P.C.", "Summit Ridge Dental"),
        ("Quincaillerie Vachon (deleted)", "Quincaillerie Vachon inc."),
    ],
)
def test_a_company_has_one_key_however_it_is_written(one: str, other: str) -> None:
    assert company_key(one) == company_key(other)


def test_different_companies_have_different_keys() -> None:
    assert company_key("Groupe Lambert") != company_key("Lambert Robotics")
    assert company_key("La Cie inc.") == "la cie inc"


@pytest.mark.parametrize(
    ("address", "domain"),
    [
        ("https://www.pivoine.example/fr?x=1", "pivoine.example"),
        ("pivoine.example", "pivoine.example"),
        ("Compta@Pivoine.example", "pivoine.example"),
        ("jean@gmail.com", None),
        ("nowhere", None),
        (None, None),
    ],
)
def test_domains_come_from_sites_and_addresses(address: str | None, domain: str | None) -> None:
    assert domain_of(address) == domain


def test_a_piece_of_work_is_one_in_either_order() -> None:
    assert work_key("Silverline Transit - Website redesign") == work_key("Website redesign – Silverline Transit")
    assert work_key("Café-bistro") == {"cafe-bistro"}


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("Forfaits mensuels / Retainers", "retainer"),
        ("Hors forfait", "oos"),
        ("Out of scope", "oos"),
        ("Prix forfaitaire", "fixed"),
        ("Prix fixe / Image de marque", "fixed"),
        ("Interne", None),
    ],
)
def test_words_tell_the_kind(words: str, kind: str | None) -> None:
    assert kind_named(words) == kind


def outsider(service: str, external_id: str, name: str, *domains: str) -> Outsider:
    return Outsider(service, external_id, name, frozenset(domains), "CAD" if service == "quickbooks" else None)


def reasons(proposal: ClientProposal) -> dict[str, str | None]:
    return {f"{link.service}:{link.external_id}": link.reason for link in proposal.links}


def test_companies_are_proposed_with_their_reasons() -> None:
    proposals = group_companies(
        [outsider("teamwork", "1", "Maison Pivoine", "pivoine.example"), outsider("teamwork", "2", "Café Boréal")],
        [
            outsider("hubspot", "3", "Pivoine", "pivoine.example"),
            outsider("hubspot", "4", "Cafe Boreal ltée"),
            outsider("hubspot", "5", "Oakline Realty"),
        ],
        [
            outsider("quickbooks", "6", "9284-1167 Québec inc.", "pivoine.example"),
            outsider("quickbooks", "7", "Café Boréale inc."),
            outsider("quickbooks", "8", "Quincaillerie Vachon"),
        ],
    )
    assert [proposal.name for proposal in proposals] == ["Maison Pivoine", "Café Boréal", "Oakline Realty"]
    assert reasons(proposals[0]) == {"teamwork:1": None, "hubspot:3": "domain", "quickbooks:6": "domain"}
    assert reasons(proposals[1]) == {"teamwork:2": None, "hubspot:4": "name", "quickbooks:7": "similar_name"}
    assert proposals[0].currencies == ["CAD"]


def test_a_second_company_of_one_service_is_a_client_of_its_own() -> None:
    twins = [outsider("hubspot", "3", "Groupe Lambert"), outsider("hubspot", "4", "Groupe Lambert inc.")]
    proposals = group_companies([outsider("teamwork", "1", "Groupe Lambert")], twins, [])
    assert [proposal.external_id("hubspot") for proposal in proposals] == ["3", "4"]
