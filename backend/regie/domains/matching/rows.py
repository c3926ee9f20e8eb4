"""Matches as the wire has them, and what a new record of ours would begin with."""

from typing import Any

from regie.core.money import CURRENCIES
from regie.domains.matching.books import Book, Match, weigh
from regie.domains.matching.entries import FOLLOWS, Entry, Evidence

_NO_DRAFT = dict.fromkeys(("account_manager", "currency", "first_name", "last_name", "email"))
_ALONE = Evidence(0, "manual")


def match_row(book: Book, match: Match) -> dict[str, Any]:
    evidence = match.evidence or weigh(book.kind, match.target, match.parts)
    is_linked = match.status == "matched"
    parts = []
    for part in match.parts:
        parts.append(part_row(part, evidence.get(part.ref) or (_ALONE if is_linked else None)))
        parts += [part_row(follower, FOLLOWS, follows=True) for follower in book.following(part)]
    draft = draft_of(book.kind, match)
    return {
        "api_id": ":".join((match.status, *match.ref)),
        "kind": book.kind,
        "status": match.status,
        "name": match.name,
        "score": match.score,
        "target": match.target and {"api_id": match.target.external_id, "name": match.target.name},
        "client": client_of(match),
        "parts": parts,
        "draft": draft,
        "is_ready": is_ready(book.kind, match),
    }


def part_row(part: Entry, evidence: Evidence | None, *, follows: bool = False) -> dict[str, Any]:
    """What was linked by hand has a reason, but no score."""
    return {
        "service": part.service,
        "external_id": part.external_id,
        "api_id": part.api_id,
        "name": part.name,
        "detail": part.detail,
        "url": part.url,
        "reason": evidence.reason if evidence else None,
        "score": (evidence.score or None) if evidence else None,
        "follows": follows,
        "is_active": part.is_proposed,
        "version": part.version,
    }


def candidate_row(part: Entry) -> dict[str, Any]:
    return part_row(part, None) | {"client": part.facts.get("client")}


def client_of(match: Match) -> dict[str, Any] | None:
    """Whose work it is."""
    members = [match.target, *match.parts] if match.target else match.parts
    return next((member.facts["client"] for member in members if member.facts.get("client")), None)


def draft_of(kind: str, match: Match) -> dict[str, Any] | None:
    """None where there is nothing to create: ours is known, or a project has a form of its own."""
    if match.target is not None or kind == "project":
        return None
    if kind == "person":
        return _NO_DRAFT | {"name": match.name} | _first(match, ("first_name", "last_name", "email"))
    manager = _first(match, ("account_manager",))["account_manager"]
    # What is billed in counts before what was sold in.
    billed = [part for part in match.parts if part.service == "quickbooks"]
    known = [part.facts.get("currency") for part in (*billed, *match.parts)]
    return {
        **_NO_DRAFT,
        "name": match.name[:200],
        "account_manager": manager and {"api_id": manager[0], "name": manager[1]},
        "currency": next((currency for currency in known if currency in CURRENCIES), None),
    }


def is_ready(kind: str, match: Match) -> bool:
    if match.status != "proposed":
        return False
    draft = draft_of(kind, match)
    if draft is None:
        return match.target is not None
    needed = ("account_manager", "currency") if kind == "client" else ("first_name", "last_name", "email")
    return all(draft[name] for name in needed)


def _first(match: Match, names: tuple[str, ...]) -> dict[str, Any]:
    """The first part's that knows it."""
    return {name: next((part.facts[name] for part in match.parts if part.facts.get(name)), None) for name in names}
