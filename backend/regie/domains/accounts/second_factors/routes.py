"""Routes of the second factor: setup, and the second step of signing in."""

from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.authorization import Access, Router
from regie.access.rate_limits import Rate
from regie.access.responses import SessionResult
from regie.access.visitor import Visitor
from regie.core.api.wire import Item
from regie.domains.accounts.second_factors import actions
from regie.domains.accounts.second_factors.schemas import (
    CodeInput,
    PasskeyChallengeOut,
    PasskeyCreate,
    ReauthenticationInput,
    RecoveryCodes,
    SecondFactor,
    SecondFactorOut,
    TotpStart,
)
from regie.domains.accounts.sessions.schemas import SignedIn

router = Router("", "second_factors")
_MINE = "/api/v1/me/second-factor"


@router.get(_MINE, requires=Access.ENROLLING, forbids_impersonation=True)
def read_second_factor(session: Session, context: AppContext, actor: Actor) -> Item[SecondFactorOut]:
    """Read the second factors that the caller has set up."""
    return {"data": actions.read_second_factor(session, actor, context.clock.now())}


@router.post(
    "/api/v1/me/reauthentications", requires=Access.ENROLLING, rate=Rate.SIGN_IN, status=204, forbids_impersonation=True
)
def reauthenticate(context: AppContext, actor: Actor, data: ReauthenticationInput) -> None:
    """Reauthenticate, which changing the second factor requires."""
    actions.reauthenticate(context, actor, data)


@router.put(f"{_MINE}/totp", requires=Access.ENROLLING, forbids_impersonation=True, summary="Set up authenticator app")
def start_totp(session: Session, context: AppContext, actor: Actor) -> Item[TotpStart]:
    """Create a secret for an authenticator app, which takes effect when `confirm_totp` receives a code of it."""
    return {"data": actions.start_totp(session, context, actor)}


@router.put(f"{_MINE}/totp/confirmation", requires=Access.ENROLLING, forbids_impersonation=True)
def confirm_totp(context: AppContext, actor: Actor, data: CodeInput) -> Item[RecoveryCodes]:
    return {"data": {"recovery_codes": actions.confirm_totp(context, actor, data.code)}}


@router.delete(f"{_MINE}/totp", requires=Access.SIGNED_IN, forbids_impersonation=True)
def remove_totp(session: Session, context: AppContext, actor: Actor) -> None:
    actions.remove_totp(session, context, actor)


@router.put(f"{_MINE}/recovery-codes", requires=Access.SIGNED_IN, forbids_impersonation=True)
def renew_recovery_codes(session: Session, context: AppContext, actor: Actor) -> Item[RecoveryCodes]:
    """Create ten new codes, which replace the old ones."""
    return {"data": {"recovery_codes": actions.renew_recovery_codes(session, context, actor)}}


@router.put(f"{_MINE}/passkeys/challenge", requires=Access.ENROLLING, forbids_impersonation=True)
def start_passkey_registration(session: Session, context: AppContext, actor: Actor) -> Item[PasskeyChallengeOut]:
    """Create the WebAuthn options to register a passkey."""
    return {"data": {"options": actions.start_passkey_registration(session, context, actor)}}


@router.put(f"{_MINE}/passkeys", requires=Access.ENROLLING, forbids_impersonation=True)
def add_passkey(session: Session, context: AppContext, actor: Actor, data: PasskeyCreate) -> Item[RecoveryCodes]:
    """Add a passkey; the response has recovery codes if this is the first second factor."""
    return {"data": {"recovery_codes": actions.add_passkey(session, context, actor, data)}}


@router.delete(f"{_MINE}/passkeys/{{id}}", requires=Access.SIGNED_IN, forbids_impersonation=True)
def remove_passkey(session: Session, context: AppContext, actor: Actor, id: str) -> None:
    actions.remove_passkey(session, context, actor, id)


@router.post("/auth/second-factor/challenges", requires=Access.PUBLIC, rate=Rate.SIGN_IN, status=200)
def create_sign_in_challenge(context: AppContext, visitor: Visitor) -> Item[PasskeyChallengeOut]:
    """Create the WebAuthn options to finish this browser's sign-in with a passkey."""
    return {"data": {"options": actions.create_sign_in_challenge(context, visitor)}}


@router.post("/auth/second-factor", requires=Access.PUBLIC, rate=Rate.SIGN_IN, status=200)
def verify_second_factor(context: AppContext, visitor: Visitor, data: SecondFactor) -> SessionResult[SignedIn]:
    """Finish this browser's sign-in."""
    return actions.verify_second_factor(context, visitor, data)
