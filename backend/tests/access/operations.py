"""Builds the requests of the matrix for the operations page."""

from typing import Any

from regie.domains.administration.operations.failures import mail_id
from tests.access.accounts import Call
from tests.conftest import NOON
from tests.factories.mail import make_failed_mail
from tests.factories.world import World

PATH = "/api/v1/operations"


def _failed_mail(world: World, row: str, **fields: Any) -> str:
    if row == "missing":
        return mail_id(1, NOON)
    with world.database.write() as session:
        mail = make_failed_mail(session, **fields)
        return mail_id(mail.id, mail.created_at)


def _retry(world: World, _column: str, row: str) -> Call:
    return Call(f"{PATH}/retries", {"kind": "mail", "id": _failed_mail(world, row)})


def _dismiss(world: World, _column: str, row: str) -> Call:
    return Call(f"{PATH}/mails/{_failed_mail(world, row, failed_at=NOON, content=None)}")


REQUESTS: dict[str, Any] = {f"POST {PATH}/retries": _retry, f"DELETE {PATH}/mails/{{id}}": _dismiss}
