"""Reads Teamwork: lists in order of id, so that a rename shifts no record to another page."""

import re
from base64 import b64encode
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Generic, Self, TypeVar

from regie.connectors.call_limiter import RateLimit
from regie.connectors.connection_check import ConnectionCheck
from regie.connectors.errors import MalformedResponse, RateLimited, ServiceError
from regie.connectors.field_reader import parse_id, require_list, require_object
from regie.connectors.http import FixedCredential, Gateway, HttpOptions, ServiceRules
from regie.connectors.pages import FieldProblem, RecordPage
from regie.connectors.responses import ServiceResponse, explain_status, response_error
from regie.connectors.settings import TeamworkSettings
from regie.connectors.teamwork.shapes import (
    SERVICE,
    Category,
    Company,
    Person,
    Project,
    SideLoaded,
    TimeEntry,
    read_category,
    read_company,
    read_person,
    read_project,
    read_time_entry,
)

R = TypeVar("R")

PAGE_SIZE = 500
# The service serves no further pages; long lists are therefore read in slices.
LAST_PAGE = 50_000 // PAGE_SIZE
_API = "/projects/api/v3"
_MAX_RESTARTS = 3
_RATE_LIMIT_PERIOD_S = 60.0
_LOW_REMAINING_CALLS = 20

_ALLOWED = tuple(
    ("GET", re.compile(pattern))
    for pattern in (
        rf"{_API}/(me|people|companies|projects|projectcategories|time)\.json",
        rf"{_API}/(companies|projects)/\d{{1,19}}\.json",
    )
)


@dataclass(frozen=True, slots=True)
class _ListSpec(Generic[R]):
    path: str
    key: str
    params: dict[str, str]
    read: Callable[[Any, list[FieldProblem], str, SideLoaded], R]


