"""Exchange rates, over the wire."""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from regie.core.api.wire import ApiId, Currency, Day, Input, Line, ListQuery, Money, Output, Ref, Version
from regie.core.money.amounts import read_decimal
from regie.domains.records.exchange_rates.models import RATE_DIGITS

Source = Literal["bank_of_canada", "by_hand", "imported"]
FetchStatus = Literal["queued", "running", "succeeded", "failed"]
Can = Literal["edit", "delete"]
LARGEST_RATE = Decimal(1_000_000)


def read_rate(value: object) -> Decimal:
    """A rate as people write it: plain, above zero, with at most ten decimals; ValueError otherwise."""
    try:
        rate = read_decimal(value if isinstance(value, str) else "", RATE_DIGITS)
    except ValueError as error:
        raise ValueError("rate") from error
    if not 0 < rate <= LARGEST_RATE:
        raise ValueError("rate")
    return rate


RateText = Annotated[
    Decimal, BeforeValidator(read_rate), WithJsonSchema({"type": "string", "pattern": r"^\d{1,7}(\.\d{1,10})?$"})
]


class ConvertedRow(Output):
    """Of a list told in one currency: the row's amount at the rate of its day, and since when that rate held.

    All are null where there is no rate, and where no currency was asked for.
    """

    converted: Money | None
    rate: str | None
    rate_on: date | None


class ConvertedSum(Output):
    """What the rows come to in that currency; what has no rate is not in it, and told in its own."""

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
    """What one unit of `currency` was in Canadian dollars on `valid_on`; `observed_on` is earlier for a closed day."""

    can: list[Can]


class RateCreate(Input):
    """Of a day that has no rate yet, today at the latest."""

    currency: Currency
    valid_on: Day
    rate: RateText


class RateUpdate(Input):
    """A correction: what was converted with the rate is converted anew, and the log says why."""

    rate: RateText
    reason: Line
    version: Version | None = None


class RateQuery(ListQuery):
    currency: Annotated[list[Currency], Field(max_length=60)] = []
    source: Annotated[list[Source], Field(max_length=3)] = []
    valid_from: Day | None = None
    valid_to: Day | None = None
    id: Annotated[list[ApiId], Field(max_length=100)] = []


class ImportProblem(Output):
    """What is wrong with a line of the file; the first line is its header."""

    line: int
    message: str


class ImportOut(Output):
    """`added` days get a rate, `left` had one that stays; `wrong` lines are the reason why nothing was stored."""

    is_stored: bool
    lines: int
    added: int
    left: int
    wrong: int
    problems: list[ImportProblem]


class FetchBase(Output):
    api_id: str
    status: FetchStatus
    asked_by: Ref | None
    created_at: datetime
    finished_at: datetime | None
    first_on: date | None
    last_on: date | None
    rates_added: int
    problems: int
    error: str | None


class FetchColumns(FetchBase):
    """`error_detail` is the Bank's own words."""

    error_detail: str | None


class FetchOut(FetchBase):
    """One time the Bank of Canada was asked; `asked_by` is null where it was by the clock."""

    message: str | None
    what_to_do: str | None


class FetchQuery(ListQuery):
    status: Annotated[list[FetchStatus], Field(max_length=4)] = []
