"""Shows the mail in Régie's outbox folder under /__sandbox/outbox/, as pages and as JSON for tests."""

import re
from dataclasses import asdict, dataclass
from datetime import UTC
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from regie.sandbox.replies import json_reply

_MAX_LISTED = 200
_NAME = re.compile(r"[0-9A-Za-z][0-9A-Za-z-]*\.eml")
_LINK = re.compile(r"^https?://\S+$", re.MULTILINE)
# Pages may use their own style and the frame. A mail may use its own style only, even when opened outside the frame.
_PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'"
_MAIL_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; sandbox"


@dataclass(frozen=True, slots=True)
class OutboxMail:
    at: str
    to: str
    subject: str
    text: str
    html: str
    links: list[str]


class Outbox:
    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        pages = FileSystemLoader(Path(__file__).with_name("outbox_pages"))
        self._pages = Environment(loader=pages, autoescape=True, trim_blocks=True, lstrip_blocks=True)

    def routes(self) -> list[Route]:
        return [
            Route("/outbox/", self._list),
            Route("/outbox/{name:str}", self._mail),
            Route("/outbox/{name:str}/html", self._html),
        ]

    def _list(self, request: Request) -> Response:
        """List the mails, newest first; as JSON if the Accept header requests it."""
        mails = [(file.name, read_mail(file)) for file in self._files()]
        if "application/json" in request.headers.get("accept", ""):
            return json_reply([asdict(mail) for _, mail in mails], headers=_headers(_PAGE_POLICY))
        return self._page("list.html.j2", mails=mails, folder=self._folder)

    def _mail(self, request: Request) -> Response:
        file = self._file(request)
        return self._page("mail.html.j2", name=file.name, mail=read_mail(file)) if file else _not_found()

    def _html(self, request: Request) -> Response:
        file = self._file(request)
        return HTMLResponse(read_mail(file).html, headers=_headers(_MAIL_POLICY)) if file else _not_found()

    def _files(self) -> list[Path]:
        """Return the mail files, newest first: names begin with their time, partial files have another suffix."""
        if self._folder is None or not self._folder.is_dir():
            return []
        files = (path for path in self._folder.iterdir() if _NAME.fullmatch(path.name))
        return sorted(files, key=lambda path: path.name, reverse=True)[:_MAX_LISTED]

    def _file(self, request: Request) -> Path | None:
        name = request.path_params["name"]
        if self._folder is None or not _NAME.fullmatch(name):
            return None
        file = self._folder / name
        return file if file.is_file() else None

    def _page(self, template: str, **variables: Any) -> Response:
        return HTMLResponse(self._pages.get_template(template).render(variables), headers=_headers(_PAGE_POLICY))


def read_mail(file: Path) -> OutboxMail:
    message = message_from_bytes(file.read_bytes(), policy=default)
    text = _content(message, "plain")
    return OutboxMail(
        at=parsedate_to_datetime(str(message["Date"])).astimezone(UTC).isoformat(timespec="seconds"),
        to=str(message["To"] or ""),
        subject=str(message["Subject"] or ""),
        text=text,
        html=_content(message, "html"),
        links=_LINK.findall(text),
    )


def _content(message: EmailMessage, kind: str) -> str:
    part = message.get_body((kind,))
    return part.get_content().replace("\r\n", "\n") if part else ""


def _headers(policy: str) -> dict[str, str]:
    return {
        "Content-Security-Policy": policy,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-store",
    }


def _not_found() -> Response:
    return PlainTextResponse("There is no such mail.", 404)
