"""Names the owners whose figures are stored and marked together."""

from typing import Literal

OwnerKind = Literal["client", "employee"]
# The owner of records without a client.
NO_OWNER = 0
# The kind of a mark that all figures changed, such as by a setting.
EVERYTHING = "everything"
# The version of the formula of receivables: without stored ones of this version, a past day is calculated.
RECEIVABLES_VERSION = 2
