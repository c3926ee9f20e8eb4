"""What kind of file a content is, told from the content itself; what is not on the list is not taken.

Each kind is looked at as far as it takes to tell it whole from broken and from something else behind its first bytes.
Neither what the sender calls it nor its name decides; the name's ending must only agree.
"""

import codecs
import re
import struct
import unicodedata
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import IO

from regie.core.text.folding import is_seen

_TAIL = 4096
_PIECE = 1 << 20
MAX_NAME_LENGTH = 200
# Bounds of what an office document may claim to unpack to: beyond them it is made to fill somebody's memory.
_MOST_PARTS, _LARGEST_DIRECTORY, _LARGEST_WHOLE, _GREATEST_RATIO = 5_000, 2_000_000, 500_000_000, 200
_END_OF_ZIP = struct.Struct("<4s4H2LH")
# What browsers would run if ever they were told that a text is a page.
_MARKUP = re.compile(rb"\s*<(\?|!|html|head|body|script|svg|iframe|style|math|meta|link|img|xml)", re.IGNORECASE)
_TEXT_CONTROLS = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f]")


@dataclass(frozen=True, slots=True)
class Content:
    """A content to be judged, with its first and last bytes at hand."""

    file: IO[bytes]
    size: int
    head: bytes
    tail: bytes


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file that is taken: how it is sent again, what its name ends in, how it is told."""

    mime: str
    endings: tuple[str, ...]
    holds: Callable[[Content], bool]


class UnsupportedFile(Exception):
    """Why a content is refused, as the catalogue key of its words."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def judge(file: IO[bytes], size: int, name: str, kinds: "Sequence[Kind] | None" = None) -> str:
    """The content's mime type; NotTaken when it is empty, no kind on the list, or not what its name says."""
    if size == 0:
        raise UnsupportedFile("file_empty")
    ending = name.rpartition(".")[2].lower()
    found = kinds_of(file, size, kinds)
    if not found:
        if kinds is not None:
            raise UnsupportedFile("table_kind")
        raise UnsupportedFile("file_kind" if all(ending not in kind.endings for kind in KINDS) else "file_broken")
    for kind in found:
        if ending in kind.endings:
            return kind.mime
    raise UnsupportedFile("file_name_differs")


def kinds_of(file: IO[bytes], size: int, kinds: "Sequence[Kind] | None" = None) -> "list[Kind]":
    """Every kind on the list that the content is, whatever it is called."""
    content = Content(file, size, _read(file, 0, _TAIL), _read(file, max(0, size - _TAIL), _TAIL))
    return [kind for kind in kinds or KINDS if kind.holds(content)]


def clean_name(name: str) -> str:
    """A file's name without folders, control characters or marks that reverse it, at most 200 characters long."""
    last = re.split(r"[/\\]", name)[-1]
    seen = "".join(letter for letter in unicodedata.normalize("NFC", last) if is_seen(letter))
    stem, dot, ending = " ".join(seen.split()).rstrip(". ").rpartition(".")
    if not dot:
        return ending[:MAX_NAME_LENGTH].strip() or "file"
    ending = ending[:20].rstrip()
    return f"{stem.lstrip('. ')[: MAX_NAME_LENGTH - len(ending) - 1].rstrip('. ') or 'file'}.{ending}"


def _read(file: IO[bytes], start: int, length: int) -> bytes:
    file.seek(start)
    return file.read(length)


def _is_pdf(content: Content) -> bool:
    return content.head.startswith(b"%PDF-") and b"%%EOF" in content.tail


def _is_png(content: Content) -> bool:
    """Chunk by chunk from the signature to the end of the image, which is the end of the file."""
    if not content.head.startswith(b"\x89PNG\r\n\x1a\n") or content.head[12:16] != b"IHDR":
        return False
    place = 8
    while place + 12 <= content.size:
        length, name = struct.unpack(">L4s", _read(content.file, place, 8))
        place += length + 12
        if name == b"IEND":
            return place == content.size
    return False


def _is_jpeg(content: Content) -> bool:
    """Cameras write their own things after the image: its end is looked for near the file's."""
    return content.head.startswith(b"\xff\xd8\xff") and b"\xff\xd9" in content.tail


def _is_gif(content: Content) -> bool:
    return content.head[:6] in (b"GIF87a", b"GIF89a") and content.size > 13 and content.tail.endswith(b";")


def _is_webp(content: Content) -> bool:
    claimed = int.from_bytes(content.head[4:8], "little") + 8
    return content.head[:4] == b"RIFF" and content.head[8:15] == b"WEBPVP8" and claimed == content.size


