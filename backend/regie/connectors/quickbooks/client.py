"""Reads QuickBooks: lists in the order of their last change, and changes with their tombstones."""

import re
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, Protocol, Self, TypeVar

from regie.connectors.answers import Answer, answer_error, explain_status
from regie.connectors.check import Check
from regie.connectors.errors import Nonsense, NotFoundOutside, OutsideError, RateLimited, Refused, Unavailable
from regie.connectors.http import Gateway, HttpOptions, ServiceRules
from regie.connectors.limiter import Window
from regie.connectors.pages import Page, Problem
from regie.connectors.quickbooks.oauth import TokenSource
from regie.connectors.quickbooks.shapes import (
    SERVICE,
    Changes,
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
from regie.connectors.reading import list_of, object_of, utc_instant
from regie.connectors.settings import QuickbooksSettings

MAX_RESULTS = 1_000
ENTITIES = ("Customer", "Invoice", "Payment", "CreditMemo")
# The service looks back 30 days; nearer to that, a full reading is the safe one.
CHANGES_REACH = timedelta(days=28)
_THROTTLED_S = 60.0
_COUNTS = {
    "Customer": "SELECT COUNT(*) FROM Customer WHERE Active IN (true, false)",
    "Invoice": "SELECT COUNT(*) FROM Invoice",
    "Payment": "SELECT COUNT(*) FROM Payment",
    "CreditMemo": "SELECT COUNT(*) FROM CreditMemo",
}


class _Dated(Protocol):
    @property
    def external_id(self) -> str: ...

    @property
    def updated_at(self) -> datetime | None: ...


R = TypeVar("R", bound=_Dated)


@dataclass(frozen=True, slots=True)
class _Listing(Generic[R]):
    entity: str
    read: Callable[[Any, list[Problem], str], R]
    condition: str = ""


class _Bearer:
    def __init__(self, tokens: TokenSource) -> None:
        self._tokens = tokens

    def header(self) -> str:
        return f"Bearer {self._tokens.access_token()}"

    def renew(self, refused: str) -> str | None:
        return f"Bearer {self._tokens.refresh(refused.removeprefix('Bearer '))}"


class QuickbooksClient:
    def __init__(self, settings: QuickbooksSettings, tokens: TokenSource, options: HttpOptions | None = None) -> None:
        if not re.fullmatch(r"\d{1,20}", settings.realm):
            raise Refused(SERVICE, "configuration", "the company id is a number")
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
            repeat_statuses=frozenset({500, 502, 503, 504}),
            in_flight=4,
            windows=(Window(settings.requests_per_second, 1.0), Window(settings.requests_per_minute, 60.0)),
        )
        options = options or HttpOptions()
        self._clock = options.clock
        self._gateway = Gateway(rules, settings.base_url, _Bearer(tokens), options)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._gateway.close()

    def check(self) -> Check:
        """Whose books they are."""
        company = object_of(SERVICE, self._get(f"/companyinfo/{self._realm}"), "CompanyInfo")
        name = company.get("CompanyName") or company.get("LegalName")
        return Check(name if isinstance(name, str) else self._realm, ("company",))

    def customers(self, updated_since: datetime | None = None, cursor: str | None = None) -> Iterator[Page[Customer]]:
        """Active and inactive ones; without asking, the inactive ones are hidden."""
        return self._list(_Listing("Customer", read_customer, "Active IN (true, false)"), updated_since, cursor)

    def invoices(self, updated_since: datetime | None = None, cursor: str | None = None) -> Iterator[Page[Invoice]]:
        return self._list(_Listing("Invoice", read_invoice), updated_since, cursor)

    def payments(self, updated_since: datetime | None = None, cursor: str | None = None) -> Iterator[Page[Payment]]:
        return self._list(_Listing("Payment", read_payment), updated_since, cursor)

    def credit_memos(
        self, updated_since: datetime | None = None, cursor: str | None = None
    ) -> Iterator[Page[CreditMemo]]:
        return self._list(_Listing("CreditMemo", read_credit_memo), updated_since, cursor)

    def count(self, entity: str) -> int:
        total = self._query(_COUNTS[entity]).get("totalCount")
        if not isinstance(total, int):
            raise Nonsense(SERVICE, "wrong_shape", "a count without its figure")
        return total

    def invoice(self, external_id: str) -> Invoice:
        document = self._get(f"/invoice/{external_id}")
        return read_invoice(object_of(SERVICE, document, "Invoice"), [], self._app_url)

    def preferences(self) -> Preferences:
        raw = object_of(SERVICE, self._get("/preferences"), "Preferences")
        currencies = object_of(SERVICE, raw, "CurrencyPrefs")
        code = object_of(SERVICE, currencies, "HomeCurrency").get("value")
        if not isinstance(code, str) or not re.fullmatch("[A-Z]{3}", code):
            raise Nonsense(SERVICE, "wrong_shape", "preferences without a home currency")
        return Preferences(code, currencies.get("MultiCurrencyEnabled") is True, raw)

    def changes_since(self, since: datetime) -> Changes:
        """Everything changed or deleted since an instant at most `CHANGES_REACH` ago; else ValueError."""
        if since.timestamp() < self._clock.wall() - CHANGES_REACH.total_seconds():
            raise ValueError("too long ago: read the lists instead")
        rows, as_of = self._changed(ENTITIES, since)
        truncated: tuple[str, ...] = ()
        if sum(map(len, rows.values())) >= MAX_RESULTS:
            # One answer holds so many objects over all entities together: ask for each alone.
            rows = {entity: self._changed((entity,), since)[0].get(entity, []) for entity in ENTITIES}
            truncated = tuple(entity for entity in ENTITIES if len(rows[entity]) >= MAX_RESULTS)
        problems: list[Problem] = []
        living, deleted = _part_deleted(rows)
        return Changes(
            customers=self._read_all(living, "Customer", read_customer, problems),
            invoices=self._read_all(living, "Invoice", read_invoice, problems),
            payments=self._read_all(living, "Payment", read_payment, problems),
            credit_memos=self._read_all(living, "CreditMemo", read_credit_memo, problems),
            deleted=deleted,
            truncated=truncated,
            as_of=as_of,
            problems=tuple(problems),
        )

    def _changed(self, entities: tuple[str, ...], since: datetime) -> tuple[dict[str, list[Any]], datetime]:
        """Rows by entity. Unchanged ones come as empty objects, in no dependable order: only keys tell."""
        document = self._get("/cdc", {"entities": ",".join(entities), "changedSince": _moment(since)})
        rows: dict[str, list[Any]] = {}
        for response in list_of(SERVICE, document, "CDCResponse"):
            for part in list_of(SERVICE, response, "QueryResponse"):
                for entity in entities:
                    if isinstance(part, dict) and entity in part:
                        rows.setdefault(entity, []).extend(list_of(SERVICE, part, entity))
        try:
            return rows, utc_instant(document.get("time"))
        except ValueError as error:
            raise Nonsense(SERVICE, "wrong_shape", "changes without their time") from error

    def _read_all(
        self, rows: dict[str, list[Any]], entity: str, read: Callable[..., R], problems: list[Problem]
    ) -> tuple[R, ...]:
        return tuple(read(row, problems, self._app_url) for row in rows.get(entity, []))

    def _list(
        self, listing: _Listing[R], updated_since: datetime | None, cursor: str | None
    ) -> Generator[Page[R], None, None]:
        """A full page is followed by a query from the last change seen, so that a row that changes meanwhile
        moves nothing over a page border; only rows of one same instant are paged by position. Cursors read
        "instant|position".
        """
        start_text, _, position_text = (cursor or "").partition("|")
        start = utc_instant(start_text) if start_text else updated_since
        position = int(position_text or 1)
        known: set[tuple[str, datetime | None]] = set()
        while True:
            problems: list[Problem] = []
            records = self._read_list(listing, start, position, problems)
            fresh = tuple(record for record in records if _mark(record) not in known)
            known = {_mark(record) for record in records}
            if len(records) < MAX_RESULTS:
                yield Page(fresh, None, tuple(problems))
                return
            if position > 1 and not fresh:
                raise Nonsense(SERVICE, "paging_limit", f"{listing.entity} goes round in circles")
            newest = _last_change(records)
            if newest and (start is None or newest > start):
                start, position = newest, 1
            else:
                position += len(records)
            yield Page(fresh, f"{_moment(start) if start else ''}|{position}", tuple(problems))

    def _read_list(
        self, listing: _Listing[R], start: datetime | None, position: int, problems: list[Problem]
    ) -> list[R]:
        """An empty list is a missing key."""
        response = self._query(_select(listing, start, position))
        rows = list_of(SERVICE, response, listing.entity) if listing.entity in response else []
        return [listing.read(row, problems, self._app_url) for row in rows]

    def _query(self, statement: str) -> dict[str, Any]:
        return object_of(SERVICE, self._get("/query", {"query": statement}), "QueryResponse")

    def _get(self, path: str, params: dict[str, str] | None = None) -> Any:
        return self._gateway.get(self._company + path, {**(params or {}), "minorversion": self._minor_version})


