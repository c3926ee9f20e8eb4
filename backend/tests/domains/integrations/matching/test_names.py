"""Normalized names, and the kind of project guessed from words."""

import pytest

from regie.domains.integrations.matching.names import company_key, domain_of, project_name_parts
from regie.domains.integrations.matching.queries import guess_project_kind


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
def test_spellings_of_a_company_have_the_same_key(one: str, other: str) -> None:
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
def test_domain_of_websites_and_email_addresses(address: str | None, domain: str | None) -> None:
    assert domain_of(address) == domain


def test_project_name_parts_ignore_their_order() -> None:
    assert project_name_parts("Silverline Transit - Website redesign") == project_name_parts(
        "Website redesign – Silverline Transit"
    )
    assert project_name_parts("Café-bistro") == {"cafe-bistro"}


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
def test_project_kind_is_guessed_from_words(words: str, kind: str | None) -> None:
    assert guess_project_kind(words) == kind
