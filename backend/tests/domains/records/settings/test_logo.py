"""Tests of the organization's logo: content checks, download, replacement and removal."""

from typing import Any

import pytest

from regie.core.db.database import Database
from regie.core.files.pictures import MAX_PICTURE_BYTES
from tests.browser import Browser
from tests.factories.activity import read_activity
from tests.factories.files import GIF, JPEG, PDF, PNG, WEBP, to_base64
from tests.factories.world import assert_unchanged

PATH = "/api/v1/settings"
PICTURES = {"image/png": PNG, "image/jpeg": JPEG, "image/webp": WEBP}
_SVG = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"
INVALID_LOGOS = {
    "a drawing that could run": to_base64(_SVG),
    "a moving picture": to_base64(GIF),
    "a document": to_base64(PDF),
    "a page": to_base64(b"<!doctype html><script>alert(1)</script>"),
    "half a picture": to_base64(PNG[:-8]),
    "a picture with something behind it": to_base64(PNG + _SVG),
    "too large a picture": to_base64(JPEG[:-2] + bytes(MAX_PICTURE_BYTES) + JPEG[-2:]),
    "an address": "https://regie.example/logo.png",
    "an address with its content": f"data:image/png;base64,{to_base64(PNG)}",
}


@pytest.fixture
def admin(sign_in_as: Any) -> Browser:
    return sign_in_as("admin")


@pytest.mark.parametrize("mime", PICTURES)
def test_logo_is_served_with_its_mime_type(admin: Browser, sign_in_as: Any, mime: str):
    url = admin.post(PATH, {"logo": to_base64(PICTURES[mime])}).json()["data"]["logo"]
    reader = sign_in_as("employee")
    assert reader.get("/api/v1/me").json()["data"]["organization"]["logo"] == url
    shown = reader.get(url)
    assert (shown.status_code, shown.headers["content-type"], shown.content) == (200, mime, PICTURES[mime])
    assert (shown.headers["content-disposition"], shown.headers["x-content-type-options"]) == ("inline", "nosniff")
    assert "default-src 'none'" in shown.headers["content-security-policy"]


@pytest.mark.parametrize("what", INVALID_LOGOS)
def test_invalid_logo_returns_422(admin: Browser, database: Database, what: str):
    admin.post(PATH, {"logo": to_base64(PNG)})
    with assert_unchanged(database):
        response = admin.post(PATH, {"logo": INVALID_LOGOS[what], "name": "Agence Érable"})
    assert (response.status_code, list(response.json()["errors"])) == (422, ["logo"])


def test_logo_is_replaced_and_removed_and_both_are_logged(admin: Browser, database: Database):
    first = admin.post(PATH, {"logo": to_base64(PNG), "version": 0}).json()["data"]
    second = admin.post(PATH, {"logo": to_base64(WEBP), "version": first["version"]}).json()["data"]
    assert second["logo"] != first["logo"]
    assert admin.get(second["logo"]).content == WEBP
    with assert_unchanged(database):
        late = admin.post(PATH, {"logo": None, "version": first["version"]})
    assert late.json()["conflicts"] == {"logo": {"theirs": second["logo"], "yours": None}}
    removed = admin.post(PATH, {"logo": None, "version": second["version"]}).json()["data"]
    assert removed["logo"] is None
    assert admin.get(second["logo"]).status_code == 404
    names = [entry.changes["logo"] for entry in read_activity(database, "changed")]
    assert [before for before, _ in names] == [None, *(after for _, after in names[:-1])]
    assert names[-1][1] is None


def test_same_picture_is_no_change(admin: Browser):
    sent = {"logo": to_base64(PNG)}
    assert admin.post(PATH, sent).json() == admin.post(PATH, sent).json()