def _quoted(text: str) -> str:
    """A text literal of the query language."""
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _select(listing: _Listing[Any], start: datetime | None, position: int) -> str:
    conditions = [listing.condition] if listing.condition else []
    if start is not None:
        conditions.append(f"MetaData.LastUpdatedTime >= {_quoted(_moment(start))}")
    where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    return (
        f"SELECT * FROM {listing.entity}{where} ORDERBY MetaData.LastUpdatedTime"  # noqa: S608 - no text of a user
        f" STARTPOSITION {position} MAXRESULTS {MAX_RESULTS}"
    )


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).replace(microsecond=0).isoformat()


def _last_change(records: list[Any]) -> datetime | None:
    """The last change of an ascending page; None when the order is not the one asked."""
    moments = [record.updated_at for record in records if record.updated_at]
    return moments[-1] if moments and moments == sorted(moments) else None


def _mark(record: _Dated) -> tuple[str, datetime | None]:
    return record.external_id, record.updated_at


def _part_deleted(rows: dict[str, list[Any]]) -> tuple[dict[str, list[Any]], tuple[Tombstone, ...]]:
    living: dict[str, list[Any]] = {}
    deleted: list[Tombstone] = []
    for entity, found in rows.items():
        for row in found:
            if isinstance(row, dict) and row.get("status") == "Deleted":
                deleted.append(read_tombstone(row, entity))
            else:
                living.setdefault(entity, []).append(row)
    return living, tuple(deleted)


