"""Validates IANA time zone names, such as America/Toronto."""

from functools import cache
from typing import Annotated
from zoneinfo import available_timezones

from pydantic import AfterValidator, Field, StringConstraints

DEFAULT_ZONE = "America/Toronto"


@cache
def _zones() -> frozenset[str]:
    # Names that exist on some machines only; browsers do not know them.
    return frozenset(available_timezones() - {"Factory", "localtime"})


def _validate_zone(name: str) -> str:
    if name not in _zones():
        raise ValueError("timezone")
    return name


Timezone = Annotated[
    str,
    StringConstraints(max_length=64),
    AfterValidator(_validate_zone),
    Field(json_schema_extra={"format": "timezone"}),
]
