"""API schemas of exchange rates."""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from regie.core.api.wire import ApiId, Currency, Day, Input, ListQuery, Money, Output, Ref, SingleLineText, Version
from regie.core.money.amounts import read_decimal
from regie.domains.records.exchange_rates.models import RATE_DIGITS

Source = Literal["bank_of_canada", "by_hand", "imported"]
FetchStatus = Literal["queued", "running", "succeeded", "failed"]
RateAction = Literal["edit", "delete"]
MAX_RATE = Decimal(1_000_000)


def parse_rate(value: object) -> Decimal:
    """Parse a rate as people write it: plain, above zero, at most ten decimals; raise ValueError otherwise."""
    try:
        rate = read_decimal(value if isinstance(value, str) else "", RATE_DIGITS)
    except ValueError as error:
        raise ValueError("rate") from error
    if not 0 < rate <= MAX_RATE:
        raise ValueError("rate")
    return rate


RateText = Annotated[
    Decimal,
    BeforeValidator(parse_rate),
    WithJsonSchema({"type": "string", "format": "rate", "pattern": r"^\d{1,7}(\.\d{1,10})?$"}),
]


class ConvertedRow(Output):
    """A row's amount in the requested currency, at the rate of its day, and the rate's day of observation.

    All fields are null where there is no rate, or where no currency is requested.
    """

    converted: Money | None
    rate: str | None
    rate_on: date | None


class ConvertedSum(Output):
    """The total of converted rows; rows without a rate are added up per currency in `unconverted`."""

    money: Money
    unconverted: list[Money]


class RateDetails(Output):
    """The columns of a rate."""

    api_id: str
    currency: str
    valid_on: date
    rate: str
    observed_on: date
    source: Source
    entered_by: Ref | None
    created_at: datetime
    updated_at: datetime
    version: int


class RateOut(RateDetails):
    """What one unit of `currency` was worth in Canadian dollars on `valid_on`.

    `observed_on` is earlier for a closed day.
    """

    can: list[RateAction]


class RateCreate(Input):
    """The rate of a day that has none yet, today at the latest."""

    currency: Currency
    valid_on: Day
    rate: RateText


class RateUpdate(Input):
    """A correction with its reason; figures that use the rate are recalculated."""

    rate: RateText
    reason: SingleLineText
    version: Version | None = None


class RateQuery(ListQuery):
    currency: Annotated[list[Currency], Field(max_length=60)] = []
    source: Annotated[list[Source], Field(max_length=3)] = []
    valid_from: Day | None = None
    valid_to: Day | None = None
    id: Annotated[list[ApiId], Field(max_length=100)] = []


class ImportProblem(Output):
    """A problem of one line of the file; line 1 is the header."""

    line: int
    message: str


class ImportOut(Output):
    """`added` days receive a rate, `existing` already have one; nothing is stored when a line is `wrong`."""

    is_stored: bool
    lines: int
    added: int
    existing: int
    invalid: int
    problems: list[ImportProblem]


class FetchBase(Output):
    api_id: str
    status: FetchStatus
    requested_by: Ref | None
    created_at: datetime
    finished_at: datetime | None
    first_on: date | None
    last_on: date | None
    rates_added: int
    problems: int
    error: str | None


class FetchColumns(FetchBase):
    """`error_detail` is the Bank's own message."""

    error_detail: str | None


class FetchOut(FetchBase):
    """A fetch from the Bank of Canada; `requested_by` is null for a scheduled one."""

    message: str | None
    what_to_do: str | None


class FetchQuery(ListQuery):
    status: Annotated[list[FetchStatus], Field(max_length=4)] = []
