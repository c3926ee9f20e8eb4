"""Converts matches to API rows, with a draft for a new client or employee."""

from typing import Literal

from regie.core.api import wire
from regie.core.money.amounts import CURRENCIES
from regie.domains.integrations.matching import schemas
from regie.domains.integrations.matching.entries import OURS, PARENT_EVIDENCE, Entry, Evidence
from regie.domains.integrations.matching.match_index import Match, MatchIndex, find_evidence
from regie.domains.integrations.matching.models import Kind

_LINKED_BY_HAND = Evidence(0, "manual")


def match_row(index: MatchIndex, match: Match) -> schemas.Match:
    evidence = match.evidence or find_evidence(index.kind, match.target, match.records)
    is_linked = match.status == "matched"
    records: list[schemas.MatchRecord] = []
    for part in match.records:
        records.append(record_row(part, evidence.get(part.ref) or (_LINKED_BY_HAND if is_linked else None)))
        records += [record_row(child, PARENT_EVIDENCE, via_parent=True) for child in index.descendants(part)]
    return {
        "api_id": ":".join((match.status, *match.ref)),
        "kind": index.kind,
        "status": match.status,
        "name": match.name,
        "score": match.score,
        "target": {"api_id": match.target.external_id, "name": match.target.name} if match.target else None,
        "client": find_client(match),
        "records": records,
        "draft": build_draft(index.kind, match),
        "is_ready": is_ready(index.kind, match),
    }


def record_row(part: Entry, evidence: Evidence | None, *, via_parent: bool = False) -> schemas.MatchRecord:
    """A record linked by hand has a reason but no score."""
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
        "via_parent": via_parent,
        "is_active": part.is_proposed,
        "version": part.version,
        "closed_months": [],
    }


def candidate_row(part: Entry) -> schemas.Candidate:
    return {**record_row(part, None), "client": part.attributes.get("client")}


def find_client(match: Match) -> wire.Ref | None:
    """The client of a project match."""
    members = [match.target, *match.records] if match.target else match.records
    return next((client for member in members if (client := member.attributes.get("client"))), None)


def build_draft(kind: Kind, match: Match) -> schemas.Draft | None:
    """Values for a new client or employee; None with a target, and for projects, which have their own form."""
    if match.target is not None or kind == "project":
        return None
    if kind == "person":
        return {
            "name": match.name,
            "account_manager": None,
            "currency": None,
            "first_name": _first_value(match, "first_name"),
            "last_name": _first_value(match, "last_name"),
            "email": _first_value(match, "email"),
        }
    managers = (part.attributes.get("account_manager") for part in match.records)
    # The currency of invoices takes precedence over that of deals.
    billed_parts = [part for part in match.records if part.service == "quickbooks"]
    currencies = [part.attributes.get("currency") for part in (*billed_parts, *match.records)]
    return {
        "name": match.name[:200],
        "account_manager": next((manager for manager in managers if manager), None),
        "currency": next((currency for currency in currencies if currency in CURRENCIES), None),
        "first_name": None,
        "last_name": None,
        "email": None,
    }


def is_ready(kind: Kind, match: Match) -> bool:
    if match.status not in ("proposed", "unmatched"):
        return False
    draft = build_draft(kind, match)
    if draft is None:
        return match.target is not None
    if kind == "client":
        return bool(draft["account_manager"] and draft["currency"])
    return bool(draft["first_name"] and draft["last_name"] and draft["email"])


def _first_value(match: Match, name: Literal["first_name", "last_name", "email"]) -> str | None:
    """The first value among the records."""
    return next((value for part in match.records if (value := part.attributes.get(name))), None)
