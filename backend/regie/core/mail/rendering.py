"""Renders mail from the catalogue in one layout, as text and HTML."""

import re
import textwrap
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, select_autoescape

from regie.core.text.erased import translate_erased_names
from regie.core.text.locale import Locale, catalogue, translate

LANGUAGE_TAGS: dict[Locale, str] = {"en-us": "en-US", "fr-ca": "fr-CA"}
_WIDTH = 72
_MAX_VALUE_LENGTH = 500
# Direction marks reverse the following text: a name could change the meaning of a sentence.
_DIRECTION_MARKS = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_BREAKING = frozenset({"Cc", "Cs", "Zl", "Zp"})
_BLANK_LINES = re.compile(r"\n\s*\n")
_WEB_ADDRESS = re.compile(r"https?://[^\s<>\"]+")


@dataclass(frozen=True, slots=True)
class MailFile:
    """An attached PDF; `content` is base64, so that the message can be stored as JSON."""

    name: str
    content: str


@dataclass(frozen=True, slots=True)
class EmailMessage:
    """A rendered message, as text and HTML.

    A message that a person sends names its sender, the address of the answer and its files; others have none.
    """

    subject: str
    text: str
    html: str
    sender_name: str = ""
    reply_to: str = ""
    files: tuple[MailFile, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class MailItem:
    """One of several items of a message, with its link."""

    title: str
    detail: str
    link: str


@dataclass(frozen=True, slots=True)
class MailGroup:
    """Items under a heading; `more` describes the omitted ones."""

    heading: str
    items: tuple[MailItem, ...]
    more: str = ""


def render_mail(
    kind: str,
    locale: Locale,
    link: str | None,
    values: dict[str, object],
    groups: Sequence[MailGroup] = (),
    quoted: str = "",
) -> EmailMessage:
    """Render the message `mail.<kind>`; values are cut to one line, and groups follow the body.

    The lines of a `quoted` text come first, uncut.
    """
    texts = {name: _to_line(value, locale) for name, value in values.items()}
    parts = {
        part: _translate_part(locale, kind, part, texts)
        for part in ("subject", "lead", "code", "body", "button", "note")
    }
    if not (parts["subject"] and parts["lead"] and parts["body"]):
        raise KeyError(f"mail.{kind} lacks its subject, lead or body")
    if bool(parts["button"]) != bool(link):
        raise ValueError(f"mail.{kind} has a button without a link, or a link without a button")
    links = [*([link] if link else []), *(item.link for group in groups for item in group.items)]
    if not all(map(_WEB_ADDRESS.fullmatch, links)):
        raise ValueError(f"a link of mail.{kind} is not a web address")
    variables = parts | {
        "language": LANGUAGE_TAGS[locale],
        "link": link,
        "paragraphs": [*filter(None, map(one_line, quoted.splitlines())), *parts["body"].split("\n")],
        "groups": [_clean_group(group, locale) for group in groups],
        "link_words": translate(locale, "mail.link"),
        "automatic": translate(locale, "mail.automatic"),
    }
    text = re.sub(r"\n{3,}", "\n\n", _layout("mail.txt.j2").render(variables)).strip() + "\n"
    return EmailMessage(subject=parts["subject"], text=text, html=_layout("mail.html.j2").render(variables))


def render_letter(subject: str, text: str, locale: Locale, *, organization: str) -> tuple[str, str, str]:
    """Render a message that a person wrote, without the layout of Régie: its subject, its text and its HTML."""
    title = one_line(subject)
    paragraphs = [[one_line(line) for line in part.splitlines()] for part in _BLANK_LINES.split(text.strip())]
    variables = {
        "language": LANGUAGE_TAGS[locale],
        "subject": title,
        "organization": one_line(organization),
        "paragraphs": paragraphs,
    }
    plain = "\n\n".join("\n".join(_wrap(line) for line in lines) for lines in paragraphs)
    return title, f"{plain}\n", _layout("letter.html.j2").render(variables)


def _translate_part(locale: Locale, kind: str, part: str, texts: dict[str, str]) -> str:
    key = f"mail.{kind}.{part}"
    return translate(locale, key, **texts) if key in catalogue(locale) else ""


def _clean_group(group: MailGroup, locale: Locale) -> MailGroup:
    items = (MailItem(_to_line(item.title, locale), _to_line(item.detail, locale), item.link) for item in group.items)
    return MailGroup(_to_line(group.heading, locale), tuple(items), _to_line(group.more, locale))


def _to_line(value: object, locale: Locale) -> str:
    if isinstance(value, date):
        raise TypeError("format dates with format_long_date or format_instant")
    line = translate_erased_names(one_line(str(value)), locale)
    return line if len(line) <= _MAX_VALUE_LENGTH else line[: _MAX_VALUE_LENGTH - 1] + "…"


def one_line(text: str) -> str:
    """Replace line ends, control characters and direction marks by spaces; headers must not contain them."""
    cleaned = (" " if unicodedata.category(char) in _BREAKING or char in _DIRECTION_MARKS else char for char in text)
    return re.sub(" {2,}", " ", "".join(cleaned)).strip()


def _wrap(text: str) -> str:
    """Wrap to 72 characters, without breaking addresses or no-break spaces."""
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
