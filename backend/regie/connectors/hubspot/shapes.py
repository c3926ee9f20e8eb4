"""Parses HubSpot's records: properties arrive as text; amounts become Decimal or None."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from regie.connectors.field_reader import FieldReader, parse_id
from regie.connectors.pages import FieldProblem

SERVICE = "hubspot"

DEAL_PROPERTIES = (
    "dealname",
    "amount",
    "deal_currency_code",
    "amount_in_home_currency",
    "dealstage",
    "pipeline",
    "hubspot_owner_id",
    "closedate",
    "createdate",
    "dealtype",
    "hs_mrr",
    "hs_lastmodifieddate",
    "hs_merged_object_ids",
)
COMPANY_PROPERTIES = ("name", "domain", "createdate", "hs_lastmodifieddate")

CONTACT_PROPERTIES = (
    "firstname",
    "lastname",
    "email",
    "jobtitle",
    "phone",
    "mobilephone",
    "createdate",
    "lastmodifieddate",
    "hs_merged_object_ids",
)

# The primary company of a contact, and of a deal.
_PRIMARY_TYPE_IDS = (1, 5)
_PRIMARY_TYPES = ("contact_to_company", "deal_to_company")


@dataclass(frozen=True, slots=True)
class Deal:
    """`company_ids` has the primary company first; None where the response omits them (search)."""

    external_id: str
    name: str | None
    amount: Decimal | None
    amount_text: str | None
    currency: str | None
    hourly_rate: Decimal | None
    monthly_amount: Decimal | None
    stage_id: str | None
    pipeline_id: str | None
    owner_id: str | None
    closes_at: datetime | None
    deal_type: str | None
    company_ids: tuple[str, ...] | None
    merged_ids: tuple[str, ...]
    archived: bool
    archived_at: datetime | None
    created_at: datetime | None
    updated_at: datetime | None
    source_url: str | None
    raw: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Company:
    external_id: str
    name: str | None
    domain: str | None
    archived: bool
    archived_at: datetime | None
    created_at: datetime | None
    updated_at: datetime | None
    source_url: str | None
    raw: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Contact:
    """A person at a company; `company_ids` has the primary company first, and is None where the response omits them."""

    external_id: str
    first_name: str | None
    last_name: str | None
    email: str | None
    title: str | None
    phone: str | None
    company_ids: tuple[str, ...] | None
    merged_ids: tuple[str, ...]
    archived: bool
    archived_at: datetime | None
    created_at: datetime | None
    updated_at: datetime | None
    source_url: str | None
    raw: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Owner:
    """Deals reference an owner by `external_id`, not by `user_id`."""

    external_id: str
    email: str | None
    first_name: str | None
    last_name: str | None
    kind: str | None
    user_id: str | None
    archived: bool
    team_names: tuple[str, ...]
    created_at: datetime | None
    updated_at: datetime | None
    raw: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Stage:
    """`known` is false for a stage that no longer exists; deals may still reference it."""

    external_id: str
    pipeline_id: str | None
    label: str
    position: int
    state: str
    archived: bool
    # The probability of winning a deal in this stage, from 0 to 1.
    probability: Decimal | None = None
    known: bool = True


@dataclass(frozen=True, slots=True)
class Pipeline:
    external_id: str
    label: str
    position: int
    archived: bool
    stages: tuple[Stage, ...]
    updated_at: datetime | None
    raw: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Pipelines:
    all: tuple[Pipeline, ...]
    problems: tuple[FieldProblem, ...]
    by_stage: Mapping[str, Stage]

    def stage_of(self, deal: Deal) -> Stage:
        return self.stage(deal.pipeline_id, deal.stage_id)

    def stage(self, pipeline_id: str | None, stage_id: str | None) -> Stage:
        """Stage ids are unique in an account; labels may change."""
        found = self.by_stage.get(stage_id or "")
        return found or Stage(stage_id or "", pipeline_id, stage_id or "", 0, "open", archived=True, known=False)


def read_deal(raw: Any, problems: list[FieldProblem], *, rate_property: str = "", with_companies: bool = False) -> Deal:
    fields = FieldReader(SERVICE, "deal", raw, problems)
    properties = fields.child("properties")
    return Deal(
        external_id=fields.external_id,
        name=properties.text("dealname"),
        amount=properties.amount("amount"),
        amount_text=properties.text("amount"),
        currency=properties.text("deal_currency_code"),
        hourly_rate=properties.amount(rate_property) if rate_property else None,
        monthly_amount=properties.amount("hs_mrr"),
        stage_id=properties.text("dealstage"),
        pipeline_id=properties.text("pipeline"),
        owner_id=properties.text("hubspot_owner_id"),
        closes_at=properties.instant("closedate"),
        deal_type=properties.text("dealtype"),
        company_ids=_listed_company_ids(fields) if with_companies else None,
        merged_ids=_merged_ids(properties),
        archived=fields.flag("archived"),
        archived_at=fields.instant("archivedAt"),
        created_at=fields.instant("createdAt"),
        updated_at=_modified_at(fields, properties),
        source_url=fields.text("url"),
        raw=fields.raw,
    )


def read_company(raw: Any, problems: list[FieldProblem]) -> Company:
    fields = FieldReader(SERVICE, "company", raw, problems)
    properties = fields.child("properties")
    return Company(
        external_id=fields.external_id,
        name=properties.text("name"),
        domain=properties.text("domain"),
        archived=fields.flag("archived"),
        archived_at=fields.instant("archivedAt"),
        created_at=fields.instant("createdAt"),
        updated_at=_modified_at(fields, properties),
        source_url=fields.text("url"),
        raw=fields.raw,
    )


def read_contact(raw: Any, problems: list[FieldProblem], *, with_companies: bool = False) -> Contact:
    fields = FieldReader(SERVICE, "contact", raw, problems)
    properties = fields.child("properties")
    return Contact(
        external_id=fields.external_id,
        first_name=properties.text("firstname"),
        last_name=properties.text("lastname"),
        email=properties.text("email"),
        title=properties.text("jobtitle"),
        phone=properties.text("phone") or properties.text("mobilephone"),
        company_ids=_listed_company_ids(fields) if with_companies else None,
        merged_ids=_merged_ids(properties),
        archived=fields.flag("archived"),
        archived_at=fields.instant("archivedAt"),
        created_at=fields.instant("createdAt"),
        updated_at=properties.instant("lastmodifieddate") or fields.instant("updatedAt"),
        source_url=fields.text("url"),
        raw=fields.raw,
    )


def read_owner(raw: Any, problems: list[FieldProblem]) -> Owner:
    fields = FieldReader(SERVICE, "owner", raw, problems)
    teams = (fields.nested(team).text("name") for team in fields.objects("teams"))
    return Owner(
        external_id=fields.external_id,
        email=fields.text("email"),
        first_name=fields.text("firstName"),
        last_name=fields.text("lastName"),
        kind=fields.text("type"),
        # Former staff have only the second one.
        user_id=fields.reference("userId") or fields.reference("userIdIncludingInactive"),
        archived=fields.flag("archived"),
        team_names=tuple(name for name in teams if name),
        created_at=fields.instant("createdAt"),
        updated_at=fields.instant("updatedAt"),
        raw=fields.raw,
    )


def read_pipelines(rows: Iterable[Any]) -> Pipelines:
    problems: list[FieldProblem] = []
    pipelines = tuple(_read_pipeline(row, problems) for row in rows)
    by_stage = {stage.external_id: stage for pipeline in pipelines for stage in pipeline.stages}
    return Pipelines(pipelines, tuple(problems), by_stage)


def associated_company_ids(row: Any) -> tuple[str, tuple[str, ...]] | None:
    """A row of a batch read: the deal or contact and its companies, the primary one first."""
    if not isinstance(row, dict) or not isinstance(row.get("from"), dict) or not isinstance(row.get("to"), list):
        return None
    record_id = parse_id(row["from"].get("id"))
    targets = [target for target in row["to"] if isinstance(target, dict)]
    targets.sort(key=lambda target: not _is_primary(target.get("associationTypes")))
    ids = (parse_id(target.get("toObjectId")) for target in targets)
    return (record_id, tuple(dict.fromkeys(found for found in ids if found))) if record_id else None


def _is_primary(types: Any) -> bool:
    rows = types if isinstance(types, list) else []
    return any(isinstance(row, dict) and row.get("typeId") in _PRIMARY_TYPE_IDS for row in rows)


def _listed_company_ids(fields: FieldReader) -> tuple[str, ...]:
    """The companies, the primary one first; a record without any may lack the key."""
    results = list(fields.child("associations").child("companies").objects("results"))
    # A company appears twice: as primary and without a label.
    results.sort(key=lambda result: result.get("type") not in _PRIMARY_TYPES)
    ids = (parse_id(result.get("id")) for result in results)
    return tuple(dict.fromkeys(found for found in ids if found))


def _merged_ids(properties: FieldReader) -> tuple[str, ...]:
    """The records that were merged into this one."""
    merged = properties.text("hs_merged_object_ids") or ""
    return tuple(part.strip() for part in merged.split(";") if part.strip())


def _modified_at(fields: FieldReader, properties: FieldReader) -> datetime | None:
    return properties.instant("hs_lastmodifieddate") or fields.instant("updatedAt")


def _read_pipeline(raw: Any, problems: list[FieldProblem]) -> Pipeline:
    fields = FieldReader(SERVICE, "pipeline", raw, problems)
    stages = (_read_stage(stage, fields.external_id, problems) for stage in fields.objects("stages"))
    return Pipeline(
        external_id=fields.external_id,
        label=fields.text("label") or fields.external_id,
        position=fields.integer("displayOrder") or 0,
        archived=fields.flag("archived"),
        stages=tuple(stages),
        updated_at=fields.instant("updatedAt"),
        raw=fields.raw,
    )


def _read_stage(raw: Any, pipeline_id: str, problems: list[FieldProblem]) -> Stage:
    fields = FieldReader(SERVICE, "stage", raw, problems)
    metadata = fields.child("metadata")
    probability = metadata.amount("probability")
    state = "open"
    if metadata.flag("isClosed"):
        state = "won" if probability == 1 else "lost"
    return Stage(
        external_id=fields.external_id,
        pipeline_id=pipeline_id,
        label=fields.text("label") or fields.external_id,
        position=fields.integer("displayOrder") or 0,
        state=state,
        archived=fields.flag("archived"),
        probability=probability,
    )
