"""What is kept encrypted opens with the secret it was sealed with, also after that was replaced; and with no other."""

import pytest
from sqlalchemy import select

from regie.core.db.database import Database
from regie.core.encryption import SealedBox
from regie.domains.integrations.connections.models import ConnectionSecret
from regie.reseal import reseal
from regie.settings import SettingsError, load_settings
from tests.conftest import NOON

OLD, NEW = "the-old-secret-of-at-least-thirty-two", "the-new-secret-of-at-least-thirty-two"
PURPOSE = "connection secrets"


def keep(database: Database, value: bytes) -> None:
    with database.write() as session:
        session.add(ConnectionSecret(service="teamwork", name="key", value=value, updated_at=NOON))


def kept(database: Database) -> bytes:
    with database.read() as db:
        return db.execute(select(ConnectionSecret.value)).scalar_one()


def environment(database: Database, **more: str) -> dict[str, str]:
    url = database.url.render_as_string(hide_password=False)
    return {"REGIE_DATABASE_URL": url, "REGIE_SECRET": NEW, **more}


def test_a_former_secret_opens_and_another_does_not():
    sealed = SealedBox(OLD, PURPOSE).seal(b"twk")
    assert SealedBox(NEW, PURPOSE, (OLD,)).open(sealed) == b"twk"
    assert SealedBox(NEW, PURPOSE).open(sealed) is None
    assert SealedBox(OLD, "another purpose").open(sealed) is None


def test_what_is_sealed_anew_needs_the_former_secret_no_longer(
    database: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(database, SealedBox(OLD, PURPOSE).seal(b"twk"))
    reseal(load_settings(environment(database, REGIE_FORMER_SECRETS=f" {OLD} ,")))
    assert SealedBox(NEW, PURPOSE).open(kept(database)) == b"twk"
    assert "1 kept secrets" in capsys.readouterr().out


def test_what_no_secret_opens_stays_as_it_is(database: Database, capsys: pytest.CaptureFixture[str]) -> None:
    strange = SealedBox("a secret that nobody remembers any more", PURPOSE).seal(b"twk")
    keep(database, strange)
    reseal(load_settings(environment(database, REGIE_FORMER_SECRETS=OLD)))
    assert kept(database) == strange
    assert "1 could not be read" in capsys.readouterr().out


def test_without_a_former_secret_nothing_is_done(database: Database) -> None:
    sealed = SealedBox(OLD, PURPOSE).seal(b"twk")
    keep(database, sealed)
    with pytest.raises(SettingsError, match="REGIE_FORMER_SECRETS"):
        reseal(load_settings(environment(database)))
    assert kept(database) == sealed
