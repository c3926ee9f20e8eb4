"""Detects the kind of a file from its content and refuses kinds that are not listed.

Each check reads enough to detect broken files and other formats behind the same first bytes. The sent content type is
ignored; the extension of the name must match the detected kind.
"""

import codecs
import re
import struct
import unicodedata
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import IO

from regie.core.text.folding import is_visible

_TAIL_BYTES = 4096
_CHUNK_BYTES = 1 << 20
MAX_NAME_LENGTH = 200
# Limits of office documents: beyond them, the archive is a zip bomb.
_MAX_PARTS, _MAX_DIRECTORY_BYTES, _MAX_UNPACKED_BYTES, _MAX_RATIO = 5_000, 2_000_000, 500_000_000, 200
_END_OF_ZIP = struct.Struct("<4s4H2LH")
# Markup that browsers would run if the text were served as HTML.
_MARKUP = re.compile(rb"\s*<(\?|!|html|head|body|script|svg|iframe|style|math|meta|link|img|xml)", re.IGNORECASE)
_TEXT_CONTROLS = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f]")


@dataclass(frozen=True, slots=True)
class FileContent:
    """A file to check, with its first and last bytes."""

    file: IO[bytes]
    size: int
    head: bytes
    tail: bytes


@dataclass(frozen=True, slots=True)
class FileKind:
    """An accepted kind of file; `matches` checks the content."""

    mime: str
    extensions: tuple[str, ...]
    matches: Callable[[FileContent], bool]


