"""A person to export or erase, and the browser of an administrator."""

import zipfile
from io import BytesIO
from typing import Any

import pytest

from regie.core.db.database import Database
from regie.domains.administration.exports.jobs import ExportWriter
from regie.domains.administration.personal_data.actions import write_export
from regie.domains.people.notifications.emails import Notifier
from regie.domains.people.notifications.models import Notification
from tests.browser import Browser
from tests.conftest import NOON
from tests.domains.administration.personal_data.canaries import NAME, fill_tables, make_person, rename_person
from tests.factories.world import World, build_world

EXPORTS, ERASURES = "/api/v1/personal-data-exports", "/api/v1/erasures"


class Case:
    """A person, and the browser of an administrator."""

    def __init__(self, database: Database) -> None:
        self.world: World = build_world(database)
        self.context = self.world.app.state.context
        self.admin: Browser = self.world.browser("admin")
        # Files of other tests, whose rows were deleted.
        for key in list(self.context.files.keys()):
            self.context.files.remove(key)
        with database.write() as session:
            self.user, self.employee = make_person(session)
        with database.write() as session:
            rename_person(session, self.user, self.employee)
        with database.write() as session:
            self.texts = fill_tables(session, self.context.files, self.user, self.employee)
            others = self.world.people["admin"].user.id
            session.add(
                Notification(user_id=others, kind="award", values={"giver": NAME}, link="/", dedup_key="x",
                             created_at=NOON, by_mail="never")
            )  # fmt: skip

    def body(self, **fields: Any) -> dict[str, Any]:
        return {"kind": "user", "id": self.user.api_id, "name": NAME, "reason": f"Request of {NAME}"} | fields

    def read_export(self, browser: Browser, api_id: str) -> zipfile.ZipFile:
        writer = ExportWriter(
            self.world.database, self.context.clock, self.context.files, lambda: self.context.lists,
            Notifier(self.context.mail, self.context.origin), write_export,
        )  # fmt: skip
        for key in writer.find_waiting():
            writer.run(key)
        response = browser.get(f"/api/v1/exports/{api_id}/file")
        assert response.status_code == 200, response.text
        return zipfile.ZipFile(BytesIO(response.content))


@pytest.fixture
def case(migrated: Database) -> Case:
    return Case(migrated)
