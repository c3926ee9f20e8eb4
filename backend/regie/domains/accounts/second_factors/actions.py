"""Sets up and verifies second factors; changing them requires recent reauthentication."""

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.passwords import is_sufficient_alone, matches_password
from regie.access.reauthentication import reauthenticated_until, require_reauthentication
from regie.access.responses import SessionResult
from regie.access.visitor import Visitor
from regie.core.api.errors import Invalid, NotFound
from regie.core.audit.activity import log_event
from regie.core.db.ids import is_api_id
from regie.core.lists.shape import read_rows
from regie.domains.accounts.second_factors import passkeys, totp
from regie.domains.accounts.second_factors.schemas import (
    PasskeyCreate,
    PasskeyOut,
    ReauthenticationInput,
    SecondFactor,
    SecondFactorOut,
    TotpStart,
)
from regie.domains.accounts.sessions.actions import finish_sign_in, log_failed_reauthentication, log_refused_sign_in
from regie.domains.accounts.sessions.models import PasskeyChallenge, PendingSignIn, SignedInSession
from regie.domains.accounts.sessions.schemas import Factor, SignedIn
from regie.domains.people.users.actions import delete_second_factor, queue_user_mail
from regie.domains.people.users.queries import read_own_secrets
from regie.domains.records.settings.queries import read_settings
from regie.domains.records.users.models import Passkey, RecoveryCode, TotpDevice, User

_CHALLENGE_VALIDITY = timedelta(minutes=5)
_MAX_ATTEMPTS = 5
# The field that each factor is sent in.
_FIELDS = {"totp": "code", "recovery_code": "recovery_code", "passkey": "passkey"}


def read_second_factor(session: Session, actor: Actor, now: datetime) -> SecondFactorOut:
    """Return the second factors that the caller has set up."""
    user_id = actor.user_id
    device = select(TotpDevice.user_id).where(TotpDevice.user_id == user_id, TotpDevice.confirmed_at.is_not(None))
    columns = (Passkey.api_id, Passkey.name, Passkey.created_at, Passkey.last_used_at)
    keys = session.execute(select(*columns).where(Passkey.user_id == user_id).order_by(Passkey.created_at))
    left = select(func.count()).where(RecoveryCode.user_id == user_id, RecoveryCode.used_at.is_(None))
    return {
        "totp": session.execute(device).first() is not None,
        "passkeys": read_rows(PasskeyOut, keys),
        "recovery_codes_left": session.execute(left).scalar_one(),
        "reauthenticated_until": reauthenticated_until(actor, now),
    }


def reauthenticate(context: AppContext, actor: Actor, data: ReauthenticationInput) -> None:
    """Reauthenticate the caller with their password or a TOTP code.

    The attempt is counted first, and the password is hashed outside of any transaction.
    """
    context.sign_in_limits.count_account_attempt(actor.user_api_id, "password")
    if not _verify_identity(context, actor, data):
        has_password = data.password is not None
        details = {"method": "password"} if has_password else {"second_factor": "totp"}
        log_failed_reauthentication(context, actor, **details)
        raise Invalid({"password" if has_password else "code": "reauthentication_failed"}, "reauthentication_failed")


def _verify_identity(context: AppContext, actor: Actor, data: ReauthenticationInput) -> bool:
    with context.database.read() as db:
        secrets = read_own_secrets(db, actor)
    is_password_right = data.password is not None and matches_password(data.password, secrets.password_hash)
    with context.write_as(actor) as session:
        if not is_password_right and not (data.code and totp.verify_totp(session, context, actor.user_id, data.code)):
            return False
        statement = update(SignedInSession).where(SignedInSession.id == actor.session_id)
        session.execute(statement.values(reauthenticated_at=context.clock.now()))
        return True


def start_totp(session: Session, context: AppContext, actor: Actor) -> TotpStart:
    """Create a secret, which takes effect when a code confirms it; raise Invalid if one is already in use."""
    require_reauthentication(actor, context.clock.now())
    user = _lock_own_user(session, actor)
    device = session.execute(select(TotpDevice).where(TotpDevice.user_id == user.id)).scalar()
    if device is not None and device.confirmed_at is not None:
        raise Invalid(code="totp_on")
    session.execute(delete(TotpDevice).where(TotpDevice.user_id == user.id))
    secret = totp.new_secret()
    session.add(
        TotpDevice(user_id=user.id, sealed_secret=context.sealed.seal(secret.encode()), created_at=context.clock.now())
    )
    address = totp.build_otpauth_uri(secret, user.email, _organization_name(session))
    return {"secret": secret, "address": address, "qr_code": totp.draw_qr_code(address)}


