"""Normalizes names of companies and projects for comparison."""

import re
from urllib.parse import urlsplit

from regie.core.text.folding import fold

_IGNORED_WORDS = frozenset(
    (
        *("inc", "incorporated", "ltee", "ltd", "limited", "limitee", "llc", "llp", "pllc", "plc", "pc", "lp"),
        *("corp", "corporation", "co", "company", "cie", "enr", "senc", "sencrl", "sas", "sarl", "sa", "obnl", "gmbh"),
        *("les", "le", "la", "the", "et", "and", "of", "de", "du", "des"),
    )
)
# Addresses at these domains do not identify a company.
_PUBLIC_MAIL_DOMAINS = frozenset(
    (
        *("gmail.com", "outlook.com", "hotmail.com", "yahoo.com", "yahoo.ca", "icloud.com", "live.ca", "live.com"),
        *("videotron.ca", "sympatico.ca", "bell.net", "hotmail.ca", "outlook.fr", "me.com", "aol.com"),
    )
)


def company_key(name: str) -> str:
    """`"Les Éditions de l'Anse inc. (deleted)"` → `"editions l anse"`: without legal form and articles."""
    plain = re.sub(r"\(.*?\)", " ", fold(name))
    # Join dotted forms into one word: "s.e.n.c.", "P.C."
    plain = re.sub(r"\b(\w)\.(?=\w\b)", r"\1", plain)
    words = re.findall(r"[a-z0-9]+", plain)
    return " ".join(word for word in words if word not in _IGNORED_WORDS) or " ".join(words)


def domain_of(address: str | None) -> str | None:
    """The domain of a website or an email address; None for a public mail service."""
    if not address:
        return None
    text = address.strip().lower()
    host = text.rpartition("@")[2] if "@" in text else urlsplit(text if "//" in text else f"//{text}").hostname
    domain = (host or "").removeprefix("www.").strip(".")
    return domain if "." in domain and domain not in _PUBLIC_MAIL_DOMAINS else None


def project_name_parts(name: str) -> frozenset[str]:
    """The records of a project name, in any order: `"Client - Work"` and `"Work – Client"` are equal."""
    return frozenset(part for part in (fold(part).strip() for part in re.split(r"\s+[–—-]\s+", name)) if part)


def sort_words(name: str) -> str:
    """The words in alphabetical order, so that their order does not matter."""
    return " ".join(sorted(name.split()))
