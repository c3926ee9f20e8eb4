"""Serializes HubSpot's records: every property is text or null, and only requested ones appear."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from regie.sandbox.agency.rows import Deal, HubspotCompany, HubspotContact, HubspotRecord, Owner
from regie.sandbox.agency.sales import HOME_RATES, PIPELINES

COMPANY_CURRENCY = "CAD"
_STAGES = {stage[0]: stage for _, stages in PIPELINES.values() for stage in stages}


def moment(instant_ms: int) -> str:
    whole, milliseconds = divmod(instant_ms, 1000)
    return f"{datetime.fromtimestamp(whole, UTC).isoformat()[:19]}.{milliseconds:03d}Z"


def deal_properties(row: Deal, multicurrency: bool) -> dict[str, str | None]:
    stage = _STAGES.get(row.stage)
    properties = {
        "dealname": row.name,
        "amount": row.amount,
        "dealstage": row.stage,
        "pipeline": row.pipeline,
        "hubspot_owner_id": str(row.owner_id) if row.owner_id is not None else None,
        "closedate": moment(row.close) if row.close is not None else None,
        "createdate": moment(row.created),
        "hs_lastmodifieddate": moment(row.updated),
        "hs_object_id": str(row.id),
        "dealtype": row.kind,
        "hs_mrr": row.monthly,
        # A property that the account added.
        "hourly_rate": row.hourly_rate,
        "hs_is_closed": "true" if stage and stage[2] else "false",
        "hs_is_closed_won": "true" if stage and stage[3] == "1.0" else "false",
        "hs_deal_stage_probability": stage[3] if stage else None,
        "hs_merged_object_ids": ";".join(map(str, row.merged_ids)) or None,
        "description": None,
    }
    if multicurrency:
        properties["deal_currency_code"] = row.currency
        properties["amount_in_home_currency"] = _home_amount(row)
    return properties


def _home_amount(row: Deal) -> str | None:
    try:
        amount = float(row.amount or "")
    except ValueError:
        return None
    return f"{amount * HOME_RATES[row.currency]:.2f}"


def company_properties(row: HubspotCompany) -> dict[str, str | None]:
    return {
        "name": row.name,
        "domain": row.domain,
        "website": row.domain,
        "city": row.city,
        "state": row.region or None,
        "country": row.country,
        "industry": row.industry,
        "hubspot_owner_id": str(row.owner_id) if row.owner_id is not None else None,
        "createdate": moment(row.created),
        "hs_lastmodifieddate": moment(row.updated),
        "hs_object_id": str(row.id),
        "hs_merged_object_ids": ";".join(map(str, row.merged_ids)) or None,
    }


def contact_properties(row: HubspotContact) -> dict[str, str | None]:
    return {
        "firstname": row.first_name or None,
        "lastname": row.last_name or None,
        "email": row.email,
        "jobtitle": row.title,
        "phone": row.phone,
        "mobilephone": row.mobile,
        "associatedcompanyid": str(row.company_ids[0]) if row.company_ids else None,
        "createdate": moment(row.created),
        # Contacts have this name where deals and companies have hs_lastmodifieddate.
        "lastmodifieddate": moment(row.updated),
        "hs_object_id": str(row.id),
        "hs_merged_object_ids": ";".join(map(str, row.merged_ids)) or None,
    }


def record_properties(row: HubspotRecord, multicurrency: bool = True) -> dict[str, str | None]:
    if isinstance(row, Deal):
        return deal_properties(row, multicurrency)
    return contact_properties(row) if isinstance(row, HubspotContact) else company_properties(row)


def change_property(row: HubspotRecord) -> str:
    """Return the name of the property with the time of the last change."""
    return "lastmodifieddate" if isinstance(row, HubspotContact) else "hs_lastmodifieddate"


@dataclass(frozen=True, slots=True)
class RecordOptions:
    """The requested parts of each record."""

    properties: frozenset[str] = frozenset()
    associations: bool = False
    multicurrency: bool = True


DEAL_DEFAULTS = frozenset(
    {"amount", "closedate", "createdate", "dealname", "dealstage", "hs_lastmodifieddate", "hs_object_id", "pipeline"}
)
COMPANY_DEFAULTS = frozenset({"createdate", "domain", "hs_lastmodifieddate", "hs_object_id", "name"})
CONTACT_DEFAULTS = frozenset({"createdate", "email", "firstname", "hs_object_id", "lastmodifieddate", "lastname"})
# The default properties, the id of the type in addresses, and the name in the types of associations.
_TYPES: dict[type, tuple[frozenset[str], str, str]] = {
    Deal: (DEAL_DEFAULTS, "0-3", "deal"),
    HubspotCompany: (COMPANY_DEFAULTS, "0-2", "company"),
    HubspotContact: (CONTACT_DEFAULTS, "0-1", "contact"),
}


def split_names(names: Iterable[str]) -> frozenset[str]:
    return frozenset(part.strip() for name in names for part in name.split(",") if part.strip())


def record_json(row: HubspotRecord, options: RecordOptions) -> dict[str, Any]:
    properties, changed = record_properties(row, options.multicurrency), change_property(row)
    defaults, type_id, _ = _TYPES[type(row)]
    requested = options.properties or defaults
    always = {"createdate", changed, "hs_object_id"}
    shape: dict[str, Any] = {
        "id": str(row.id),
        "properties": {name: value for name, value in properties.items() if name in requested or name in always},
        "createdAt": properties["createdate"],
        "updatedAt": properties[changed],
        "archived": row.archived,
        "url": f"https://app.hubspot.com/contacts/1/record/{type_id}/{row.id}",
    }
    if row.archived:
        shape["archivedAt"] = moment(row.archived_at)
    if options.associations and isinstance(row, Deal | HubspotContact) and row.company_ids:
        shape["associations"] = {"companies": {"results": _associations(row)}}
    return shape


def _associations(row: Deal | HubspotContact) -> list[dict[str, str]]:
    """Return the associated companies; the service lists the primary one a second time without its label."""
    primary, kind = str(row.company_ids[0]), _TYPES[type(row)][2]
    unlabelled = [{"id": str(company), "type": f"{kind}_to_company_unlabeled"} for company in row.company_ids]
    return [{"id": primary, "type": f"{kind}_to_company"}, *unlabelled]


def owner_json(row: Owner) -> dict[str, Any]:
    shape: dict[str, Any] = {
        "id": str(row.id),
        "email": row.email,
        "type": row.kind,
        "firstName": row.first_name,
        "lastName": row.last_name,
        "createdAt": moment(row.created),
        "updatedAt": moment(row.updated),
        "archived": row.archived,
    }
    if row.kind == "PERSON":
        shape["userIdIncludingInactive"] = row.user_id
        if not row.archived:
            shape["userId"] = row.user_id
    if row.team:
        shape["teams"] = [{"id": "311", "name": row.team, "primary": True}]
    return shape


def pipelines_json() -> list[dict[str, Any]]:
    return [
        {
            "id": pipeline_id,
            "label": label,
            "displayOrder": order,
            "archived": False,
            "createdAt": "1970-01-01T00:00:00Z",
            "updatedAt": "2026-06-01T10:00:00Z",
            "stages": [
                {
                    "id": stage_id,
                    "label": stage_label,
                    "displayOrder": position,
                    "archived": False,
                    "createdAt": "1970-01-01T00:00:00Z",
                    "updatedAt": "2026-06-01T10:00:00Z",
                    "writePermissions": "CRM_PERMISSIONS_ENFORCEMENT",
                    "metadata": {"isClosed": "true" if is_closed else "false", "probability": probability},
                }
                for position, (stage_id, stage_label, is_closed, probability) in enumerate(stages)
            ],
        }
        for order, (pipeline_id, (label, stages)) in enumerate(PIPELINES.items())
    ]
