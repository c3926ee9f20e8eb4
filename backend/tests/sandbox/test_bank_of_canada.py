"""The imitated Valet service behaves as documented."""

from typing import Any

import httpx
import pytest

from tests.sandbox.clients import ControlApi

GROUP = "/bank-of-canada/valet/observations/group/FX_RATES_DAILY/json"


def _get_rates(http: httpx.Client, path: str = GROUP, **params: str) -> dict[str, Any]:
    answer = http.get(path, params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_B1_group_has_details_per_series_and_a_row_per_business_day(http: httpx.Client) -> None:
    rates = _get_rates(http, start_date="2025-10-09", end_date="2025-10-15")
    assert [row["d"] for row in rates["observations"]] == ["2025-10-09", "2025-10-10", "2025-10-14", "2025-10-15"]
    assert rates["seriesDetail"]["FXUSDCAD"]["label"] == "USD/CAD"
    assert set(rates["observations"][0]) - {"d"} <= set(rates["seriesDetail"])
    assert rates["observations"][0]["FXUSDCAD"]["v"].startswith("1.")


def test_B2_single_series_match_the_group(http: httpx.Client) -> None:
    days = {"start_date": "2025-10-09", "end_date": "2025-10-10"}
    of_group = _get_rates(http, **days)["observations"]
    series = _get_rates(http, "/bank-of-canada/valet/observations/FXUSDCAD,FXEURCAD/json", **days)["observations"]
    assert series == [{name: row[name] for name in ("d", "FXUSDCAD", "FXEURCAD")} for row in of_group]


@pytest.mark.parametrize(
    ("path", "params", "status"),
    [
        (GROUP, {"start_date": "soon"}, 400),
        (GROUP, {"start_date": "2025-02-30"}, 400),
        (GROUP, {"start_date": "2025-10-10", "end_date": "2025-10-09"}, 400),
        (GROUP.replace("FX_RATES_DAILY", "FX_RATES_HOURLY"), {}, 404),
        ("/bank-of-canada/valet/observations/FXXXXCAD/json", {}, 404),
        ("/bank-of-canada/valet/lists/series/json", {}, 404),
    ],
)  # fmt: skip
def test_B3_errors_have_a_message_and_a_link_to_the_documentation(
    http: httpx.Client, path: str, params: dict[str, str], status: int
) -> None:
    answer = http.get(path, params=params)
    assert answer.status_code == status
    assert set(answer.json()) == {"message", "docs"}


def test_B4_write_returns_405_and_is_flagged(http: httpx.Client, control: ControlApi) -> None:
    assert http.post(GROUP, json={}).status_code == 405
    assert [entry["service"] for entry in control.read_log(outside="true")] == ["bank-of-canada"]
