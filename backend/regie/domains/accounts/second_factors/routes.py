"""The calls about the second factor: one's own, and the second step of signing in."""

from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.answers import Answer
from regie.access.app_context import AppContext
from regie.access.authorization import Access, Router
from regie.access.rate_limits import Rate
from regie.access.visitor import Visitor
from regie.core.api.wire import Item
from regie.domains.accounts.second_factors import actions
from regie.domains.accounts.second_factors.schemas import (
    CodeInput,
    PasskeyChallengeOut,
    PasskeyCreate,
    Proof,
    RecoveryCodes,
    SecondFactor,
    SecondFactorOut,
    TotpStart,
)
from regie.domains.accounts.sessions.schemas import SignedIn

router = Router("", "second_factors")
_MINE = "/api/v1/me/second-factor"


@router.get(_MINE, requires=Access.ENROLLING, in_person=True)
def read_second_factor(session: Session, context: AppContext, actor: Actor) -> Item[SecondFactorOut]:
    """What the caller has set up."""
    return {"data": actions.describe(session, actor, context.clock.now())}


@router.post("/api/v1/me/proofs", requires=Access.ENROLLING, rate=Rate.SIGN_IN, status=204, in_person=True)
def prove(context: AppContext, actor: Actor, data: Proof) -> None:
    """Shows that it is still the person who sits there; asked before the second factor is changed."""
    actions.prove(context, actor, data)


@router.put(f"{_MINE}/totp", requires=Access.ENROLLING, in_person=True)
def start_totp(session: Session, context: AppContext, actor: Actor) -> Item[TotpStart]:
    """A new secret for an authenticator app; it counts once `confirm_totp` has seen a code of it."""
    return {"data": actions.start_totp(session, context, actor)}


@router.put(f"{_MINE}/totp/confirmation", requires=Access.ENROLLING, in_person=True)
def confirm_totp(context: AppContext, actor: Actor, data: CodeInput) -> Item[RecoveryCodes]:
    return {"data": {"recovery_codes": actions.confirm_totp(context, actor, data.code)}}


@router.delete(f"{_MINE}/totp", requires=Access.SIGNED_IN, in_person=True)
def remove_totp(session: Session, context: AppContext, actor: Actor) -> None:
    actions.remove_totp(session, context, actor)


@router.put(f"{_MINE}/recovery-codes", requires=Access.SIGNED_IN, in_person=True)
def renew_recovery_codes(session: Session, context: AppContext, actor: Actor) -> Item[RecoveryCodes]:
    """Ten new codes; the old ones are void."""
    return {"data": {"recovery_codes": actions.renew_recovery_codes(session, context, actor)}}


@router.put(f"{_MINE}/passkeys/challenge", requires=Access.ENROLLING, in_person=True)
def ask_new_passkey(session: Session, context: AppContext, actor: Actor) -> Item[PasskeyChallengeOut]:
    """What the browser must sign to become a passkey of the caller's."""
    return {"data": {"options": actions.ask_new_passkey(session, context, actor)}}


@router.put(f"{_MINE}/passkeys", requires=Access.ENROLLING, in_person=True)
def add_passkey(session: Session, context: AppContext, actor: Actor, data: PasskeyCreate) -> Item[RecoveryCodes]:
    """Adds one; recovery codes come with the first second factor only."""
    return {"data": {"recovery_codes": actions.add_passkey(session, context, actor, data)}}


@router.delete(f"{_MINE}/passkeys/{{id}}", requires=Access.SIGNED_IN, in_person=True)
def remove_passkey(session: Session, context: AppContext, actor: Actor, id: str) -> None:
    actions.remove_passkey(session, context, actor, id)


@router.post("/auth/second-factor/challenges", requires=Access.PUBLIC, rate=Rate.SIGN_IN, status=200)
def challenge_pending(context: AppContext, visitor: Visitor) -> Item[PasskeyChallengeOut]:
    """What a passkey must sign to finish this browser's sign-in."""
    return {"data": {"options": actions.challenge_pending(context, visitor)}}


@router.post("/auth/second-factor", requires=Access.PUBLIC, rate=Rate.SIGN_IN, status=200)
def finish_pending(context: AppContext, visitor: Visitor, data: SecondFactor) -> Answer[SignedIn]:
    """Finishes this browser's sign-in."""
    return actions.finish_pending(context, visitor, data)
