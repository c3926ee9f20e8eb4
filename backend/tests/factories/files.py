"""Small valid files of every accepted type, and stored attachments."""

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
from regie.core.files.store import FileStore, new_storage_key
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


def make_png() -> bytes:
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">L", len(data)) + name + data + struct.pack(">L", zlib.crc32(name + data))

    header = chunk(b"IHDR", struct.pack(">2L5B", 1, 1, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(b"\0\0")) + chunk(b"IEND", b"")


PNG = make_png()


def to_base64(picture: bytes) -> str:
    """Encode a picture as JSON bodies carry it."""
    return b64encode(picture).decode()


def make_zip(parts: dict[str, bytes]) -> bytes:
    """Return a ZIP archive with these parts; a part named `mimetype` is stored uncompressed."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as zip_file:
        for name, content in parts.items():
            kind = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            zip_file.writestr(zipfile.ZipInfo(name), content, compress_type=kind)
    return target.getvalue()


def make_ooxml(main_part: str, **extra: bytes) -> bytes:
    return make_zip({"[Content_Types].xml": b"<Types/>", main_part: b"<document/>", **extra})


DOCX, XLSX, PPTX = make_ooxml("word/document.xml"), make_ooxml("xl/workbook.xml"), make_ooxml("ppt/presentation.xml")


def make_opendocument(kind: str) -> bytes:
    return make_zip({"mimetype": f"{_OASIS}.{kind}".encode(), "content.xml": b"<office/>"})


# Every accepted type: file name, content, and the MIME type of its download.
ACCEPTED_FILES = {
    "devis.pdf": (PDF, "application/pdf"),
    "logo.png": (PNG, "image/png"),
    "photo.JPG": (JPEG, "image/jpeg"),
    "photo.jpeg": (JPEG, "image/jpeg"),
    "animation.gif": (GIF, "image/gif"),
    "image.webp": (WEBP, "image/webp"),
    "contrat.docx": (DOCX, f"{_WORD}.wordprocessingml.document"),
    "budget.xlsx": (XLSX, f"{_WORD}.spreadsheetml.sheet"),
    "présentation.pptx": (PPTX, f"{_WORD}.presentationml.presentation"),
    "contrat.odt": (make_opendocument("text"), f"{_OASIS}.text"),
    "budget.ods": (make_opendocument("spreadsheet"), f"{_OASIS}.spreadsheet"),
    "diapos.odp": (make_opendocument("presentation"), f"{_OASIS}.presentation"),
    "notes.txt": (TEXT, "text/plain"),
    "heures.csv": (b"\xef\xbb\xbfnom;heures\r\n\xc3\x89rable;3,5\r\n", "text/csv"),
    "lisez-moi.md": ("# Œuvre\n\n- 日本語\n".encode(), "text/markdown"),
}


def make_attachment(session: Session, store: FileStore, content: bytes = TEXT, **fields: Any) -> Attachment:
    """Create a stored attachment; it belongs to no record unless the test names one."""
    values = {
        "category": "other",
        "sensitivity": "normal",
        "file_name": "notes.txt",
        "mime": "text/plain",
        "size": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
        "storage_key": new_storage_key(),
        "uploaded_at": NOON,
    } | fields
    store.put(values["storage_key"], io.BytesIO(content))
    attachment = Attachment(**values)
    session.add(attachment)
    session.flush()
    return attachment


def list_stored_keys(store: FileStore) -> set[str]:
    """Return the keys of all files in the store."""
    return {entry["path"] for page in obstore.list(store._store) for entry in page}


def count_attachments(database: Database) -> int:
    """Count the stored attachments."""
    with database.read() as db:
        return db.execute(select(func.count()).select_from(Attachment)).scalar_one()
