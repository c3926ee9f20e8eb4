"""API schemas of the second factor."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import AfterValidator, StringConstraints

from regie.core.api.wire import Input, Output, validate_no_nul, validate_visible_text
from regie.domains.accounts.sessions.schemas import Secret

Code = Annotated[str, StringConstraints(min_length=1, max_length=40), AfterValidator(validate_visible_text)]
# The JSON of a WebAuthn credential, as the browser's toJSON() returns it.
Credential = Annotated[str, StringConstraints(min_length=2, max_length=10_000), AfterValidator(validate_no_nul)]


class PasskeyOut(Output):
    api_id: str
    name: str
    created_at: datetime
    last_used_at: datetime | None


class SecondFactorOut(Output):
    """The caller's second factors; they can be changed until `reauthenticated_until` without reauthentication."""

    totp: bool
    passkeys: list[PasskeyOut]
    recovery_codes_left: int
    reauthenticated_until: datetime | None


class ReauthenticationInput(Input):
    """A password, or a code of the authenticator app."""

    password: Secret | None = None
    code: Code | None = None


class TotpStart(Output):
    """The secret of an authenticator app, as text, as an otpauth URI and as a QR code (SVG)."""

    secret: str
    address: str
    qr_code: str


class CodeInput(Input):
    code: Code


class RecoveryCodes(Output):
    """Recovery codes are returned only once."""

    recovery_codes: list[str]


class PasskeyChallengeOut(Output):
    """The options of the browser's WebAuthn call, in the form of parse…FromJSON()."""

    options: dict[str, Any]


class PasskeyCreate(Input):
    name: Annotated[str, StringConstraints(min_length=1, max_length=100), AfterValidator(validate_visible_text)]
    credential: Credential


class SecondFactor(Input):
    """Exactly one field is used."""

    code: Code | None = None
    recovery_code: Code | None = None
    passkey: Credential | None = None
