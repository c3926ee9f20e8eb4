"""What can go wrong outside, as one tree, so that a caller decides by class and shows by code.

    OutsideError          service · code · retryable · request_id · detail · vendor_status
    ├── Unreachable       retryable: no answer (refused, reset, cut, or slower than we wait)
    ├── RateLimited       retryable: still too many calls after our patience ran out
    ├── Unavailable       retryable: the service is down, locked or moving; or it has been, and we let it rest
    ├── Refused           the credential, or what it may see; somebody must act
    ├── NotFoundOutside   the record is gone, or never was
    ├── Rejected          the service calls our request wrong: a mistake of ours
    ├── Nonsense          an answer that is not what was promised; retryable when it was not JSON
    └── CallNotAllowed    not on the list of reads; raised before the network

None of them carries a status of ours: an outside failure is never a 401, 404 or 419 to the browser.
"""

_MAY_PASS_BY_ITSELF = frozenset(
    {
        "connection",
        "timeout",
        "rate_limited",
        "daily_limit",
        "server_error",
        "locked",
        "migrating",
        "resting",
        "not_json",
    }
)


class OutsideError(Exception):
    """`code` is stable and safe to show; `detail` is for the log and for administrators, without secrets;
    `retry_after_s` is how long the service wants us to stay away, when that is known.
    """

    def __init__(
        self,
        service: str,
        code: str,
        detail: str = "",
        *,
        request_id: str | None = None,
        vendor_status: int | None = None,
        retry_after_s: float | None = None,
    ) -> None:
        super().__init__(service, code)
        self.service = service
        self.code = code
        self.detail = detail
        self.request_id = request_id
        self.vendor_status = vendor_status
        self.retry_after_s = retry_after_s

    @property
    def retryable(self) -> bool:
        """Worth trying again later, nothing changed: a proxy's HTML page counts, a wrong shape does not."""
        return self.code in _MAY_PASS_BY_ITSELF

    def __str__(self) -> str:
        return f"{self.service}: {self.code}" + (f" ({self.detail})" if self.detail else "")


class Unreachable(OutsideError):
    pass


class RateLimited(OutsideError):
    pass


class Unavailable(OutsideError):
    pass


class Refused(OutsideError):
    pass


class NotFoundOutside(OutsideError):
    pass


class Rejected(OutsideError):
    pass


class Nonsense(OutsideError):
    pass


class CallNotAllowed(OutsideError):
    pass
