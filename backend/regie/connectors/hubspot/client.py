"""Reads HubSpot: whole lists by its opaque cursor, changes by search in the order of their last change."""

import re
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, Protocol, Self, TypeVar

from regie.connectors.answers import Answer, answer_error, explain_status
from regie.connectors.check import Check
from regie.connectors.errors import Nonsense, OutsideError, RateLimited, Refused, Unavailable
from regie.connectors.http import FixedCredential, Gateway, HttpOptions, ServiceRules
from regie.connectors.hubspot.shapes import (
    COMPANY_PROPERTIES,
    DEAL_PROPERTIES,
    SERVICE,
    Company,
    Deal,
    Owner,
    Pipelines,
    associated_company_ids,
    read_company,
    read_deal,
    read_listed_deal,
    read_owner,
    read_pipelines,
)
from regie.connectors.limiter import Limiter, Window
from regie.connectors.pages import Page, Problem
from regie.connectors.reading import id_text, list_of
from regie.connectors.settings import HubspotSettings

LIST_LIMIT = 100
SEARCH_LIMIT = 200
SEARCH_REACH = 10_000
BATCH_LIMIT = 1_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_ROLLING_WAIT_S = 10.0
_DAILY_WAIT_S = 3600.0
_LOCKED_WAIT_S = 2.0
_PAGED = ("deals", "companies", "owners")
_ACCOUNT_NUMBER = re.compile(r"/contacts/(\d{1,19})/")


class _Dated(Protocol):
    @property
    def external_id(self) -> str: ...

    @property
    def updated_at(self) -> datetime | None: ...


R = TypeVar("R", bound=_Dated)


@dataclass(frozen=True, slots=True)
class _Paths:
    deals: str
    companies: str
    owners: str
    pipelines: str
    associations: str
    currency: str


@dataclass(frozen=True, slots=True)
class _Listing(Generic[R]):
    path: str
    params: dict[str, str]
    read: Callable[[Any, list[Problem]], R]


