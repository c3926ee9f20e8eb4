"""Names the owners whose figures are stored and marked together."""

from typing import Literal

OwnerKind = Literal["client", "employee"]
# The owner of records without a client.
NO_OWNER = 0
# The kind of a mark that all figures changed, such as by a setting.
EVERYTHING = "everything"
