"""Proposes projects again when the records of the services, or the rules, have changed."""

import time
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import select

from regie.core.db.database import Database
from regie.core.db.ids import new_api_id
from regie.core.db.query_cache import select_version
from regie.core.job_states import lock_job_state, state_of
from regie.core.time.clock import Clock
from regie.domains.integrations.project_proposals.building import (
    find_proposals,
    read_versions,
    split_sources,
    store_proposals,
)
from regie.domains.integrations.project_proposals.models import JOB, REQUESTS

# Changes of these tables change proposals. Hours change all day and only complete the evidence.
_TABLES = (
    "client_links", "clients", "employees", "hubspot_deals", "hubspot_stages", "invoices", "match_decisions",
    "project_kind_rules", "projects", "teamwork_categories", "teamwork_projects",
)  # fmt: skip
# A synchronization changes them many times: the longer a run takes, the longer the next one waits. A person who asks
# does not wait.
_MIN_PAUSE, _MAX_PAUSE = timedelta(seconds=15), timedelta(minutes=10)
_PAUSE_FACTOR = 20
# Between two transactions, so that others can write.
_PAUSE_SECONDS = 0.02
_PROGRESS = select(
    select_version(_TABLES).scalar_subquery(),
    state_of(JOB).scalar_subquery(),
    state_of(REQUESTS).scalar_subquery(),
)


class ProjectProposalJob:
    """Builds the proposals of projects, with a pause after each run, or at once when a person asks."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def is_due(self) -> bool:
        changes, state, request = self._read_progress()
        if request is not None and request != state.get("request"):
            return True
        return changes != state.get("changes") and self._has_paused(state)

    def run_once(self) -> int:
        """Return the number of proposals that the records make. Reading blocks no other writer, storing is divided."""
        changes, _, request = self._read_progress()
        started = time.monotonic()
        with self._database.read() as db:
            # First: each statement of PostgreSQL sees what was decided before it.
            versions = read_versions(db)
            proposals = find_proposals(db, self._clock.today())
        seconds, run_id = time.monotonic() - started, new_api_id()
        with self._database.write() as session:
            row = lock_job_state(session, JOB)
            row.state = {**row.state, "run": run_id}
        for sources in split_sources(proposals, versions):
            with self._database.write() as session:
                # Locked: another worker waits instead of adding the same proposals, and its later run ends this one.
                if lock_job_state(session, JOB).state.get("run") != run_id:
                    return len(proposals)
                store_proposals(session, sources, proposals, versions)
            time.sleep(_PAUSE_SECONDS)
        # Saved last: a run that ended in the middle is repeated.
        progress = {"changes": changes, "request": request, "ran_at": self._clock.now().isoformat(), "seconds": seconds}
        with self._database.write() as session:
            row = lock_job_state(session, JOB)
            if row.state.get("run") == run_id:
                row.state = progress
        return len(proposals)

    def _has_paused(self, state: dict[str, Any]) -> bool:
        """Whether the last run is long enough ago, or the clock went back."""
        if "ran_at" not in state:
            return True
        elapsed = self._clock.now() - datetime.fromisoformat(state["ran_at"])
        pause = min(max(timedelta(seconds=_PAUSE_FACTOR * state.get("seconds", 0.0)), _MIN_PAUSE), _MAX_PAUSE)
        return not timedelta(0) <= elapsed < pause

    def _read_progress(self) -> tuple[int | None, dict[str, Any], str | None]:
        with self._database.read() as db:
            changes, state, requested = db.execute(_PROGRESS).one()
        # PostgreSQL sums as a decimal number.
        return changes and int(changes), state or {}, (requested or {}).get("id")
