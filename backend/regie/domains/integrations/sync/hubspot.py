"""Reads HubSpot's lists in order and converts its records to rows."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from functools import cached_property
from typing import TypeVar

from sqlalchemy import delete, insert, or_, select, update
from sqlalchemy.orm import Session

from regie.connectors.hubspot.client import CONTACTS_SCOPE, HubspotClient
from regie.connectors.hubspot.shapes import Company, Contact, Deal, Owner, Stage
from regie.connectors.pages import RecordPage
from regie.core.time.clock import Clock
from regie.domains.integrations.matching.queries import guess_project_kind
from regie.domains.integrations.sync.full_reads import FullRead
from regie.domains.integrations.sync.steps import Step
from regie.domains.integrations.sync.upserts import RowBatch, mark_deleted, upsert
from regie.domains.integrations.sync.windows import ReadWindow
from regie.domains.records.mirrors.models import (
    HubspotCompany,
    HubspotContact,
    HubspotContactCompany,
    HubspotDeal,
    HubspotOwner,
    HubspotStage,
)

R = TypeVar("R", Deal, Contact)


@dataclass(frozen=True, slots=True)
class StageRecord:
    """A stage with its pipeline's name, which determines the kind of project."""

    external_id: str
    pipeline_id: str
    pipeline_name: str
    stage: Stage
    raw: dict[str, object]
    updated_at: datetime | None


class HubspotLists:
    """The lists of HubSpot as steps; reads the home currency once."""

    def __init__(self, client: HubspotClient, clock: Clock) -> None:
        self._client = client
        self._clock = clock

    @property
    def steps(self) -> tuple[Step, ...]:
        return (
            Step(
                "stages",
                self._read_stages,
                save_stages,
                _apply_stages,
                full_read=FullRead(HubspotStage, HubspotStage.external_id),
                is_always_full=True,
            ),
            Step(
                "owners",
                self._read_owners,
                save_owners,
                full_read=FullRead(HubspotOwner, HubspotOwner.external_id),
                is_always_full=True,
            ),
            Step(
                "companies",
                self._read_companies,
                save_companies,
                full_read=FullRead(
                    HubspotCompany, HubspotCompany.external_id, lambda _window: self._client.count_companies()
                ),
            ),
            # Archived deals never appear as changes; they are read first, so that a restored deal ends up active.
            Step("archived_deals", self._read_archived_deals, self._save_deals, is_always_full=True),
            Step(
                "deals",
                self._read_deals,
                self._save_deals,
                full_read=FullRead(HubspotDeal, HubspotDeal.external_id, lambda _window: self._client.count_deals()),
            ),
            Step(
                "contacts",
                self._read_contacts,
                save_contacts,
                full_read=FullRead(
                    HubspotContact, HubspotContact.external_id, lambda _window: self._client.count_contacts()
                ),
                scope=CONTACTS_SCOPE,
            ),
            # Read last: a contact that was archived while the others were read ends up archived.
            Step("archived_contacts", self._read_archived_contacts, save_contacts, is_always_full=True,
                 scope=CONTACTS_SCOPE),
        )  # fmt: skip

    @cached_property
    def _home_currency(self) -> str:
        return self._client.company_currency()

    def _read_stages(self, _window: ReadWindow) -> Iterator[RecordPage[StageRecord]]:
        pipelines = self._client.pipelines()
        stages = tuple(
            StageRecord(
                stage.external_id,
                pipeline.external_id,
                pipeline.label,
                stage,
                {"label": stage.label, "position": stage.position, "state": stage.state},
                pipeline.updated_at,
            )
            for pipeline in pipelines.all
            for stage in pipeline.stages
        )
        yield RecordPage(stages, None, pipelines.problems)

    def _read_owners(self, window: ReadWindow) -> Iterator[RecordPage[Owner]]:
        return self._client.owners(window.cursor)

    def _read_companies(self, window: ReadWindow) -> Iterator[RecordPage[Company]]:
        if window.since is None:
            return self._client.companies(cursor=window.cursor)
        return self._client.companies_modified_since(window.since, window.cursor)

    def _read_archived_deals(self, window: ReadWindow) -> Iterator[RecordPage[Deal]]:
        return self._client.deals(archived=True, cursor=window.cursor)

    def _read_deals(self, window: ReadWindow) -> Iterator[RecordPage[Deal]]:
        if window.since is None:
            yield from self._client.deals(cursor=window.cursor)
            return
        changed = self._client.deals_modified_since(window.since, window.cursor)
        yield from _add_companies(changed, self._client.read_company_ids)

    def _read_contacts(self, window: ReadWindow) -> Iterator[RecordPage[Contact]]:
        if window.since is None:
            yield from self._client.contacts(cursor=window.cursor)
            return
        changed = self._client.contacts_modified_since(window.since, window.cursor)
        yield from _add_companies(changed, self._client.read_contact_company_ids)

    def _read_archived_contacts(self, window: ReadWindow) -> Iterator[RecordPage[Contact]]:
        return self._client.contacts(archived=True, cursor=window.cursor)

    def _save_deals(self, session: Session, records: Sequence[Deal], now: datetime) -> int:
        needs_currency = any(not deal.currency for deal in records)
        home_currency = self._home_currency if needs_currency else ""
        return save_deals(session, records, now, self._clock, home_currency)


