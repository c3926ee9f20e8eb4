"""Tests the page of the API documentation: own files only, under a strict content security policy."""

import re

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
