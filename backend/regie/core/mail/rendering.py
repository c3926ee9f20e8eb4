"""What a mail says: words of the catalogue in one layout, as text and as HTML; it is described, not programmed."""

import re
import textwrap
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, select_autoescape

from regie.core.text.locale import Locale, catalogue, say

LANGUAGES: dict[Locale, str] = {"en-us": "en-US", "fr-ca": "fr-CA"}
_WIDTH = 72
_LONGEST_VALUE = 500
# Turn the text that follows around: a name could make a sentence read as another one.
_TURNING = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_BREAKING = frozenset({"Cc", "Cs", "Zl", "Zp"})
_WEB_ADDRESS = re.compile(r"https?://[^\s<>\"]+")


@dataclass(frozen=True, slots=True)
class EmailMessage:
    """A mail as its reader sees it, as text and as HTML."""

    subject: str
    text: str
    html: str


@dataclass(frozen=True, slots=True)
class Line:
    """One thing of several that a mail tells of, with where it leads."""

    title: str
    detail: str
    link: str


@dataclass(frozen=True, slots=True)
class Group:
    """Lines under a heading; `more` says what is left out."""

    heading: str
    lines: tuple[Line, ...]
    more: str = ""


def compose(
    kind: str, locale: Locale, link: str | None, values: dict[str, object], groups: Sequence[Group] = ()
) -> EmailMessage:
    """The mail that `mail.<kind>.…` describes; every value becomes one line of it, and groups follow the body."""
    said = {name: _as_said(value) for name, value in values.items()}
    parts = {part: _part(locale, kind, part, said) for part in ("subject", "lead", "code", "body", "button", "note")}
    if not (parts["subject"] and parts["lead"] and parts["body"]):
        raise KeyError(f"mail.{kind} lacks its subject, lead or body")
    if bool(parts["button"]) != bool(link):
        raise ValueError(f"mail.{kind} has a button without a link, or a link without a button")
    links = [*([link] if link else []), *(line.link for group in groups for line in group.lines)]
    if not all(map(_WEB_ADDRESS.fullmatch, links)):
        raise ValueError(f"a link of mail.{kind} is not a web address")
    facts = parts | {
        "language": LANGUAGES[locale],
        "link": link,
        "paragraphs": parts["body"].split("\n"),
        "groups": [_group_as_said(group) for group in groups],
        "link_words": say(locale, "mail.link"),
        "automatic": say(locale, "mail.automatic"),
    }
    text = re.sub(r"\n{3,}", "\n\n", _layout("mail.txt.j2").render(facts)).strip() + "\n"
    return EmailMessage(subject=parts["subject"], text=text, html=_layout("mail.html.j2").render(facts))


def _part(locale: Locale, kind: str, part: str, said: dict[str, str]) -> str:
    key = f"mail.{kind}.{part}"
    return say(locale, key, **said) if key in catalogue(locale) else ""


def _group_as_said(group: Group) -> Group:
    lines = (Line(_as_said(line.title), _as_said(line.detail), line.link) for line in group.lines)
    return Group(_as_said(group.heading), tuple(lines), _as_said(group.more))


def _as_said(value: object) -> str:
    if isinstance(value, date):
        raise TypeError("whose time zone, and how written? see instant_in_words")
    line = one_line(str(value))
    return line if len(line) <= _LONGEST_VALUE else line[: _LONGEST_VALUE - 1] + "…"


def one_line(text: str) -> str:
    """Without line ends, control characters and what turns the direction of writing; none of it belongs in a header."""
    kept = (" " if unicodedata.category(letter) in _BREAKING or letter in _TURNING else letter for letter in text)
    return re.sub(" {2,}", " ", "".join(kept)).strip()


def _wrap(text: str) -> str:
    """Lines of at most 72 characters; an address is never broken, and no-break spaces hold."""
    return textwrap.fill(text, _WIDTH, break_long_words=False, break_on_hyphens=False)


@cache
def _layout(name: str) -> Template:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=select_autoescape(("html.j2",), default=False),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["wrapped"] = _wrap
    return environment.get_template(name)
