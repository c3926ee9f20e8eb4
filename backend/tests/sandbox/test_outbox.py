"""The outbox lists sent mails, newest first, as pages and JSON; their content cannot run scripts."""

import re
from collections.abc import Iterator
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

import httpx
import pytest

from regie.sandbox.agency.build import build_agency
from regie.sandbox.server import create_app
from tests.browser import connect
from tests.sandbox.conftest import NOW

JSON = {"Accept": "application/json"}
HOSTILE = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("outbox")
    write_mail(
        folder / "20261120T170000000001Z-aa.eml",
        "Votre code\u00a0: «\u00a0été\u00a0»",
        "https://regie.example/a?b=1&c=2",
    )
    write_mail(folder / "20261120T180000000001Z-bb.eml", HOSTILE, None)
    (folder / ".20261120T190000000001Z-cc.eml.partial").write_bytes(b"half")
    (folder.parent / "secret.eml").write_text("not for show")
    (folder / "notes.txt").write_text("not a mail")
    return folder


def write_mail(file: Path, subject: str, link: str | None) -> None:
    message = EmailMessage(policy=SMTP)
    message["From"] = "Régie <no-reply@regie.example>"
    message["To"] = "maelle@regie.example"
    message["Subject"] = subject
    message["Date"] = "Fri, 20 Nov 2026 12:00:00 -0500"
    message.set_content(f"Bonjour {HOSTILE}\n\n{link or 'no link'}\n\nVoir aussi https://regie.example/x ici.\n")
    message.add_alternative(f"<p>Bonjour {HOSTILE}</p>", subtype="html")
    file.write_bytes(message.as_bytes())


def make_client(outbox: Path | None) -> httpx.Client:
    return connect(create_app(build_agency("demo", 7, NOW), outbox=outbox), "http://127.0.0.1")


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[httpx.Client]:
    with make_client(folder) as client:
        yield client


def test_outbox_lists_json_newest_first(client: httpx.Client):
    second, first = client.get("/__sandbox/outbox/", headers=JSON).json()
    assert second["subject"] == HOSTILE
    assert second["links"] == []
    assert first == {
        "at": "2026-11-20T17:00:00+00:00",
        "to": "maelle@regie.example",
        "subject": "Votre code\u00a0: «\u00a0été\u00a0»",
        "text": f"Bonjour {HOSTILE}\n\nhttps://regie.example/a?b=1&c=2\n\nVoir aussi https://regie.example/x ici.\n",
        "html": f"<p>Bonjour {HOSTILE}</p>\n",
        "links": ["https://regie.example/a?b=1&c=2"],
    }


def test_outbox_page_lists_and_opens_mails(client: httpx.Client):
    answer = client.get("/__sandbox/outbox/")
    assert answer.headers["content-type"].startswith("text/html")
    names = re.findall(r'<a href="([^"]+)">', answer.text)
    assert names == ["20261120T180000000001Z-bb.eml", "20261120T170000000001Z-aa.eml"]
    assert "2026-11-20 17:00:00</time>" in answer.text
    page = client.get(f"/__sandbox/outbox/{names[1]}").text
    assert 'href="https://regie.example/a?b=1&amp;c=2"' in page
    assert f'<iframe sandbox src="{names[1]}/html" title=' in page


def test_mail_content_cannot_run_scripts(client: httpx.Client):
    for path in ("", "20261120T180000000001Z-bb.eml"):
        answer = client.get(f"/__sandbox/outbox/{path}")
        assert "<script" not in answer.text
        assert answer.headers["content-security-policy"].startswith("default-src 'none'; style-src 'unsafe-inline';")
    html = client.get("/__sandbox/outbox/20261120T180000000001Z-bb.eml/html")
    assert html.text == f"<p>Bonjour {HOSTILE}</p>\n"
    policy = html.headers["content-security-policy"].split("; ")
    assert {"default-src 'none'", "sandbox"} <= set(policy)
    assert html.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "name", ["..%2Fsecret.eml", "../secret.eml", "notes.txt", "20991231.eml", ".20261120T190000000001Z-cc.eml.partial"]
)
def test_only_mails_of_the_folder_are_served(client: httpx.Client, name: str):
    for path in (name, f"{name}/html"):
        answer = client.get(f"/__sandbox/outbox/{path}")
        assert answer.status_code == 404
        assert "not for show" not in answer.text


@pytest.mark.parametrize("named", [True, False])
def test_empty_outbox_shows_a_hint(tmp_path: Path, named: bool):
    with make_client(tmp_path / "later" if named else None) as client:
        assert client.get("/__sandbox/outbox/", headers=JSON).json() == []
        page = client.get("/__sandbox/outbox/").text
    assert ("No emails yet" in page, "--outbox FOLDER" in page) == (named, not named)
