"""Packs entries of margins into arrays: those of a year would exceed what all caches may hold."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from regie.core.money.amounts import AMOUNT_DIGITS
from regie.domains.insights.margins.figures import Entry
from regie.domains.insights.margins.schemas import MarginPart

_NOTHING = -1


@dataclass(frozen=True, slots=True)
class PackedEntries:
    """Entries of one part without descriptions; amounts are in units of the last stored digit."""

    part: MarginPart
    currencies: tuple[str, ...]
    # By column: project, person, day, currency, amount, whether it is converted, converted, minutes, unpriced.
    columns: tuple["array[int]", ...]

    def unpack(self) -> list[Entry]:
        part, currencies = self.part, self.currencies
        days = {ordinal: date.fromordinal(ordinal) for ordinal in {*self.columns[2]}}
        return [
            Entry(
                part, project, None if person == _NOTHING else person, days[day], currencies[currency], _amount(amount),
                _amount(converted) if is_converted else None, minutes, unpriced,
            )
            for project, person, day, currency, amount, is_converted, converted, minutes, unpriced in zip(
                *self.columns, strict=True
            )
        ]  # fmt: skip


def pack(part: MarginPart, entries: Sequence[Entry]) -> PackedEntries:
    currencies = tuple(sorted({one.currency for one in entries}))
    places = {name: place for place, name in enumerate(currencies)}
    return PackedEntries(
        part,
        currencies,
        (
            array("q", (one.project for one in entries)),
            array("q", (_NOTHING if one.person is None else one.person for one in entries)),
            array("q", (one.day.toordinal() for one in entries)),
            array("q", (places[one.currency] for one in entries)),
            array("q", (_units(one.amount) for one in entries)),
            array("b", (one.converted is not None for one in entries)),
            array("q", (0 if one.converted is None else _units(one.converted) for one in entries)),
            array("q", (one.minutes for one in entries)),
            array("q", (one.unpriced for one in entries)),
        ),
    )


def _units(amount: Decimal) -> int:
    return int(amount.scaleb(AMOUNT_DIGITS))


def _amount(units: int) -> Decimal:
    return Decimal(units).scaleb(-AMOUNT_DIGITS)
