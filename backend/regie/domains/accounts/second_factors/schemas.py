"""The second factor, over the wire."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import AfterValidator, StringConstraints

from regie.core.api.wire import Input, Output, refuse_nul, refuse_unseen
from regie.domains.accounts.sessions.schemas import Secret

Code = Annotated[str, StringConstraints(min_length=1, max_length=40), AfterValidator(refuse_unseen)]
# What a browser's WebAuthn answers, as its own toJSON() says it, in JSON: read and verified by the library.
Credential = Annotated[str, StringConstraints(min_length=2, max_length=10_000), AfterValidator(refuse_nul)]


class PasskeyOut(Output):
    api_id: str
    name: str
    created_at: datetime
    last_used_at: datetime | None


class SecondFactorOut(Output):
    """What the caller has set up; `proved_until` is how long they may change it without proving themselves again."""

    totp: bool
    passkeys: list[PasskeyOut]
    recovery_codes_left: int
    proved_until: datetime | None


class Proof(Input):
    """The password, or a code of the authenticator app."""

    password: Secret | None = None
    code: Code | None = None


class TotpStart(Output):
    """What the authenticator app needs: the secret as text, as an otpauth address, and as a QR code (SVG)."""

    secret: str
    address: str
    qr_code: str


class CodeInput(Input):
    code: Code


class RecoveryCodes(Output):
    """Shown once and never again."""

    recovery_codes: list[str]


class PasskeyChallengeOut(Output):
    """The options for the browser's WebAuthn call, as its parse…FromJSON() takes them."""

    options: dict[str, Any]


class PasskeyCreate(Input):
    name: Annotated[str, StringConstraints(min_length=1, max_length=100), AfterValidator(refuse_unseen)]
    credential: Credential


class SecondFactor(Input):
    """One of the three."""

    code: Code | None = None
    recovery_code: Code | None = None
    passkey: Credential | None = None
