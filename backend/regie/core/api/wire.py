"""Types of the API: bounded inputs, strict outputs, and JSON encoding."""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Annotated, Any, Generic, Literal, NotRequired, Self, TypeVar
from urllib.parse import urlsplit

import orjson
from email_validator import EmailNotValidError, validate_email
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PrivateAttr,
    StringConstraints,
    WithJsonSchema,
    with_config,
)
from typing_extensions import TypedDict

from regie.core.db.ids import is_api_id
from regie.core.money.amounts import CURRENCIES, MAX_AMOUNT, read_decimal
from regie.core.money.amounts import Money as Money
from regie.core.text.folding import has_visible_character, is_visible

# Covariant: outputs are read-only.
T_co = TypeVar("T_co", covariant=True)
MAX_INT = 2**31 - 1


class Input(BaseModel):
    """A request body; refuses unknown fields."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True, strict=False)


@with_config(ConfigDict(extra="forbid"))
class Output(TypedDict):
    """A response: a plain dict at run time, with keys and types checked by the type checker."""


class Item(Output, Generic[T_co]):
    data: T_co


# "from" is a Python keyword.
Meta = TypedDict(
    "Meta",
    {
        "current_page": int,
        "from": int | None,
        "last_page": int,
        "per_page": int,
        "to": int | None,
        "total": int,
    },
)
with_config(ConfigDict(extra="forbid"))(Meta)
# Adds the key `from`, the first date that a response covers.
FromDay = TypedDict("FromDay", {"from": date})


class ErrorBody(Output):
    """An error: a code for programs, a message in the caller's language, a request id for support."""

    code: str
    message: str
    request_id: str


class InvalidErrorBody(ErrorBody):
    """413 and 422: error messages by field."""

    errors: dict[str, list[str]]


class Conflict(Output):
    theirs: Any
    yours: Any


class ConflictErrorBody(ErrorBody):
    """409: the stored version, and both values of each field that differs.

    `month` and `first_open_day` exist where the change would alter a closed month (`month_closed`).
    """

    version: int
    conflicts: dict[str, Conflict]
    month: NotRequired[date]
    first_open_day: NotRequired[date]


class Page(Output, Generic[T_co]):
    data: list[T_co]
    meta: Meta


class Ref(Output):
    api_id: str
    name: str


class LinkRef(Ref):
    """A reference with `can_open`: whether the caller can open the record and not only read its name."""

    can_open: bool


def validate_no_nul(text: str) -> str:
    """Refuse NUL, which PostgreSQL cannot store; for text that is searched or compared only."""
    if "\0" in text:
        raise ValueError("text")
    return text


def validate_visible_text(text: str) -> str:
    """Refuse control characters, invisible characters and direction marks; for single-line text."""
    if not all(map(is_visible, text)) or (text and not has_visible_character(text)):
        raise ValueError("invisible")
    return text


def validate_visible_lines(text: str) -> str:
    """Like `validate_visible_text`, for multiline text: allows line breaks and tabs."""
    text = text.replace("\r\n", "\n")
    if not all(char in "\n\t" or is_visible(char) for char in text):
        raise ValueError("invisible_in_lines")
    return text


def _validate_api_id(text: str) -> str:
    if not is_api_id(text):
        raise ValueError("reference")
    return text


def _read_amount(value: object) -> Decimal:
    if not isinstance(value, str):
        raise ValueError("amount")
    try:
        return read_decimal(value)
    except ValueError as error:
        raise ValueError("amount") from error


def _empty_to_none(value: object) -> object:
    return None if isinstance(value, str) and not value.strip() else value


def _normalize_email(text: str) -> str:
    try:
        return validate_email(text, check_deliverability=False, allow_smtputf8=True, test_environment=True).normalized
    except EmailNotValidError as error:
        raise ValueError("email") from error


def _validate_url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or "." not in (parts.hostname or ""):
        raise ValueError("url")
    return text


def _validate_currency(code: str) -> str:
    if code not in CURRENCIES:
        raise ValueError("currency")
    return code


def _validate_day(value: object) -> object:
    """Accept a date or `YYYY-MM-DD` only, no numbers or instants."""
    if isinstance(value, str) and not _DAY.fullmatch(value):
        raise ValueError("date")
    if not isinstance(value, (str, date)) or isinstance(value, datetime):
        raise ValueError("date")
    return value


