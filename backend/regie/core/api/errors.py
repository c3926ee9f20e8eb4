"""Defines the errors of the API; each has a code, a status and a message in both languages.

Problem
├── Invalid 422            ├── SignInNeeded 401      ├── TooLarge 413
├── Forbidden 403          ├── PageExpired 419       ├── TooMany 429
├── NotFound 404           ├── Changed 409           ├── Unavailable 503
├── WrongType 415          │   └── MonthClosed       └── TooSlow 408
└── WrongMethod 405
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from regie.core.text.locale import Locale, format_list, format_number, translate
from regie.core.time.instants import format_long_date, format_month


class Problem(Exception):
    """An error with a stable `code`; the catalogue has its message as `error.<code>`."""

    status = 500
    code = "unexpected"

    def __init__(self, code: str | None = None, *, retry_after: int | None = None, **values: object) -> None:
        super().__init__(code or self.code)
        self.code = code or self.code
        self.retry_after = retry_after
        self.values = values

    def body(self, locale: Locale) -> dict[str, Any]:
        values = {name: format_value(name, value, locale) for name, value in self.values.items()}
        return {"code": self.code, "message": translate(locale, f"error.{self.code}", **values)}


class FieldError:
    """The error of one field: the catalogue key `field.<key>` and its placeholders."""

    __slots__ = ("key", "values")

    def __init__(self, key: str, **values: object) -> None:
        self.key = key
        self.values = values

    def message(self, locale: Locale) -> str:
        values = {name: format_value(name, value, locale) for name, value in self.values.items()}
        return translate(locale, f"field.{self.key}", **values)


def format_value(name: str, value: object, locale: Locale) -> object:
    """Format numbers, days and a `month` in the reader's language; return other values unchanged."""
    if isinstance(value, date):
        return (format_month if name == "month" else format_long_date)(value, locale)
    return format_number(value, locale) if isinstance(value, int | Decimal) else value


class Invalid(Problem):
    """Invalid input, with an error per field; nothing is stored."""

    status = 422
    code = "invalid"

    def __init__(self, fields: Mapping[str, FieldError | str] | None = None, code: str | None = None, **values: object):
        super().__init__(code)
        self.values = values
        self.fields = {
            name: error if isinstance(error, FieldError) else FieldError(error)
            for name, error in (fields or {}).items()
        }

    def body(self, locale: Locale) -> dict[str, Any]:
        errors = {name: [error.message(locale)] for name, error in self.fields.items()}
        return {**super().body(locale), "errors": errors}


class InUse(Invalid):
    """A record that is in use; the message lists the reasons, catalogue keys `references.<reason>`."""

    def __init__(self, code: str, reasons: Sequence[str], fields: Mapping[str, FieldError | str] | None = None) -> None:
        super().__init__(fields, code)
        self.reasons = reasons

    def body(self, locale: Locale) -> dict[str, Any]:
        self.values = {
            "reasons": format_list(locale, [translate(locale, f"references.{reason}") for reason in self.reasons])
        }
        return super().body(locale)


class SignInNeeded(Problem):
    status = 401
    code = "sign_in_needed"


class Forbidden(Problem):
    status = 403
    code = "forbidden"


class NotFound(Problem):
    """Unknown, or outside the caller's scope: the response is the same."""

    status = 404
    code = "not_found"


class WrongMethod(Problem):
    """The path exists, but not with this method; `allowed` lists its methods."""

    status = 405
    code = "method"

    def __init__(self, allowed: Iterable[str]) -> None:
        super().__init__()
        self.allowed = sorted(allowed)


class Changed(Problem):
    """The record changed since it was read; the body has both values per field."""

    status = 409
    code = "changed"

    def __init__(self, version: int = 0, conflicts: dict[str, dict[str, Any]] | None = None, code: str | None = None):
        super().__init__(code)
        self.version = version
        self.conflicts = conflicts or {}

    def body(self, locale: Locale) -> dict[str, Any]:
        return {**super().body(locale), "version": self.version, "conflicts": self.conflicts}


class MonthClosed(Changed):
    """The change would alter a closed month: it may be dated in the first open month, or the month reopened."""

    code = "month_closed"

    def __init__(self, month: date, first_open_day: date) -> None:
        super().__init__()
        self.month = month
        self.first_open_day = first_open_day
        self.values = {"month": month, "day": first_open_day}

    def body(self, locale: Locale) -> dict[str, Any]:
        return {**super().body(locale), "month": self.month, "first_open_day": self.first_open_day}


class TooLarge(Problem):
    """A request above its limit; like invalid input, the body has an error for `field`."""

    status = 413
    code = "too_large"
    field = "body"

    def body(self, locale: Locale) -> dict[str, Any]:
        body = super().body(locale)
        return {**body, "errors": {self.field: [body["message"]]}}


class FileTooLarge(TooLarge):
    code = "file_too_large"
    field = "file"


class TooSlow(Problem):
    """The body did not arrive in time."""

    status = 408
    code = "too_slow"


class WrongType(Problem):
    """The route does not accept this content type."""

    status = 415
    code = "wrong_type"


class PageExpired(Problem):
    status = 419
    code = "page_expired"


class TooMany(Problem):
    status = 429
    code = "too_many"


class Unavailable(Problem):
    status = 503
    code = "unavailable"


class DiskFull(Unavailable):
    """The server's disk is full; only administrators see this code, others that of Unavailable."""

    code = "disk_full"
