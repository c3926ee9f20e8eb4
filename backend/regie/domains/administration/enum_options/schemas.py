"""Enumerated values, over the wire."""

from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from regie.core.api.wire import Flag, Input, Output, Version, refuse_unseen
from regie.domains.records.options.schemas import OwnEnum

Label = Annotated[str, StringConstraints(min_length=1, max_length=100), AfterValidator(refuse_unseen)]
# Beyond the last is the last.
Position = Annotated[int, Field(ge=1, le=1_000, strict=True)]


class EnumItem(Output):
    """A retired one is not offered any more, and still has its words where a record has it."""

    value: str
    name_en: str
    name_fr: str
    is_active: bool


class OptionOut(Output):
    """A choice of a list that is the organization's own; `uses` counts the records that have it."""

    enum: OwnEnum
    value: str
    name_en: str
    name_fr: str
    position: int
    is_active: bool
    uses: int
    version: int


class OptionCreate(Input):
    """The value is made of the English words, once and for all; without a position it comes last."""

    name_en: Label
    name_fr: Label
    position: Position | None = None


class OptionUpdate(Input):
    """Only the fields that are sent change."""

    name_en: Label | None = None
    name_fr: Label | None = None
    position: Position | None = None
    is_active: Flag | None = None
    version: Version | None = None
