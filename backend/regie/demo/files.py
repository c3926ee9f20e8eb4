"""The demo's files: small ones that open, of every kind of document, made here."""

import hashlib
import io
import struct
import zlib
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.core.files.removals import give_up, take_into_use
from regie.core.files.store import FileStore, new_key
from regie.core.time.clock import Clock
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.models import Project
from regie.domains.work.attachments.models import Attachment, ReplacedFile

_PROJECTS, _CLIENTS = 12, 6
_MIMES = {"pdf": "application/pdf", "png": "image/png", "txt": "text/plain", "csv": "text/csv"}


@dataclass(frozen=True, slots=True)
class Draft:
    """One document of the demo: what it is, and how many days before or after today it ends."""

    file_name: str
    title: str | None
    category: str
    sensitivity: str
    days_left: int | None = None
    was: str | None = None


_OF_PROJECT = (
    Draft("Énoncé des travaux.pdf", "Énoncé des travaux signé", "statement_of_work", "financial", 200),
    Draft("brief-2026.txt", None, "brief", "normal", was="brief-brouillon.txt"),
    Draft("maquette-accueil.png", "Épreuve de la page d’accueil", "proof", "normal"),
    Draft("heures-estimées.csv", None, "other", "normal"),
)
_OF_CLIENT = (
    Draft("Master services agreement.pdf", "Signed agreement", "contract", "financial", -40),
    Draft("Charte graphique.pdf", "Charte graphique", "other", "normal"),
)
_OF_EMPLOYEE = (Draft("Contrat de travail.pdf", None, "contract", "hr", 400),)


def create_files(database: Database, store: FileStore, clock: Clock) -> int:
    """Some documents of the first projects and clients, and a contract of each employee; none where there are any."""
    with database.write() as session:
        if session.execute(select(exists().where(Attachment.id > 0))).scalar_one():
            return 0
        projects = session.execute(select(Project).order_by(Project.id).limit(_PROJECTS)).scalars()
        owners = [({"project_id": one.id}, one.account_manager_id, one.name, _OF_PROJECT) for one in projects]
        clients = session.execute(select(Client).order_by(Client.id).limit(_CLIENTS)).scalars()
        owners += [({"client_id": one.id}, one.account_manager_id, one.name, _OF_CLIENT) for one in clients]
        employees = session.execute(select(Employee).where(Employee.user_id.is_not(None)).order_by(Employee.id))
        owners += [({"employee_id": one.id}, one.user_id, one.name, _OF_EMPLOYEE) for one in employees.scalars()]
        for owner, user_id, name, drafts in owners:
            for number, draft in enumerate(drafts):
                at = clock.now() - timedelta(days=3 * number + 1, hours=owner[next(iter(owner))] % 9)
                _keep(session, store, draft, owner, user_id or 0, name, at, clock)
    return sum(len(drafts) for *_, drafts in owners)


def _keep(
    session: Session,
    store: FileStore,
    draft: Draft,
    owner: dict[str, int],
    user_id: int,
    about: str,
    at: datetime,
    clock: Clock,
) -> None:
    newest = _stored(session, store, draft.file_name, about, at)
    attachment = Attachment(
        **owner,
        **newest,
        title=draft.title,
        category=draft.category,
        sensitivity=draft.sensitivity,
        valid_until=None if draft.days_left is None else clock.today() + timedelta(days=draft.days_left),
        uploaded_by_id=user_id,
        uploaded_at=at,
        file_number=2 if draft.was else 1,
    )
    session.add(attachment)
    session.flush()
    if draft.was:
        before = at - timedelta(days=9)
        older = _stored(session, store, draft.was, f"{about} (brouillon)", before)
        session.add(
            ReplacedFile(
                **older, attachment_id=attachment.id, file_number=1, uploaded_by_id=user_id, uploaded_at=before
            )
        )


def _stored(session: Session, store: FileStore, name: str, about: str, at: datetime) -> dict[str, object]:
    """The content in the store, as an upload leaves it: broken off, the sweep would find it."""
    content, key = _content(name, about), new_key()
    give_up(session, [key], at)
    store.put(key, io.BytesIO(content))
    take_into_use(session, key)
    return {
        "storage_key": key,
        "file_name": name,
        "mime": _MIMES[name.rpartition(".")[2]],
        "size": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }


def _content(name: str, about: str) -> bytes:
    match name.rpartition(".")[2]:
        case "pdf":
            return pdf([name.removesuffix(".pdf"), about, "Document de démonstration / Demonstration document"])
        case "png":
            return png(320, 180)
        case "csv":
            return "tâche;heures\r\nconception;24,5\r\nintégration;38\r\n".encode("utf-8-sig")
    return f"{about}\n\nObjectif : une refonte claire, en français et en anglais.\nGoal: a clear redesign.\n".encode()


def pdf(lines: list[str]) -> bytes:
    """One page with these lines, in a font that every reader has."""
    written = [line.translate({ord(mark): f"\\{mark}" for mark in "\\()"}) for line in lines]
    text = "BT /F1 16 Tf 60 760 Td 26 TL " + " T* ".join(f"({line}) Tj" for line in written) + " ET"
    page = text.encode("cp1252", "replace")
    parts = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%b\nendstream" % (len(page), page),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    ]
    made, places = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        places.append(len(made))
        made += b"%d 0 obj\n%b\nendobj\n" % (number, part)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(parts) + 1
    ending = b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (size, len(made))
    return made + b"xref\n0 %d\n0000000000 65535 f \n%b%b" % (size, table, ending)


def png(width: int, height: int) -> bytes:
    """A soft gradient."""
    rows = b"".join(
        b"\0" + bytes(value for x in range(width) for value in (90 + x * 120 // width, 120 + y * 90 // height, 190))
        for y in range(height)
    )

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">L", len(data)) + name + data + struct.pack(">L", zlib.crc32(name + data))

    header = struct.pack(">2L5B", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
