"""The organization's own choices, as records name them."""

from typing import Annotated, Literal

from pydantic import StringConstraints

from regie.core.api.wire import Output

OwnEnum = Literal["churn_reason", "industry", "oos_type"]
# Whether its list has it, `require_option` and `require_known` say.
OptionValue = Annotated[str, StringConstraints(pattern=r"^[a-z0-9_]{1,40}$")]


class OptionRow(Output):
    """A choice of one list, as it is saved."""

    enum: OwnEnum
    value: str
    name_en: str
    name_fr: str
    position: int
    is_active: bool
    version: int
