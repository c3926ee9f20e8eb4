"""Reads QuickBooks: lists in order of last change, and changes with deletions."""

import re
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, Protocol, Self, TypeVar

from regie.connectors.call_limiter import RateLimit
from regie.connectors.connection_check import ConnectionCheck
from regie.connectors.errors import (
    AccessDenied,
    MalformedResponse,
    RateLimited,
    RecordNotFound,
    ServiceError,
    ServiceUnavailable,
)
from regie.connectors.field_reader import parse_instant, require_list, require_object
from regie.connectors.http import Gateway, HttpOptions, ServiceRules
from regie.connectors.pages import FieldProblem, RecordPage
from regie.connectors.quickbooks.oauth import TokenSource
from regie.connectors.quickbooks.shapes import (
    SERVICE,
    ChangeSet,
    CreditMemo,
    Customer,
    Invoice,
    Payment,
    Preferences,
    Tombstone,
    read_credit_memo,
    read_customer,
    read_invoice,
    read_payment,
    read_tombstone,
)
from regie.connectors.responses import ServiceResponse, explain_status, response_error
from regie.connectors.settings import QuickbooksSettings

MAX_RESULTS = 1_000
ENTITIES = ("Customer", "Invoice", "Payment", "CreditMemo")
# The service reports changes of the last 30 days; close to that limit, only a full read is safe.
MAX_CHANGES_AGE = timedelta(days=28)
_DEFAULT_RETRY_AFTER_S = 60.0
_COUNTS = {
    "Customer": "SELECT COUNT(*) FROM Customer WHERE Active IN (true, false)",
    "Invoice": "SELECT COUNT(*) FROM Invoice",
    "Payment": "SELECT COUNT(*) FROM Payment",
    "CreditMemo": "SELECT COUNT(*) FROM CreditMemo",
}


class _Versioned(Protocol):
    @property
    def external_id(self) -> str: ...

    @property
    def updated_at(self) -> datetime | None: ...


R = TypeVar("R", bound=_Versioned)


@dataclass(frozen=True, slots=True)
class _ListSpec(Generic[R]):
    entity: str
    read: Callable[[Any, list[FieldProblem], str], R]
    condition: str = ""


class _BearerCredential:
    def __init__(self, tokens: TokenSource) -> None:
        self._tokens = tokens

    def header(self) -> str:
        return f"Bearer {self._tokens.access_token()}"

    def renew(self, refused: str) -> str | None:
        return f"Bearer {self._tokens.refresh(refused.removeprefix('Bearer '))}"


