"""Agencies of the sandbox as a new installation reads them, beside what really holds of their retainers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from sqlalchemy import select

from regie.connectors.http import HttpOptions
from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.core.time.months import add_months
from regie.demo.clients import create_clients
from regie.demo.people import create_accounts, create_employees, create_teams, make_owner_actor
from regie.demo.sample import _sandbox_environment as sandbox_environment
from regie.domains.integrations.connections.models import SERVICES
from regie.domains.integrations.project_proposals.building import find_proposals
from regie.domains.integrations.project_proposals.kinds import PIPELINE
from regie.domains.integrations.project_proposals.models import ProjectKindRule
from regie.domains.integrations.project_proposals.proposing import Proposal
from regie.domains.integrations.sync.actions import begin_run, queue_run
from regie.domains.integrations.sync.sources import Sources
from regie.domains.integrations.sync.step_runner import StepRunner
from regie.domains.records.clients.models import Client
from regie.domains.records.mirrors.models import HubspotStage
from regie.environment import integration_environment
from regie.migrate import migrate_database
from regie.sandbox.agency.build import build_agency
from regie.sandbox.agency.scale import SCALES
from regie.sandbox.agency.truth import RetainerTruth
from regie.sandbox.server import serve_in_thread
from regie.settings import load_settings

Fees = list[tuple[date, Decimal]]


@dataclass(frozen=True, slots=True)
class Found:
    """The proposals of an agency, by source, and its retainers as they are."""

    proposals: Mapping[str, Proposal]
    truth: list[RetainerTruth]
    clients: Mapping[int, str]


def read_agency(folder: Path, profile: str, seed: int, pipelines: str | None = None) -> Found:
    """Synchronize an agency into an empty database, match its people and clients, and propose its projects.

    `pipelines` is the kind that a person chooses for all pipelines.
    """
    today = datetime.now(UTC).date()
    scale = replace(SCALES[profile](today.toordinal()), max_entries=300)
    port = serve_in_thread(scale, seed)
    settings = load_settings(sandbox_environment(folder, port))
    migrate_database(settings)
    database, clock = Database(settings.database_url), Clock()
    try:
        with database.write() as session:
            create_accounts(session, "a-long-demo-password")
            create_teams(session)
        sources = Sources(integration_environment(settings), database, clock, HttpOptions())
        try:
            for service in SERVICES:
                _synchronize(StepRunner(database, clock, sources), database, clock, service)
        finally:
            sources.close()
        with database.write() as session:
            actor = make_owner_actor(session, clock)
            create_employees(session, today)
        create_clients(database, actor)
        if pipelines:
            with database.write() as session:
                keys = set(session.scalars(select(HubspotStage.pipeline_id)))
                session.add_all(ProjectKindRule(source=PIPELINE, external_id=key, kind=pipelines) for key in keys)
        with database.read() as db:
            clients = {row.id: row.name for row in db.execute(select(Client.id, Client.name))}
            return Found(find_proposals(db, today), build_agency(scale, seed, _now_ms()).retainers, clients)
    finally:
        database.close()


def _now_ms() -> int:
    return int(datetime.now(UTC).timestamp() * 1000)


def _synchronize(runner: StepRunner, database: Database, clock: Clock, service: str) -> None:
    with database.write() as session:
        run_id = queue_run(session, service, clock.now())
        begin_run(session, run_id, clock.now())
    position, outcome = 0, "again"
    while outcome in ("again", "next"):
        outcome = runner.run_step(run_id, service, position)
        position += outcome == "next"
    assert outcome == "finished"


def find_proposal(found: Found, truth: RetainerTruth) -> Proposal | None:
    """Return the proposal of a retainer: of its Teamwork project, or of its deal or its client's bills."""
    if one := found.proposals.get(f"teamwork:{truth.project_id}"):
        return one
    of_client = (
        one
        for source, one in found.proposals.items()
        if not source.startswith("teamwork:") and found.clients[one.values["client_id"]] == truth.client
    )
    return next((one for one in of_client if is_right(one, truth)), None)


def is_right(proposal: Proposal | None, truth: RetainerTruth) -> bool:
    """Whether it is a retainer of that currency that began in that month, with that fee, and as long as it ran."""
    if proposal is None or proposal.values["kind"] != "retainer" or proposal.values["start_on"] is None:
        return False
    values, start, end = proposal.values, date.fromordinal(truth.start), truth.end and date.fromordinal(truth.end)
    is_fee = values["amount"] == Decimal(truth.fees[-1][1]) / 100 and values["billing_interval"] == "month"
    return (
        is_fee
        and values["currency"] == truth.currency
        and _month(values["start_on"]) == _month(start)
        and (None if values["end_on"] is None else _month(values["end_on"])) == (end and _month(end))
    )


def mrr_by_month(retainers: list[tuple[Fees, date | None]], months: list[date]) -> list[Decimal]:
    """Return the sum of the fees that are in force on the last day of each month."""
    return [sum((_fee_on(fees, end, add_months(month, 1)) for fees, end in retainers), Decimal(0)) for month in months]


def _fee_on(fees: Fees, end: date | None, first_after: date) -> Decimal:
    if end is not None and end < first_after.replace(day=1) and (first_after - end).days > 1:
        return Decimal(0)
    begun = [amount for day, amount in fees if day < first_after]
    return begun[-1] if begun else Decimal(0)


def proposed_fees(values: Mapping[str, Any]) -> tuple[Fees, date | None]:
    return [(date.fromisoformat(day), Decimal(amount)) for day, amount in values["fees"]], values["end_on"]


def true_fees(truth: RetainerTruth) -> tuple[Fees, date | None]:
    fees = [(date.fromordinal(day), Decimal(cents) / 100) for day, cents in truth.fees]
    return fees, None if truth.end is None else date.fromordinal(truth.end)


def past_months(count: int, today: date) -> Iterator[date]:
    for place in range(count, 0, -1):
        yield add_months(today.replace(day=1), -place)


def _month(day: date) -> tuple[int, int]:
    return day.year, day.month
