"""Reads Teamwork: lists in the order of ids, so that a rename moves no record over a page border."""

import re
from base64 import b64encode
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Generic, Self, TypeVar

from regie.connectors.answers import Answer, answer_error, explain_status
from regie.connectors.check import Check
from regie.connectors.errors import Nonsense, OutsideError, RateLimited
from regie.connectors.http import FixedCredential, Gateway, HttpOptions, ServiceRules
from regie.connectors.limiter import Window
from regie.connectors.pages import Page, Problem
from regie.connectors.reading import id_text, list_of, object_of
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
# The service refuses to page any further; long lists are therefore read in slices.
LAST_PAGE = 50_000 // PAGE_SIZE
_API = "/projects/api/v3"
_STARTS = 3
_LOCKED_OUT_S = 60.0
_NEARLY_SPENT = 20

_ALLOWED = tuple(
    ("GET", re.compile(pattern))
    for pattern in (
        rf"{_API}/(me|people|companies|projects|projectcategories|time)\.json",
        rf"{_API}/(companies|projects)/\d{{1,19}}\.json",
    )
)


@dataclass(frozen=True, slots=True)
class _Listing(Generic[R]):
    path: str
    key: str
    params: dict[str, str]
    read: Callable[[Any, list[Problem], str, SideLoaded], R]


class TeamworkClient:
    def __init__(self, settings: TeamworkSettings, options: HttpOptions | None = None) -> None:
        options = options or HttpOptions()
        rules = ServiceRules(
            name=SERVICE,
            allowed=_ALLOWED,
            explain=_explain,
            request_id_headers=("X-Request-Id",),
            repeat_statuses=frozenset({502, 503, 504}),
            in_flight=2,
            windows=(Window(settings.requests_per_minute, 60.0),),
            breather=_breather,
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

    def check(self) -> Check:
        """Whose key it is. What that person may not see is silently absent, and so cannot be tried."""
        person = self.me()
        name = " ".join(part for part in (person.first_name, person.last_name) if part)
        rates = ("rates",) if person.rate is not None else ()
        return Check(name or person.email or person.external_id, ("profile", *rates))

    def people(
        self, updated_after: datetime | None = None, user_type: str = "account", cursor: str | None = None
    ) -> Iterator[Page[Person]]:
        """Deleted people are included and say so."""
        params = {"userType": user_type, "showDeleted": "true", **_since(updated_after)}
        return self._pages(_Listing("/people.json", "people", params, read_person), cursor)

    def companies(self, updated_after: datetime | None = None, cursor: str | None = None) -> Iterator[Page[Company]]:
        """Deleted companies are included, and the agency itself (`is_owner`)."""
        params = {"showDeleted": "true", **_since(updated_after)}
        return self._pages(_Listing("/companies.json", "companies", params, read_company), cursor)

    def projects(self, updated_after: datetime | None = None, cursor: str | None = None) -> Iterator[Page[Project]]:
        """Archived projects are included: without asking they just vanish."""
        params = {
            "includeArchivedProjects": "true",
            "include": "companies,projectCategories",
            **_since(updated_after),
        }
        return self._pages(_Listing("/projects.json", "projects", params, read_project), cursor)

    def project_categories(self, cursor: str | None = None) -> Iterator[Page[Category]]:
        """Always the whole set: categories have no update time."""
        listing = _Listing("/projectcategories.json", "projectCategories", {}, read_category)
        return self._pages(listing, cursor, ordered=False)

    def time_entries(
        self,
        updated_after: datetime | None = None,
        from_on: date | None = None,
        to_on: date | None = None,
        cursor: str | None = None,
    ) -> Iterator[Page[TimeEntry]]:
        """Either what changed after an instant, or the days from `from_on` to `to_on`, month by month."""
        if updated_after is not None:
            return self._pages(self._time_listing(_since(updated_after)), cursor)
        if from_on is None:
            raise ValueError("time entries need updated_after or from_on")
        return self._time_by_month(from_on, to_on or datetime.now(UTC).date(), cursor)

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
        read: Callable[[Any, list[Problem], str, SideLoaded], R],
        params: dict[str, str] | None = None,
    ) -> R:
        document = self._gateway.get(_API + path, params)
        return read(object_of(SERVICE, document, key), [], self._site, _beside(document))

    def _time_listing(self, params: dict[str, str]) -> _Listing[TimeEntry]:
        return _Listing("/time.json", "timelogs", {"showDeleted": "true", **params}, read_time_entry)

    def _time_by_month(self, from_on: date, to_on: date, cursor: str | None) -> Iterator[Page[TimeEntry]]:
        """Cursors read "first day of the slice/page"."""
        slice_text, _, page_cursor = (cursor or "").partition("/")
        start = date.fromisoformat(slice_text) if slice_text else from_on
        while start <= to_on:
            following = (start.replace(day=1) + timedelta(days=32)).replace(day=1)
            end = min(to_on, following - timedelta(days=1))
            listing = self._time_listing({"startDate": start.isoformat(), "endDate": end.isoformat()})
            for page in self._pages(listing, page_cursor or None):
                at = f"{start}/{page.next_cursor}" if page.next_cursor else None
                if at is None and following <= to_on:
                    at = f"{following}/"
                yield Page(page.records, at, page.problems)
            start, page_cursor = following, ""

    def _pages(self, listing: _Listing[R], cursor: str | None, ordered: bool = True) -> Generator[Page[R], None, None]:
        """A count that shrinks on the way tells of a deletion, which moves records over a page border: then
        the reading starts over, a few times at most.
        """
        number, starts_left = int(cursor or 1), _STARTS
        order = {"orderBy": "id", "orderMode": "asc", "skipCounts": "false"} if ordered else {}
        seen: set[str] = set()
        expected = 0
        while True:
            if number > LAST_PAGE:
                raise Nonsense(SERVICE, "paging_limit", f"{listing.path} is longer than 50,000 records")
            params = {**listing.params, **order, "page": number, "pageSize": PAGE_SIZE}
            document = self._gateway.get(_API + listing.path, params)
            rows = list_of(SERVICE, document, listing.key)
            ids = {id_text(row.get("id")) or "" for row in rows if isinstance(row, dict)}
            brings_news = not ids <= seen
            seen |= ids
            has_more, count = _paging(document)
            following = number + 1 if has_more and brings_news else None
            if count < expected and starts_left:
                following, starts_left, seen, expected = 1, starts_left - 1, set(), 0
            else:
                expected = count
            yield self._page(listing, rows, document, str(following) if following else None)
            if following is None:
                return
            number = following

    def _page(self, listing: _Listing[R], rows: list[Any], document: Any, following: str | None) -> Page[R]:
        problems: list[Problem] = []
        beside = _beside(document)
        records = tuple(listing.read(row, problems, self._site, beside) for row in rows)
        return Page(records, following, tuple(problems))


