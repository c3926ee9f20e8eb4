"""Reads the triage list for its tests."""

from typing import Any

from tests.browser import Browser


def read_triage(browser: Browser, query: str = "limit=500") -> dict[str, Any]:
    response = browser.get(f"/api/v1/triage?{query}")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def find_row(browser: Browser, kind: str, record: str, view: str = "open") -> dict[str, Any] | None:
    rows = read_triage(browser, f"limit=500&kind={kind}&view={view}")["rows"]
    return next((row for row in rows if row["record"] == record), None)


def count_kind(browser: Browser, kind: str) -> int:
    return next((one["count"] for one in read_triage(browser)["kinds"] if one["kind"] == kind), 0)
