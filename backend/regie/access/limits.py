"""How often one may try to sign in or have a mail sent, counted before any password is hashed.

The tight limit is on the pair of address and account: a stranger who fails from elsewhere does not lock anyone out.
"""

import time
from typing import Literal

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from regie.core.errors import TooMany

# "sign-in" is a try with a password or a code, "mail" a request for a code or a link.
Kind = Literal["sign-in", "mail"]
_PAIR: dict[Kind, RateLimitItem] = {"sign-in": parse("10 per 10 minutes"), "mail": parse("5 per 10 minutes")}
# An office shares one address: on a Monday morning all of it signs in, and in two steps.
_ADDRESS = parse("300 per 10 minutes")
_EVERYONE = parse("600 per minute")


class SignInLimits:
    """Counts tries in this process's memory; forgotten at a restart, which frees nobody for long."""

    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def count_try(self, address: str, email: str, kind: Kind = "sign-in") -> None:
        """TooMany, with the seconds to wait, when a limit is reached."""
        for item, keys in ((_PAIR[kind], (address, _account(email))), (_ADDRESS, (address,)), (_EVERYONE, ())):
            if not self._limiter.hit(item, kind, *keys):
                raise TooMany(retry_after=self._wait(item, kind, keys))

    def forget(self, address: str, email: str) -> None:
        """A right password ends the count of the pair."""
        self._limiter.clear(_PAIR["sign-in"], "sign-in", address, _account(email))

    def _wait(self, item: RateLimitItem, kind: Kind, keys: tuple[str, ...]) -> int:
        reset_at = self._limiter.get_window_stats(item, kind, *keys).reset_time
        return max(1, int(reset_at - time.time()) + 1)


def _account(email: str) -> str:
    return email.strip().lower()
