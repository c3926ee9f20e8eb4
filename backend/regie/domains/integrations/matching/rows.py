"""Matches as the wire has them, and what a new record of ours would begin with."""

from typing import Literal

from regie.core.api import wire
from regie.core.money.amounts import CURRENCIES
from regie.domains.integrations.matching import schemas
from regie.domains.integrations.matching.books import Book, Match, weigh
from regie.domains.integrations.matching.entries import FOLLOWS, OURS, Entry, Evidence
from regie.domains.integrations.matching.models import Kind

_ALONE = Evidence(0, "manual")


def match_row(book: Book, match: Match) -> schemas.Match:
    evidence = match.evidence or weigh(book.kind, match.target, match.parts)
    is_linked = match.status == "matched"
    parts: list[schemas.Part] = []
    for part in match.parts:
        parts.append(part_row(part, evidence.get(part.ref) or (_ALONE if is_linked else None)))
        parts += [part_row(follower, FOLLOWS, follows=True) for follower in book.following(part)]
    return {
        "api_id": ":".join((match.status, *match.ref)),
        "kind": book.kind,
        "status": match.status,
        "name": match.name,
        "score": match.score,
        "target": {"api_id": match.target.external_id, "name": match.target.name} if match.target else None,
        "client": client_of(match),
        "parts": parts,
        "draft": draft_of(book.kind, match),
        "is_ready": is_ready(book.kind, match),
    }


def part_row(part: Entry, evidence: Evidence | None, *, follows: bool = False) -> schemas.Part:
    """What was linked by hand has a reason, but no score."""
    assert part.service != OURS
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


def candidate_row(part: Entry) -> schemas.Candidate:
    return {**part_row(part, None), "client": part.facts.get("client")}


def client_of(match: Match) -> wire.Ref | None:
    """Whose work it is."""
    members = [match.target, *match.parts] if match.target else match.parts
    return next((client for member in members if (client := member.facts.get("client"))), None)


def draft_of(kind: Kind, match: Match) -> schemas.Draft | None:
    """None where there is nothing to create: ours is known, or a project has a form of its own."""
    if match.target is not None or kind == "project":
        return None
    if kind == "person":
        return {
            "name": match.name,
            "account_manager": None,
            "currency": None,
            "first_name": _first(match, "first_name"),
            "last_name": _first(match, "last_name"),
            "email": _first(match, "email"),
        }
    managers = (part.facts.get("account_manager") for part in match.parts)
    # What is billed in counts before what was sold in.
    billed = [part for part in match.parts if part.service == "quickbooks"]
    known = [part.facts.get("currency") for part in (*billed, *match.parts)]
    return {
        "name": match.name[:200],
        "account_manager": next((manager for manager in managers if manager), None),
        "currency": next((currency for currency in known if currency in CURRENCIES), None),
        "first_name": None,
        "last_name": None,
        "email": None,
    }


def is_ready(kind: Kind, match: Match) -> bool:
    if match.status != "proposed":
        return False
    draft = draft_of(kind, match)
    if draft is None:
        return match.target is not None
    if kind == "client":
        return bool(draft["account_manager"] and draft["currency"])
    return bool(draft["first_name"] and draft["last_name"] and draft["email"])


def _first(match: Match, name: Literal["first_name", "last_name", "email"]) -> str | None:
    """The first part's that knows it."""
    return next((known for part in match.parts if (known := part.facts.get(name))), None)
