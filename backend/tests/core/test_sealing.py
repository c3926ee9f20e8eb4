"""Tests encryption and `regie reseal` after the secret was replaced."""

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


def save_secret(database: Database, value: bytes) -> None:
    with database.write() as session:
        session.add(ConnectionSecret(service="teamwork", name="key", value=value, updated_at=NOON))


def read_secret(database: Database) -> bytes:
    with database.read() as db:
        return db.execute(select(ConnectionSecret.value)).scalar_one()


def environment(database: Database, **more: str) -> dict[str, str]:
    url = database.url.render_as_string(hide_password=False)
    return {"REGIE_DATABASE_URL": url, "REGIE_SECRET": NEW, **more}


def test_only_known_secrets_open_a_value():
    sealed = SealedBox(OLD, PURPOSE).seal(b"twk")
    assert SealedBox(NEW, PURPOSE, (OLD,)).open(sealed) == b"twk"
    assert SealedBox(NEW, PURPOSE).open(sealed) is None
    assert SealedBox(OLD, "another purpose").open(sealed) is None


def test_resealed_value_does_not_need_the_former_secret(database: Database, capsys: pytest.CaptureFixture[str]) -> None:
    save_secret(database, SealedBox(OLD, PURPOSE).seal(b"twk"))
    reseal(load_settings(environment(database, REGIE_FORMER_SECRETS=f" {OLD} ,")))
    assert SealedBox(NEW, PURPOSE).open(read_secret(database)) == b"twk"
    assert "1 secrets are now encrypted" in capsys.readouterr().out


def test_unreadable_value_stays_unchanged(database: Database, capsys: pytest.CaptureFixture[str]) -> None:
    unreadable = SealedBox("an unknown secret of at least thirty-two", PURPOSE).seal(b"twk")
    save_secret(database, unreadable)
    reseal(load_settings(environment(database, REGIE_FORMER_SECRETS=OLD)))
    assert read_secret(database) == unreadable
    assert "1 could not be read" in capsys.readouterr().out


def test_reseal_requires_a_former_secret(database: Database) -> None:
    sealed = SealedBox(OLD, PURPOSE).seal(b"twk")
    save_secret(database, sealed)
    with pytest.raises(SettingsError, match="REGIE_FORMER_SECRETS"):
        reseal(load_settings(environment(database)))
    assert read_secret(database) == sealed