class TeamworkClient:
    def __init__(self, settings: TeamworkSettings, options: HttpOptions | None = None) -> None:
        options = options or HttpOptions()
        rules = ServiceRules(
            name=SERVICE,
            allowed=_ALLOWED,
            explain=_explain,
            request_id_headers=("X-Request-Id",),
            retry_statuses=frozenset({502, 503, 504}),
            in_flight=2,
            rate_limits=(RateLimit(settings.requests_per_minute, 60.0),),
            pause_after=_pause_near_limit,
        )
        basic = b64encode(f"{settings.key}:x".encode()).decode()
        self._site = settings.base_url.rstrip("/")
        self._gateway = Gateway(rules, settings.base_url, FixedCredential(f"Basic {basic}"), options)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._gateway.close()

    def me(self) -> Person:
        return self._one("/me.json", "person", read_person)

    def check(self) -> ConnectionCheck:
        """The owner of the key. The service omits what the owner may not see, so other access cannot be tested."""
        person = self.me()
        name = " ".join(part for part in (person.first_name, person.last_name) if part)
        rates = ("rates",) if person.rate is not None else ()
        return ConnectionCheck(name or person.email or person.external_id, ("profile", *rates))

    def people(
        self, updated_after: datetime | None = None, user_type: str = "account", cursor: str | None = None
    ) -> Iterator[RecordPage[Person]]:
        """Deleted people included, marked as deleted."""
        return self._pages(_people_list(updated_after, user_type), cursor)

    def count_people(self) -> int | None:
        return self._count(_people_list())

    def companies(
        self, updated_after: datetime | None = None, cursor: str | None = None
    ) -> Iterator[RecordPage[Company]]:
        """Deleted companies and the agency itself (`is_owner`) included."""
        return self._pages(_company_list(updated_after), cursor)

    def count_companies(self) -> int | None:
        return self._count(_company_list())

    def projects(
        self, updated_after: datetime | None = None, cursor: str | None = None
    ) -> Iterator[RecordPage[Project]]:
        """Archived projects included; the service omits them by default."""
        return self._pages(_project_list(updated_after), cursor)

    def count_projects(self) -> int | None:
        return self._count(_project_list())

    def project_categories(self, cursor: str | None = None) -> Iterator[RecordPage[Category]]:
        """Always all categories: they have no update time."""
        spec = _ListSpec("/projectcategories.json", "projectCategories", {}, read_category)
        return self._pages(spec, cursor, ordered=False)

    def time_entries(
        self,
        updated_after: datetime | None = None,
        from_on: date | None = None,
        to_on: date | None = None,
        cursor: str | None = None,
    ) -> Iterator[RecordPage[TimeEntry]]:
        """Either the entries changed after an instant, or those from `from_on` to `to_on`, month by month."""
        if updated_after is not None:
            return self._pages(_time_list(_updated_after_param(updated_after)), cursor)
        if from_on is None:
            raise ValueError("time entries need updated_after or from_on")
        return self._time_by_month(from_on, to_on or datetime.now(UTC).date(), cursor)

    def count_time_entries(self, from_on: date | None, to_on: date | None) -> int | None:
        if from_on is None or to_on is None:
            return None
        return self._count(_time_list({"startDate": from_on.isoformat(), "endDate": to_on.isoformat()}))

    def project(self, external_id: str) -> Project:
        return self._one(
            f"/projects/{external_id}.json",
            "project",
            read_project,
            {"include": "companies,projectCategories"},
        )

    def company(self, external_id: str) -> Company:
        return self._one(f"/companies/{external_id}.json", "company", read_company)

    def _one(
        self,
        path: str,
        key: str,
        read: Callable[[Any, list[FieldProblem], str, SideLoaded], R],
        params: dict[str, str] | None = None,
    ) -> R:
        document = self._gateway.get(_API + path, params)
        return read(require_object(SERVICE, document, key), [], self._site, _side_loaded(document))

    def _count(self, spec: _ListSpec[R]) -> int | None:
        """The service's own number of records, or less: some plans report a lower bound. None when it gives none."""
        params = {**spec.params, "skipCounts": "false", "page": 1, "pageSize": 1}
        return _paging(self._gateway.get(_API + spec.path, params))[1] or None

    def _time_by_month(self, from_on: date, to_on: date, cursor: str | None) -> Iterator[RecordPage[TimeEntry]]:
        """A cursor is "first day of the slice/page"."""
        slice_text, _, page_cursor = (cursor or "").partition("/")
        start = date.fromisoformat(slice_text) if slice_text else from_on
        while start <= to_on:
            next_month = (start.replace(day=1) + timedelta(days=32)).replace(day=1)
            end = min(to_on, next_month - timedelta(days=1))
            spec = _time_list({"startDate": start.isoformat(), "endDate": end.isoformat()})
            for page in self._pages(spec, page_cursor or None):
                at = f"{start}/{page.next_cursor}" if page.next_cursor else None
                if at is None and next_month <= to_on:
                    at = f"{next_month}/"
                yield RecordPage(page.records, at, page.problems)
            start, page_cursor = next_month, ""

    def _pages(
        self, spec: _ListSpec[R], cursor: str | None, ordered: bool = True
    ) -> Generator[RecordPage[R], None, None]:
        """A smaller count on a later page means a deletion, which shifts records to an earlier page: the read then
        restarts, at most `_MAX_RESTARTS` times.
        """
        number, restarts_left = int(cursor or 1), _MAX_RESTARTS
        order = {"orderBy": "id", "orderMode": "asc", "skipCounts": "false"} if ordered else {}
        seen: set[str] = set()
        expected = 0
        while True:
            if number > LAST_PAGE:
                raise MalformedResponse(SERVICE, "paging_limit", f"{spec.path} is longer than 50,000 records")
            params = {**spec.params, **order, "page": number, "pageSize": PAGE_SIZE}
            document = self._gateway.get(_API + spec.path, params)
            rows = require_list(SERVICE, document, spec.key)
            ids = {parse_id(row.get("id")) or "" for row in rows if isinstance(row, dict)}
            has_new_ids = not ids <= seen
            seen |= ids
            has_more, count = _paging(document)
            next_page = number + 1 if has_more and has_new_ids else None
            if count < expected and restarts_left:
                next_page, restarts_left, seen, expected = 1, restarts_left - 1, set(), 0
            else:
                expected = count
            yield self._page(spec, rows, document, str(next_page) if next_page else None)
            if next_page is None:
                return
            number = next_page

    def _page(self, spec: _ListSpec[R], rows: list[Any], document: Any, next_page: str | None) -> RecordPage[R]:
        problems: list[FieldProblem] = []
        side_loaded = _side_loaded(document)
        records = tuple(spec.read(row, problems, self._site, side_loaded) for row in rows)
        return RecordPage(records, next_page, tuple(problems))


