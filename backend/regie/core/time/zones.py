"""Time zones by the names that computers have for them, such as America/Toronto."""

from functools import cache
from typing import Annotated
from zoneinfo import available_timezones

from pydantic import AfterValidator, StringConstraints

DEFAULT_ZONE = "America/Toronto"


@cache
def _zones() -> frozenset[str]:
    # What some machines call their own, and no browser knows.
    return frozenset(available_timezones() - {"Factory", "localtime"})


def _refuse_unknown_zone(name: str) -> str:
    if name not in _zones():
        raise ValueError("timezone")
    return name


Timezone = Annotated[str, StringConstraints(max_length=64), AfterValidator(_refuse_unknown_zone)]
