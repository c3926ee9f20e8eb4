"""Stores the proposals of the present records; what a person decided about one stays."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy.orm import Session

from regie.domains.integrations.project_proposals.kinds import read_rules
from regie.domains.integrations.project_proposals.models import ProjectProposal
from regie.domains.integrations.project_proposals.proposing import (
    Known,
    Proposal,
    certainty_of,
    field_of,
    find_missing,
    propose,
)
from regie.domains.integrations.project_proposals.works import read_known_names, read_lines, read_works

_REQUIRED_COLUMNS = ("account_manager_id", "kind", "start_on", "amount", "sold_on", "seller_id")


def find_proposals(db: Connection, today: date) -> dict[str, Proposal]:
    """Propose from all records, by source."""
    works = read_works(db)
    lines = read_lines(db, {work.client.id for work in works})
    decided = db.execute(select(ProjectProposal.source, ProjectProposal.kind, ProjectProposal.decided))
    known = Known(
        names=read_known_names(db, lines.keys()),
        rules=read_rules(db),
        kinds={row.source: row.kind for row in decided if "kind" in row.decided},
        last_bill=max((line.on for of_one in lines.values() for line in of_one), default=today),
        today=today,
    )
    return {one.source: one for one in propose(works, lines, known)}


def read_versions(db: Connection) -> dict[str, int]:
    """Return the version of each stored proposal, by source."""
    rows = db.execute(select(ProjectProposal.source, ProjectProposal.version))
    return {row.source: row.version for row in rows}


def store_proposals(session: Session, proposals: Mapping[str, Proposal], versions: Mapping[str, int]) -> None:
    """Store proposals; open ones of records that are gone are deleted.

    One that a person decided while the records were read, since it has another version than then, waits for the next
    run: its project, or that it has none any more, is not in what was read.
    """
    remaining = dict(proposals)
    for row in session.execute(select(ProjectProposal).with_for_update()).scalars():
        is_created = row.state == "accepted" and row.project_id is not None
        if is_created or versions.get(row.source) != row.version:
            remaining.pop(row.source, None)
        elif (found := remaining.pop(row.source, None)) is None:
            session.delete(row)
        else:
            row.state = "open" if row.state == "accepted" else row.state
            update_proposal_row(row, found)
    session.add_all(ProjectProposal(source=found.source, **found.values) for found in remaining.values())
    session.flush()


def update_proposal_row(row: ProjectProposal, found: Proposal) -> None:
    """Set what the services say, except the fields that a person set."""
    values = {column: value for column, value in found.values.items() if field_of(column) not in row.decided}
    if "amount" in row.decided or "start_on" in row.decided:
        values.pop("fees", None)
    for name, value in values.items():
        if getattr(row, name) != value:
            setattr(row, name, value)
    settle(row, doubts=found.doubts)


def settle(row: ProjectProposal, *, doubts: bool) -> None:
    """Set what is missing, and how certain the proposal is."""
    missing = find_missing(_columns(row))
    if row.missing != missing:
        row.missing = missing
    row.certainty = certainty_of(missing, doubts=doubts)


def _columns(row: ProjectProposal) -> dict[str, Any]:
    return {name: getattr(row, name) for name in _REQUIRED_COLUMNS}