def _office(main_part: str) -> Callable[[Content], bool]:
    """A document of Microsoft Office: its parts are packed, its macros are not taken."""

    def holds(content: Content) -> bool:
        parts = _parts(content)
        has_macros = any("vbaproject" in name.lower() for name in parts)
        return "[Content_Types].xml" in parts and main_part in parts and not has_macros

    return holds


def _open_document(mime: str) -> Callable[[Content], bool]:
    """A document of LibreOffice names its kind in its first part, which is not packed."""
    first = b"mimetype" + mime.encode()

    def holds(content: Content) -> bool:
        if content.head[30 : 30 + len(first) + 2] != first + b"PK":
            return False
        parts = _parts(content)
        return "content.xml" in parts and not any(name.startswith(("Basic/", "Scripts/")) for name in parts)

    return holds


def _parts(content: Content) -> list[str]:
    """The names of what a ZIP archive holds; none where it is broken, encrypted or made to explode."""
    if not content.head.startswith(b"PK\x03\x04") or not _has_small_directory(content):
        return []
    content.file.seek(0)
    try:
        with zipfile.ZipFile(content.file) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError, struct.error, NotImplementedError, UnicodeDecodeError):
        return []
    whole = sum(part.file_size for part in parts)
    is_bomb = whole > _LARGEST_WHOLE or whole > _GREATEST_RATIO * content.size
    names = [part.filename for part in parts]
    is_odd = any(part.flag_bits & 1 for part in parts) or len(set(names)) != len(names)
    return [] if is_bomb or is_odd else names


def _has_small_directory(content: Content) -> bool:
    """Looked at before the library reads it, which believes whatever it says; archives beyond 4 GB are not ours."""
    place = content.tail.rfind(b"PK\x05\x06")
    is_beyond = content.tail[max(0, place - 20) :].startswith(b"PK\x06\x07")
    if place < 0 or len(content.tail) - place < _END_OF_ZIP.size or is_beyond:
        return False
    _, disk, first_disk, here, parts, size, start, comment = _END_OF_ZIP.unpack_from(content.tail, place)
    return (
        disk == first_disk == 0
        and here == parts <= _MOST_PARTS
        and size <= _LARGEST_DIRECTORY
        and start + size + len(content.tail) - place == content.size
        and len(content.tail) - place == _END_OF_ZIP.size + comment
    )


def _is_text(content: Content) -> bool:
    """UTF-8 from end to end, without controls, and nothing that begins like a page or a script of one."""
    beginning = content.head.removeprefix(codecs.BOM_UTF8)
    if _MARKUP.match(beginning) or beginning.startswith((b"#!", b"%PDF", b"%!")):
        return False
    decoder = codecs.getincrementaldecoder("utf-8")()
    content.file.seek(0)
    try:
        while piece := content.file.read(_PIECE):
            if _TEXT_CONTROLS.search(decoder.decode(piece)):
                return False
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _is_table(content: Content) -> bool:
    """Text in whichever encoding spreadsheets write; how it is read, `tables` says."""
    if content.head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.size % 2 == 0
    beginning = content.head.removeprefix(codecs.BOM_UTF8)
    return not (_MARKUP.match(beginning) or beginning.startswith((b"PK\x03\x04", b"%PDF")) or b"\0" in content.head)


_OPEN_XML = "application/vnd.openxmlformats-officedocument"
_OASIS = "application/vnd.oasis.opendocument"
KINDS = (
    Kind("application/pdf", ("pdf",), _is_pdf),
    Kind("image/png", ("png",), _is_png),
    Kind("image/jpeg", ("jpg", "jpeg"), _is_jpeg),
    Kind("image/gif", ("gif",), _is_gif),
    Kind("image/webp", ("webp",), _is_webp),
    Kind(f"{_OPEN_XML}.wordprocessingml.document", ("docx",), _office("word/document.xml")),
    Kind(f"{_OPEN_XML}.spreadsheetml.sheet", ("xlsx",), _office("xl/workbook.xml")),
    Kind(f"{_OPEN_XML}.presentationml.presentation", ("pptx",), _office("ppt/presentation.xml")),
    Kind(f"{_OASIS}.text", ("odt",), _open_document(f"{_OASIS}.text")),
    Kind(f"{_OASIS}.spreadsheet", ("ods",), _open_document(f"{_OASIS}.spreadsheet")),
    Kind(f"{_OASIS}.presentation", ("odp",), _open_document(f"{_OASIS}.presentation")),
    Kind("text/plain", ("txt",), _is_text),
    Kind("text/csv", ("csv",), _is_text),
    Kind("text/markdown", ("md",), _is_text),
)
# What a table can be read from; which of the two it is, only the content decides.
TABLES = (
    next(kind for kind in KINDS if "xlsx" in kind.endings),
    Kind("text/csv", ("csv", "txt", "tsv"), _is_table),
)
