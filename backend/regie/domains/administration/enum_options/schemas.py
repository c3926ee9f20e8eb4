"""API schemas of enum options."""

from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from regie.core.api.wire import Flag, Input, Output, Version, validate_visible_text
from regie.domains.records.options.schemas import OptionListName

Label = Annotated[str, StringConstraints(min_length=1, max_length=100), AfterValidator(validate_visible_text)]
# A position beyond the end means the last.
Position = Annotated[int, Field(ge=1, le=1_000, strict=True)]


class EnumItem(Output):
    """Inactive items are no longer offered; records that have one still show its label."""

    value: str
    name_en: str
    name_fr: str
    is_active: bool


class OptionOut(Output):
    """An option of an editable list; `uses` counts the records that have it."""

    enum: OptionListName
    value: str
    name_en: str
    name_fr: str
    position: int
    is_active: bool
    uses: int
    version: int


class OptionCreate(Input):
    """The value is made of the English label and never changes; without a position the option comes last."""

    name_en: Label
    name_fr: Label
    position: Position | None = None


class OptionUpdate(Input):
    """Only the sent fields change."""

    name_en: Label | None = None
    name_fr: Label | None = None
    position: Position | None = None
    is_active: Flag | None = None
    version: Version | None = None
