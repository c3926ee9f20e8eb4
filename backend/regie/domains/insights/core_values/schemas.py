"""Request and response schemas of core values."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from regie.core.api.wire import (
    EmptyAsNone,
    Flag,
    Input,
    ListQuery,
    Output,
    Version,
    validate_visible_lines,
    validate_visible_text,
)

Icon = Literal[
    "heart", "star", "bulb", "rocket", "team", "handshake", "shield", "target", "compass", "leaf", "flame", "trophy",
    "message", "scale", "puzzle", "sparkles",
]  # fmt: skip
Colour = Literal["blue", "teal", "green", "amber", "red", "pink", "purple", "slate"]
# Short enough for a badge in both languages.
Name = Annotated[str, StringConstraints(min_length=1, max_length=60), AfterValidator(validate_visible_text)]
Description = Annotated[str, StringConstraints(max_length=1_000), AfterValidator(validate_visible_lines)]
# A position beyond the last moves the value to the end.
Position = Annotated[int, Field(ge=1, le=1_000, strict=True)]


class CoreValueDetails(Output):
    """The columns of a core value."""

    api_id: str
    name_en: str
    name_fr: str
    description_en: str | None
    description_fr: str | None
    icon: Icon
    colour: Colour
    position: int
    is_active: bool
    created_at: datetime
    updated_at: datetime
    version: int


class CoreValueOut(CoreValueDetails):
    """`name` is in the caller's language; `position` counts from 1 over active and retired values."""

    name: str


class CoreValueCreate(Input):
    """Only the names are required; without a position, the value is added at the end."""

    name_en: Name
    name_fr: Name
    description_en: Annotated[Description | None, EmptyAsNone] = None
    description_fr: Annotated[Description | None, EmptyAsNone] = None
    icon: Icon = "star"
    colour: Colour = "blue"
    position: Position | None = None
    is_active: Flag = True


class CoreValueUpdate(Input):
    """Only the fields that are sent change."""

    name_en: Name | None = None
    name_fr: Name | None = None
    description_en: Annotated[Description | None, EmptyAsNone] = None
    description_fr: Annotated[Description | None, EmptyAsNone] = None
    icon: Icon | None = None
    colour: Colour | None = None
    position: Position | None = None
    is_active: Flag | None = None
    version: Version | None = None


class CoreValueQuery(ListQuery):
    is_active: bool | None = None