class HubspotClient:
    def __init__(self, settings: HubspotSettings, options: HttpOptions | None = None) -> None:
        options = options or HttpOptions()
        self._paths = paths = _paths_of(settings.version)
        reads = (paths.deals, paths.companies, paths.owners, paths.pipelines, paths.currency)
        searches = (f"{paths.deals}/search", f"{paths.companies}/search", paths.associations)
        rules = ServiceRules(
            name=SERVICE,
            allowed=(
                *(("GET", re.compile(re.escape(path))) for path in reads),
                *(("POST", re.compile(re.escape(path))) for path in searches),
            ),
            explain=_explain,
            request_id_headers=("X-HubSpot-Correlation-Id",),
            repeat_statuses=frozenset({423, 429, 477, 502, 503, 504, 523, 524}),
            in_flight=4,
            windows=(Window(settings.requests_per_ten_seconds, 10.0),),
        )
        self._gateway = Gateway(rules, settings.base_url, FixedCredential(f"Bearer {settings.key}"), options)
        # Searching has its own limit of five a second, for all programs of the account together.
        self._search_lane = Limiter(f"{SERVICE}/find", 1, (Window(4, 1.0),), options.clock, options.shared)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._gateway.close()

    def check(self) -> Check:
        """Reads a little of everything; Refused("missing_scope") names all that the key lacks."""
        paths = self._paths
        scopes = {
            "deals": (paths.deals, "crm.objects.deals.read"),
            "companies": (paths.companies, "crm.objects.companies.read"),
            "owners": (paths.owners, "crm.objects.owners.read"),
            "pipelines": (paths.pipelines, "crm.schemas.deals.read"),
            "currency": (paths.currency, "settings.currencies.read"),
        }
        found: dict[str, Any] = {}
        lacking: list[str] = []
        for name, (path, scope) in scopes.items():
            try:
                found[name] = self._gateway.get(path, {"limit": "1"} if name in _PAGED else None)
            except Refused as error:
                if error.code != "missing_scope":
                    raise
                lacking.append(scope)
        if lacking:
            raise Refused(SERVICE, "missing_scope", ", ".join(lacking), vendor_status=403)
        return Check(_account(found["deals"]) or _account(found["companies"]) or "HubSpot", tuple(found))

    def deals(self, archived: bool = False, cursor: str | None = None) -> Iterator[Page[Deal]]:
        params = {"properties": ",".join(DEAL_PROPERTIES), "associations": "companies", **_archived(archived)}
        return self._list(_Listing(self._paths.deals, params, read_listed_deal), cursor)

    def companies(self, archived: bool = False, cursor: str | None = None) -> Iterator[Page[Company]]:
        params = {"properties": ",".join(COMPANY_PROPERTIES), **_archived(archived)}
        return self._list(_Listing(self._paths.companies, params, read_company), cursor)

    def deals_modified_since(self, since: datetime, cursor: str | None = None) -> Iterator[Page[Deal]]:
        """Without companies, and without archived deals: search knows neither."""
        return self._search(self._paths.deals, DEAL_PROPERTIES, read_deal, since, cursor)

    def companies_modified_since(self, since: datetime, cursor: str | None = None) -> Iterator[Page[Company]]:
        return self._search(self._paths.companies, COMPANY_PROPERTIES, read_company, since, cursor)

    def company_ids_of(self, deal_ids: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """The companies of each deal asked for, the primary one first; a deal without any has none."""
        asked = list(dict.fromkeys(deal_ids))
        found: dict[str, tuple[str, ...]] = dict.fromkeys(asked, ())
        for start in range(0, len(asked), BATCH_LIMIT):
            inputs = [{"id": deal_id} for deal_id in asked[start : start + BATCH_LIMIT]]
            document = self._gateway.read_post(self._paths.associations, {"inputs": inputs})
            for row in list_of(SERVICE, document, "results"):
                pair = associated_company_ids(row)
                if pair is None:
                    raise Nonsense(SERVICE, "wrong_shape", "an association without its deal")
                found[pair[0]] = pair[1]
        return found

    def owners(self, cursor: str | None = None) -> Iterator[Page[Owner]]:
        """Current owners, then former ones, who still own old deals. Cursors read "list:after"."""
        listed, _, after = (cursor or "current:").partition(":")
        if listed == "current":
            for page in self._list(_Listing(self._paths.owners, _archived(False), read_owner), after or None):
                yield Page(
                    page.records,
                    f"current:{page.next_cursor}" if page.next_cursor else "former:",
                    page.problems,
                )
            after = ""
        for page in self._list(_Listing(self._paths.owners, _archived(True), read_owner), after or None):
            yield Page(page.records, f"former:{page.next_cursor}" if page.next_cursor else None, page.problems)

    def pipelines(self) -> Pipelines:
        return read_pipelines(list_of(SERVICE, self._gateway.get(self._paths.pipelines), "results"))

    def company_currency(self) -> str:
        document = self._gateway.get(self._paths.currency)
        code = (document.get("currencyCode") or document.get("id")) if isinstance(document, dict) else None
        if not isinstance(code, str) or not re.fullmatch("[A-Z]{3}", code):
            raise Nonsense(SERVICE, "wrong_shape", "a company currency without its code")
        return code

    def _list(self, listing: _Listing[R], cursor: str | None) -> Generator[Page[R], None, None]:
        after = cursor
        tokens: set[str | None] = set()
        seen: set[str] = set()
        while True:
            params = {**listing.params, "limit": str(LIST_LIMIT), **({"after": after} if after else {})}
            document = self._gateway.get(listing.path, params)
            page = _read_page(document, listing.read, _next_after(document))
            ids = {record.external_id for record in page.records}
            tokens.add(after)
            after = page.next_cursor
            if after and (after in tokens or (ids and ids <= seen)):
                raise Nonsense(SERVICE, "paging_limit", f"{listing.path} goes round in circles")
            seen |= ids
            yield page
            if after is None:
                return

    def _search(
        self,
        path: str,
        properties: tuple[str, ...],
        read: Callable[[Any, list[Problem]], R],
        since: datetime,
        cursor: str | None,
    ) -> Generator[Page[R], None, None]:
        """Each page starts from the last change seen: what changes meanwhile then moves nothing over a page
        border, and the 10,000 results that one search may page through are never reached. Cursors read
        "milliseconds:offset".
        """
        start_text, _, offset_text = (cursor or "").partition(":")
        start, offset = int(start_text or _milliseconds(since)), int(offset_text or 0)
        known: set[tuple[str, datetime | None]] = set()
        while True:
            query = _changed_since(start, offset, properties)
            document = self._gateway.read_post(f"{path}/search", query, self._search_lane)
            page = _read_page(document, read, _next_after(document))
            if page.next_cursor:
                newest = _last_change(page.records)
                start, offset = (newest, 0) if newest > start else (start, offset + len(page.records))
                if offset + SEARCH_LIMIT > SEARCH_REACH:
                    raise Nonsense(SERVICE, "paging_limit", "10,000 changes in one millisecond")
            fresh = tuple(record for record in page.records if _mark(record) not in known)
            known = {_mark(record) for record in page.records}
            yield Page(fresh, f"{start}:{offset}" if page.next_cursor else None, page.problems)
            if page.next_cursor is None:
                return


def _paths_of(version: str) -> _Paths:
    if re.fullmatch(r"\d{4}-\d{2}", version):
        return _Paths(
            deals=f"/crm/objects/{version}/deals",
            companies=f"/crm/objects/{version}/companies",
            owners=f"/crm/owners/{version}",
            pipelines=f"/crm/pipelines/{version}/deals",
            associations=f"/crm/associations/{version}/deals/companies/batch/read",
            currency="/settings/currencies/2026-03/company-currency",
        )
    if version == "v3":
        return _Paths(
            deals="/crm/v3/objects/deals",
            companies="/crm/v3/objects/companies",
            owners="/crm/v3/owners",
            pipelines="/crm/v3/pipelines/deals",
            associations="/crm/v4/associations/deals/companies/batch/read",
            currency="/settings/v3/currencies/company-currency",
        )
    raise Refused(SERVICE, "configuration", "the version is a month such as 2026-09, or v3")


def _account(document: Any) -> str | None:
    """The account's number, which only the addresses of its records tell."""
    rows = list_of(SERVICE, document, "results")
    address = rows[0].get("url") if rows and isinstance(rows[0], dict) else None
    found = _ACCOUNT_NUMBER.search(address) if isinstance(address, str) else None
    return f"HubSpot {found[1]}" if found else None


def _archived(archived: bool) -> dict[str, str]:
    return {"archived": "true" if archived else "false"}


def _changed_since(start: int, offset: int, properties: tuple[str, ...]) -> dict[str, Any]:
    newer = {"propertyName": "hs_lastmodifieddate", "operator": "GTE", "value": str(start)}
    return {
        "filterGroups": [{"filters": [newer]}],
        "sorts": [{"propertyName": "hs_lastmodifieddate", "direction": "ASCENDING"}],
        "properties": list(properties),
        "limit": SEARCH_LIMIT,
        "after": str(offset),
    }


def _read_page(document: Any, read: Callable[[Any, list[Problem]], R], after: str | None) -> Page[R]:
    problems: list[Problem] = []
    records = tuple(read(row, problems) for row in list_of(SERVICE, document, "results"))
    return Page(records, after, tuple(problems))


def _next_after(document: Any) -> str | None:
    paging = document.get("paging") if isinstance(document, dict) else None
    following = paging.get("next") if isinstance(paging, dict) else None
    return id_text(following.get("after")) if isinstance(following, dict) else None


def _milliseconds(moment: datetime) -> int:
    return (moment - _EPOCH) // timedelta(milliseconds=1)


def _last_change(records: tuple[_Dated, ...]) -> int:
    """The last change of an ascending page; 0 when the order is not the one asked: then offset pages on."""
    moments = [_milliseconds(record.updated_at) for record in records if record.updated_at]
    return moments[-1] if moments and moments == sorted(moments) else 0


def _mark(record: _Dated) -> tuple[str, datetime | None]:
    return record.external_id, record.updated_at


def _explain(answer: Answer) -> OutsideError | None:
    document = answer.document if isinstance(answer.document, dict) else {}
    detail = str(document.get("message") or "")
    if answer.status == 429:
        return _rate_limited(answer, str(document.get("policyName") or ""), detail)
    if answer.status == 423:
        return _busy(answer, "locked", detail)
    if answer.status == 477:
        return _busy(answer, "migrating", detail)
    if answer.status == 530:
        return answer_error(Refused, SERVICE, "configuration", answer, detail)
    if answer.status == 403 and document.get("category") == "MISSING_SCOPES":
        return answer_error(Refused, SERVICE, "missing_scope", answer, detail)
    return explain_status(SERVICE, answer, detail)


def _busy(answer: Answer, code: str, detail: str) -> OutsideError:
    error = answer_error(Unavailable, SERVICE, code, answer, detail)
    error.retry_after_s = max(error.retry_after_s or 0.0, _LOCKED_WAIT_S)
    return error


def _rate_limited(answer: Answer, policy: str, detail: str) -> OutsideError:
    """Retry-After is not dependable: each policy has its own wait; at the day's limit we leave."""
    daily = policy == "DAILY"
    error = answer_error(RateLimited, SERVICE, "daily_limit" if daily else "rate_limited", answer, detail)
    if daily:
        error.retry_after_s = max(error.retry_after_s or 0.0, _DAILY_WAIT_S)
    elif error.retry_after_s is None and policy != "SECONDLY":
        error.retry_after_s = _ROLLING_WAIT_S
    return error
