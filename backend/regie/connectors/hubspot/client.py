"""Reads HubSpot: complete lists by cursor, changes by search in order of last modification."""

import re
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Generic, Protocol, Self, TypeVar

from regie.connectors.call_limiter import CallLimiter, RateLimit
from regie.connectors.connection_check import ConnectionCheck
from regie.connectors.errors import AccessDenied, MalformedResponse, RateLimited, ServiceError, ServiceUnavailable
from regie.connectors.field_reader import parse_id, require_list
from regie.connectors.http import FixedCredential, Gateway, HttpOptions, ServiceRules
from regie.connectors.hubspot.shapes import (
    COMPANY_PROPERTIES,
    CONTACT_PROPERTIES,
    DEAL_PROPERTIES,
    SERVICE,
    Company,
    Contact,
    Deal,
    Owner,
    Pipelines,
    associated_company_ids,
    read_company,
    read_contact,
    read_deal,
    read_owner,
    read_pipelines,
)
from regie.connectors.pages import FieldProblem, RecordPage
from regie.connectors.responses import ServiceResponse, explain_status, response_error
from regie.connectors.settings import HubspotSettings

LIST_LIMIT = 100
SEARCH_LIMIT = 200
MAX_SEARCH_RESULTS = 10_000
BATCH_LIMIT = 1_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_ROLLING_WAIT_S = 10.0
_DAILY_WAIT_S = 3600.0
_LOCKED_WAIT_S = 2.0
CONTACTS_SCOPE = "crm.objects.contacts.read"
_PAGINATED = ("deals", "companies", "contacts", "owners")
_ACCOUNT_NUMBER = re.compile(r"/contacts/(\d{1,19})/")


class _Versioned(Protocol):
    @property
    def external_id(self) -> str: ...

    @property
    def updated_at(self) -> datetime | None: ...


R = TypeVar("R", bound=_Versioned)


@dataclass(frozen=True, slots=True)
class _Paths:
    deals: str
    companies: str
    contacts: str
    owners: str
    pipelines: str
    deal_companies: str
    contact_companies: str
    currency: str


@dataclass(frozen=True, slots=True)
class _ListSpec(Generic[R]):
    path: str
    params: dict[str, str]
    read: Callable[[Any, list[FieldProblem]], R]


@dataclass(frozen=True, slots=True)
class _SearchSpec(Generic[R]):
    path: str
    properties: tuple[str, ...]
    read: Callable[[Any, list[FieldProblem]], R]
    # The property with the time of the last change.
    changed: str = "hs_lastmodifieddate"