class QuickbooksClient:
    def __init__(self, settings: QuickbooksSettings, tokens: TokenSource, options: HttpOptions | None = None) -> None:
        if not re.fullmatch(r"\d{1,20}", settings.realm):
            raise AccessDenied(SERVICE, "configuration", "the company id must be a number")
        self._realm = settings.realm
        self._company = f"/v3/company/{settings.realm}"
        self._minor_version = str(settings.minor_version)
        self._app_url = settings.app_url.rstrip("/")
        reads = rf"{self._company}/(query|cdc|preferences|companyinfo/{settings.realm}|invoice/\d{{1,20}})"
        rules = ServiceRules(
            name=SERVICE,
            allowed=(("GET", re.compile(reads)),),
            explain=_explain,
            request_id_headers=("intuit_tid",),
            retry_statuses=frozenset({500, 502, 503, 504}),
            in_flight=4,
            rate_limits=(RateLimit(settings.requests_per_second, 1.0), RateLimit(settings.requests_per_minute, 60.0)),
        )
        options = options or HttpOptions()
        self._clock = options.clock
        self._gateway = Gateway(rules, settings.base_url, _BearerCredential(tokens), options)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._gateway.close()

    def check(self) -> ConnectionCheck:
        """The name of the connected company."""
        company = require_object(SERVICE, self._get(f"/companyinfo/{self._realm}"), "CompanyInfo")
        name = company.get("CompanyName") or company.get("LegalName")
        return ConnectionCheck(name if isinstance(name, str) else self._realm, ("company",))

    def customers(
        self, updated_since: datetime | None = None, cursor: str | None = None
    ) -> Iterator[RecordPage[Customer]]:
        """Active and inactive customers; the service omits inactive ones by default."""
        return self._list(_ListSpec("Customer", read_customer, "Active IN (true, false)"), updated_since, cursor)

    def invoices(
        self, updated_since: datetime | None = None, cursor: str | None = None
    ) -> Iterator[RecordPage[Invoice]]:
        return self._list(_ListSpec("Invoice", read_invoice), updated_since, cursor)

    def payments(
        self, updated_since: datetime | None = None, cursor: str | None = None
    ) -> Iterator[RecordPage[Payment]]:
        return self._list(_ListSpec("Payment", read_payment), updated_since, cursor)

    def credit_memos(
        self, updated_since: datetime | None = None, cursor: str | None = None
    ) -> Iterator[RecordPage[CreditMemo]]:
        return self._list(_ListSpec("CreditMemo", read_credit_memo), updated_since, cursor)

    def count(self, entity: str) -> int:
        total = self._query(_COUNTS[entity]).get("totalCount")
        if not isinstance(total, int):
            raise MalformedResponse(SERVICE, "wrong_shape", "a count without totalCount")
        return total

    def invoice(self, external_id: str) -> Invoice:
        document = self._get(f"/invoice/{external_id}")
        return read_invoice(require_object(SERVICE, document, "Invoice"), [], self._app_url)

    def preferences(self) -> Preferences:
        raw = require_object(SERVICE, self._get("/preferences"), "Preferences")
        currencies = require_object(SERVICE, raw, "CurrencyPrefs")
        code = require_object(SERVICE, currencies, "HomeCurrency").get("value")
        if not isinstance(code, str) or not re.fullmatch("[A-Z]{3}", code):
            raise MalformedResponse(SERVICE, "wrong_shape", "preferences without a home currency")
        return Preferences(code, currencies.get("MultiCurrencyEnabled") is True, raw)

    def changes_since(self, since: datetime) -> ChangeSet:
        """Everything changed or deleted since an instant; ValueError when it is older than `MAX_CHANGES_AGE`."""
        if since.timestamp() < self._clock.wall() - MAX_CHANGES_AGE.total_seconds():
            raise ValueError("too long ago: read the lists instead")
        rows, as_of = self._changed(ENTITIES, since)
        truncated: tuple[str, ...] = ()
        if sum(map(len, rows.values())) >= MAX_RESULTS:
            # The limit applies to all entities of a response together: request each alone.
            rows = {entity: self._changed((entity,), since)[0].get(entity, []) for entity in ENTITIES}
            truncated = tuple(entity for entity in ENTITIES if len(rows[entity]) >= MAX_RESULTS)
        problems: list[FieldProblem] = []
        active, deleted = _split_deleted(rows)
        return ChangeSet(
            customers=self._read_all(active, "Customer", read_customer, problems),
            invoices=self._read_all(active, "Invoice", read_invoice, problems),
            payments=self._read_all(active, "Payment", read_payment, problems),
            credit_memos=self._read_all(active, "CreditMemo", read_credit_memo, problems),
            deleted=deleted,
            truncated=truncated,
            as_of=as_of,
            problems=tuple(problems),
        )

    def _changed(self, entities: tuple[str, ...], since: datetime) -> tuple[dict[str, list[Any]], datetime]:
        """Rows by entity. Entities without changes are empty objects in any order: only the keys identify them."""
        document = self._get("/cdc", {"entities": ",".join(entities), "changedSince": _format_instant(since)})
        rows: dict[str, list[Any]] = {}
        for response in require_list(SERVICE, document, "CDCResponse"):
            for part in require_list(SERVICE, response, "QueryResponse"):
                for entity in entities:
                    if isinstance(part, dict) and entity in part:
                        rows.setdefault(entity, []).extend(require_list(SERVICE, part, entity))
        try:
            return rows, parse_instant(document.get("time"))
        except ValueError as error:
            raise MalformedResponse(SERVICE, "wrong_shape", "changes without a time") from error

    def _read_all(
        self, rows: dict[str, list[Any]], entity: str, read: Callable[..., R], problems: list[FieldProblem]
    ) -> tuple[R, ...]:
        return tuple(read(row, problems, self._app_url) for row in rows.get(entity, []))

    def _list(
        self, spec: _ListSpec[R], updated_since: datetime | None, cursor: str | None
    ) -> Generator[RecordPage[R], None, None]:
        """After a full page, the next query starts at its last change: a row that changes meanwhile shifts no other
        row to another page. Only rows of the same instant are paged by position. A cursor is "instant|position".
        """
        start_text, _, position_text = (cursor or "").partition("|")
        start = parse_instant(start_text) if start_text else updated_since
        position = int(position_text or 1)
        seen_before: set[tuple[str, datetime | None]] = set()
        while True:
            problems: list[FieldProblem] = []
            records = self._read_list(spec, start, position, problems)
            unseen = tuple(record for record in records if _version_key(record) not in seen_before)
            seen_before = {_version_key(record) for record in records}
            if len(records) < MAX_RESULTS:
                yield RecordPage(unseen, None, tuple(problems))
                return
            if position > 1 and not unseen:
                raise MalformedResponse(SERVICE, "paging_limit", f"{spec.entity} repeats the same page")
            newest = _last_change(records)
            if newest and (start is None or newest > start):
                start, position = newest, 1
            else:
                position += len(records)
            yield RecordPage(unseen, f"{_format_instant(start) if start else ''}|{position}", tuple(problems))

    def _read_list(
        self, spec: _ListSpec[R], start: datetime | None, position: int, problems: list[FieldProblem]
    ) -> list[R]:
        """An empty list has no key in the response."""
        response = self._query(_select(spec, start, position))
        rows = require_list(SERVICE, response, spec.entity) if spec.entity in response else []
        return [spec.read(row, problems, self._app_url) for row in rows]

    def _query(self, statement: str) -> dict[str, Any]:
        return require_object(SERVICE, self._get("/query", {"query": statement}), "QueryResponse")

    def _get(self, path: str, params: dict[str, str] | None = None) -> Any:
        return self._gateway.get(self._company + path, {**(params or {}), "minorversion": self._minor_version})


