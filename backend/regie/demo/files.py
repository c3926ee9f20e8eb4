"""Creates the demo's attachments: small valid files of several types."""

import hashlib
import io
import struct
import zlib
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.core.files.removals import cancel_removal, schedule_removal
from regie.core.files.store import FileStore, new_storage_key
from regie.core.time.clock import Clock
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.models import Project
from regie.domains.work.attachments.models import Attachment, ReplacedFile

_PROJECTS, _CLIENTS = 12, 6
_MIMES = {"pdf": "application/pdf", "png": "image/png", "txt": "text/plain", "csv": "text/csv"}


@dataclass(frozen=True, slots=True)
class DemoFile:
    """A file of the demo; `days_left` until its validity ends, negative if it has ended."""

    file_name: str
    title: str | None
    category: str
    sensitivity: str
    days_left: int | None = None
    replaced_name: str | None = None


_OF_PROJECT = (
    DemoFile("Énoncé des travaux.pdf", "Énoncé des travaux signé", "statement_of_work", "financial", 200),
    DemoFile("brief-2026.txt", None, "brief", "normal", replaced_name="brief-brouillon.txt"),
    DemoFile("maquette-accueil.png", "Épreuve de la page d’accueil", "proof", "normal"),
    DemoFile("heures-estimées.csv", None, "other", "normal"),
)
_OF_CLIENT = (
    DemoFile("Master services agreement.pdf", "Signed agreement", "contract", "financial", -40),
    DemoFile("Charte graphique.pdf", "Charte graphique", "other", "normal"),
)
_OF_EMPLOYEE = (DemoFile("Contrat de travail.pdf", None, "contract", "hr", 400),)


def create_files(database: Database, store: FileStore, clock: Clock) -> int:
    """Create files of the first projects and clients, and each employee's contract; return 0 if files exist already."""
    with database.write() as session:
        if session.execute(select(exists().where(Attachment.id > 0))).scalar_one():
            return 0
        projects = session.execute(select(Project).order_by(Project.id).limit(_PROJECTS)).scalars()
        owners = [({"project_id": row.id}, row.account_manager_id, row.name, _OF_PROJECT) for row in projects]
        clients = session.execute(select(Client).order_by(Client.id).limit(_CLIENTS)).scalars()
        owners += [({"client_id": row.id}, row.account_manager_id, row.name, _OF_CLIENT) for row in clients]
        employees = session.execute(select(Employee).where(Employee.user_id.is_not(None)).order_by(Employee.id))
        owners += [({"employee_id": row.id}, row.user_id, row.name, _OF_EMPLOYEE) for row in employees.scalars()]
        for owner, user_id, name, drafts in owners:
            for number, draft in enumerate(drafts):
                at = clock.now() - timedelta(days=3 * number + 1, hours=owner[next(iter(owner))] % 9)
                _create_attachment(session, store, draft, owner, user_id or 0, name, at, clock)
    return sum(len(drafts) for *_, drafts in owners)


def _create_attachment(
    session: Session,
    store: FileStore,
    draft: DemoFile,
    owner: dict[str, int],
    user_id: int,
    owner_name: str,
    at: datetime,
    clock: Clock,
) -> None:
    current = _store_file(session, store, draft.file_name, owner_name, at)
    attachment = Attachment(
        **owner,
        **current,
        title=draft.title,
        category=draft.category,
        sensitivity=draft.sensitivity,
        valid_until=None if draft.days_left is None else clock.today() + timedelta(days=draft.days_left),
        uploaded_by_id=user_id,
        uploaded_at=at,
        file_number=2 if draft.replaced_name else 1,
    )
    session.add(attachment)
    session.flush()
    if draft.replaced_name:
        replaced_at = at - timedelta(days=9)
        older = _store_file(session, store, draft.replaced_name, f"{owner_name} (brouillon)", replaced_at)
        session.add(
            ReplacedFile(
                **older, attachment_id=attachment.id, file_number=1, uploaded_by_id=user_id, uploaded_at=replaced_at
            )
        )


def _store_file(session: Session, store: FileStore, name: str, owner_name: str, at: datetime) -> dict[str, object]:
    """Store the content as an upload does: if the transaction fails, the scheduled removal deletes it."""
    content, key = _make_content(name, owner_name), new_storage_key()
    schedule_removal(session, [key], at)
    store.put(key, io.BytesIO(content))
    cancel_removal(session, key)
    return {
        "storage_key": key,
        "file_name": name,
        "mime": _MIMES[name.rpartition(".")[2]],
        "size": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }


def _make_content(name: str, owner_name: str) -> bytes:
    match name.rpartition(".")[2]:
        case "pdf":
            return make_pdf(
                [name.removesuffix(".pdf"), owner_name, "Document de démonstration / Demonstration document"]
            )
        case "png":
            return make_png(320, 180)
        case "csv":
            return "tâche;heures\r\nconception;24,5\r\nintégration;38\r\n".encode("utf-8-sig")
    return (
        f"{owner_name}\n\nObjectif : une refonte claire, en français et en anglais.\nGoal: a clear redesign.\n".encode()
    )


def make_pdf(lines: list[str]) -> bytes:
    """Return a PDF of one page with these lines, in a standard font."""
    escaped = [line.translate({ord(mark): f"\\{mark}" for mark in "\\()"}) for line in lines]
    text = "BT /F1 16 Tf 60 760 Td 26 TL " + " T* ".join(f"({line}) Tj" for line in escaped) + " ET"
    page = text.encode("cp1252", "replace")
    parts = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%b\nendstream" % (len(page), page),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    ]
    document, offsets = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        offsets.append(len(document))
        document += b"%d 0 obj\n%b\nendobj\n" % (number, part)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    size = len(parts) + 1
    ending = b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (size, len(document))
    return document + b"xref\n0 %d\n0000000000 65535 f \n%b%b" % (size, table, ending)


def make_png(width: int, height: int) -> bytes:
    """Return a PNG with a gradient."""
    rows = b"".join(
        b"\0" + bytes(value for x in range(width) for value in (90 + x * 120 // width, 120 + y * 90 // height, 190))
        for y in range(height)
    )

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">L", len(data)) + name + data + struct.pack(">L", zlib.crc32(name + data))

    header = struct.pack(">2L5B", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
