"""Setting the second factor up and showing it; changing it asks for a proof that is a few minutes old at most."""

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.answers import Answer
from regie.access.app_context import AppContext
from regie.access.passwords import is_password, stands_alone
from regie.access.reauthentication import proved_until, require_proof
from regie.access.visitor import Visitor
from regie.core.api.errors import Invalid, NotFound
from regie.core.audit.activity import record
from regie.core.db.ids import is_api_id
from regie.core.lists.shape import rows_of
from regie.domains.accounts.second_factors import passkeys, totp
from regie.domains.accounts.second_factors.schemas import (
    PasskeyCreate,
    PasskeyOut,
    Proof,
    SecondFactor,
    SecondFactorOut,
    TotpStart,
)
from regie.domains.accounts.sessions.actions import finish_sign_in, note_refusal, note_wrong_proof
from regie.domains.accounts.sessions.models import PasskeyChallenge, PendingSignIn, SignedInSession
from regie.domains.accounts.sessions.schemas import Factor, SignedIn
from regie.domains.people.users.actions import forget_second_factor, tell_user
from regie.domains.people.users.queries import read_own_secrets
from regie.domains.records.settings.queries import read_settings
from regie.domains.records.users.models import Passkey, RecoveryCode, TotpDevice, User

_CHALLENGE_FOR = timedelta(minutes=5)
_TRIES = 5
# What may be shown as the second factor, and the field that it is sent in.
_FIELDS = {"totp": "code", "recovery_code": "recovery_code", "passkey": "passkey"}


def describe(session: Session, actor: Actor, now: datetime) -> SecondFactorOut:
    """What the caller has set up."""
    mine = actor.user_id
    device = select(TotpDevice.user_id).where(TotpDevice.user_id == mine, TotpDevice.confirmed_at.is_not(None))
    columns = (Passkey.api_id, Passkey.name, Passkey.created_at, Passkey.last_used_at)
    keys = session.execute(select(*columns).where(Passkey.user_id == mine).order_by(Passkey.created_at))
    left = select(func.count()).where(RecoveryCode.user_id == mine, RecoveryCode.used_at.is_(None))
    return {
        "totp": session.execute(device).first() is not None,
        "passkeys": rows_of(PasskeyOut, keys),
        "recovery_codes_left": session.execute(left).scalar_one(),
        "proved_until": proved_until(actor, now),
    }


def prove(context: AppContext, actor: Actor, data: Proof) -> None:
    """Shows that it is still the person who sits there: their password, or a code of their app.

    The try is counted first, and the password hashed while nothing is locked.
    """
    context.sign_in_limits.count_own_try(actor.user_api_id, "password")
    if not _is_proved(context, actor, data):
        by_password = data.password is not None
        note_wrong_proof(context, actor, **({"method": "password"} if by_password else {"second_factor": "totp"}))
        raise Invalid({"password" if by_password else "code": "proof"}, "proof")


def _is_proved(context: AppContext, actor: Actor, data: Proof) -> bool:
    with context.database.read() as db:
        kept = read_own_secrets(db, actor)
    by_password = data.password is not None and is_password(data.password, kept.password_hash)
    with context.write_as(actor) as session:
        if not by_password and not (data.code and totp.take_totp(session, context, actor.user_id, data.code)):
            return False
        mine = update(SignedInSession).where(SignedInSession.id == actor.session_id)
        session.execute(mine.values(proved_at=context.clock.now()))
        return True


def start_totp(session: Session, context: AppContext, actor: Actor) -> TotpStart:
    """A new secret that counts once a code of it was shown; one that counts already is not replaced unnoticed."""
    require_proof(actor, context.clock.now())
    user = _me(session, actor)
    device = session.execute(select(TotpDevice).where(TotpDevice.user_id == user.id)).scalar()
    if device is not None and device.confirmed_at is not None:
        raise Invalid(code="totp_on")
    session.execute(delete(TotpDevice).where(TotpDevice.user_id == user.id))
    secret = totp.new_secret()
    session.add(
        TotpDevice(user_id=user.id, sealed_secret=context.sealed.seal(secret.encode()), created_at=context.clock.now())
    )
    address = totp.address_of(secret, user.email, _organization(session))
    return {"secret": secret, "address": address, "qr_code": totp.qr_code_of(address)}


