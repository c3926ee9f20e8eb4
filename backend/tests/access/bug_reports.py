"""Builds the requests of the matrix for problem reports."""

from typing import Any

from regie.core.db.ids import new_api_id
from regie.domains.records.settings.models import OrganizationSettings
from regie.domains.records.settings.queries import DEFAULTS, SETTINGS_ID
from tests.access.accounts import Call
from tests.factories.bug_reports import make_bug_report
from tests.factories.files import PNG
from tests.factories.world import World

PATH = "/api/v1/bug-reports"
FIELDS = {"description": "La liste reste vide.", "page": "/clients?sort=-name"}
PICTURE = ("ecran.png", PNG)


def set_bug_project(world: World, project: str | None) -> None:
    with world.database.write() as session:
        settings = session.get(OrganizationSettings, SETTINGS_ID)
        if settings is None:
            settings = OrganizationSettings(id=SETTINGS_ID, **DEFAULTS)
            session.add(settings)
        settings.bug_project = project


def _send(world: World, _column: str, row: str) -> Call:
    set_bug_project(world, None if row == "not_configured" else "regie")
    return Call(PATH, form=FIELDS, file=PICTURE)


def _picture(world: World, column: str, row: str) -> Call:
    if row == "missing":
        return Call(f"{PATH}/{new_api_id()}/picture")
    user = world.people[column].user if row == "own" else world.stranger
    with world.database.write() as session:
        report = make_bug_report(session, world.app.state.context.files, PNG, user_id=user.id)
        return Call(f"{PATH}/{report.api_id}/picture")


REQUESTS: dict[str, Any] = {f"POST {PATH}": _send, f"GET {PATH}/{{id}}/picture": _picture}
FORM_ROUTES = {f"POST {PATH}"}