def confirm_totp(context: AppContext, actor: Actor, code: str) -> list[str]:
    """Confirm the secret with a code; return recovery codes if this is the first second factor."""
    context.sign_in_limits.count_account_attempt(actor.user_api_id, "totp")
    with context.write_as(actor) as session:
        user = _lock_own_user(session, actor)
        if not totp.verify_totp(session, context, user.id, code, confirmed=False):
            raise Invalid({"code": "code"}, "code")
        session.execute(
            update(TotpDevice).where(TotpDevice.user_id == user.id).values(confirmed_at=context.clock.now())
        )
        return _enable(session, context, user, "totp_on")


def remove_totp(session: Session, context: AppContext, actor: Actor) -> None:
    require_reauthentication(actor, context.clock.now())
    user = _lock_own_user(session, actor)
    statement = delete(TotpDevice).where(TotpDevice.user_id == user.id).returning(TotpDevice.confirmed_at)
    # An unconfirmed device was never in use.
    if session.execute(statement).scalar() is not None:
        _disable_if_last(session, context, user, "totp_off")


def renew_recovery_codes(session: Session, context: AppContext, actor: Actor) -> list[str]:
    """Return ten new codes, which replace the old ones."""
    require_reauthentication(actor, context.clock.now())
    user = _lock_own_user(session, actor)
    if not user.two_factor:
        raise Invalid(code="two_factor_off")
    _log(session, user, "recovery_codes_renewed")
    return totp.replace_recovery_codes(session, context, user.id)


def start_passkey_registration(session: Session, context: AppContext, actor: Actor) -> passkeys.Options:
    require_reauthentication(actor, context.clock.now())
    user = _lock_own_user(session, actor)
    challenge, options = passkeys.create_registration_options(session, context, user, _organization_name(session))
    session.execute(delete(PasskeyChallenge).where(PasskeyChallenge.session_id == actor.session_id))
    expires_at = context.clock.now() + _CHALLENGE_VALIDITY
    session.add(PasskeyChallenge(session_id=actor.session_id, challenge=challenge, expires_at=expires_at))
    return options


def add_passkey(session: Session, context: AppContext, actor: Actor, data: PasskeyCreate) -> list[str]:
    """Verify and store the new passkey; return recovery codes if this is the first second factor."""
    require_reauthentication(actor, context.clock.now())
    user, now = _lock_own_user(session, actor), context.clock.now()
    conditions = (PasskeyChallenge.session_id == actor.session_id, PasskeyChallenge.expires_at > now)
    challenge = session.execute(
        delete(PasskeyChallenge).where(*conditions).returning(PasskeyChallenge.challenge)
    ).scalar()
    verified = passkeys.verify_registration(context, challenge, data.credential) if challenge else None
    if verified is None:
        raise Invalid({"credential": "passkey"}, "passkey")
    known = select(Passkey.id).where(Passkey.credential_id == verified.credential_id)
    if session.execute(known).first() is not None:
        raise Invalid({"credential": "taken"}, "passkey")
    session.add(
        Passkey(
            user_id=user.id,
            name=data.name,
            credential_id=verified.credential_id,
            public_key=verified.credential_public_key,
            sign_count=verified.sign_count,
            created_at=now,
        )
    )
    return _enable(session, context, user, "passkey_added")


def remove_passkey(session: Session, context: AppContext, actor: Actor, api_id: str) -> None:
    require_reauthentication(actor, context.clock.now())
    if not is_api_id(api_id):
        raise NotFound
    user = _lock_own_user(session, actor)
    conditions = (Passkey.api_id == api_id, Passkey.user_id == user.id)
    if session.execute(delete(Passkey).where(*conditions).returning(Passkey.id)).first() is None:
        raise NotFound
    _disable_if_last(session, context, user, "passkey_removed")


def create_sign_in_challenge(context: AppContext, visitor: Visitor) -> passkeys.Options:
    """Return the options with which a passkey finishes the pending sign-in."""
    with context.database.write() as session:
        pending = _load_pending(session, context, visitor)
        if pending is None:
            raise Invalid(code="second_factor_expired")
        pending.challenge, options = passkeys.create_authentication_options(session, context, pending.user_id)
        return options