def confirm_totp(context: AppContext, actor: Actor, code: str) -> list[str]:
    """The app shows the right code: from now on it is asked for. Returns recovery codes with the first factor."""
    context.sign_in_limits.count_own_try(actor.user_api_id, "totp")
    with context.write_as(actor) as session:
        user = _me(session, actor)
        if not totp.take_totp(session, context, user.id, code, confirmed=False):
            raise Invalid({"code": "code"}, "code")
        session.execute(
            update(TotpDevice).where(TotpDevice.user_id == user.id).values(confirmed_at=context.clock.now())
        )
        return _switch_on(session, context, user, "totp_on")


def remove_totp(session: Session, context: AppContext, actor: Actor) -> None:
    require_proof(actor, context.clock.now())
    user = _me(session, actor)
    gone = delete(TotpDevice).where(TotpDevice.user_id == user.id).returning(TotpDevice.confirmed_at)
    # One that never counted was nothing to switch off.
    if session.execute(gone).scalar() is not None:
        _switch_off_if_nothing_left(session, context, user, "totp_off")


def renew_recovery_codes(session: Session, context: AppContext, actor: Actor) -> list[str]:
    """Ten new ones; those given out before are void."""
    require_proof(actor, context.clock.now())
    user = _me(session, actor)
    if not user.two_factor:
        raise Invalid(code="two_factor_off")
    _record(session, user, "recovery_codes_renewed")
    return totp.new_recovery_codes(session, context, user.id)


def ask_new_passkey(session: Session, context: AppContext, actor: Actor) -> passkeys.Options:
    require_proof(actor, context.clock.now())
    challenge, options = passkeys.ask_new_passkey(session, context, _me(session, actor), _organization(session))
    session.execute(delete(PasskeyChallenge).where(PasskeyChallenge.session_id == actor.session_id))
    expires_at = context.clock.now() + _CHALLENGE_FOR
    session.add(PasskeyChallenge(session_id=actor.session_id, challenge=challenge, expires_at=expires_at))
    return options


def add_passkey(session: Session, context: AppContext, actor: Actor, data: PasskeyCreate) -> list[str]:
    """The browser's answer to the challenge; with the first of all second factors come the recovery codes."""
    require_proof(actor, context.clock.now())
    user, now = _me(session, actor), context.clock.now()
    mine = (PasskeyChallenge.session_id == actor.session_id, PasskeyChallenge.expires_at > now)
    challenge = session.execute(delete(PasskeyChallenge).where(*mine).returning(PasskeyChallenge.challenge)).scalar()
    verified = passkeys.read_new_passkey(context, challenge, data.credential) if challenge else None
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
    return _switch_on(session, context, user, "passkey_added")


def remove_passkey(session: Session, context: AppContext, actor: Actor, api_id: str) -> None:
    require_proof(actor, context.clock.now())
    if not is_api_id(api_id):
        raise NotFound
    user = _me(session, actor)
    mine = (Passkey.api_id == api_id, Passkey.user_id == user.id)
    if session.execute(delete(Passkey).where(*mine).returning(Passkey.id)).first() is None:
        raise NotFound
    _switch_off_if_nothing_left(session, context, user, "passkey_removed")


def challenge_pending(context: AppContext, visitor: Visitor) -> passkeys.Options:
    """What a passkey of the half signed-in person must sign."""
    with context.database.write() as session:
        pending = _pending(session, context, visitor)
        if pending is None:
            raise Invalid(code="second_factor_expired")
        pending.challenge, options = passkeys.ask_passkey(session, context, pending.user_id)
        return options


def finish_pending(context: AppContext, visitor: Visitor, data: SecondFactor) -> Answer[SignedIn]:
    """The second step: a try counts whether it was right or not, and the fifth wrong one ends the sign-in."""
    context.sign_in_limits.count_try(visitor, visitor.browser)
    (user_id, method), shown = _first_step(context, visitor), _named(data)
    # Counted per person too: whoever has the password could begin again for every five tries.
    context.sign_in_limits.count_own_try(str(user_id), "second factor")
    with context.database.write() as session:
        answer = _try_second_step(session, context, visitor, data)
    if answer is None:
        note_refusal(context, visitor, user_id, method, second_factor=shown)
        raise Invalid({_FIELDS[shown]: "second_factor"}, "second_factor")
    context.sign_in_limits.forget(visitor, visitor.browser)
    return answer


