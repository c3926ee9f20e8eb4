"""The result of testing a connection."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ConnectionCheck:
    """`account` is the name of our account at the service; `readable` lists the resources that the test could read."""

    account: str
    readable: tuple[str, ...]
