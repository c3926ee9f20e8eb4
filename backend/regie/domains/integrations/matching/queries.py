"""Reading what may belong together: companies of three services, projects and the deals they came from."""

from sqlalchemy import Connection

from regie.core.api.wire import Page
from regie.core.lists.pages import page_of
from regie.core.text.folding import fold
from regie.domains.integrations.matching import schemas
from regie.domains.integrations.matching.books import Book, Match, read_book
from regie.domains.integrations.matching.entries import PLACES, Entry
from regie.domains.integrations.matching.models import Kind
from regie.domains.integrations.matching.rows import candidate_row, is_ready, match_row
from regie.domains.integrations.matching.schemas import CandidateQuery, MatchQuery

MATCH_ORDER = "-score"
CANDIDATE_ORDER = "name"
# Asked in this order: "hors forfait" is out of scope, "prix forfaitaire" is a fixed price, "forfait" a retainer.
_KIND_WORDS = (
    ("oos", ("hors mandat", "hors forfait", "hors contrat", "out of scope", "out-of-scope", "avenant", "extra")),
    ("fixed", ("prix fixe", "fixed", "forfaitaire", "prix ferme")),
    ("retainer", ("retainer", "forfait", "mensuel", "monthly", "recurr", "abonnement")),
)


def kind_named(text: str) -> str | None:
    """`"Hors mandat"` → `"oos"`; None when the words do not tell."""
    folded = fold(text)
    for kind, words in _KIND_WORDS:
        if any(word in folded for word in words):
            return kind
    return None


def propose_clients(db: Connection) -> list[Match]:
    """What seems to be a client and is none of ours yet, by where its first record is; who is only billed is none."""
    matches = read_book(db, "client").matches
    found = (match for status in ("proposed", "unmatched") for match in matches[status] if match.target is None)
    worked_for = (match for match in found if {part.service for part in match.parts} & {"teamwork", "hubspot"})
    return sorted(worked_for, key=lambda match: (PLACES.index(match.ref[0]), len(match.ref[1]), match.ref[1]))


def list_matches(db: Connection, query: MatchQuery) -> Page[schemas.Match]:
    book = read_book(db, query.kind)
    found = [match for match in book.matches[query.status] if _is_wanted(book, match, query)]
    return page_of(query, found, lambda match: match_row(book, match), order=MATCH_ORDER)


def _is_wanted(book: Book, match: Match, query: MatchQuery) -> bool:
    if fold(query.search.strip()) not in match.searched:
        return False
    if query.least_score is not None and (match.score or 0) < query.least_score:
        return False
    return query.ready is None or is_ready(book.kind, match) is query.ready


def list_candidates(db: Connection, query: CandidateQuery) -> Page[schemas.Candidate]:
    """Every record that is linked to nothing, sub-customers and inactive ones too."""
    wanted = fold(query.search.strip())
    found = [
        entry
        for entry in read_book(db, query.kind).candidates
        if (not query.service or entry.service in query.service)
        and (not query.client or _client_id(entry) in query.client)
        and wanted in fold(f"{entry.name}\n{entry.detail or ''}")
    ]
    return page_of(query, found, candidate_row, order=CANDIDATE_ORDER)


def _client_id(entry: Entry) -> str | None:
    client = entry.facts.get("client")
    return client and client["api_id"]


def count_matches(db: Connection) -> schemas.Counts:
    return {"client": _count(db, "client"), "person": _count(db, "person"), "project": _count(db, "project")}


def _count(db: Connection, kind: Kind) -> schemas.KindCounts:
    matches = read_book(db, kind).matches
    return {
        "proposed": len(matches["proposed"]),
        "unmatched": len(matches["unmatched"]),
        "ignored": len(matches["ignored"]),
        "matched": len(matches["matched"]),
    }