def verify_second_factor(context: AppContext, visitor: Visitor, data: SecondFactor) -> SessionResult[SignedIn]:
    """Finish the sign-in with the second factor; every attempt counts, and the fifth failed one ends it."""
    context.sign_in_limits.count_attempt(visitor, visitor.browser)
    (user_id, method), factor = _read_pending(context, visitor), _factor_of(data)
    # Also counted per user: someone who knows the password could otherwise start again after every five attempts.
    context.sign_in_limits.count_account_attempt(str(user_id), "second factor")
    with context.database.write() as session:
        result = _count_attempt_and_verify(session, context, visitor, data)
    if result is None:
        log_refused_sign_in(context, visitor, user_id, method, second_factor=factor)
        raise Invalid({_FIELDS[factor]: "second_factor"}, "second_factor")
    context.sign_in_limits.reset(visitor, visitor.browser)
    return result


def _read_pending(context: AppContext, visitor: Visitor) -> tuple[int, str]:
    """Return the user and the method of this browser's pending sign-in."""
    with context.database.read() as db:
        statement = select(PendingSignIn.user_id, PendingSignIn.method)
        pending = db.execute(statement.where(*_pending_conditions(context, visitor))).first()
    if pending is None:
        raise Invalid(code="second_factor_expired")
    return pending.user_id, pending.method


def _count_attempt_and_verify(
    session: Session, context: AppContext, visitor: Visitor, data: SecondFactor
) -> SessionResult[SignedIn] | None:
    """Return the session of a correct second factor; None for a wrong one, which counts as an attempt."""
    pending = _load_pending(session, context, visitor)
    if pending is None:
        raise Invalid(code="second_factor_expired")
    pending.tries += 1
    user = session.execute(select(User).where(User.id == pending.user_id).with_for_update()).scalar_one()
    if pending.epoch != user.session_epoch or not _verify(session, context, pending, data):
        return None
    session.delete(pending)
    method, remember, factor = pending.method, pending.remember, _factor_of(data)
    return finish_sign_in(session, context, visitor, user, method=method, remember=remember, second_factor=factor)


def _load_pending(session: Session, context: AppContext, visitor: Visitor) -> PendingSignIn | None:
    statement = select(PendingSignIn).where(*_pending_conditions(context, visitor)).with_for_update()
    return session.execute(statement).scalar_one_or_none()


def _pending_conditions(context: AppContext, visitor: Visitor) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions that select this browser's pending sign-in."""
    return (
        PendingSignIn.browser_hash == visitor.browser,
        PendingSignIn.expires_at > context.clock.now(),
        PendingSignIn.tries < _MAX_ATTEMPTS,
    )


def _verify(session: Session, context: AppContext, pending: PendingSignIn, data: SecondFactor) -> bool:
    if data.code is not None:
        return totp.verify_totp(session, context, pending.user_id, data.code)
    if data.recovery_code is not None:
        return totp.consume_recovery_code(session, context, pending.user_id, data.recovery_code)
    challenge, pending.challenge = pending.challenge, None
    return (
        data.passkey is not None
        and challenge is not None
        and passkeys.verify_passkey(session, context, pending.user_id, challenge, data.passkey)
    )


def _factor_of(data: SecondFactor) -> Factor:
    return "totp" if data.code is not None else "recovery_code" if data.recovery_code is not None else "passkey"


def _enable(session: Session, context: AppContext, user: User, action: str) -> list[str]:
    _log(session, user, action)
    if user.two_factor:
        return []
    user.two_factor = True
    queue_user_mail(session, context, user, "second_factor_on", when=context.clock.now())
    return totp.replace_recovery_codes(session, context, user.id)


def _disable_if_last(session: Session, context: AppContext, user: User, action: str) -> None:
    _log(session, user, action)
    statements = (
        select(Passkey.id).where(Passkey.user_id == user.id),
        select(TotpDevice.user_id).where(TotpDevice.user_id == user.id, TotpDevice.confirmed_at.is_not(None)),
    )
    if any(session.execute(statement.limit(1)).first() for statement in statements):
        return
    if user.password_hash is not None and not is_sufficient_alone(user.password_length):
        raise Invalid(code="password_too_short")
    delete_second_factor(session, user)
    queue_user_mail(session, context, user, "second_factor_off", when=context.clock.now())


def _lock_own_user(session: Session, actor: Actor) -> User:
    return session.execute(select(User).where(User.id == actor.user_id).with_for_update()).scalar_one()


def _organization_name(session: Session) -> str:
    return read_settings(session.connection())["name"]


def _log(session: Session, user: User, action: str) -> None:
    log_event(session, action, subject="user", api_id=user.api_id, name=user.name, topic="access")
