"""The organization's own choices, as records name them."""

from typing import Annotated

from pydantic import StringConstraints

# Whether its list has it, `require_option` and `require_known` say.
OptionValue = Annotated[str, StringConstraints(pattern=r"^[a-z0-9_]{1,40}$")]