def _people_list(updated_after: datetime | None = None, user_type: str = "account") -> _ListSpec[Person]:
    params = {"userType": user_type, "showDeleted": "true", **_updated_after_param(updated_after)}
    return _ListSpec("/people.json", "people", params, read_person)


def _company_list(updated_after: datetime | None = None) -> _ListSpec[Company]:
    params = {"showDeleted": "true", **_updated_after_param(updated_after)}
    return _ListSpec("/companies.json", "companies", params, read_company)


def _project_list(updated_after: datetime | None = None) -> _ListSpec[Project]:
    params = {
        "includeArchivedProjects": "true",
        "include": "companies,projectCategories,projectBudgets",
        **_updated_after_param(updated_after),
    }
    return _ListSpec("/projects.json", "projects", params, read_project)


def _time_list(params: dict[str, str]) -> _ListSpec[TimeEntry]:
    return _ListSpec("/time.json", "timelogs", {"showDeleted": "true", "include": "tasks", **params}, read_time_entry)


def _updated_after_param(updated_after: datetime | None) -> dict[str, str]:
    if updated_after is None:
        return {}
    return {"updatedAfter": updated_after.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")}


def _paging(document: Any) -> tuple[bool, int]:
    """`hasMore` and `count`; only `hasMore` marks the end, as `count` may be a lower bound. No meta means one page."""
    meta = document.get("meta")
    page = meta.get("page") if isinstance(meta, dict) else None
    if not isinstance(page, dict):
        return False, 0
    count = page.get("count")
    return page.get("hasMore") is True, count if isinstance(count, int) else 0


def _side_loaded(document: Any) -> SideLoaded:
    included = document.get("included")
    return SideLoaded(included if isinstance(included, dict) else {})


def _explain(response: ServiceResponse) -> ServiceError | None:
    detail = _message(response.document)
    # An older form of the limit: 400 with the limit's headers and no calls remaining.
    is_limit_reached = response.status == 400 and response.headers.get("X-Rate-Limit-Remaining") == "0"
    if response.status != 429 and not is_limit_reached:
        return explain_status(SERVICE, response, detail)
    error = response_error(RateLimited, SERVICE, "rate_limited", response, detail)
    if error.retry_after_s is None:
        error.retry_after_s = _seconds_to_reset(response) or _RATE_LIMIT_PERIOD_S
    return error


def _message(document: Any) -> str:
    if not isinstance(document, dict):
        return ""
    errors = document.get("errors")
    first = errors[0] if isinstance(errors, list) and errors else document
    if not isinstance(first, dict):
        return ""
    return str(first.get("detail") or first.get("title") or first.get("MESSAGE") or first.get("CONTENT") or "")


def _seconds_to_reset(response: ServiceResponse) -> float | None:
    """The header is documented in two ways: a small number is seconds to wait, a large one an epoch time without
    fractions of a second.
    """
    text = response.headers.get("X-Rate-Limit-Reset", "")
    if not (text.isascii() and text.isdigit()):
        return None
    value = float(text[:12])
    seconds = value if value < 10_000 else value + 1 - response.received_at
    return min(seconds, _RATE_LIMIT_PERIOD_S) if seconds > 0 else None


def _pause_near_limit(response: ServiceResponse) -> float:
    """Spread out the remaining calls near the limit, which the agency's other tools share."""
    text = response.headers.get("X-Rate-Limit-Remaining", "")
    left = int(text[:6]) if text.isascii() and text.isdigit() else _LOW_REMAINING_CALLS
    if left >= _LOW_REMAINING_CALLS:
        return 0.0
    return (_seconds_to_reset(response) or _RATE_LIMIT_PERIOD_S) / (left + 1)