class UnsupportedFile(Exception):
    """The file is refused; `key` is the catalogue key of the message."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def detect_mime_type(
    file: IO[bytes], size: int, name: str, kinds: Sequence[FileKind] | None = None, unsupported: str = "table_kind"
) -> str:
    """Return the MIME type; raise UnsupportedFile when it is empty, not accepted, or differs from its name.

    `unsupported` is the catalogue key for a file that is not of these `kinds`.
    """
    if size == 0:
        raise UnsupportedFile("file_empty")
    extension = name.rpartition(".")[2].lower()
    found = detect_kinds(file, size, kinds)
    if not found:
        if kinds is not None:
            raise UnsupportedFile(unsupported)
        is_known = any(extension in kind.extensions for kind in ATTACHMENT_KINDS)
        raise UnsupportedFile("file_broken" if is_known else "file_kind")
    for kind in found:
        if extension in kind.extensions:
            return kind.mime
    raise UnsupportedFile("file_name_differs")


def detect_kinds(file: IO[bytes], size: int, kinds: Sequence[FileKind] | None = None) -> list[FileKind]:
    """Return every kind that matches the content, regardless of the name."""
    content = FileContent(file, size, _read(file, 0, _TAIL_BYTES), _read(file, max(0, size - _TAIL_BYTES), _TAIL_BYTES))
    return [kind for kind in kinds or ATTACHMENT_KINDS if kind.matches(content)]


def clean_file_name(name: str) -> str:
    """Remove folders, control characters and direction marks; cut to `MAX_NAME_LENGTH` characters."""
    last = re.split(r"[/\\]", name)[-1]
    visible = "".join(char for char in unicodedata.normalize("NFC", last) if is_visible(char))
    stem, dot, extension = " ".join(visible.split()).rstrip(". ").rpartition(".")
    if not dot:
        return extension[:MAX_NAME_LENGTH].strip() or "file"
    extension = extension[:20].rstrip()
    return f"{stem.lstrip('. ')[: MAX_NAME_LENGTH - len(extension) - 1].rstrip('. ') or 'file'}.{extension}"


def _read(file: IO[bytes], start: int, length: int) -> bytes:
    file.seek(start)
    return file.read(length)


def _is_pdf(content: FileContent) -> bool:
    return content.head.startswith(b"%PDF-") and b"%%EOF" in content.tail


def _is_png(content: FileContent) -> bool:
    """Follow the chunks from the signature to IEND, which must end the file."""
    if not content.head.startswith(b"\x89PNG\r\n\x1a\n") or content.head[12:16] != b"IHDR":
        return False
    position = 8
    while position + 12 <= content.size:
        length, name = struct.unpack(">L4s", _read(content.file, position, 8))
        position += length + 12
        if name == b"IEND":
            return position == content.size
    return False


def _is_jpeg(content: FileContent) -> bool:
    """Search for the end marker near the end of the file: cameras append their own data."""
    return content.head.startswith(b"\xff\xd8\xff") and b"\xff\xd9" in content.tail


def _is_gif(content: FileContent) -> bool:
    return content.head[:6] in (b"GIF87a", b"GIF89a") and content.size > 13 and content.tail.endswith(b";")


def _is_webp(content: FileContent) -> bool:
    claimed = int.from_bytes(content.head[4:8], "little") + 8
    return content.head[:4] == b"RIFF" and content.head[8:15] == b"WEBPVP8" and claimed == content.size


def _office(main_part: str) -> Callable[[FileContent], bool]:
    """Match a Microsoft Office document without macros."""

    def holds(content: FileContent) -> bool:
        parts = _parts(content)
        has_macros = any("vbaproject" in name.lower() for name in parts)
        return "[Content_Types].xml" in parts and main_part in parts and not has_macros

    return holds


def _open_document(mime: str) -> Callable[[FileContent], bool]:
    """Match a LibreOffice document; its first part is uncompressed and contains the MIME type."""
    first = b"mimetype" + mime.encode()

    def holds(content: FileContent) -> bool:
        if content.head[30 : 30 + len(first) + 2] != first + b"PK":
            return False
        parts = _parts(content)
        return "content.xml" in parts and not any(name.startswith(("Basic/", "Scripts/")) for name in parts)

    return holds


def _parts(content: FileContent) -> list[str]:
    """Return the names in a ZIP archive; none when it is broken, encrypted or a zip bomb."""
    if not content.head.startswith(b"PK\x03\x04") or not _has_small_directory(content):
        return []
    content.file.seek(0)
    try:
        with zipfile.ZipFile(content.file) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError, struct.error, NotImplementedError, UnicodeDecodeError):
        return []
    unpacked = sum(part.file_size for part in parts)
    is_bomb = unpacked > _MAX_UNPACKED_BYTES or unpacked > _MAX_RATIO * content.size
    names = [part.filename for part in parts]
    is_malformed = any(part.flag_bits & 1 for part in parts) or len(set(names)) != len(names)
    return [] if is_bomb or is_malformed else names


def _has_small_directory(content: FileContent) -> bool:
    """Check the directory before the library trusts it; ZIP64 archives, above 4 GB, are refused."""
    position = content.tail.rfind(b"PK\x05\x06")
    is_zip64 = content.tail[max(0, position - 20) :].startswith(b"PK\x06\x07")
    if position < 0 or len(content.tail) - position < _END_OF_ZIP.size or is_zip64:
        return False
    _, disk, first_disk, here, parts, size, start, comment = _END_OF_ZIP.unpack_from(content.tail, position)
    return (
        disk == first_disk == 0
        and here == parts <= _MAX_PARTS
        and size <= _MAX_DIRECTORY_BYTES
        and start + size + len(content.tail) - position == content.size
        and len(content.tail) - position == _END_OF_ZIP.size + comment
    )


def _is_text(content: FileContent) -> bool:
    """Match UTF-8 text without control characters that begins neither like HTML nor like a script."""
    beginning = content.head.removeprefix(codecs.BOM_UTF8)
    if _MARKUP.match(beginning) or beginning.startswith((b"#!", b"%PDF", b"%!")):
        return False
    decoder = codecs.getincrementaldecoder("utf-8")()
    content.file.seek(0)
    try:
        while chunk := content.file.read(_CHUNK_BYTES):
            if _TEXT_CONTROLS.search(decoder.decode(chunk)):
                return False
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _is_delimited_text(content: FileContent) -> bool:
    """Match text in the encodings of spreadsheets; `spreadsheet_reader` decodes it."""
    if content.head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.size % 2 == 0
    beginning = content.head.removeprefix(codecs.BOM_UTF8)
    return not (_MARKUP.match(beginning) or beginning.startswith((b"PK\x03\x04", b"%PDF")) or b"\0" in content.head)


_OPEN_XML = "application/vnd.openxmlformats-officedocument"
_OASIS = "application/vnd.oasis.opendocument"
ATTACHMENT_KINDS = (
    FileKind("application/pdf", ("pdf",), _is_pdf),
    FileKind("image/png", ("png",), _is_png),
    FileKind("image/jpeg", ("jpg", "jpeg"), _is_jpeg),
    FileKind("image/gif", ("gif",), _is_gif),
    FileKind("image/webp", ("webp",), _is_webp),
    FileKind(f"{_OPEN_XML}.wordprocessingml.document", ("docx",), _office("word/document.xml")),
    FileKind(f"{_OPEN_XML}.spreadsheetml.sheet", ("xlsx",), _office("xl/workbook.xml")),
    FileKind(f"{_OPEN_XML}.presentationml.presentation", ("pptx",), _office("ppt/presentation.xml")),
    FileKind(f"{_OASIS}.text", ("odt",), _open_document(f"{_OASIS}.text")),
    FileKind(f"{_OASIS}.spreadsheet", ("ods",), _open_document(f"{_OASIS}.spreadsheet")),
    FileKind(f"{_OASIS}.presentation", ("odp",), _open_document(f"{_OASIS}.presentation")),
    FileKind("text/plain", ("txt",), _is_text),
    FileKind("text/csv", ("csv",), _is_text),
    FileKind("text/markdown", ("md",), _is_text),
)
PICTURE_KINDS = tuple(kind for kind in ATTACHMENT_KINDS if kind.mime in ("image/png", "image/jpeg", "image/webp"))
# Files that imports accept; the content decides which of the two it is.
SPREADSHEET_KINDS = (
    next(kind for kind in ATTACHMENT_KINDS if "xlsx" in kind.extensions),
    FileKind("text/csv", ("csv", "txt", "tsv"), _is_delimited_text),
)
