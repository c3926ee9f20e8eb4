"""Tests the API documentation: a page of own files only, and a document with a title for each operation."""

import re
from collections import Counter
from typing import Any

from regie.access.operation_summaries import summarize
from tests.factories.world import World


def test_page_loads_own_files_only_and_nothing_inline(world: World):
    response = world.browser("employee").get("/api/docs")
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert "unsafe" not in response.headers["content-security-policy"]
    addresses = re.findall(r'(?:src|href)="([^"]*)"', response.text)
    assert addresses
    assert all(address.startswith("/") and not address.startswith("//") for address in addresses)
    assert "<style" not in response.text
    assert re.findall(r"<script[^>]*>[^<]+", response.text) == []
    assert '<p lang="fr-ca">Les appels' in response.text


def test_document_is_the_openapi_document(world: World):
    response = world.browser("employee").get("/api/openapi.json")
    assert response.json() == world.app.openapi()
    assert "/api/docs" in response.json()["paths"]


def _undescribed(document: dict[str, Any]) -> list[str]:
    """Return the calls without a title, with a wrapper's name for one, or with the title or id of another call."""
    calls = {
        f"{method.upper()} {path}": operation
        for path, item in document["paths"].items()
        for method, operation in item.items()
    }
    titles = Counter(operation["summary"] for operation in calls.values())
    ids = Counter(operation["operationId"] for operation in calls.values())
    return [
        call
        for call, operation in calls.items()
        if operation["summary"] in ("", "Endpoint") or titles[operation["summary"]] + ids[operation["operationId"]] > 2
    ]


def test_every_operation_has_a_title_of_its_own(world: World):
    document = world.app.openapi()
    assert _undescribed(document) == []
    paths = document["paths"]
    assert paths["/api/v1/invoices"]["get"]["summary"] == "List invoices"
    assert paths["/api/v1/clients/{id}"]["patch"]["summary"] == "Update client"
    assert paths["/api/v1/notifications/reads"]["post"]["summary"] == "Mark notifications as read"


def test_wrong_titles_are_found():
    def item(summary: str, id: str) -> dict[str, Any]:
        return {"get": {"summary": summary, "operationId": id}}

    wrong = {"/a": item("", "a"), "/b": item("Endpoint", "b"), "/c": item("Read", "c"), "/d": item("Read", "d")}
    document = {"paths": wrong | {"/e": item("List", "same"), "/f": item("Show", "same"), "/g": item("Search", "g")}}
    assert _undescribed(document) == ["GET /a", "GET /b", "GET /c", "GET /d", "GET /e", "GET /f"]


def test_titles_spell_names_and_abbreviations():
    assert summarize("list_oos_sales") == "List out-of-scope sales"
    assert summarize("read_hubspot_deal") == "Read HubSpot deal"
    assert summarize("list_follow_up_owners") == "List follow-up owners"
    assert summarize("create_sign_in_challenge") == "Create sign-in challenge"
    assert summarize("sign_in") == "Sign in"
