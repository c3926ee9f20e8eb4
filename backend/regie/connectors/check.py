"""What a client says when somebody asks whether its connection works."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Check:
    """`account` is whom or what the service takes us for, in its own words; `readable` is what was tried and came."""

    account: str
    readable: tuple[str, ...]
