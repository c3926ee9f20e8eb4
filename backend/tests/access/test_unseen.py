"""What people write is kept as they see it: no control characters, no marks that hide or reverse what stands there."""

import pytest

from tests.browser import Browser
from tests.factories.world import World, unchanged

UNSEEN = ["\t", "\n", "\x1b", "\x7f", "\x85", "\xad", "\u061c", "\u200b", "\u200e", "\u202e", "\u2028", "\u2060",
          "\u2067", "\u3164", "\ufeff", "\U000e0041"]  # fmt: skip
SEEN = [
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
CODES = [f"U+{ord(letter):04X}" for letter in UNSEEN]


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def _client(world: World, **fields: str) -> dict[str, str]:
    manager = world.people["account_manager"].user.api_id
    return {"name": "Maison Pivoine", "account_manager": manager, "currency": "CAD", **fields}


@pytest.mark.parametrize("letter", UNSEEN, ids=CODES)
def test_a_line_with_a_letter_that_nobody_sees_is_refused(world: World, admin: Browser, letter: str):
    body = _client(world, name=f"Maison{letter}Pivoine", contact_name=f"Zoé{letter}Roy")
    with unchanged(world.database):
        answer = admin.post("/api/v1/clients", body, headers={"X-Api-Locale": "fr-ca"})
    assert answer.status_code == 422, answer.text
    errors = answer.json()["errors"]
    assert set(errors) == {"name", "contact_name"}
    assert errors["name"][0].startswith("Le champ contient un caractère invisible ou de contrôle\u00a0:")


@pytest.mark.parametrize("name", ["\u200d", "\u200c \u200d", "\u2800"], ids=["joiner", "joiners", "blank"])
def test_a_name_shows_something(world: World, admin: Browser, name: str):
    with unchanged(world.database):
        answer = admin.post("/api/v1/clients", _client(world, name=name))
    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["name"])


@pytest.mark.parametrize("name", SEEN, ids=[str(place) for place in range(len(SEEN))])
def test_every_script_is_written_as_it_is(world: World, admin: Browser, name: str):
    answer = admin.post("/api/v1/clients", _client(world, name=name))
    assert answer.status_code == 201, answer.text
    assert answer.json()["data"]["name"] == name


def test_several_lines_break_and_are_indented_and_hold_nothing_else_unseen(world: World, admin: Browser):
    answer = admin.post("/api/v1/clients", _client(world, notes="Un\r\n\tdeux\n\ntrois"))
    assert answer.json()["data"]["notes"] == "Un\n\tdeux\n\ntrois"
    for letter in set(UNSEEN) - {"\t", "\n"} | {"\r"}:
        with unchanged(world.database):
            refused = admin.post("/api/v1/clients", _client(world, notes=f"Un{letter}deux"))
        assert (refused.status_code, list(refused.json()["errors"])) == (422, ["notes"]), f"U+{ord(letter):04X}"


def test_what_is_looked_for_may_hold_anything(admin: Browser):
    """Whoever pastes a name with such a letter finds nothing, and is told nothing about letters."""
    assert admin.get("/api/v1/clients?search=Pivoine%E2%80%8B").status_code == 200
