"""Tests of hostile files and forms: wrong names and types, malformed archives, and inline display."""

import re
from typing import Any

import pytest
from httpx import Response

from regie.access.uploads import MAX_FILE_BYTES, MAX_FORM_BYTES
from regie.core.files.kinds import clean_file_name
from tests.browser import Browser
from tests.factories.files import (
    DOCX,
    GIF,
    JPEG,
    PDF,
    PNG,
    TEXT,
    WEBP,
    XLSX,
    count_attachments,
    list_stored_keys,
    make_ooxml,
    make_opendocument,
    make_zip,
)
from tests.factories.world import World, assert_unchanged

pytestmark = pytest.mark.one_database

PATH = "/api/v1/attachments"
HTML = b"<!doctype html><script>alert(1)</script>"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
EXE = b"MZ\x90\x00" + bytes(60)


@pytest.fixture
def person(world: World) -> Browser:
    return world.browser("employee")


def zip_bomb() -> bytes:
    """An office document with a form_part that claims to unpack to gigabytes."""
    made = bytearray(make_ooxml("word/document.xml", extra=b"x"))
    place = made.rfind(b"PK\x01\x02")
    made[place + 24 : place + 28] = (3_000_000_000).to_bytes(4, "little")
    return bytes(made)


def change_end_record(content: bytes, place: int, value: bytes) -> bytes:
    """A ZIP archive with a changed end record."""
    start = content.rfind(b"PK\x05\x06") + place
    return content[:start] + value + content[start + len(value) :]


def document_with_duplicate_part() -> bytes:
    """A document that contains a form_part document_with_duplicate_part; readers may use either."""
    return make_ooxml("word/document.xml", **{"word/document.xmk": b"other"}).replace(b".xmk", b".xml")


