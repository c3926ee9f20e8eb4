"""Reads margins over HTTP, and the work of a small agency with costs."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy.orm import Session

from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.models import Project
from tests.browser import Browser
from tests.factories.people import make_employee
from tests.factories.retainers import log_time
from tests.factories.work import make_project

PATH, ROWS, GAPS = "/api/v1/margins", "/api/v1/margin-rows", "/api/v1/margin-gaps"
NOVEMBER = "from=2026-11-01&to=2026-11-30&currency=CAD"
AMOUNTS = ("revenue", "cost_of_hours", "external_costs", "margin")


def fetch(browser: Browser, path: str, query: str) -> Any:
    answer = browser.get(f"{path}?{query}")
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def fetch_groups(browser: Browser, by: str, query: str = NOVEMBER) -> list[dict[str, Any]]:
    """All pages."""
    groups: list[dict[str, Any]] = []
    while True:
        page = browser.get(f"{PATH}?by={by}&per_page=100&page={len(groups) // 100 + 1}&{query}")
        assert page.status_code == 200, page.text
        groups += page.json()["data"]
        if len(groups) >= page.json()["meta"]["total"]:
            return groups


def fetch_rows(browser: Browser, query: str) -> list[dict[str, Any]]:
    return fetch(browser, ROWS, f"per_page=100&{query}")


def amount_of(group: dict[str, Any], name: str) -> Decimal:
    return Decimal(group[name]["amount"])


def make_worker(session: Session, name: str, **fields: Any) -> Employee:
    """Create an employee who is linked to Teamwork."""
    key = f"margin-{name}-{fields.get('email', name)}"
    return make_employee(session, **({"first_name": name, "teamwork_user_id": key} | fields))


def log_hours(session: Session, project: Project, person: Employee, day: date, hours: str) -> None:
    log_time(session, project, day, hours, teamwork_user_id=person.teamwork_user_id)


def make_work(session: Session, **fields: Any) -> Project:
    """Create a fixed-price project that is linked to Teamwork."""
    project = make_project(session, **fields)
    project.teamwork_project_id = f"margin-{project.id}"
    session.flush()
    return project