def _add_companies(
    pages: Iterable[RecordPage[R]], read_ids: Callable[[Iterable[str]], Mapping[str, tuple[str, ...]]]
) -> Iterator[RecordPage[R]]:
    """Add the ids of their companies to records of a search, which has none."""
    for page in pages:
        companies = read_ids(record.external_id for record in page.records)
        records = (replace(record, company_ids=companies[record.external_id]) for record in page.records)
        yield RecordPage(tuple(records), page.next_cursor, page.problems)


def save_stages(session: Session, records: Sequence[StageRecord], now: datetime) -> int:
    batch = RowBatch(now)
    for record in records:
        batch.add(
            record,
            name=record.stage.label,
            pipeline_id=record.pipeline_id,
            pipeline_name=record.pipeline_name,
            position=record.stage.position,
            state=record.stage.state,
            probability=_format_probability(record.stage.probability),
        )
    upsert(session, HubspotStage, batch.rows)
    return batch.problems


def _format_probability(probability: Decimal | None) -> str | None:
    """The probability as text with four decimals; None outside of 0 to 1."""
    if probability is None or not 0 <= probability <= 1:
        return None
    return str(round(probability, 4))


def _apply_stages(session: Session, _window: ReadWindow, _now: datetime) -> None:
    """Update deals after their stage was renamed or redefined, which does not change the deals at HubSpot."""
    for stage in session.execute(select(HubspotStage).where(HubspotStage.deleted_at.is_(None))).scalars():
        kind = _project_kind(stage)
        differs = or_(
            HubspotDeal.stage != stage.name,
            HubspotDeal.state != stage.state,
            HubspotDeal.project_kind != kind,
        )
        session.execute(
            update(HubspotDeal)
            .where(HubspotDeal.stage_id == stage.external_id, differs)
            .values(stage=stage.name, state=stage.state, project_kind=kind)
        )


def _project_kind(stage: HubspotStage | None) -> str:
    """The kind of project from the pipeline's name; fixed-price by default."""
    return guess_project_kind(stage.pipeline_name or "" if stage else "") or "fixed"


def save_owners(session: Session, records: Sequence[Owner], now: datetime) -> int:
    """Former staff are saved as deleted, because they still own old deals."""
    batch = RowBatch(now)
    for owner in records:
        batch.add(
            owner,
            name=" ".join(part for part in (owner.first_name, owner.last_name) if part) or owner.email or "",
            email=owner.email.lower() if owner.email else None,
            deleted_at=(owner.updated_at or now) if owner.archived else None,
        )
    upsert(session, HubspotOwner, batch.rows)
    return batch.problems


def save_companies(session: Session, records: Sequence[Company], now: datetime) -> int:
    batch = RowBatch(now)
    for company in records:
        batch.add(
            company,
            name=company.name or company.domain or "",
            domain=company.domain.lower() if company.domain else None,
            deleted_at=(company.archived_at or now) if company.archived else None,
        )
    upsert(session, HubspotCompany, batch.rows)
    return batch.problems


def save_contacts(session: Session, records: Sequence[Contact], now: datetime) -> int:
    """Save the contacts of companies, and mark all others as deleted: they concern no client."""
    batch = RowBatch(now)
    deleted: dict[str, datetime] = {}
    for contact in records:
        deleted |= dict.fromkeys(contact.merged_ids, now)
        if contact.archived or not contact.company_ids:
            deleted[contact.external_id] = contact.archived_at or now
            continue
        name = " ".join(part for part in (contact.first_name, contact.last_name) if part)
        batch.add(
            contact,
            name=name or contact.email or "",
            title=contact.title,
            email=contact.email.lower() if contact.email else None,
            phone=contact.phone,
        )
    upsert(session, HubspotContact, batch.rows)
    mark_deleted(session, HubspotContact, deleted, now)
    _replace_companies(session, records, {row["external_id"] for row in batch.rows})
    return batch.problems


def _replace_companies(session: Session, records: Sequence[Contact], saved: set[str]) -> None:
    rows = [
        {"contact_id": contact.external_id, "company_id": company}
        for contact in records
        if contact.external_id in saved
        for company in contact.company_ids or ()
    ]
    session.execute(delete(HubspotContactCompany).where(HubspotContactCompany.contact_id.in_(saved)))
    if rows:
        session.execute(insert(HubspotContactCompany), rows)


def save_deals(session: Session, records: Sequence[Deal], now: datetime, clock: Clock, home_currency: str) -> int:
    stages = {stage.external_id: stage for stage in session.execute(select(HubspotStage)).scalars()}
    batch = RowBatch(now)
    for deal in records:
        stage = stages.get(deal.stage_id or "")
        batch.add(
            deal,
            name=deal.name or "",
            amount=batch.amount(deal.amount),
            hourly_rate=batch.amount(deal.hourly_rate),
            monthly_amount=batch.amount(deal.monthly_amount),
            currency=batch.currency(deal.currency, home_currency),
            pipeline_id=deal.pipeline_id,
            stage_id=deal.stage_id,
            # For a deal in a deleted stage, the stage's id is shown.
            stage=stage.name if stage else deal.stage_id,
            state=stage.state if stage else "open",
            deal_type=deal.deal_type,
            project_kind=_project_kind(stage),
            owner_id=deal.owner_id,
            company_id=deal.company_ids[0] if deal.company_ids else None,
            closed_on=clock.day_of(deal.closes_at) if deal.closes_at else None,
            deleted_at=(deal.archived_at or now) if deal.archived else None,
        )
    upsert(session, HubspotDeal, batch.rows)
    return batch.problems