def _explain(answer: Answer) -> OutsideError | None:
    """A fault may come with any status, also with 200, and in two shapes."""
    fault = _first_fault(answer.document)
    if fault is None:
        return _patiently(explain_status(SERVICE, answer))
    code, detail = fault
    if code == 3200 or answer.status == 401:
        return answer_error(Refused, SERVICE, "unauthorised", answer, detail)
    if code == 3100:
        return answer_error(Refused, SERVICE, "wrong_company", answer, detail)
    if code == 6190:
        return answer_error(Refused, SERVICE, "subscription_ended", answer, detail)
    if code == 610:
        return answer_error(NotFoundOutside, SERVICE, "not_found", answer, detail)
    if code == 3001 or answer.status == 429:
        return _patiently(answer_error(RateLimited, SERVICE, "rate_limited", answer, detail))
    if code == 10000 or answer.status >= 500:
        error = answer_error(Unavailable, SERVICE, "server_error", answer, detail)
        # A system error inside a 200 may pass as any other.
        error.vendor_status = max(answer.status, 500)
        return error
    return explain_status(SERVICE, answer, detail) or answer_error(Nonsense, SERVICE, "fault", answer, detail)


def _patiently(error: OutsideError | None) -> OutsideError | None:
    if isinstance(error, RateLimited) and error.retry_after_s is None:
        error.retry_after_s = _THROTTLED_S
    return error


def _first_fault(document: Any) -> tuple[int, str] | None:
    if not isinstance(document, dict):
        return None
    fault = document.get("Fault") or document.get("fault")
    if not isinstance(fault, dict):
        return None
    errors = fault.get("Error") or fault.get("error")
    first = errors[0] if isinstance(errors, list) and errors and isinstance(errors[0], dict) else {}
    # "003200" and "3200" are one code.
    text = str(first.get("code") or "")
    message = first.get("Message") or first.get("message") or ""
    detail = first.get("Detail") or first.get("detail") or ""
    return int(text[:9]) if text.isascii() and text.isdigit() else 0, f"{message}: {detail}"
