"""Files as people have them, small and whole, and attachments that are kept already."""

import hashlib
import io
import struct
import zipfile
import zlib
from base64 import b64encode
from typing import Any

import obstore
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.core.files.store import FileStore, new_key
from regie.domains.work.attachments.models import Attachment
from tests.conftest import NOON

TEXT = b"Bonjour, voici le texte.\n"
PDF = b"%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
GIF = (
    b"GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
)
JPEG = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00" + bytes(40) + b"\xff\xd9"
_RIFF = b"WEBPVP8L\x05\x00\x00\x00\x2f\x00\x00\x00\x10\x00"
WEBP = b"RIFF" + len(_RIFF).to_bytes(4, "little") + _RIFF
_WORD = "application/vnd.openxmlformats-officedocument"
_OASIS = "application/vnd.oasis.opendocument"


def png() -> bytes:
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">L", len(data)) + name + data + struct.pack(">L", zlib.crc32(name + data))

    header = chunk(b"IHDR", struct.pack(">2L5B", 1, 1, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(b"\0\0")) + chunk(b"IEND", b"")


PNG = png()


def as_text(picture: bytes) -> str:
    """As pictures come within JSON."""
    return b64encode(picture).decode()


def archive(parts: dict[str, bytes]) -> bytes:
    """A ZIP archive with these parts; a first one named `mimetype` is left unpacked."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as made:
        for name, content in parts.items():
            kind = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            made.writestr(zipfile.ZipInfo(name), content, compress_type=kind)
    return target.getvalue()


def office(main_part: str, **extra: bytes) -> bytes:
    return archive({"[Content_Types].xml": b"<Types/>", main_part: b"<document/>", **extra})


DOCX, XLSX, PPTX = office("word/document.xml"), office("xl/workbook.xml"), office("ppt/presentation.xml")


def open_document(kind: str) -> bytes:
    return archive({"mimetype": f"{_OASIS}.{kind}".encode(), "content.xml": b"<office/>"})


# Every kind that is taken: a name, a whole content, and what it is sent again as.
TAKEN = {
    "devis.pdf": (PDF, "application/pdf"),
    "logo.png": (PNG, "image/png"),
    "photo.JPG": (JPEG, "image/jpeg"),
    "photo.jpeg": (JPEG, "image/jpeg"),
    "animation.gif": (GIF, "image/gif"),
    "image.webp": (WEBP, "image/webp"),
    "contrat.docx": (DOCX, f"{_WORD}.wordprocessingml.document"),
    "budget.xlsx": (XLSX, f"{_WORD}.spreadsheetml.sheet"),
    "présentation.pptx": (PPTX, f"{_WORD}.presentationml.presentation"),
    "contrat.odt": (open_document("text"), f"{_OASIS}.text"),
    "budget.ods": (open_document("spreadsheet"), f"{_OASIS}.spreadsheet"),
    "diapos.odp": (open_document("presentation"), f"{_OASIS}.presentation"),
    "notes.txt": (TEXT, "text/plain"),
    "heures.csv": (b"\xef\xbb\xbfnom;heures\r\n\xc3\x89rable;3,5\r\n", "text/csv"),
    "lisez-moi.md": ("# Œuvre\n\n- 日本語\n".encode(), "text/markdown"),
}


def make_attachment(session: Session, store: FileStore, content: bytes = TEXT, **fields: Any) -> Attachment:
    """A kept file of nobody's, unless the test says whose."""
    values = {
        "category": "other",
        "sensitivity": "normal",
        "file_name": "notes.txt",
        "mime": "text/plain",
        "size": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
        "storage_key": new_key(),
        "uploaded_at": NOON,
    } | fields
    store.put(values["storage_key"], io.BytesIO(content))
    attachment = Attachment(**values)
    session.add(attachment)
    session.flush()
    return attachment


def kept_keys(store: FileStore) -> set[str]:
    """The names of everything that lies in the store."""
    return {found["path"] for page in obstore.list(store._store) for found in page}


def stored(database: Database) -> int:
    """How many attachments there are."""
    with database.read() as db:
        return db.execute(select(func.count()).select_from(Attachment)).scalar_one()