def _first_step(context: AppContext, visitor: Visitor) -> tuple[int, str]:
    """Whose sign-in this browser has begun, and how."""
    with context.database.read() as db:
        found = select(PendingSignIn.user_id, PendingSignIn.method).where(*_half_way(context, visitor))
        begun = db.execute(found).first()
    if begun is None:
        raise Invalid(code="second_factor_expired")
    return begun.user_id, begun.method


def _try_second_step(
    session: Session, context: AppContext, visitor: Visitor, data: SecondFactor
) -> Answer[SignedIn] | None:
    """The answer to what was right; None for what was wrong, which counts."""
    pending = _pending(session, context, visitor)
    if pending is None:
        raise Invalid(code="second_factor_expired")
    pending.tries += 1
    user = session.execute(select(User).where(User.id == pending.user_id).with_for_update()).scalar_one()
    if pending.epoch != user.session_epoch or not _is_shown(session, context, pending, data):
        return None
    session.delete(pending)
    method, remember, shown = pending.method, pending.remember, _named(data)
    return finish_sign_in(session, context, visitor, user, method=method, remember=remember, second_factor=shown)


def _pending(session: Session, context: AppContext, visitor: Visitor) -> PendingSignIn | None:
    found = select(PendingSignIn).where(*_half_way(context, visitor)).with_for_update()
    return session.execute(found).scalar_one_or_none()


def _half_way(context: AppContext, visitor: Visitor) -> tuple[ColumnElement[bool], ...]:
    """This browser has shown the first factor a few minutes ago, and may still try the second."""
    return (
        PendingSignIn.browser_hash == visitor.browser,
        PendingSignIn.expires_at > context.clock.now(),
        PendingSignIn.tries < _TRIES,
    )


def _is_shown(session: Session, context: AppContext, pending: PendingSignIn, data: SecondFactor) -> bool:
    if data.code is not None:
        return totp.take_totp(session, context, pending.user_id, data.code)
    if data.recovery_code is not None:
        return totp.take_recovery_code(session, context, pending.user_id, data.recovery_code)
    challenge, pending.challenge = pending.challenge, None
    return (
        data.passkey is not None
        and challenge is not None
        and passkeys.take_passkey(session, context, pending.user_id, challenge, data.passkey)
    )


def _named(data: SecondFactor) -> Factor:
    return "totp" if data.code is not None else "recovery_code" if data.recovery_code is not None else "passkey"


def _switch_on(session: Session, context: AppContext, user: User, action: str) -> list[str]:
    _record(session, user, action)
    if user.two_factor:
        return []
    user.two_factor = True
    tell_user(session, context, user, "second_factor_on", when=context.clock.now())
    return totp.new_recovery_codes(session, context, user.id)


def _switch_off_if_nothing_left(session: Session, context: AppContext, user: User, action: str) -> None:
    _record(session, user, action)
    having = (
        select(Passkey.id).where(Passkey.user_id == user.id),
        select(TotpDevice.user_id).where(TotpDevice.user_id == user.id, TotpDevice.confirmed_at.is_not(None)),
    )
    if any(session.execute(statement.limit(1)).first() for statement in having):
        return
    if user.password_hash is not None and not stands_alone(user.password_length):
        raise Invalid(code="password_too_short")
    forget_second_factor(session, user)
    tell_user(session, context, user, "second_factor_off", when=context.clock.now())


def _me(session: Session, actor: Actor) -> User:
    return session.execute(select(User).where(User.id == actor.user_id).with_for_update()).scalar_one()


def _organization(session: Session) -> str:
    return read_settings(session.connection())["name"]


def _record(session: Session, user: User, action: str) -> None:
    record(session, action, subject="user", api_id=user.api_id, name=user.name, topic="access")
