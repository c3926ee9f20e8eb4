"""Tests of logged hours: the minutes of the linked Teamwork project as hours, rounded once."""

import pytest

from tests.conftest import NOON
from tests.factories.work import make_project, make_time


@pytest.mark.parametrize(
    ("minutes", "hours"), [([], "0.00"), ([90, 45], "2.25"), ([20], "0.33"), ([20, 20], "0.67"), ([10], "0.17")]
)
def test_logged_minutes_become_hours(database, sign_in_as, minutes: list[int], hours: str):
    with database.write() as session:
        project = make_project(session, teamwork_project_id="481516")
        for logged in minutes:
            make_time(session, teamwork_project_id="481516", minutes=logged)
        make_time(session, teamwork_project_id="481516", minutes=600, deleted_at=NOON)
    browser = sign_in_as("admin")
    assert browser.get(f"/api/v1/projects/{project.api_id}").json()["data"]["hours_logged"] == hours
    assert browser.get("/api/v1/projects").json()["data"][0]["hours_logged"] == hours
