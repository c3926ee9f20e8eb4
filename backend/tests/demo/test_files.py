"""The demo's files match their types, are in the store, and are created once."""

import io
from datetime import date

from sqlalchemy import select

from regie.core.db.database import Database
from regie.core.files.kinds import detect_mime_type
from regie.core.files.removals import FileRemoval
from regie.core.files.store import FilesSettings, FileStore
from regie.core.time.clock import Clock
from regie.demo.files import create_files
from regie.domains.work.attachments.models import Attachment, ReplacedFile
from tests.conftest import NOON
from tests.factories.files import list_stored_keys
from tests.factories.people import make_employee, make_user
from tests.factories.work import make_project


def test_demo_files_are_valid_and_created_once(database: Database) -> None:
    store, clock = FileStore(FilesSettings("memory:///")), Clock(lambda: NOON)
    with database.write() as session:
        make_project(session)
        make_employee(session, user_id=make_user(session).id)
    count = create_files(database, store, clock)
    with database.read() as db:
        files = db.execute(select(Attachment.__table__)).all()
        older = db.execute(select(ReplacedFile.__table__)).all()
        assert db.execute(select(FileRemoval)).all() == []
    assert len(files) == count >= 7
    assert {file.storage_key for file in (*files, *older)} == list_stored_keys(store)
    for file in (*files, *older):
        content = b"".join(store.open(file.storage_key))
        assert detect_mime_type(io.BytesIO(content), len(content), file.file_name) == file.mime
    assert {file.sensitivity for file in files} == {"normal", "financial", "hr"}
    ends = [file.valid_until for file in files if file.valid_until]
    assert min(ends) < date(2026, 11, 20) < max(ends)
    assert older
    assert create_files(database, store, clock) == 0
