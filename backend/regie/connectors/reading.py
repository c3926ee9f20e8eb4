"""Reads a vendor's record field by field: what is wrong becomes None and a Problem, never a crash."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from decimal import Decimal, InvalidOperation
from typing import Any, TypeVar

from regie.connectors.errors import Nonsense
from regie.connectors.pages import Problem

T = TypeVar("T")

_LARGEST_AMOUNT = Decimal(10) ** 15
_MOST_DECIMALS = 10
_TEXT_CHARACTERS = 20_000


class Fields:
    """One record under reading; collects its problems into the page's list."""

    __slots__ = ("external_id", "kind", "problems", "raw", "service")

    def __init__(self, service: str, kind: str, raw: Any, problems: list[Problem], id_key: str = "id") -> None:
        if not isinstance(raw, dict):
            raise Nonsense(service, "wrong_shape", f"a {kind} that is not an object")
        external_id = id_text(raw.get(id_key))
        if external_id is None:
            raise Nonsense(service, "wrong_shape", f"a {kind} without an id")
        self.service = service
        self.kind = kind
        self.raw = raw
        self.problems = problems
        self.external_id = external_id

    def of(self, part: Any) -> "Fields":
        """The same record, read from an object inside it."""
        inner = object.__new__(Fields)
        inner.service, inner.kind, inner.problems = self.service, self.kind, self.problems
        inner.external_id = self.external_id
        inner.raw = part if isinstance(part, dict) else {}
        return inner

    def report(self, field: str, reason: str, value: Any) -> None:
        self.problems.append(Problem(self.service, self.kind, self.external_id, field, reason, repr(value)[:100]))

    def text(self, key: str) -> str | None:
        """Text without its outer blanks; None for what is unset, in whichever way the vendor says so."""
        value = self.raw.get(key)
        if value is None or value == "":
            return None
        if isinstance(value, str):
            return value.strip()[:_TEXT_CHARACTERS] or None
        if isinstance(value, int | Decimal) and not isinstance(value, bool):
            return str(value)
        self.report(key, "not_text", value)
        return None

    def link(self, key: str) -> str | None:
        """The id of another record, given bare or as an object {"id": …}."""
        value = self.raw.get(key)
        if isinstance(value, dict):
            value = value.get("id")
        if value in (None, "", 0):
            return None
        found = id_text(value)
        if found is None:
            self.report(key, "not_an_id", value)
        return found

    def flag(self, key: str, unset: bool = False) -> bool:
        value = self.raw.get(key)
        if isinstance(value, bool):
            return value
        if value in ("true", "false"):
            return value == "true"
        if value not in (None, ""):
            self.report(key, "not_yes_or_no", value)
        return unset

    def integer(self, key: str) -> int | None:
        value = self.amount(key)
        if value is None:
            return None
        if value != value.to_integral_value():
            self.report(key, "not_whole", value)
            return None
        return int(value)

    def amount(self, key: str) -> Decimal | None:
        """Major units, exactly as sent, from a number or a text."""
        return self._read(key, "not_an_amount", exact_amount)

    def cents(self, key: str) -> Decimal | None:
        """Major units of what the vendor counts in cents."""
        value = self.amount(key)
        return None if value is None else value.scaleb(-2)

    def instant(self, key: str) -> datetime | None:
        return self._read(key, "not_an_instant", utc_instant)

    def day(self, key: str) -> date | None:
        return self._read(key, "not_a_date", plain_date)

    def objects(self, key: str) -> Iterator[dict[str, Any]]:
        """The objects of a list inside the record; a missing list is an empty one."""
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

    def part(self, key: str) -> "Fields":
        value = self.raw.get(key)
        if value is not None and not isinstance(value, dict):
            self.report(key, "not_an_object", value)
        return self.of(value)

    def _read(self, key: str, reason: str, parse: Callable[[Any], T]) -> T | None:
        value = self.raw.get(key)
        if value is None or value == "":
            return None
        try:
            return parse(value)
        except (ValueError, OverflowError, InvalidOperation):
            self.report(key, reason, value)
            return None


def id_text(value: Any) -> str | None:
    """A remote id as text: they come as integers and as strings."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, str) and 0 < len(value.strip()) <= 255:
        return value.strip()
    return None


def exact_amount(value: Any) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | str | Decimal):
        raise ValueError("not a number")
    if isinstance(value, str) and (not value.isascii() or "_" in value):
        raise ValueError("not a number")
    amount = Decimal(value)
    if not amount.is_finite() or abs(amount) >= _LARGEST_AMOUNT:
        raise ValueError("beyond reason")
    # 1E+3 and 1E-30 are legal numbers: the first is written out, the second is no money.
    exponent = amount.as_tuple().exponent
    if not isinstance(exponent, int) or exponent < -_MOST_DECIMALS:
        raise ValueError("too many decimals")
    return amount.quantize(Decimal(1)) if exponent > 0 else amount


def utc_instant(value: Any) -> datetime:
    if not isinstance(value, str):
        raise ValueError("not an instant")
    moment = datetime.fromisoformat(value)
    if moment.tzinfo is None:
        raise ValueError("no time zone")
    return moment.astimezone(UTC)


def plain_date(value: Any) -> date:
    """A date without a zone; an instant is refused, for its day depends on the zone."""
    if not isinstance(value, str) or len(value) != 10:
        raise ValueError("not a date")
    return date.fromisoformat(value)


def list_of(service: str, holder: Any, key: str) -> list[Any]:
    """The list that a page must carry."""
    rows = holder.get(key) if isinstance(holder, dict) else None
    if not isinstance(rows, list):
        raise Nonsense(service, "wrong_shape", f"a page without {key}")
    return rows


def object_of(service: str, holder: Any, key: str) -> dict[str, Any]:
    """The object that an answer must carry."""
    found = holder.get(key) if isinstance(holder, dict) else None
    if not isinstance(found, dict):
        raise Nonsense(service, "wrong_shape", f"an answer without {key}")
    return found
