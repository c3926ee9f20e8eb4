"""The page says that the first account is not set up, until someone has used one."""

from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from regie.core.db.database import Database
from regie.main import create_app
from regie.settings import load_settings
from tests.browser import Browser
from tests.conftest import ORIGIN
from tests.factories.people import make_user

pytestmark = pytest.mark.one_database
MARK = '<meta name="regie-owner" content="missing">'


@pytest.fixture
def visitor(database: Database, tmp_path: Path) -> Browser:
    (tmp_path / "index.html").write_text("<!doctype html><html><head></head><body></body></html>", "utf-8")
    (tmp_path / "pages.json").write_text('{"locales": ["en-us"], "paths": ["/auth/login"]}', "utf-8")
    settings = load_settings({"REGIE_ORIGIN": ORIGIN, "REGIE_FRONT_END": str(tmp_path)})
    return Browser(create_app(settings, database=database), ORIGIN)


def _page(visitor: Browser) -> str:
    response = visitor.client.get("/en-us/auth/login", headers={"Accept": "text/html"})
    assert response.status_code == 200
    return response.text


def test_page_names_a_missing_owner_until_an_account_is_used(visitor: Browser, database: Database) -> None:
    assert MARK in _page(visitor)
    with database.write() as session:
        owner = make_user(session, roles=["super_admin"], status="invited")
    assert MARK in _page(visitor)
    with database.write() as session:
        session.merge(owner).status = "active"
    assert "regie-owner" not in _page(visitor)


def test_page_needs_no_database(visitor: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    def lose() -> None:
        raise OperationalError("SELECT", {}, Exception("gone"))

    monkeypatch.setattr(visitor.app.state.context.database, "read", lose)
    assert "regie-owner" not in _page(visitor)
