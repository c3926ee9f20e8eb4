"""Reads the services' sign-in and consent pages as a browser without scripts does, and submits their forms."""

from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit

import httpx

VERIFIER = "a-verifier-of-more-than-forty-three-characters-0123456789"
CHALLENGE = urlsafe_b64encode(sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()


@dataclass
class FormPage(HTMLParser):
    """A page with a form; `buttons` maps each button's text to its name and value."""

    text: str
    language: str | None = None
    action: str = ""
    hidden: dict[str, str] = field(default_factory=dict)
    buttons: dict[str, tuple[str, str]] = field(default_factory=dict)
    has_scripts: bool = False

    def __post_init__(self) -> None:
        super().__init__()
        self._button: tuple[str, str] | None = None
        self._button_text: list[str] = []
        self.feed(self.text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "html":
            self.language = values.get("lang")
        elif tag == "form":
            assert values["method"] == "post"
            self.action = values["action"]
        elif tag == "input":
            assert values["type"] == "hidden"
            self.hidden[values["name"]] = values["value"]
        elif tag == "button":
            self._button, self._button_text = (values["name"], values["value"]), []
        self.has_scripts |= tag == "script" or any(name.startswith("on") for name in values)

    def handle_data(self, data: str) -> None:
        self._button_text.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "button" and self._button:
            self.buttons[" ".join(self._button_text)] = self._button
            self._button = None


def press_button(http: httpx.Client, page: FormPage, text: str) -> httpx.Response:
    [button] = [button for button_text, button in page.buttons.items() if text in button_text]
    return http.post(page.action, data={**page.hidden, button[0]: button[1]}, follow_redirects=False)


def read_redirect(answer: httpx.Response) -> dict[str, str]:
    """Return the query parameters of the redirect to the application, decoded once."""
    assert answer.status_code == 303, answer.text
    params = parse_qs(urlsplit(answer.headers["location"]).query)
    assert all(len(values) == 1 for values in params.values())
    return {name: values[0] for name, values in params.items()}


def sign_in(http: httpx.Client, url: str, email: str) -> dict[str, str]:
    answer = http.get(url, follow_redirects=False)
    assert answer.status_code == 200, answer.text
    return read_redirect(press_button(http, FormPage(answer.text), email))
