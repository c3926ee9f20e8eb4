"""The result of testing a connection."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ConnectionCheck:
    """`account` is the name of our account at the service; `readable` lists the resources that the test could read.

    `missing_scopes` are permissions that the key lacks and that only some lists need.
    """

    account: str
    readable: tuple[str, ...]
    missing_scopes: tuple[str, ...] = ()