_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_DECIMAL_PATTERN = r"^-?\d{1,11}(\.\d{1,2})?$"
# The front end picks the controls of forms and filters by format.
_AMOUNT_SCHEMA = WithJsonSchema({"type": "string", "format": "amount", "pattern": _DECIMAL_PATTERN})
_HOURS_SCHEMA = WithJsonSchema({"type": "string", "format": "hours", "pattern": _DECIMAL_PATTERN})

SingleLineText = Annotated[str, StringConstraints(min_length=1, max_length=200), AfterValidator(validate_visible_text)]
MultilineText = Annotated[str, StringConstraints(max_length=10_000), AfterValidator(validate_visible_lines)]
Tag = Annotated[str, StringConstraints(min_length=1, max_length=40), AfterValidator(validate_visible_text)]
Tags = Annotated[list[Tag], Field(max_length=20)]
ApiId = Annotated[
    str, StringConstraints(max_length=36), AfterValidator(_validate_api_id), Field(json_schema_extra={"format": "uuid"})
]
Search = Annotated[str, StringConstraints(max_length=200), AfterValidator(validate_no_nul)]
Currency = Annotated[
    str,
    StringConstraints(max_length=3),
    AfterValidator(_validate_currency),
    WithJsonSchema({"type": "string", "enum": CURRENCIES}),
]
# The bounds come first, so that they apply to the decimal and errors contain numbers.
AmountText = Annotated[Decimal, Field(ge=0, le=MAX_AMOUNT), BeforeValidator(_read_amount), _AMOUNT_SCHEMA]
SignedAmountText = Annotated[
    Decimal, Field(ge=-MAX_AMOUNT, le=MAX_AMOUNT), BeforeValidator(_read_amount), _AMOUNT_SCHEMA
]
HoursText = Annotated[Decimal, Field(ge=0, le=Decimal(100_000)), BeforeValidator(_read_amount), _HOURS_SCHEMA]
SignedHoursText = Annotated[
    Decimal, Field(ge=Decimal(-100_000), le=Decimal(100_000)), BeforeValidator(_read_amount), _HOURS_SCHEMA
]
Day = Annotated[date, Field(ge=date(1970, 1, 1), le=date(2200, 12, 31)), BeforeValidator(_validate_day)]
# Bodies take true and false, and integers, only: "yes", 1.0 and "3" are refused.
Flag = Annotated[bool, Field(strict=True)]
Email = Annotated[
    str,
    StringConstraints(max_length=254),
    AfterValidator(validate_visible_text),
    AfterValidator(_normalize_email),
    Field(json_schema_extra={"format": "email"}),
]
Url = Annotated[
    str,
    StringConstraints(max_length=200),
    AfterValidator(validate_visible_text),
    AfterValidator(_validate_url),
    Field(json_schema_extra={"format": "uri"}),
]
Version = Annotated[int, Field(ge=1, le=MAX_INT, strict=True)]
EmptyAsNone = BeforeValidator(_empty_to_none)
Archived = Literal["exclude", "only", "include"]


class ListQuery(Input):
    """The parameters of every list; each list adds its filters."""

    page: Annotated[int, Field(ge=1, le=1_000_000)] = 1
    per_page: Annotated[int, Field(ge=1, le=100)] = 10
    sort: Annotated[str, StringConstraints(max_length=200), AfterValidator(validate_no_nul)] = ""
    search: Search = ""
    # The rows that the user selected; not a query parameter.
    _selected_ids: tuple[str, ...] | None = PrivateAttr(default=None)

    @property
    def selected_ids(self) -> tuple[str, ...] | None:
        return self._selected_ids

    def with_selected(self, api_ids: Sequence[str]) -> Self:
        """Return this query restricted to these rows."""
        narrowed = self.model_copy()
        narrowed._selected_ids = tuple(api_ids)
        return narrowed

    def with_page(self, page: int, per_page: int) -> Self:
        """Return this query for another page, of any size: exports read all pages."""
        return self.model_copy(update={"page": page, "per_page": per_page})


class ConvertibleQuery(ListQuery):
    """A list that also converts its amounts to the currency `in`, each at the rate of its own date."""

    in_: Annotated[Currency | None, Field(alias="in")] = None


def write_json(value: object) -> bytes:
    return orjson.dumps(value, default=_write_other, option=orjson.OPT_UTC_Z)


def _write_other(value: object) -> object:
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    raise TypeError(type(value))
