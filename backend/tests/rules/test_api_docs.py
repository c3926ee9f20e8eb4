"""The page that shows the API: for people who are signed in, from our own files, under a strict policy."""

import re

from tests.factories.world import World


def test_page_names_own_files_only_and_allows_nothing_inline(world: World):
    answer = world.browser("employee").get("/api/docs")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "unsafe" not in answer.headers["content-security-policy"]
    addresses = re.findall(r'(?:src|href)="([^"]*)"', answer.text)
    assert addresses
    assert all(address.startswith("/") and not address.startswith("//") for address in addresses)
    assert "<style" not in answer.text
    assert re.findall(r"<script[^>]*>[^<]+", answer.text) == []
    assert '<p lang="fr-ca">Les appels' in answer.text


def test_document_is_the_one_of_the_application(world: World):
    answer = world.browser("employee").get("/api/openapi.json")
    assert answer.json() == world.app.openapi()
    assert "/api/docs" in answer.json()["paths"]
