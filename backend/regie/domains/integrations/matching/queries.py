"""Reads matches and the records that can be linked."""

from sqlalchemy import Connection

from regie.core.api.wire import Page
from regie.core.lists.pages import paginate
from regie.core.text.folding import fold
from regie.domains.integrations.matching import schemas
from regie.domains.integrations.matching.closed_months import add_closed_months
from regie.domains.integrations.matching.entries import ORIGINS, Entry
from regie.domains.integrations.matching.match_index import Match, MatchIndex, read_match_index
from regie.domains.integrations.matching.models import Kind
from regie.domains.integrations.matching.rows import candidate_row, is_ready, match_row
from regie.domains.integrations.matching.schemas import CandidateQuery, MatchQuery

MATCH_ORDER = "-score"
CANDIDATE_ORDER = "name"
# The order matters: "hors forfait" is out of scope, "prix forfaitaire" a fixed price, "forfait" a retainer.
_KIND_WORDS = (
    ("oos", ("hors mandat", "hors forfait", "hors contrat", "out of scope", "out-of-scope", "avenant", "extra")),
    ("fixed", ("prix fixe", "fixed", "forfaitaire", "prix ferme")),
    ("retainer", ("retainer", "forfait", "mensuel", "monthly", "recurr", "abonnement")),
)


def guess_project_kind(text: str) -> str | None:
    """`"Hors mandat"` → `"oos"`; None without a known word."""
    folded = fold(text)
    for kind, words in _KIND_WORDS:
        if any(word in folded for word in words):
            return kind
    return None


def find_new_clients(db: Connection) -> list[Match]:
    """Matches that may be new clients, by the origin of their first record; without those only in QuickBooks."""
    matches = read_match_index(db, "client").matches
    found = (match for status in ("proposed", "unmatched") for match in matches[status] if match.target is None)
    with_work = (match for match in found if {part.service for part in match.records} & {"teamwork", "hubspot"})
    return sorted(with_work, key=lambda match: (ORIGINS.index(match.ref[0]), len(match.ref[1]), match.ref[1]))


def find_new_work(db: Connection) -> list[dict[str, str]]:
    """Pieces of work without a project: the external ids of their Teamwork project and their won deal, by service.

    Archived Teamwork projects are included; records that are ignored or proposed for an existing project are not.
    """
    index = read_match_index(db, "project")
    ignored = {part.ref for match in index.matches["ignored"] for part in match.records}
    matches = [*index.matches["proposed"], *index.matches["unmatched"]]
    grouped = {part.ref for match in matches for part in match.records}
    groups = [list(match.records) for match in matches if match.target is None]
    deals = {(name, group[0].client_key): group for group in groups if group[0].service == "hubspot"
             for name in group[0].names}  # fmt: skip
    for entry in index.linkable:
        if entry.service == "teamwork" and entry.ref not in grouped | ignored:
            keys = ((name, entry.client_key) for name in entry.names)
            same = next((deals.pop(key) for key in keys if key in deals), None)
            if same is None:
                groups.append([entry])
            else:
                same.append(entry)
    return [{part.service: part.external_id for part in group} for group in groups]


def list_matches(db: Connection, query: MatchQuery) -> Page[schemas.Match]:
    index = read_match_index(db, query.kind)
    found = [match for match in index.matches[query.status] if _matches_query(index, match, query)]
    page = paginate(query, found, lambda match: match_row(index, match), order=MATCH_ORDER)
    add_closed_months(db, query.kind, (record for match in page["data"] for record in match["records"]))
    return page


def _matches_query(index: MatchIndex, match: Match, query: MatchQuery) -> bool:
    if fold(query.search.strip()) not in match.search_text:
        return False
    if query.min_score is not None and (match.score or 0) < query.min_score:
        return False
    return query.ready is None or is_ready(index.kind, match) is query.ready


def list_candidates(db: Connection, query: CandidateQuery) -> Page[schemas.Candidate]:
    """Every unlinked record, including sub-customers and inactive ones."""
    search_text = fold(query.search.strip())
    found = [
        entry
        for entry in read_match_index(db, query.kind).linkable
        if (not query.service or entry.service in query.service)
        and (not query.client or _client_id(entry) in query.client)
        and search_text in fold(f"{entry.name}\n{entry.detail or ''}")
    ]
    page = paginate(query, found, candidate_row, order=CANDIDATE_ORDER)
    add_closed_months(db, query.kind, page["data"])
    return page


def _client_id(entry: Entry) -> str | None:
    client = entry.attributes.get("client")
    return client and client["api_id"]


def count_matches(db: Connection) -> schemas.Counts:
    return {"client": _count(db, "client"), "person": _count(db, "person"), "project": _count(db, "project")}


def _count(db: Connection, kind: Kind) -> schemas.KindCounts:
    matches = read_match_index(db, kind).matches
    return {
        "proposed": len(matches["proposed"]),
        "unmatched": len(matches["unmatched"]),
        "ignored": len(matches["ignored"]),
        "matched": len(matches["matched"]),
    }
