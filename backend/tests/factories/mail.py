"""Reads the queued mail, unsealed, and creates mail that failed."""

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import SplitResult, parse_qs, urlsplit

from fastapi import FastAPI
from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.app_context import AppContext
from regie.core.mail.queue import QueuedMail
from tests.conftest import NOON


@dataclass(frozen=True)
class QueuedMessage:
    to: str
    kind: str
    locale: str
    text: str

    @property
    def link(self) -> SplitResult:
        messages = re.search(r"https?://\S+", self.text)
        assert messages
        return urlsplit(messages.group())

    @property
    def link_params(self) -> dict[str, str]:
        """Return the parameters in the link's fragment, which only the page reads."""
        return {name: values[0] for name, values in parse_qs(self.link.fragment).items()}


def queued_mail(app: FastAPI, kind: str | None = None) -> list[QueuedMessage]:
    """Return all queued messages, or those of one kind, oldest first."""
    context: AppContext = app.state.context
    with context.database.read() as db:
        rows = db.execute(select(QueuedMail.__table__).order_by(QueuedMail.id)).all()
    messages = []
    for row in rows:
        message = context.mail.unseal(row.content)
        assert message is not None
        messages.append(QueuedMessage(row.to_address, row.kind, row.locale, message.text))
    return [mail for mail in messages if kind in (None, mail.kind)]


def latest_mail(app: FastAPI, kind: str) -> QueuedMessage:
    return queued_mail(app, kind)[-1]


def make_failed_mail(session: Session, **fields: Any) -> QueuedMail:
    """Create a mail whose last attempt failed; `failed_at` makes it one that is not tried again."""
    values = {
        "to_address": "zoe@pivoine.example",
        "locale": "fr-ca",
        "kind": "invitation",
        "content": b"sealed",
        "created_at": NOON,
        "attempts": 1,
        "next_try_at": NOON + timedelta(minutes=30),
        "error": "connection",
    }
    mail = QueuedMail(**(values | fields))
    session.add(mail)
    session.flush()
    return mail
