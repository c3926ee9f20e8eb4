"""Errors of the outside services: callers decide by class and show a message by code.

    ServiceError            service · code · retryable · request_id · detail · vendor_status
    ├── Unreachable         retryable: no response (refused, reset, interrupted, or timed out)
    ├── RateLimited         retryable: still too many calls after all retries
    ├── ServiceUnavailable  retryable: the service is down, locked or migrating, or the circuit breaker is open
    ├── AccessDenied        wrong credential, permission or configuration; an administrator must act
    ├── RecordNotFound      the record does not exist, or no longer
    ├── BadRequest          the service rejects our request, which is a bug in Régie
    ├── MalformedResponse   not the documented response; retryable when it was not JSON
    └── CallNotAllowed      not on the list of allowed calls; raised before any network access

None carries an HTTP status for our own API: a failure of a service never becomes a 401, 404 or 419 for the browser.
"""

RETRYABLE_CODES = frozenset(
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


class ServiceError(Exception):
    """`code` is stable and safe to show; `detail` is for the log and for administrators, without secrets;
    `retry_after_s` is the pause that the service requests, when known.
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
        """Whether the same call may succeed later: yes for an HTML page of a proxy, no for JSON of a wrong shape."""
        return self.code in RETRYABLE_CODES

    def __str__(self) -> str:
        return f"{self.service}: {self.code}" + (f" ({self.detail})" if self.detail else "")


class Unreachable(ServiceError):
    pass


class RateLimited(ServiceError):
    pass


class ServiceUnavailable(ServiceError):
    pass


class AccessDenied(ServiceError):
    pass


class RecordNotFound(ServiceError):
    pass


class BadRequest(ServiceError):
    pass


class MalformedResponse(ServiceError):
    pass


class CallNotAllowed(ServiceError):
    pass