def _since(updated_after: datetime | None) -> dict[str, str]:
    if updated_after is None:
        return {}
    return {"updatedAfter": updated_after.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")}


def _paging(document: Any) -> tuple[bool, int]:
    """Only `hasMore` tells the end: `count` may be a mere lower bound until then. No meta means one page."""
    meta = document.get("meta")
    page = meta.get("page") if isinstance(meta, dict) else None
    if not isinstance(page, dict):
        return False, 0
    count = page.get("count")
    return page.get("hasMore") is True, count if isinstance(count, int) else 0


def _beside(document: Any) -> SideLoaded:
    included = document.get("included")
    return SideLoaded(included if isinstance(included, dict) else {})


def _explain(answer: Answer) -> OutsideError | None:
    detail = _message(answer.document)
    # An older form of the limit: 400 with the limit's headers and nothing left.
    spent = answer.status == 400 and answer.headers.get("X-Rate-Limit-Remaining") == "0"
    if answer.status != 429 and not spent:
        return explain_status(SERVICE, answer, detail)
    error = answer_error(RateLimited, SERVICE, "rate_limited", answer, detail)
    if error.retry_after_s is None:
        error.retry_after_s = _seconds_to_reset(answer) or _LOCKED_OUT_S
    return error


def _message(document: Any) -> str:
    if not isinstance(document, dict):
        return ""
    errors = document.get("errors")
    first = errors[0] if isinstance(errors, list) and errors else document
    if not isinstance(first, dict):
        return ""
    return str(first.get("detail") or first.get("title") or first.get("MESSAGE") or first.get("CONTENT") or "")


def _seconds_to_reset(answer: Answer) -> float | None:
    """The header is documented both ways: a small number is seconds to wait, a big one is an epoch time, which lacks
    its fraction of a second.
    """
    text = answer.headers.get("X-Rate-Limit-Reset", "")
    if not (text.isascii() and text.isdigit()):
        return None
    value = float(text[:12])
    seconds = value if value < 10_000 else value + 1 - answer.received_at
    return min(seconds, _LOCKED_OUT_S) if seconds > 0 else None


def _breather(answer: Answer) -> float:
    """The limit is shared with the agency's other tools: near its end, what is left is spread out."""
    text = answer.headers.get("X-Rate-Limit-Remaining", "")
    left = int(text[:6]) if text.isascii() and text.isdigit() else _NEARLY_SPENT
    if left >= _NEARLY_SPENT:
        return 0.0
    return (_seconds_to_reset(answer) or _LOCKED_OUT_S) / (left + 1)
