"""API schemas of editable options."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from regie.core.api.wire import Output

OptionListName = Literal["churn_reason", "industry", "oos_type"]
# `require_option` and `require_known_options` check that the list contains the value.
OptionValue = Annotated[
    str, StringConstraints(pattern=r"^[a-z0-9_]{1,40}$"), Field(json_schema_extra={"format": "option"})
]


class OptionRow(Output):
    """A stored option of one list."""

    enum: OptionListName
    value: str
    name_en: str
    name_fr: str
    position: int
    is_active: bool
    version: int
