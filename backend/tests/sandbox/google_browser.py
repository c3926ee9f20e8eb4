"""A person at the imitated Google: reads the page as a browser without scripts does, and presses a button."""

from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit

import httpx

VERIFIER = "a-verifier-of-more-than-forty-three-characters-0123456789"
CHALLENGE = urlsafe_b64encode(sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()


@dataclass
class Page(HTMLParser):
    """`buttons` leads from what a button shows to what it sends."""

    text: str
    language: str | None = None
    action: str = ""
    hidden: dict[str, str] = field(default_factory=dict)
    buttons: dict[str, tuple[str, str]] = field(default_factory=dict)
    has_scripts: bool = False

    def __post_init__(self) -> None:
        super().__init__()
        self._button: tuple[str, str] | None = None
        self._shown: list[str] = []
        self.feed(self.text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "html":
            self.language = found.get("lang")
        elif tag == "form":
            assert found["method"] == "post"
            self.action = found["action"]
        elif tag == "input":
            assert found["type"] == "hidden"
            self.hidden[found["name"]] = found["value"]
        elif tag == "button":
            self._button, self._shown = (found["name"], found["value"]), []
        self.has_scripts |= tag == "script" or any(name.startswith("on") for name in found)

    def handle_data(self, data: str) -> None:
        self._shown.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "button" and self._button:
            self.buttons[" ".join(self._shown)] = self._button
            self._button = None


def press(http: httpx.Client, page: Page, shown: str) -> httpx.Response:
    [button] = [sent for text, sent in page.buttons.items() if shown in text]
    return http.post(page.action, data={**page.hidden, button[0]: button[1]}, follow_redirects=False)


def come_back(answer: httpx.Response) -> dict[str, str]:
    """What the application finds in its address, decoded once."""
    assert answer.status_code == 303, answer.text
    found = parse_qs(urlsplit(answer.headers["location"]).query)
    assert all(len(values) == 1 for values in found.values())
    return {name: values[0] for name, values in found.items()}


def sign_in(http: httpx.Client, url: str, email: str) -> dict[str, str]:
    answer = http.get(url, follow_redirects=False)
    assert answer.status_code == 200, answer.text
    return come_back(press(http, Page(answer.text), email))
