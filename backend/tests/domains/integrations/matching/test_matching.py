"""The same company under three names, and what words tell of a piece of work."""

import pytest

from regie.domains.integrations.matching.names import company_key, domain_of, work_key
from regie.domains.integrations.matching.queries import kind_named


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