def _quote(text: str) -> str:
    """Quote a text for the query language."""
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _select(spec: _ListSpec[Any], start: datetime | None, position: int) -> str:
    conditions = [spec.condition] if spec.condition else []
    if start is not None:
        conditions.append(f"MetaData.LastUpdatedTime >= {_quote(_format_instant(start))}")
    where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    return (
        f"SELECT * FROM {spec.entity}{where} ORDERBY MetaData.LastUpdatedTime"  # noqa: S608 - no text of a user
        f" STARTPOSITION {position} MAXRESULTS {MAX_RESULTS}"
    )


def _format_instant(instant: datetime) -> str:
    return instant.astimezone(UTC).replace(microsecond=0).isoformat()


def _last_change(records: list[Any]) -> datetime | None:
    """The last change of an ascending page; None for another order."""
    moments = [record.updated_at for record in records if record.updated_at]
    return moments[-1] if moments and moments == sorted(moments) else None


def _version_key(record: _Versioned) -> tuple[str, datetime | None]:
    return record.external_id, record.updated_at


def _split_deleted(rows: dict[str, list[Any]]) -> tuple[dict[str, list[Any]], tuple[Tombstone, ...]]:
    active: dict[str, list[Any]] = {}
    deleted: list[Tombstone] = []
    for entity, found in rows.items():
        for row in found:
            if isinstance(row, dict) and row.get("status") == "Deleted":
                deleted.append(read_tombstone(row, entity))
            else:
                active.setdefault(entity, []).append(row)
    return active, tuple(deleted)


def _explain(response: ServiceResponse) -> ServiceError | None:
    """A fault comes with any status, even 200, and in two formats."""
    fault = _first_fault(response.document)
    if fault is None:
        return _with_default_retry_after(explain_status(SERVICE, response))
    code, detail = fault
    if code == 3200 or response.status == 401:
        return response_error(AccessDenied, SERVICE, "unauthorised", response, detail)
    if code == 3100:
        return response_error(AccessDenied, SERVICE, "wrong_company", response, detail)
    if code == 6190:
        return response_error(AccessDenied, SERVICE, "subscription_ended", response, detail)
    if code == 610:
        return response_error(RecordNotFound, SERVICE, "not_found", response, detail)
    if code == 3001 or response.status == 429:
        return _with_default_retry_after(response_error(RateLimited, SERVICE, "rate_limited", response, detail))
    if code == 10000 or response.status >= 500:
        error = response_error(ServiceUnavailable, SERVICE, "server_error", response, detail)
        # A system error inside a 200 is retryable like any other.
        error.vendor_status = max(response.status, 500)
        return error
    return explain_status(SERVICE, response, detail) or response_error(
        MalformedResponse, SERVICE, "fault", response, detail
    )


def _with_default_retry_after(error: ServiceError | None) -> ServiceError | None:
    if isinstance(error, RateLimited) and error.retry_after_s is None:
        error.retry_after_s = _DEFAULT_RETRY_AFTER_S
    return error


def _first_fault(document: Any) -> tuple[int, str] | None:
    if not isinstance(document, dict):
        return None
    fault = document.get("Fault") or document.get("fault")
    if not isinstance(fault, dict):
        return None
    errors = fault.get("Error") or fault.get("error")
    first = errors[0] if isinstance(errors, list) and errors and isinstance(errors[0], dict) else {}
    # "003200" and "3200" are the same code.
    text = str(first.get("code") or "")
    message = first.get("Message") or first.get("message") or ""
    detail = first.get("Detail") or first.get("detail") or ""
    return int(text[:9]) if text.isascii() and text.isdigit() else 0, f"{message}: {detail}"
