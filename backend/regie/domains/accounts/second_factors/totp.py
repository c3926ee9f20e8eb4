"""Authenticator apps and recovery codes: what they are made of, and whether one is right."""

import hashlib
import hmac
import io
import secrets
from datetime import datetime

from pyotp import random_base32
from pyotp.totp import TOTP
from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from regie.access.app_context import AppContext
from regie.domains.records.users.models import RecoveryCode, TotpDevice

_STEP_S = 30
# One step to either side: clocks of telephones are seldom wrong by more.
_DRIFT = (0, -1, 1)
_RECOVERY_CODES = 10
# Without letters and digits that are mistaken for each other.
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


def new_secret() -> str:
    return random_base32()


def address_of(secret: str, email: str, organization: str) -> str:
    """The otpauth address that authenticator apps take."""
    return TOTP(secret).provisioning_uri(name=email, issuer_name=organization)


def qr_code_of(address: str) -> str:
    """An SVG of the address; drawn black on white, since scanners expect it so in the dark theme too."""
    # Drawing codes takes long to load and is seldom asked for.
    import segno

    # With its namespace, which an image by itself needs.
    drawing = io.BytesIO()
    segno.make(address, error="m").save(
        drawing, kind="svg", xmldecl=False, nl=False, scale=5, border=4, dark="#000", light="#fff"
    )
    return drawing.getvalue().decode()


def take_totp(session: Session, context: AppContext, user_id: int, code: str, *, confirmed: bool = True) -> bool:
    """Whether the app shows this code now; each is taken once, though it stays on the screen for half a minute."""
    device = session.execute(select(TotpDevice).where(TotpDevice.user_id == user_id).with_for_update()).scalar()
    if device is None or (device.confirmed_at is None) == confirmed:
        return False
    secret = context.sealed.open(device.sealed_secret)
    step = None if secret is None else _matching_step(secret.decode(), code, context.clock.now())
    if step is None or step <= device.last_step:
        return False
    device.last_step = step
    session.flush()
    return True


def _matching_step(secret: str, code: str, now: datetime) -> int | None:
    digits, current = "".join(code.split()), int(now.timestamp()) // _STEP_S
    totp = TOTP(secret)
    steps = [current + drift for drift in _DRIFT]
    return next(
        (step for step in steps if hmac.compare_digest(totp.at(step * _STEP_S).encode(), digits.encode())), None
    )


def new_recovery_codes(session: Session, context: AppContext, user_id: int) -> list[str]:
    """Ten new ones; those given out before are void."""
    session.execute(delete(RecoveryCode).where(RecoveryCode.user_id == user_id))
    codes = ["-".join(_letters(5) for _ in range(2)) for _ in range(_RECOVERY_CODES)]
    session.add_all(RecoveryCode(user_id=user_id, code_hash=_hash(context, code)) for code in codes)
    session.flush()
    return codes


def take_recovery_code(session: Session, context: AppContext, user_id: int, code: str) -> bool:
    """Whether this is an unused code of the person; it is used then."""
    taken = session.execute(
        update(RecoveryCode)
        .where(
            RecoveryCode.user_id == user_id,
            RecoveryCode.code_hash == _hash(context, code),
            RecoveryCode.used_at.is_(None),
        )
        .values(used_at=context.clock.now())
        .returning(RecoveryCode.id)
    )
    return taken.first() is not None


def _letters(count: int) -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(count))


def _hash(context: AppContext, code: str) -> str:
    plain = "".join(letter for letter in code.lower() if letter.isalnum())
    return hmac.new(context.secret.encode(), f"recovery\0{plain}".encode(), hashlib.sha256).hexdigest()
