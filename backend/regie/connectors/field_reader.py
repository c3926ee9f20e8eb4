"""Reads a service's record field by field: an invalid value becomes None and a FieldProblem, never an exception."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from decimal import Decimal, InvalidOperation
from typing import Any, TypeVar

from regie.connectors.errors import MalformedResponse
from regie.connectors.pages import FieldProblem

T = TypeVar("T")

_MAX_AMOUNT = Decimal(10) ** 15
_MAX_DECIMALS = 10
_MAX_TEXT_LENGTH = 20_000


class FieldReader:
    """Reads one record and adds its problems to the page's list."""

    __slots__ = ("external_id", "kind", "problems", "raw", "service")

    def __init__(self, service: str, kind: str, raw: Any, problems: list[FieldProblem], id_key: str = "id") -> None:
        if not isinstance(raw, dict):
            raise MalformedResponse(service, "wrong_shape", f"a {kind} that is not an object")
        external_id = parse_id(raw.get(id_key))
        if external_id is None:
            raise MalformedResponse(service, "wrong_shape", f"a {kind} without an id")
        self.service = service
        self.kind = kind
        self.raw = raw
        self.problems = problems
        self.external_id = external_id

    def nested(self, child: Any) -> "FieldReader":
        """A reader of an object inside the record."""
        inner = object.__new__(FieldReader)
        inner.service, inner.kind, inner.problems = self.service, self.kind, self.problems
        inner.external_id = self.external_id
        inner.raw = child if isinstance(child, dict) else {}
        return inner

    def report(self, field: str, reason: str, value: Any) -> None:
        self.problems.append(FieldProblem(self.service, self.kind, self.external_id, field, reason, repr(value)[:100]))

    def text(self, key: str) -> str | None:
        """Stripped text; None when unset or empty."""
        value = self.raw.get(key)
        if value is None or value == "":
            return None
        if isinstance(value, str):
            return value.strip()[:_MAX_TEXT_LENGTH] or None
        if isinstance(value, int | Decimal) and not isinstance(value, bool):
            return str(value)
        self.report(key, "not_text", value)
        return None

    def reference(self, key: str) -> str | None:
        """The id of another record, sent as a value or as an object {"id": …}."""
        value = self.raw.get(key)
        if isinstance(value, dict):
            value = value.get("id")
        if value in (None, "", 0):
            return None
        found = parse_id(value)
        if found is None:
            self.report(key, "not_an_id", value)
        return found

    def flag(self, key: str, default: bool = False) -> bool:
        value = self.raw.get(key)
        if isinstance(value, bool):
            return value
        if value in ("true", "false"):
            return value == "true"
        if value not in (None, ""):
            self.report(key, "not_yes_or_no", value)
        return default

    def integer(self, key: str) -> int | None:
        value = self.amount(key)
        if value is None:
            return None
        if value != value.to_integral_value():
            self.report(key, "not_whole", value)
            return None
        return int(value)

    def amount(self, key: str) -> Decimal | None:
        """Major units, exact, from a number or a text."""
        return self._read(key, "not_an_amount", parse_amount)

    def cents(self, key: str) -> Decimal | None:
        """Major units, from an amount in cents."""
        value = self.amount(key)
        return None if value is None else value.scaleb(-2)

    def instant(self, key: str) -> datetime | None:
        return self._read(key, "not_an_instant", parse_instant)

    def day(self, key: str) -> date | None:
        return self._read(key, "not_a_date", parse_date)

    def objects(self, key: str) -> Iterator[dict[str, Any]]:
        """The objects of a list inside the record; none when the list is missing."""
        value = self.raw.get(key)
        if value is None:
            return
        if not isinstance(value, list):
            self.report(key, "not_a_list", value)
            return
        for item in value:
            if isinstance(item, dict):
                yield item
            else:
                self.report(key, "not_an_object", item)

    def child(self, key: str) -> "FieldReader":
        value = self.raw.get(key)
        if value is not None and not isinstance(value, dict):
            self.report(key, "not_an_object", value)
        return self.nested(value)

    def _read(self, key: str, reason: str, parse: Callable[[Any], T]) -> T | None:
        value = self.raw.get(key)
        if value is None or value == "":
            return None
        try:
            return parse(value)
        except (ValueError, OverflowError, InvalidOperation):
            self.report(key, reason, value)
            return None


def parse_id(value: Any) -> str | None:
    """An id as text; services send integers and strings."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, str) and 0 < len(value.strip()) <= 255:
        return value.strip()
    return None


def parse_amount(value: Any) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | str | Decimal):
        raise ValueError("not a number")
    if isinstance(value, str) and (not value.isascii() or "_" in value):
        raise ValueError("not a number")
    amount = Decimal(value)
    if not amount.is_finite() or abs(amount) >= _MAX_AMOUNT:
        raise ValueError("too large")
    # 1E+3 and 1E-30 are valid numbers: the first becomes 1000, the second is not an amount of money.
    exponent = amount.as_tuple().exponent
    if not isinstance(exponent, int) or exponent < -_MAX_DECIMALS:
        raise ValueError("too many decimals")
    return amount.quantize(Decimal(1)) if exponent > 0 else amount


def parse_instant(value: Any) -> datetime:
    if not isinstance(value, str):
        raise ValueError("not an instant")
    moment = datetime.fromisoformat(value)
    if moment.tzinfo is None:
        raise ValueError("no time zone")
    return moment.astimezone(UTC)


def parse_date(value: Any) -> date:
    """A plain date; ValueError for an instant, whose day depends on the time zone."""
    if not isinstance(value, str) or len(value) != 10:
        raise ValueError("not a date")
    return date.fromisoformat(value)


def require_list(service: str, holder: Any, key: str) -> list[Any]:
    """The list that a page must contain; MalformedResponse without it."""
    rows = holder.get(key) if isinstance(holder, dict) else None
    if not isinstance(rows, list):
        raise MalformedResponse(service, "wrong_shape", f"a page without {key}")
    return rows


def require_object(service: str, holder: Any, key: str) -> dict[str, Any]:
    """The object that a response must contain; MalformedResponse without it."""
    found = holder.get(key) if isinstance(holder, dict) else None
    if not isinstance(found, dict):
        raise MalformedResponse(service, "wrong_shape", f"a response without {key}")
    return found
