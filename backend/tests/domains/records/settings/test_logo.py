"""The organization's logo: judged by its content, shown to everyone who is signed in, gone when it is taken away."""

from typing import Any

import pytest

from regie.core.db.database import Database
from regie.core.files.pictures import LARGEST_PICTURE
from tests.browser import Browser
from tests.factories.files import GIF, JPEG, PDF, PNG, WEBP, as_text
from tests.factories.log import log_of
from tests.factories.world import unchanged

PATH = "/api/v1/settings"
PICTURES = {"image/png": PNG, "image/jpeg": JPEG, "image/webp": WEBP}
_SVG = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"
NO_PICTURES = {
    "a drawing that could run": as_text(_SVG),
    "a moving picture": as_text(GIF),
    "a document": as_text(PDF),
    "a page": as_text(b"<!doctype html><script>alert(1)</script>"),
    "half a picture": as_text(PNG[:-8]),
    "a picture with something behind it": as_text(PNG + _SVG),
    "too large a picture": as_text(JPEG[:-2] + bytes(LARGEST_PICTURE) + JPEG[-2:]),
    "an address": "https://regie.example/logo.png",
    "an address with its content": f"data:image/png;base64,{as_text(PNG)}",
}


@pytest.fixture
def admin(sign_in_as: Any) -> Browser:
    return sign_in_as("admin")


@pytest.mark.parametrize("mime", PICTURES)
def test_a_logo_is_shown_as_what_it_is(admin: Browser, sign_in_as: Any, mime: str):
    address = admin.post(PATH, {"logo": as_text(PICTURES[mime])}).json()["data"]["logo"]
    reader = sign_in_as("employee")
    assert reader.get("/api/v1/me").json()["data"]["organization"]["logo"] == address
    shown = reader.get(address)
    assert (shown.status_code, shown.headers["content-type"], shown.content) == (200, mime, PICTURES[mime])
    assert (shown.headers["content-disposition"], shown.headers["x-content-type-options"]) == ("inline", "nosniff")
    assert "default-src 'none'" in shown.headers["content-security-policy"]


@pytest.mark.parametrize("what", NO_PICTURES)
def test_what_is_no_logo_is_refused(admin: Browser, database: Database, what: str):
    admin.post(PATH, {"logo": as_text(PNG)})
    with unchanged(database):
        answer = admin.post(PATH, {"logo": NO_PICTURES[what], "name": "Agence Érable"})
    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["logo"])


def test_a_logo_is_replaced_and_taken_away_and_both_are_logged(admin: Browser, database: Database):
    first = admin.post(PATH, {"logo": as_text(PNG), "version": 0}).json()["data"]
    second = admin.post(PATH, {"logo": as_text(WEBP), "version": first["version"]}).json()["data"]
    assert second["logo"] != first["logo"]
    assert admin.get(second["logo"]).content == WEBP
    with unchanged(database):
        late = admin.post(PATH, {"logo": None, "version": first["version"]})
    assert late.json()["conflicts"] == {"logo": {"theirs": second["logo"], "yours": None}}
    gone = admin.post(PATH, {"logo": None, "version": second["version"]}).json()["data"]
    assert gone["logo"] is None
    assert admin.get(second["logo"]).status_code == 404
    names = [entry.changes["logo"] for entry in log_of(database, "changed")]
    assert [before for before, _ in names] == [None, *(after for _, after in names[:-1])]
    assert names[-1][1] is None


def test_the_same_picture_again_is_no_change(admin: Browser):
    sent = {"logo": as_text(PNG)}
    assert admin.post(PATH, sent).json() == admin.post(PATH, sent).json()