class HubspotClient:
    def __init__(self, settings: HubspotSettings, options: HttpOptions | None = None) -> None:
        options = options or HttpOptions()
        self._paths = paths = _paths_of(settings.version)
        self._rate_property = settings.rate_property
        # HubSpot ignores properties that an account does not have.
        self._deal_properties = (*DEAL_PROPERTIES, *filter(None, [settings.rate_property]))
        records = (paths.deals, paths.companies, paths.contacts)
        reads = (*records, paths.owners, paths.pipelines, paths.currency)
        searches = (*(f"{path}/search" for path in records), paths.deal_companies, paths.contact_companies)
        rules = ServiceRules(
            name=SERVICE,
            allowed=(
                *(("GET", re.compile(re.escape(path))) for path in reads),
                *(("POST", re.compile(re.escape(path))) for path in searches),
            ),
            explain=_explain,
            request_id_headers=("X-HubSpot-Correlation-Id",),
            retry_statuses=frozenset({423, 429, 477, 502, 503, 504, 523, 524}),
            in_flight=4,
            rate_limits=(RateLimit(settings.requests_per_ten_seconds, 10.0),),
        )
        self._gateway = Gateway(rules, settings.base_url, FixedCredential(f"Bearer {settings.key}"), options)
        # Search has its own limit of five calls a second, for all applications of the account together.
        self._search_limiter = CallLimiter(
            f"{SERVICE}/find", 1, (RateLimit(4, 1.0),), options.clock, options.shared_limiter
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._gateway.close()

    def check(self) -> ConnectionCheck:
        """Reads one record of each list; AccessDenied("missing_scope") names all missing scopes that are required."""
        paths = self._paths
        scopes = {
            "deals": (paths.deals, "crm.objects.deals.read"),
            "companies": (paths.companies, "crm.objects.companies.read"),
            "contacts": (paths.contacts, CONTACTS_SCOPE),
            "owners": (paths.owners, "crm.objects.owners.read"),
            "pipelines": (paths.pipelines, "crm.schemas.deals.read"),
            "currency": (paths.currency, "settings.currencies.read"),
        }
        found: dict[str, Any] = {}
        lacking: list[str] = []
        for name, (path, scope) in scopes.items():
            try:
                found[name] = self._gateway.get(path, {"limit": "1"} if name in _PAGINATED else None)
            except AccessDenied as error:
                if error.code != "missing_scope":
                    raise
                lacking.append(scope)
        if set(lacking) - {CONTACTS_SCOPE}:
            raise AccessDenied(SERVICE, "missing_scope", ", ".join(lacking), vendor_status=403)
        account = _account(found["deals"]) or _account(found["companies"]) or "HubSpot"
        return ConnectionCheck(account, tuple(found), tuple(lacking))

    def deals(self, archived: bool = False, cursor: str | None = None) -> Iterator[RecordPage[Deal]]:
        properties = ",".join(self._deal_properties)
        params = {"properties": properties, "associations": "companies", **_archived_param(archived)}
        read = partial(read_deal, rate_property=self._rate_property, with_companies=True)
        return self._list(_ListSpec(self._paths.deals, params, read), cursor)

    def companies(self, archived: bool = False, cursor: str | None = None) -> Iterator[RecordPage[Company]]:
        params = {"properties": ",".join(COMPANY_PROPERTIES), **_archived_param(archived)}
        return self._list(_ListSpec(self._paths.companies, params, read_company), cursor)

    def contacts(self, archived: bool = False, cursor: str | None = None) -> Iterator[RecordPage[Contact]]:
        properties = ",".join(CONTACT_PROPERTIES)
        params = {"properties": properties, "associations": "companies", **_archived_param(archived)}
        read = partial(read_contact, with_companies=True)
        return self._list(_ListSpec(self._paths.contacts, params, read), cursor)

    def deals_modified_since(self, since: datetime, cursor: str | None = None) -> Iterator[RecordPage[Deal]]:
        """Without companies and without archived deals: search returns neither."""
        read = partial(read_deal, rate_property=self._rate_property)
        return self._search(_SearchSpec(self._paths.deals, self._deal_properties, read), since, cursor)

    def companies_modified_since(self, since: datetime, cursor: str | None = None) -> Iterator[RecordPage[Company]]:
        return self._search(_SearchSpec(self._paths.companies, COMPANY_PROPERTIES, read_company), since, cursor)

    def contacts_modified_since(self, since: datetime, cursor: str | None = None) -> Iterator[RecordPage[Contact]]:
        """Without companies and without archived contacts: search returns neither."""
        spec = _SearchSpec(self._paths.contacts, CONTACT_PROPERTIES, read_contact, changed="lastmodifieddate")
        return self._search(spec, since, cursor)

    def count_deals(self) -> int | None:
        return self._count(self._paths.deals)

    def count_companies(self) -> int | None:
        return self._count(self._paths.companies)

    def count_contacts(self) -> int | None:
        return self._count(self._paths.contacts)

    def read_company_ids(self, deal_ids: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """The companies of each requested deal, the primary one first; an empty tuple without any."""
        return self._read_associations(self._paths.deal_companies, deal_ids)

    def read_contact_company_ids(self, contact_ids: Iterable[str]) -> dict[str, tuple[str, ...]]:
        return self._read_associations(self._paths.contact_companies, contact_ids)

    def _read_associations(self, path: str, record_ids: Iterable[str]) -> dict[str, tuple[str, ...]]:
        unique_ids = list(dict.fromkeys(record_ids))
        found: dict[str, tuple[str, ...]] = dict.fromkeys(unique_ids, ())
        for start in range(0, len(unique_ids), BATCH_LIMIT):
            inputs = [{"id": record_id} for record_id in unique_ids[start : start + BATCH_LIMIT]]
            document = self._gateway.read_post(path, {"inputs": inputs})
            for row in require_list(SERVICE, document, "results"):
                pair = associated_company_ids(row)
                if pair is None:
                    raise MalformedResponse(SERVICE, "wrong_shape", "an association without its record")
                found[pair[0]] = pair[1]
        return found

    def owners(self, cursor: str | None = None) -> Iterator[RecordPage[Owner]]:
        """Current owners, then former ones, who still own old deals. A cursor is "list:after"."""
        listed, _, after = (cursor or "current:").partition(":")
        if listed == "current":
            for page in self._list(_ListSpec(self._paths.owners, _archived_param(False), read_owner), after or None):
                yield RecordPage(
                    page.records,
                    f"current:{page.next_cursor}" if page.next_cursor else "former:",
                    page.problems,
                )
            after = ""
        for page in self._list(_ListSpec(self._paths.owners, _archived_param(True), read_owner), after or None):
            yield RecordPage(page.records, f"former:{page.next_cursor}" if page.next_cursor else None, page.problems)

    def pipelines(self) -> Pipelines:
        return read_pipelines(require_list(SERVICE, self._gateway.get(self._paths.pipelines), "results"))

    def company_currency(self) -> str:
        document = self._gateway.get(self._paths.currency)
        code = (document.get("currencyCode") or document.get("id")) if isinstance(document, dict) else None
        if not isinstance(code, str) or not re.fullmatch("[A-Z]{3}", code):
            raise MalformedResponse(SERVICE, "wrong_shape", "a company currency without its code")
        return code

    def _list(self, spec: _ListSpec[R], cursor: str | None) -> Generator[RecordPage[R], None, None]:
        after = cursor
        tokens: set[str | None] = set()
        seen: set[str] = set()
        while True:
            params = {**spec.params, "limit": str(LIST_LIMIT), **({"after": after} if after else {})}
            document = self._gateway.get(spec.path, params)
            page = _read_page(document, spec.read, _next_after(document))
            ids = {record.external_id for record in page.records}
            tokens.add(after)
            after = page.next_cursor
            if after and (after in tokens or (ids and ids <= seen)):
                raise MalformedResponse(SERVICE, "paging_limit", f"{spec.path} repeats the same page")
            seen |= ids
            yield page
            if after is None:
                return

    def _count(self, path: str) -> int | None:
        """The number of records that are not archived, by the search index; lists have no total."""
        query = {"filterGroups": [], "limit": 1, "after": "0"}
        document = self._gateway.read_post(f"{path}/search", query, self._search_limiter)
        total = document.get("total") if isinstance(document, dict) else None
        return total if isinstance(total, int) else None

    def _search(
        self, spec: _SearchSpec[R], since: datetime, cursor: str | None
    ) -> Generator[RecordPage[R], None, None]:
        """Each page starts at the last change of the previous one: a record that changes meanwhile shifts no other
        record to another page, and a search never reaches its limit of 10,000 results. A cursor is
        "milliseconds:offset".
        """
        start_text, _, offset_text = (cursor or "").partition(":")
        start, offset = int(start_text or _milliseconds(since)), int(offset_text or 0)
        seen_before: set[tuple[str, datetime | None]] = set()
        while True:
            query = _changed_since(start, offset, spec.properties, spec.changed)
            document = self._gateway.read_post(f"{spec.path}/search", query, self._search_limiter)
            page = _read_page(document, spec.read, _next_after(document))
            if page.next_cursor:
                newest = _last_change(page.records)
                start, offset = (newest, 0) if newest > start else (start, offset + len(page.records))
                if offset + SEARCH_LIMIT > MAX_SEARCH_RESULTS:
                    raise MalformedResponse(SERVICE, "paging_limit", "10,000 changes in one millisecond")
            unseen = tuple(record for record in page.records if _version_key(record) not in seen_before)
            seen_before = {_version_key(record) for record in page.records}
            yield RecordPage(unseen, f"{start}:{offset}" if page.next_cursor else None, page.problems)
            if page.next_cursor is None:
                return


def _paths_of(version: str) -> _Paths:
    if re.fullmatch(r"\d{4}-\d{2}", version):
        return _Paths(
            deals=f"/crm/objects/{version}/deals",
            companies=f"/crm/objects/{version}/companies",
            contacts=f"/crm/objects/{version}/contacts",
            owners=f"/crm/owners/{version}",
            pipelines=f"/crm/pipelines/{version}/deals",
            deal_companies=f"/crm/associations/{version}/deals/companies/batch/read",
            contact_companies=f"/crm/associations/{version}/contacts/companies/batch/read",
            currency="/settings/currencies/2026-03/company-currency",
        )
    if version == "v3":
        return _Paths(
            deals="/crm/v3/objects/deals",
            companies="/crm/v3/objects/companies",
            contacts="/crm/v3/objects/contacts",
            owners="/crm/v3/owners",
            pipelines="/crm/v3/pipelines/deals",
            deal_companies="/crm/v4/associations/deals/companies/batch/read",
            contact_companies="/crm/v4/associations/contacts/companies/batch/read",
            currency="/settings/v3/currencies/company-currency",
        )
    raise AccessDenied(SERVICE, "configuration", "the version must be a month such as 2026-09, or v3")


def _account(document: Any) -> str | None:
    """The account number, found only in the addresses of its records."""
    rows = require_list(SERVICE, document, "results")
    address = rows[0].get("url") if rows and isinstance(rows[0], dict) else None
    found = _ACCOUNT_NUMBER.search(address) if isinstance(address, str) else None
    return f"HubSpot {found[1]}" if found else None


def _archived_param(archived: bool) -> dict[str, str]:
    return {"archived": "true" if archived else "false"}


def _changed_since(start: int, offset: int, properties: tuple[str, ...], changed: str) -> dict[str, Any]:
    newer = {"propertyName": changed, "operator": "GTE", "value": str(start)}
    return {
        "filterGroups": [{"filters": [newer]}],
        "sorts": [{"propertyName": changed, "direction": "ASCENDING"}],
        "properties": list(properties),
        "limit": SEARCH_LIMIT,
        "after": str(offset),
    }


def _read_page(document: Any, read: Callable[[Any, list[FieldProblem]], R], after: str | None) -> RecordPage[R]:
    problems: list[FieldProblem] = []
    records = tuple(read(row, problems) for row in require_list(SERVICE, document, "results"))
    return RecordPage(records, after, tuple(problems))


def _next_after(document: Any) -> str | None:
    paging = document.get("paging") if isinstance(document, dict) else None
    next_page = paging.get("next") if isinstance(paging, dict) else None
    return parse_id(next_page.get("after")) if isinstance(next_page, dict) else None


def _milliseconds(moment: datetime) -> int:
    return (moment - _EPOCH) // timedelta(milliseconds=1)


def _last_change(records: tuple[_Versioned, ...]) -> int:
    """The last change of an ascending page; 0 for another order: then the offset continues."""
    moments = [_milliseconds(record.updated_at) for record in records if record.updated_at]
    return moments[-1] if moments and moments == sorted(moments) else 0


def _version_key(record: _Versioned) -> tuple[str, datetime | None]:
    return record.external_id, record.updated_at


def _explain(response: ServiceResponse) -> ServiceError | None:
    document = response.document if isinstance(response.document, dict) else {}
    detail = str(document.get("message") or "")
    if response.status == 429:
        return _rate_limited(response, str(document.get("policyName") or ""), detail)
    if response.status == 423:
        return _busy(response, "locked", detail)
    if response.status == 477:
        return _busy(response, "migrating", detail)
    if response.status == 530:
        return response_error(AccessDenied, SERVICE, "configuration", response, detail)
    if response.status == 403 and document.get("category") == "MISSING_SCOPES":
        return response_error(AccessDenied, SERVICE, "missing_scope", response, detail)
    return explain_status(SERVICE, response, detail)


def _busy(response: ServiceResponse, code: str, detail: str) -> ServiceError:
    error = response_error(ServiceUnavailable, SERVICE, code, response, detail)
    error.retry_after_s = max(error.retry_after_s or 0.0, _LOCKED_WAIT_S)
    return error


def _rate_limited(response: ServiceResponse, policy: str, detail: str) -> ServiceError:
    """Retry-After is unreliable: each policy has its own wait; at the daily limit, we stop."""
    daily = policy == "DAILY"
    error = response_error(RateLimited, SERVICE, "daily_limit" if daily else "rate_limited", response, detail)
    if daily:
        error.retry_after_s = max(error.retry_after_s or 0.0, _DAILY_WAIT_S)
    elif error.retry_after_s is None and policy != "SECONDLY":
        error.retry_after_s = _ROLLING_WAIT_S
    return error
