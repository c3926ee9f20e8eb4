"""Tests that text with control, invisible or direction characters is refused."""

import pytest

from tests.browser import Browser
from tests.factories.world import World, assert_unchanged

INVISIBLE = ["\t", "\n", "\x1b", "\x7f", "\x85", "\xad", "\u061c", "\u200b", "\u200e", "\u202e", "\u2028", "\u2060",
          "\u2067", "\u3164", "\ufeff", "\U000e0041"]  # fmt: skip
VISIBLE = [
    "Zoé D’Amours & fils",
    "می‌خواهم",
    "👩‍👩‍👧 Famille",
    "क्‍ष",
    "a\u00a0b",
    "Œuvre Ⅻ",
    "日本",
    "ﬁn",
    "e\u0301te",
    "🏳️‍🌈",
]
CODES = [f"U+{ord(char):04X}" for char in INVISIBLE]


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def _client(world: World, **fields: str) -> dict[str, str]:
    manager = world.people["account_manager"].user.api_id
    return {"name": "Maison Pivoine", "account_manager": manager, "currency": "CAD", **fields}


@pytest.mark.parametrize("char", INVISIBLE, ids=CODES)
def test_invisible_character_in_a_line_is_refused(world: World, admin: Browser, char: str):
    body = _client(world, name=f"Maison{char}Pivoine", contact_name=f"Zoé{char}Roy")
    with assert_unchanged(world.database):
        response = admin.post("/api/v1/clients", body, headers={"X-Api-Locale": "fr-ca"})
    assert response.status_code == 422, response.text
    errors = response.json()["errors"]
    assert set(errors) == {"name", "contact_name"}
    assert errors["name"][0].startswith("Le champ contient un caractère invisible ou de contrôle.")


@pytest.mark.parametrize("name", ["\u200d", "\u200c \u200d", "\u2800"], ids=["joiner", "joiners", "blank"])
def test_blank_name_is_refused(world: World, admin: Browser, name: str):
    with assert_unchanged(world.database):
        response = admin.post("/api/v1/clients", _client(world, name=name))
    assert (response.status_code, list(response.json()["errors"])) == (422, ["name"])


@pytest.mark.parametrize("name", VISIBLE, ids=[str(index) for index in range(len(VISIBLE))])
def test_text_of_any_script_is_stored_unchanged(world: World, admin: Browser, name: str):
    response = admin.post("/api/v1/clients", _client(world, name=name))
    assert response.status_code == 201, response.text
    assert response.json()["data"]["name"] == name


def test_multiline_text_allows_line_breaks_and_tabs_only(world: World, admin: Browser):
    response = admin.post("/api/v1/clients", _client(world, notes="Un\r\n\tdeux\n\ntrois"))
    assert response.json()["data"]["notes"] == "Un\n\tdeux\n\ntrois"
    for char in set(INVISIBLE) - {"\t", "\n"} | {"\r"}:
        with assert_unchanged(world.database):
            refused = admin.post("/api/v1/clients", _client(world, notes=f"Un{char}deux"))
        assert (refused.status_code, list(refused.json()["errors"])) == (422, ["notes"]), f"U+{ord(char):04X}"


def test_search_accepts_invisible_characters(admin: Browser):
    """A pasted name with such a character finds nothing and is no error."""
    assert admin.get("/api/v1/clients?search=Pivoine%E2%80%8B").status_code == 200
