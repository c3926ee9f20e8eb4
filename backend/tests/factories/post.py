"""The mail that waits to be sent, read as the person whom it is for would read it."""

import re
from dataclasses import dataclass
from urllib.parse import SplitResult, parse_qs, urlsplit

from fastapi import FastAPI
from sqlalchemy import select

from regie.access.app_context import AppContext
from regie.core.mail.queue import QueuedMail


@dataclass(frozen=True)
class Mail:
    to: str
    kind: str
    locale: str
    text: str

    @property
    def link(self) -> SplitResult:
        found = re.search(r"https?://\S+", self.text)
        assert found
        return urlsplit(found.group())

    @property
    def opened(self) -> dict[str, str]:
        """What the link carries behind its #: read by the page alone."""
        return {name: values[0] for name, values in parse_qs(self.link.fragment).items()}


def mails(app: FastAPI, kind: str | None = None) -> list[Mail]:
    """All that is queued, or all of one kind, oldest first."""
    context: AppContext = app.state.context
    with context.database.read() as db:
        rows = db.execute(select(QueuedMail.__table__).order_by(QueuedMail.id)).all()
    found = []
    for row in rows:
        letter = context.mail.unseal(row.content)
        assert letter is not None
        found.append(Mail(row.to_address, row.kind, row.locale, letter.text))
    return [mail for mail in found if kind in (None, mail.kind)]


def newest(app: FastAPI, kind: str) -> Mail:
    return mails(app, kind)[-1]
