"""Creates the options of WebAuthn calls and verifies their results.

The library is imported on first use: it takes as long as a third of the start.
"""

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.app_context import AppContext
from regie.domains.records.users.models import Passkey, User

if TYPE_CHECKING:
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

# The options that the library writes for the browser's WebAuthn call.
Options = dict[str, Any]


def create_registration_options(
    session: Session, context: AppContext, user: User, organization: str
) -> tuple[bytes, Options]:
    """Return the challenge to store and the options for the browser."""
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    options = generate_registration_options(
        rp_id=_relying_party_id(context),
        rp_name=organization,
        user_id=user.api_id.encode(),
        user_name=user.email,
        user_display_name=user.name,
        exclude_credentials=_credential_descriptors(session, user.id),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.PREFERRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
    )
    return options.challenge, json.loads(options_to_json(options))


def verify_registration(context: AppContext, challenge: bytes, credential: str) -> Any | None:
    """Return the verified credential (`credential_id`, `credential_public_key`, `sign_count`); None if invalid."""
    from webauthn import verify_registration_response
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        return verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=_relying_party_id(context),
            expected_origin=[context.origin, *context.web_origins],
            require_user_verification=False,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError, RecursionError):
        return None


def create_authentication_options(session: Session, context: AppContext, user_id: int) -> tuple[bytes, Options]:
    """Return the challenge to store and the options for the browser."""
    from webauthn import generate_authentication_options, options_to_json

    options = generate_authentication_options(
        rp_id=_relying_party_id(context), allow_credentials=_credential_descriptors(session, user_id)
    )
    return options.challenge, json.loads(options_to_json(options))


def verify_passkey(session: Session, context: AppContext, user_id: int, challenge: bytes, credential: str) -> bool:
    """Return whether one of the user's passkeys signed this challenge; a lower counter, as of a clone, is refused."""
    from webauthn import verify_authentication_response
    from webauthn.helpers.exceptions import WebAuthnException

    for passkey in session.execute(select(Passkey).where(Passkey.user_id == user_id).with_for_update()).scalars():
        try:
            verified = verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=_relying_party_id(context),
                expected_origin=[context.origin, *context.web_origins],
                credential_public_key=passkey.public_key,
                credential_current_sign_count=passkey.sign_count,
                require_user_verification=False,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError, RecursionError):
            continue
        if verified.credential_id != passkey.credential_id:
            continue
        passkey.sign_count, passkey.last_used_at = verified.new_sign_count, context.clock.now()
        session.flush()
        return True
    return False


def _credential_descriptors(session: Session, user_id: int) -> "list[PublicKeyCredentialDescriptor]":
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

    statement = select(Passkey.credential_id).where(Passkey.user_id == user_id).order_by(Passkey.id)
    ids = session.execute(statement).scalars()
    return [PublicKeyCredentialDescriptor(id=credential_id) for credential_id in ids]


def _relying_party_id(context: AppContext) -> str:
    return urlsplit(context.origin).hostname or "localhost"
