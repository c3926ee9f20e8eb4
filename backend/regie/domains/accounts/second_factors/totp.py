"""Creates and verifies TOTP codes and recovery codes."""

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
# One step to either side allows for inaccurate clocks.
_DRIFT_STEPS = (0, -1, 1)
_RECOVERY_CODE_COUNT = 10
# Without characters that look alike.
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


def new_secret() -> str:
    return random_base32()


def build_otpauth_uri(secret: str, email: str, organization: str) -> str:
    """Return the otpauth URI that authenticator apps read."""
    return TOTP(secret).provisioning_uri(name=email, issuer_name=organization)


def draw_qr_code(address: str) -> str:
    """Return the URI as an SVG, black on white: scanners require it, even in the dark theme."""
    # Imported on first use: it is slow to import and rarely needed.
    import segno

    # With its namespace, which an image of its own needs.
    drawing = io.BytesIO()
    segno.make(address, error="m").save(
        drawing, kind="svg", xmldecl=False, nl=False, scale=5, border=4, dark="#000", light="#fff"
    )
    return drawing.getvalue().decode()


def verify_totp(session: Session, context: AppContext, user_id: int, code: str, *, confirmed: bool = True) -> bool:
    """Return whether this is the current code; each code is accepted once."""
    device = session.execute(select(TotpDevice).where(TotpDevice.user_id == user_id).with_for_update()).scalar()
    if device is None or (device.confirmed_at is None) == confirmed:
        return False
    secret = context.sealed.open(device.sealed_secret)
    step = None if secret is None else _find_step(secret.decode(), code, context.clock.now())
    if step is None or step <= device.last_step:
        return False
    device.last_step = step
    session.flush()
    return True


def _find_step(secret: str, code: str, now: datetime) -> int | None:
    digits, current = "".join(code.split()), int(now.timestamp()) // _STEP_S
    totp = TOTP(secret)
    steps = [current + drift for drift in _DRIFT_STEPS]
    return next(
        (step for step in steps if hmac.compare_digest(totp.at(step * _STEP_S).encode(), digits.encode())), None
    )


def replace_recovery_codes(session: Session, context: AppContext, user_id: int) -> list[str]:
    """Replace the recovery codes by ten new ones."""
    session.execute(delete(RecoveryCode).where(RecoveryCode.user_id == user_id))
    codes = ["-".join(_random_characters(5) for _ in range(2)) for _ in range(_RECOVERY_CODE_COUNT)]
    session.add_all(RecoveryCode(user_id=user_id, code_hash=_hash(context, code)) for code in codes)
    session.flush()
    return codes


def consume_recovery_code(session: Session, context: AppContext, user_id: int, code: str) -> bool:
    """Return whether this is an unused code of the user, and mark it as used."""
    consumed = session.execute(
        update(RecoveryCode)
        .where(
            RecoveryCode.user_id == user_id,
            RecoveryCode.code_hash == _hash(context, code),
            RecoveryCode.used_at.is_(None),
        )
        .values(used_at=context.clock.now())
        .returning(RecoveryCode.id)
    )
    return consumed.first() is not None


def _random_characters(count: int) -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(count))


def _hash(context: AppContext, code: str) -> str:
    normalized = "".join(char for char in code.lower() if char.isalnum())
    return hmac.new(context.secret.encode(), f"recovery\0{normalized}".encode(), hashlib.sha256).hexdigest()