KIND, BROKEN, DIFFERS, EMPTY = "kind", "broken", "differs", "empty"
REFUSED_FILES: dict[str, tuple[str, Any, str]] = {
    "a page": ("page.html", HTML, KIND),
    "a page that is called a picture": ("page.png", HTML, BROKEN),
    "a page that is called a text": ("page.txt", HTML, BROKEN),
    "a page after spaces": ("page.txt", b" \r\n\t" + HTML, BROKEN),
    "a page after a mark of UTF-8": ("page.csv", b"\xef\xbb\xbf" + HTML, BROKEN),
    "a page in capitals": ("page.md", b"<SCRIPT>alert(1)</SCRIPT>", BROKEN),
    "a page in UTF-16": ("page.txt", HTML.decode().encode("utf-16"), BROKEN),
    "a page in UTF-7": ("page.html", b"+ADw-script+AD4-alert(1)+ADw-/script+AD4-", DIFFERS),
    "a drawing": ("logo.svg", SVG, KIND),
    "a drawing that is called a picture": ("logo.png", SVG, BROKEN),
    "a drawing that is called a text": ("logo.txt", SVG, BROKEN),
    "a drawing after a declaration": ("logo.txt", b"<?xml version='1.0'?>" + SVG, BROKEN),
    "a drawing after a comment": ("logo.txt", b"<!-- x -->" + SVG, BROKEN),
    "a packed drawing": ("logo.svgz", b"\x1f\x8b\x08\x00" + bytes(20), KIND),
    "a style sheet of XML": ("style.xsl", b"<?xml version='1.0'?><xsl/>", KIND),
    "a script": ("script.js", b"alert(1)", DIFFERS),
    "a script as a module": ("script.mjs", b"alert(1)", DIFFERS),
    "a shell script": ("run.sh", b"#!/bin/sh\nrm -rf /\n", KIND),
    "a shell script that is called a text": ("run.txt", b"#!/bin/sh\nrm -rf /\n", BROKEN),
    "a batch file": ("run.bat", b"del *.*", DIFFERS),
    "a program": ("setup.exe", EXE, KIND),
    "a program that is called a document": ("facture.pdf", EXE, BROKEN),
    "a program of Linux": ("setup.pdf", b"\x7fELF\x02\x01\x01" + bytes(40), BROKEN),
    "a program with two endings": ("facture.pdf.exe", EXE, KIND),
    "a document with two endings": ("facture.pdf.exe", PDF, DIFFERS),
    "a document whose ending is turned round": ("facture\u202efdp.exe", PDF, DIFFERS),
    "a picture with a page's ending": ("logo.html", PNG, DIFFERS),
    "a picture with a script's ending": ("logo.png.js", PNG, DIFFERS),
    "a picture that is called another": ("logo.jpg", PNG, DIFFERS),
    "a picture without an ending": ("logo", PNG, DIFFERS),
    "an ending that only looks right": ("logo.рng", PNG, DIFFERS),
    "an ending after a space": ("logo.png .html", PNG, DIFFERS),
    "an ending after a NUL": ("logo.html\0.txt", HTML, BROKEN),
    "a picture and a page behind it": ("logo.png", PNG + HTML, BROKEN),
    "a picture and an archive behind it": ("logo.gif", GIF + make_zip({"a.class": b"x"}), BROKEN),
    "a page that begins like a picture": ("logo.gif", b"GIF89a" + HTML, DIFFERS),
    "a page that begins like a photo": ("photo.jpg", b"\xff\xd8\xff" + HTML, BROKEN),
    "a page that begins like a newer picture": ("logo.webp", b"RIFF\x10\x00\x00\x00WEBPVP8L" + HTML, BROKEN),
    "a newer picture and a page behind it": ("logo.webp", WEBP + HTML, BROKEN),
    "a page before a document": ("facture.pdf", HTML + PDF, BROKEN),
    "a document that was cut off": ("facture.pdf", PDF[:-7], BROKEN),
    "a picture that was cut off": ("logo.png", PNG[:-4], BROKEN),
    "a photo that was cut off": ("photo.jpg", JPEG[:-2], BROKEN),
    "an animation that was cut off": ("animation.gif", GIF[:-1], BROKEN),
    "a picture whose piece is too long": ("logo.png", PNG[:33] + b"\xff" * 4 + PNG[37:], BROKEN),
    "an office document that was cut off": ("contrat.docx", DOCX[:-10], BROKEN),
    "an archive": ("tout.zip", make_zip({"a.txt": TEXT}), KIND),
    "an archive that is called a document": ("contrat.docx", make_zip({"a.txt": TEXT}), BROKEN),
    "a program in an archive": ("outil.jar", make_zip({"META-INF/MANIFEST.MF": b""}), KIND),
    "a document of another kind": ("contrat.docx", XLSX, DIFFERS),
    "a document with macros": (
        "contrat.docx",
        make_ooxml("word/document.xml", **{"word/vbaProject.bin": b"x"}),
        BROKEN,
    ),
    "a document for macros": ("contrat.docm", make_ooxml("word/document.xml", **{"word/vbaProject.bin": b"x"}), KIND),
    "an open document with macros": (
        "contrat.odt",
        make_zip(
            {
                "mimetype": b"application/vnd.oasis.opendocument.text",
                "content.xml": b"",
                "Basic/x.xml": b"",
            }
        ),
        BROKEN,
    ),
    "an open document of no kind": ("contrat.odt", make_opendocument("formula"), BROKEN),
    "a document that unpacks to gigabytes": ("contrat.docx", zip_bomb, BROKEN),
    "a document that unpacks to much more": (
        "contrat.docx",
        make_ooxml("word/document.xml", big=bytes(3_000_000)),
        BROKEN,
    ),
    "a document of very many parts": (
        "contrat.docx",
        lambda: make_ooxml("word/document.xml", **{f"p{number}": b"" for number in range(5_001)}),
        BROKEN,
    ),
    "a document that says it has millions of parts": (
        "a.docx",
        lambda: change_end_record(DOCX, 8, b"\xff" * 4),
        BROKEN,
    ),
    "a document whose directory is elsewhere": ("a.docx", lambda: change_end_record(DOCX, 16, b"\xff" * 4), BROKEN),
    "a document whose directory is huge": ("a.docx", lambda: change_end_record(DOCX, 12, b"\xff" * 4), BROKEN),
    "a document that names a form_part document_with_duplicate_part": (
        "contrat.docx",
        document_with_duplicate_part,
        BROKEN,
    ),
    "a page before an office document": ("contrat.docx", HTML + DOCX, BROKEN),
    "an old office document": ("contrat.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500), KIND),
    "nothing": ("vide.txt", b"", EMPTY),
    "a text with a NUL": ("notes.txt", b"a\0b", BROKEN),
    "a text with controls": ("notes.csv", b"a\x1b[2Jb", BROKEN),
    "a text of another encoding": ("notes.txt", "déjà".encode("cp1252"), BROKEN),
    "a text that ends inside a letter": ("notes.md", "déjà".encode()[:-1], BROKEN),
    "a text with a lone surrogate": ("notes.txt", b"a\xed\xa0\x80", BROKEN),
    "PostScript": ("plan.ps", b"%!PS-Adobe-3.0\n", KIND),
    "a mail": ("message.eml", b"From: x\r\n\r\n" + HTML, DIFFERS),
    "a shortcut": ("lien.url", b"[InternetShortcut]\nURL=file:///c:/\n", DIFFERS),
}
_WORDS = {
    KIND: "This type of file is not accepted",
    BROKEN: "The file is damaged, or its content differs",
    DIFFERS: "The extension does not match",
    EMPTY: "The file is empty",
}


def send(browser: Browser, name: str, content: bytes, mime: str = "image/png") -> Response:
    return browser.call("POST", PATH, files={"file": (name, content, mime)})


@pytest.mark.parametrize("case", REFUSED_FILES)
def test_hostile_file_returns_422_and_is_not_stored(world: World, person: Browser, case: str):
    name, content, why = REFUSED_FILES[case]
    before = list_stored_keys(world.app.state.context.files)
    with assert_unchanged(world.database):
        response = send(person, name, content() if callable(content) else content)
    assert response.status_code == 422, response.text
    (words,) = response.json()["errors"]["file"]
    assert words.startswith(_WORDS[why])
    assert list_stored_keys(world.app.state.context.files) == before


def test_there_are_enough_cases():
    assert len(REFUSED_FILES) >= 60


# Sent names, and the stored ones.
NAMES = {
    "../../etc/passwd.txt": "passwd.txt",
    "..\\..\\windows\\win.txt": "win.txt",
    "/etc/cron.d/job.txt": "job.txt",
    "C:\\Users\\a\\b.txt": "b.txt",
    "....//a.txt": "a.txt",
    "\u202etxt.gpj.txt": "txt.gpj.txt",
    "a\u2066b\u2069\u200b.txt": "ab.txt",
    "a\rb\nc\td.txt": "abcd.txt",
    "a\0.txt": "a.txt",
    "  a   b .txt": "a b.txt",
    ".txt": "file.txt",
    "..txt": "file.txt",
    "....txt": "file.txt",
    "a.txt. . ": "a.txt",
    "x" * 300 + ".txt": "x" * 196 + ".txt",
    "é" * 300 + ".txt": "é" * 196 + ".txt",
    "e\u0301te\u0301.txt": "été.txt",
    "合同 2026.txt": "合同 2026.txt",
    "عقد.txt": "عقد.txt",
    "<img src=x onerror=alert(1)>.txt": "<img src=x onerror=alert(1)>.txt",
    "a.pdf.txt": "a.pdf.txt",
    "💼.TXT": "💼.TXT",
}


@pytest.mark.parametrize("sent", NAMES)
def test_file_name_is_stored_without_hidden_characters(sent: str):
    stored = clean_file_name(sent)
    assert stored == NAMES[sent]
    assert len(stored) <= 200
    assert clean_file_name(stored) == stored


@pytest.mark.parametrize("sent", ["../../etc/passwd.txt", "عقد.txt", "💼.TXT", "a;b=c.txt", "a%0d%0aX: y.txt"])
def test_file_name_is_returned_in_the_download(person: Browser, sent: str):
    made = send(person, sent, TEXT).json()["data"]
    response = person.get(f"{PATH}/{made['api_id']}/content")
    disposition = response.headers["content-disposition"]
    assert re.fullmatch(r"attachment; filename=\"[ -~]*\"; filename\*=UTF-8''[A-Za-z0-9._~%-]+", disposition)
    assert set(response.headers) & {"x"} == set()
    assert response.headers["content-type"] == "text/plain; charset=utf-8"


def test_mime_type_of_the_sender_is_ignored(person: Browser):
    made = send(person, "notes.txt", TEXT, mime="text/html").json()["data"]
    assert made["mime"] == "text/plain"
    assert person.get(f"{PATH}/{made['api_id']}/content").headers["content-type"] == "text/plain; charset=utf-8"


def form_part(disposition: str, content: bytes = TEXT, extra: str = "") -> bytes:
    return f"--x\r\nContent-Disposition: {disposition}\r\n{extra}\r\n".encode() + content + b"\r\n"


FILE = 'form-data; name="file"; filename="a.txt"'
FORMS: dict[str, tuple[bytes, list[str]]] = {
    "empty": (b"", ["file"]),
    "nothing in it": (b"--x--\r\n", ["file"]),
    "no boundary in it": (b"file=1", ["body"]),
    "never closed": (form_part(FILE)[:-8], ["file"]),
    "two files": (form_part(FILE) + form_part(FILE) + b"--x--", ["file"]),
    "three files": (form_part(FILE) * 3 + b"--x--", ["body"]),
    "no name": (form_part("form-data") + b"--x--", ["body"]),
    "no disposition": (b"--x\r\n\r\nabc\r\n--x--", ["body"]),
    "a text in the file's place": (form_part('form-data; name="file"') + b"--x--", ["file"]),
    "an empty field for a file": (form_part('form-data; name="file"; filename=""', b"") + b"--x--", ["file"]),
    "a file in another's place": (
        form_part(FILE) + form_part('form-data; name="title"; filename="b.txt"') + b"--x--",
        ["title"],
    ),
    "a repeated field": (form_part(FILE) + form_part('form-data; name="title"') * 2 + b"--x--", ["title"]),
    "an unknown field": (form_part(FILE) + form_part('form-data; name="storage_key"') + b"--x--", ["storage_key"]),
    "another's upload": (form_part(FILE) + form_part('form-data; name="uploaded_by"') + b"--x--", ["uploaded_by"]),
    "many fields": (b"".join(form_part(f'form-data; name="f{n}"') for n in range(40)) + b"--x--", ["body"]),
    "a field without an end": (form_part('form-data; name="title"', b"x" * 30_000) + b"--x--", ["body"]),
    "a long title": (form_part(FILE) + form_part('form-data; name="title"', b"x" * 201) + b"--x--", ["title"]),
    "a title with a NUL": (form_part(FILE) + form_part('form-data; name="title"', b"a\0b") + b"--x--", ["title"]),
    "a wrong date": (form_part(FILE) + form_part('form-data; name="valid_until"', b"soon") + b"--x--", ["valid_until"]),
    "a far date": (
        form_part(FILE) + form_part('form-data; name="valid_until"', b"9999-12-31") + b"--x--",
        ["valid_until"],
    ),
    "a wrong category": (form_part(FILE) + form_part('form-data; name="category"', b"x") + b"--x--", ["category"]),
    "a wrong owner": (form_part(FILE) + form_part('form-data; name="project"', b"1 OR 1=1") + b"--x--", ["project"]),
    "a header of a megabyte": (form_part(FILE, TEXT, f"X: {'y' * 1_000_000}\r\n") + b"--x--", ["body"]),
    "very many headers": (form_part(FILE, TEXT, "X: y\r\n" * 50_000) + b"--x--", ["body"]),
    "a broken header": (b"--x\r\nContent Disposition form-data\r\n\r\nabc\r\n--x--", ["body"]),
}


def raw(browser: Browser, content: bytes, kind: str = "multipart/form-data; boundary=x") -> Response:
    return browser.call("POST", PATH, content=content, headers={"Content-Type": kind})


@pytest.mark.parametrize("case", FORMS)
def test_hostile_form_returns_422(world: World, person: Browser, case: str):
    content, fields = FORMS[case]
    with assert_unchanged(world.database):
        response = raw(person, content)
    assert response.status_code == 422, response.text
    assert list(response.json()["errors"]) == fields


CONTENT_TYPES = {
    "multipart/form-data": 422,
    "multipart/form-data; boundary=": 422,
    "multipart/form-data; boundary=" + "x" * 5_000: 422,
    "multipart/form-data; boundary=é": 422,
    "multipart/form-data; boundary=x; charset=base64": 201,
    "multipart/form-data; boundary=x; charset=nonsense": 201,
    "multipart/mixed; boundary=x": 415,
    "application/json": 415,
    "application/octet-stream": 415,
    "": 415,
    "application/x-www-form-urlencoded": 419,
    "text/plain; boundary=x": 419,
}


@pytest.mark.parametrize("kind", CONTENT_TYPES)
def test_content_type_must_be_a_complete_form(world: World, person: Browser, kind: str):
    before = count_attachments(world.database)
    response = person.call(
        "POST",
        PATH,
        content=form_part(FILE) + b"--x--\r\n",
        headers={"Content-Type": kind.encode("latin-1")},  # type: ignore[dict-item]
    )
    assert response.status_code == CONTENT_TYPES[kind], response.text
    assert count_attachments(world.database) == before + (response.status_code == 201)


def test_file_may_be_25_mb_at_most(world: World, person: Browser):
    largest = b"a" * MAX_FILE_BYTES
    made = send(person, "grand.txt", largest)
    assert made.status_code == 201
    assert made.json()["data"]["size"] == MAX_FILE_BYTES
    with assert_unchanged(world.database):
        too_large = send(person, "grand.txt", largest + b"a")
        huge = raw(person, form_part(FILE, b"a" * (MAX_FORM_BYTES + 1)))
        undeclared = person.call(
            "POST",
            PATH,
            content=iter([form_part(FILE, b"a" * MAX_FILE_BYTES), b"a" * 300_000]),
            headers={"Content-Type": "multipart/form-data; boundary=x"},
        )
        lying = person.call(
            "POST",
            PATH,
            content=b"",
            headers={"Content-Type": "multipart/form-data; boundary=x", "Content-Length": "9" * 30},
        )
    for response in (too_large, huge, undeclared, lying):
        assert (response.status_code, response.json()["code"]) == (413, "file_too_large"), response.text
    person.delete(f"{PATH}/{made.json()['data']['api_id']}")


def test_refusal_is_in_french(world: World):
    browser = world.fresh_browser("employee")
    browser.locale = "fr-ca"
    words = send(browser, "page.html", HTML).json()["errors"]["file"][0]
    assert words.startswith("Ce type de fichier n’est pas accepté")


def test_callers_without_access_are_refused_before_the_body_is_read(world: World):
    with assert_unchanged(world.database):
        assert raw(world.browser("visitor"), b"a" * 100).status_code == 401
        assert raw(world.browser("none"), b"a" * 100).status_code == 403
