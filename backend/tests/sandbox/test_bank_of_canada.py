"""The imitated Valet service: as its documentation shows it, and no more than that."""

from typing import Any

import httpx
import pytest

from tests.sandbox.callers import Control

GROUP = "/bank-of-canada/valet/observations/group/FX_RATES_DAILY/json"


def _ask(http: httpx.Client, path: str = GROUP, **params: str) -> dict[str, Any]:
    answer = http.get(path, params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_B1_the_group_has_a_detail_per_series_and_a_row_per_open_day(http: httpx.Client) -> None:
    found = _ask(http, start_date="2025-10-09", end_date="2025-10-15")
    assert [row["d"] for row in found["observations"]] == ["2025-10-09", "2025-10-10", "2025-10-14", "2025-10-15"]
    assert found["seriesDetail"]["FXUSDCAD"]["label"] == "USD/CAD"
    assert set(found["observations"][0]) - {"d"} <= set(found["seriesDetail"])
    assert found["observations"][0]["FXUSDCAD"]["v"].startswith("1.")


def test_B2_single_series_say_the_same_as_the_group(http: httpx.Client) -> None:
    days = {"start_date": "2025-10-09", "end_date": "2025-10-10"}
    of_group = _ask(http, **days)["observations"]
    alone = _ask(http, "/bank-of-canada/valet/observations/FXUSDCAD,FXEURCAD/json", **days)["observations"]
    assert alone == [{name: row[name] for name in ("d", "FXUSDCAD", "FXEURCAD")} for row in of_group]


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
def test_B3_refusals_have_a_message_and_lead_to_the_documentation(
    http: httpx.Client, path: str, params: dict[str, str], status: int
) -> None:
    answer = http.get(path, params=params)
    assert answer.status_code == status
    assert set(answer.json()) == {"message", "docs"}


def test_B4_writing_is_refused_and_marked(http: httpx.Client, control: Control) -> None:
    assert http.post(GROUP, json={}).status_code == 405
    assert [entry["service"] for entry in control.log(outside="true")] == ["bank-of-canada"]
