"""Builds the OpenAPI document: the routes as FastAPI knows them, the sort keys of lists, the names of enumerations."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fastapi.openapi.constants import REF_TEMPLATE
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from fastapi.utils import create_model_field
from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from regie.access.responses import ERROR_MODELS
from regie.core.text.locale import catalogue
from regie.domains.administration.activity.queries import ACTIVITY
from regie.domains.administration.bug_reports.queries import BUG_REPORTS
from regie.domains.administration.enum_options.queries import list_enum_options
from regie.domains.administration.exports.queries import EXPORTS
from regie.domains.administration.imports.queries import ROWS
from regie.domains.administration.months import queries as months
from regie.domains.administration.organization import queries as organization
from regie.domains.administration.saved_views.queries import VIEWS
from regie.domains.insights.awards.queries import AWARDS
from regie.domains.insights.core_values.queries import CORE_VALUES
from regie.domains.insights.goals.queries import GOALS
from regie.domains.insights.margins import queries as margins
from regie.domains.insights.statistics import people, restatements, rows
from regie.domains.integrations.lookups import queries as lookups
from regie.domains.integrations.matching import queries as matching
from regie.domains.integrations.project_proposals.queries import PROPOSALS
from regie.domains.integrations.sync.queries import SYNC_RUNS
from regie.domains.money.collections.queries import ENTRIES
from regie.domains.money.invoices import receivables_by_client
from regie.domains.money.invoices.credits import UNAPPLIED_CREDITS
from regie.domains.money.invoices.follow_up_owners import FOLLOW_UP_OWNERS
from regie.domains.money.invoices.queries import INVOICES, RECEIVABLES
from regie.domains.money.overages.queries import OVERAGES
from regie.domains.money.payments.queries import PAYMENTS
from regie.domains.money.project_costs.queries import COSTS
from regie.domains.money.reconciliation import queries as reconciliation
from regie.domains.money.to_invoice import queries as to_invoice
from regie.domains.people.employees.queries import EMPLOYEES
from regie.domains.people.notifications.queries import NOTIFICATIONS
from regie.domains.people.teams.queries import TEAMS
from regie.domains.people.users.queries import ACCOUNT_MANAGERS, USERS
from regie.domains.records.dated_fields.schemas import ORDER as TERMS_ORDER
from regie.domains.records.exchange_rates.queries import FETCHES, RATES
from regie.domains.work.attachments.queries import ATTACHMENTS
from regie.domains.work.churns import movements
from regie.domains.work.churns.queries import CHURNS, EMPLOYEE_CHURNS
from regie.domains.work.client_contacts.queries import CONTACTS
from regie.domains.work.client_notes.queries import NOTES
from regie.domains.work.clients.queries import CLIENTS
from regie.domains.work.deals.queries import DEALS
from regie.domains.work.oos_sales.queries import EXTRA_WORK, SALES
from regie.domains.work.projects.queries import PROJECTS
from regie.domains.work.retainers import burn_list
from regie.domains.work.retainers.queries import PERIODS
from regie.domains.work.time_entries import groups
from regie.domains.work.time_entries.queries import TASKS, TIME_ENTRIES
from regie.domains.work.undated_terms.queries import UNDATED_TERMS

API_PREFIX = "/api/v1"
# The sort keys by the path of a list. Totals take the parameters of a list, but no sort.
SORT_KEYS: Mapping[str, Iterable[str]] = {
    "/Deals": DEALS.sorts,
    "/account-managers": ACCOUNT_MANAGERS.sorts,
    "/activity": ACTIVITY.sorts,
    "/attachments": ATTACHMENTS.sorts,
    "/award-totals": (),
    "/awards": AWARDS.sorts,
    "/bug-reports": BUG_REPORTS.sorts,
    "/churn-events": CHURNS.sorts,
    "/churn-totals": (),
    "/clients": CLIENTS.sorts,
    "/clients/{id}/collection-entries": ENTRIES.sorts,
    "/clients/{id}/responsibility-terms": (TERMS_ORDER,),
    "/client-next-steps": NOTES.sorts,
    "/clients-to-invoice": to_invoice.SORTS,
    "/clients/{id}/attachments": ATTACHMENTS.sorts,
    "/clients/{id}/contacts": CONTACTS.sorts,
    "/clients/{id}/notes": NOTES.sorts,
    "/clients/{id}/quickbooks-invoices": INVOICES.sorts,
    "/core-values": CORE_VALUES.sorts,
    "/dashboard-rows": (rows.ORDER,),
    "/employee-churns": EMPLOYEE_CHURNS.sorts,
    "/employee-goals": GOALS.sorts,
    "/employees": EMPLOYEES.sorts,
    "/employees-statistics": EMPLOYEES.sorts,
    "/employees/{id}/employment-terms": (TERMS_ORDER,),
    "/projects/{id}/responsibility-terms": (TERMS_ORDER,),
    "/employees/{id}/attachments": ATTACHMENTS.sorts,
    "/employees/{id}/core-values": AWARDS.sorts,
    "/employees/{id}/employee-goals": GOALS.sorts,
    "/exchange-rate-fetches": FETCHES.sorts,
    "/exchange-rates": RATES.sorts,
    "/exports": EXPORTS.sorts,
    "/extra-work-to-invoice": to_invoice.EXTRA_WORK.sorts,
    "/figure-rows": (rows.ORDER,),
    "/follow-up-owners": FOLLOW_UP_OWNERS.sorts,
    "/hubspot-deals": lookups.HUBSPOT_DEALS.listing.sorts,
    "/imports/{id}/rows": ROWS.sorts,
    "/invoices": INVOICES.sorts,
    "/margin-rows": (margins.ORDER,),
    "/margins": margins.SORTS,
    "/margins/totals": (),
    "/match-candidates": (matching.CANDIDATE_ORDER,),
    "/matches": (matching.MATCH_ORDER,),
    "/month-restatements": (restatements.ORDER,),
    "/months": (months.ORDER,),
    "/settings/month-pack-candidates": (organization.ORDER,),
    "/mrr-movements": (movements.DEFAULT_SORT,),
    "/mrr-movements/totals": (),
    "/notifications": NOTIFICATIONS.sorts,
    "/oos-queue": EXTRA_WORK.sorts,
    "/oos-sales": SALES.sorts,
    "/oos-sales/totals": (),
    "/people-figures": people.SORTS,
    "/people-figures/totals": (),
    "/project-costs": COSTS.sorts,
    "/project-proposals": PROPOSALS.sorts,
    "/projects": PROJECTS.sorts,
    "/projects-payments": PAYMENTS.sorts,
    "/projects-statistics": PROJECTS.sorts,
    "/projects/{id}/attachments": ATTACHMENTS.sorts,
    "/quickbooks-customers": lookups.QUICKBOOKS_CUSTOMERS.listing.sorts,
    "/receivables": RECEIVABLES.sorts,
    "/receivables-by-client": receivables_by_client.SORTS,
    "/reconciliation-proposals": (reconciliation.ORDER,),
    "/retainer-overages": OVERAGES.sorts,
    "/retainer-overages/totals": (),
    "/retainer-burns": burn_list.SORTS,
    "/retainer-burns/totals": (),
    "/retainer-periods": PERIODS.sorts,
    "/saved-views": VIEWS.sorts,
    "/sync-runs": SYNC_RUNS.sorts,
    "/teams": TEAMS.sorts,
    "/teams-statistics": TEAMS.sorts,
    "/teamwork-clients": lookups.TEAMWORK_CLIENTS.listing.sorts,
    "/teamwork-project-categories": lookups.TEAMWORK_CATEGORIES.listing.sorts,
    "/teamwork-projects": lookups.TEAMWORK_PROJECTS.listing.sorts,
    "/teamwork-users": lookups.TEAMWORK_USERS.listing.sorts,
    "/time-entries": TIME_ENTRIES.sorts,
    "/time-entries/totals": (),
    "/time-entry-groups": groups.SORTS,
    "/time-entry-tasks": TASKS.sorts,
    "/unapplied-credits": UNAPPLIED_CREDITS.sorts,
    "/undated-terms": UNDATED_TERMS.sorts,
    "/users": USERS.sorts,
}


def build_document(title: str, version: str, routes: Sequence[APIRoute]) -> dict[str, Any]:
    """Build the document, with the response types and the shared error schemas."""
    for route in routes:
        if route.response_model is not None:
            name = f"Response_{route.unique_id}"
            route.response_field = create_model_field(name, type_=route.response_model, mode="serialization")
    document = get_openapi(title=title, version=version, routes=routes)
    adapters: list[tuple[str, JsonSchemaMode, TypeAdapter[Any]]] = [
        (model.__name__, "serialization", TypeAdapter(model)) for model in ERROR_MODELS
    ]
    _, errors = TypeAdapter.json_schemas(adapters, ref_template=REF_TEMPLATE)
    document["components"]["schemas"] |= errors["$defs"]
    _name_sort_keys(document["paths"])
    _name_enums(document)
    _name_error_codes(document["components"]["schemas"])
    return document


def _name_sort_keys(paths: dict[str, Any]) -> None:
    """Raises RuntimeError when `SORT_KEYS` and the lists differ."""
    lists = {}
    for path, item in paths.items():
        for parameter in item.get("get", {}).get("parameters", ()):
            if parameter["name"] == "sort":
                lists[path.removeprefix(API_PREFIX)] = parameter
    if wrong := lists.keys() ^ SORT_KEYS.keys():
        raise RuntimeError(f"SORT_KEYS and the lists differ: {', '.join(sorted(wrong))}")
    for path, parameter in lists.items():
        parameter["x-sort-keys"] = sorted(SORT_KEYS[path])


def _name_enums(document: dict[str, Any]) -> None:
    """Replace the map of /enum-options by one property per enumeration, with its values."""
    answer = document["paths"][f"{API_PREFIX}/enum-options"]["get"]["responses"]["200"]
    reference = answer["content"]["application/json"]["schema"]["$ref"]
    options = document["components"]["schemas"][reference.rpartition("/")[2]]["properties"]["data"]
    items = options.pop("additionalProperties")
    options["properties"] = {
        name: items | {"x-values": [option["value"] for option in values]}
        for name, values in sorted(list_enum_options().items())
    }


def _name_error_codes(schemas: dict[str, Any]) -> None:
    """List the codes of errors: those with a message."""
    codes = sorted(key.removeprefix("error.") for key in catalogue("en-us") if key.startswith("error."))
    for model in ERROR_MODELS:
        schemas[model.__name__]["properties"]["code"]["enum"] = codes
