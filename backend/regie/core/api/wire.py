"""What goes over the wire: the bounded types of inputs, the strict types of outputs, and JSON as bytes."""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Annotated, Any, Generic, Literal, Self, TypeVar
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
from regie.core.text.folding import is_seen, shows_something

# Covariant: what is written out is never changed by its reader.
T_co = TypeVar("T_co", covariant=True)
MAX_INT = 2**31 - 1


class Input(BaseModel):
    """A request body: every field it does not name is refused."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True, strict=False)


@with_config(ConfigDict(extra="forbid"))
class Output(TypedDict):
    """A response: a plain dict at run time, whose keys and types are checked where it is built."""


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
# The first day of what an answer is about, for outputs that name it.
FromDay = TypedDict("FromDay", {"from": date})


class Refusal(Output):
    """What every refusal says: a code for programs, words in the caller's language, a reference for support."""

    code: str
    message: str
    request_id: str


class InvalidRefusal(Refusal):
    """422: the reasons by field."""

    errors: dict[str, list[str]]


class Conflict(Output):
    theirs: Any
    yours: Any


class ChangedRefusal(Refusal):
    """409: the version that is there now, and both values of each field that differs."""

    version: int
    conflicts: dict[str, Conflict]


class Page(Output, Generic[T_co]):
    data: list[T_co]
    meta: Meta


class Ref(Output):
    api_id: str
    name: str


class LinkRef(Ref):
    """A reference that says whether the caller may open what it names: a name is told where a record is not."""

    can_open: bool


def refuse_nul(text: str) -> str:
    """For what is looked for or compared and never shown: the one character that PostgreSQL cannot take."""
    if "\0" in text:
        raise ValueError("text")
    return text


def refuse_unseen(text: str) -> str:
    """For what is kept on one line: no control characters, no marks that nobody sees or that turn the text round."""
    if not all(map(is_seen, text)) or (text and not shows_something(text)):
        raise ValueError("unseen")
    return text


def refuse_unseen_in_lines(text: str) -> str:
    """The same for what is kept on several lines, which may break and be indented."""
    text = text.replace("\r\n", "\n")
    if not all(letter in "\n\t" or is_seen(letter) for letter in text):
        raise ValueError("unseen_in_lines")
    return text


def _refuse_wrong_id(text: str) -> str:
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


def _refuse_wrong_email(text: str) -> str:
    try:
        return validate_email(text, check_deliverability=False, allow_smtputf8=True, test_environment=True).normalized
    except EmailNotValidError as error:
        raise ValueError("email") from error


def _refuse_wrong_url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or "." not in (parts.hostname or ""):
        raise ValueError("url")
    return text


def _refuse_currency(code: str) -> str:
    if code not in CURRENCIES:
        raise ValueError("currency")
    return code


def _refuse_odd_day(value: object) -> object:
    """A day as text, in the one way that it is written: a number or an instant is none."""
    if isinstance(value, str) and not _DAY.fullmatch(value):
        raise ValueError("date")
    if not isinstance(value, (str, date)) or isinstance(value, datetime):
        raise ValueError("date")
    return value


_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_DECIMAL_TEXT = WithJsonSchema({"type": "string", "pattern": r"^-?\d{1,11}(\.\d{1,2})?$"})

Line = Annotated[str, StringConstraints(min_length=1, max_length=200), AfterValidator(refuse_unseen)]
Note = Annotated[str, StringConstraints(max_length=10_000), AfterValidator(refuse_unseen_in_lines)]
Tag = Annotated[str, StringConstraints(min_length=1, max_length=40), AfterValidator(refuse_unseen)]
Tags = Annotated[list[Tag], Field(max_length=20)]
ApiId = Annotated[str, StringConstraints(max_length=36), AfterValidator(_refuse_wrong_id)]
Search = Annotated[str, StringConstraints(max_length=200), AfterValidator(refuse_nul)]
Currency = Annotated[
    str,
    StringConstraints(max_length=3),
    AfterValidator(_refuse_currency),
    WithJsonSchema({"type": "string", "enum": CURRENCIES}),
]
# Bounds come first, so that they are the decimal's own and are named as numbers when they refuse.
AmountText = Annotated[Decimal, Field(ge=0, le=MAX_AMOUNT), BeforeValidator(_read_amount), _DECIMAL_TEXT]
SignedAmountText = Annotated[
    Decimal, Field(ge=-MAX_AMOUNT, le=MAX_AMOUNT), BeforeValidator(_read_amount), _DECIMAL_TEXT
]
HoursText = Annotated[Decimal, Field(ge=0, le=Decimal(100_000)), BeforeValidator(_read_amount), _DECIMAL_TEXT]
Day = Annotated[date, Field(ge=date(1970, 1, 1), le=date(2200, 12, 31)), BeforeValidator(_refuse_odd_day)]
# In bodies only true and false are flags, and only whole numbers count: "yes", 1.0 and "3" are somebody's mistake.
Flag = Annotated[bool, Field(strict=True)]
Email = Annotated[
    str, StringConstraints(max_length=254), AfterValidator(refuse_unseen), AfterValidator(_refuse_wrong_email)
]
Url = Annotated[
    str, StringConstraints(max_length=200), AfterValidator(refuse_unseen), AfterValidator(_refuse_wrong_url)
]
Version = Annotated[int, Field(ge=1, le=MAX_INT, strict=True)]
Optionally = BeforeValidator(_empty_to_none)
Archived = Literal["exclude", "only", "include"]


class ListQuery(Input):
    """The parameters that every list takes; a list adds its filters and names its sorts."""

    page: Annotated[int, Field(ge=1, le=1_000_000)] = 1
    per_page: Annotated[int, Field(ge=1, le=100)] = 10
    sort: Annotated[str, StringConstraints(max_length=200), AfterValidator(refuse_nul)] = ""
    search: Search = ""
    # The rows that somebody has picked of it: no part of an address.
    _picked: tuple[str, ...] | None = PrivateAttr(default=None)

    @property
    def picked(self) -> tuple[str, ...] | None:
        return self._picked

    def of(self, picked: Sequence[str]) -> Self:
        """The same list, of these rows alone."""
        narrowed = self.model_copy()
        narrowed._picked = tuple(picked)
        return narrowed

    def at(self, page: int, per_page: int) -> Self:
        """Another page, of any size: for those inside who read all of them."""
        return self.model_copy(update={"page": page, "per_page": per_page})


class ConvertibleQuery(ListQuery):
    """A list whose amounts are told in one currency too, `in`, each at the rate of its own day."""

    in_: Annotated[Currency | None, Field(alias="in")] = None


def write_json(value: object) -> bytes:
    return orjson.dumps(value, default=_write_other, option=orjson.OPT_UTC_Z)


def _write_other(value: object) -> object:
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    raise TypeError(type(value))
