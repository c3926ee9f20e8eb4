"""Passwords: argon2id, at most two at once, and the same work for an address that nobody has."""

import re
import threading
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from regie.core.api.errors import FieldError, Invalid
from regie.core.text.folding import fold

_HASHER = PasswordHasher()
# Hashing is made to be heavy: more than two at once would let a stranger exhaust the machine.
_AT_ONCE = threading.BoundedSemaphore(2)
# NIST SP 800-63B-4: fifteen characters where a password stands alone, eight beside a second factor.
MIN_ALONE, MIN_BESIDE_ANOTHER, MAX = 15, 8, 1_000
_SHORTEST_TELLING_WORD = 4
_A_FEW = 3


def hash_password(password: str) -> str:
    with _AT_ONCE:
        return _HASHER.hash(password)


def is_password(password: str, password_hash: str | None) -> bool:
    with _AT_ONCE:
        try:
            return _HASHER.verify(password_hash or _nobody(), password) and password_hash is not None
        except (Argon2Error, InvalidHashError):
            return False


@cache
def _nobody() -> str:
    """The hash of a password that nobody can type, checked for unknown addresses so that they take as long."""
    return _HASHER.hash("\0 nobody \0")


def stands_alone(length: int | None) -> bool:
    """Whether a password of this length is enough without a second factor."""
    return (length or 0) >= MIN_ALONE


def require_good_password(password: str, *, two_factor: bool, personal: tuple[str, ...] = ()) -> None:
    """Invalid when it is short, was breached, or is made of what everyone knows of its owner; nothing else is asked."""
    least = MIN_BESIDE_ANOTHER if two_factor else MIN_ALONE
    if len(password) < least:
        raise Invalid({"password": FieldError("min", length=least)})
    folded = fold(password)
    if any(_is_only([part], folded) for part in _breached_parts(folded)) or _is_only(_telling(personal), folded):
        raise Invalid({"password": "breached"})


@cache
def _breached() -> frozenset[str]:
    # Read when somebody chooses a password, not at every start: the list is long.
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    return frozenset(FREQUENCY_LISTS["passwords"])


def _breached_parts(folded: str) -> list[str]:
    """The breached passwords that it begins with: one written twice is no better than once."""
    known = _breached()
    return [folded[:length] for length in range(1, len(folded) + 1) if folded[:length] in known]


def _telling(personal: tuple[str, ...]) -> list[str]:
    words = [word for text in personal for word in re.findall(r"\w+", fold(text))]
    return [word for word in words if len(word) >= _SHORTEST_TELLING_WORD]


def _is_only(parts: list[str], whole: str) -> bool:
    """Whether `whole` is nothing but these, over and over, and at most a few digits or marks."""
    rest = whole
    for part in sorted(parts, key=len, reverse=True):
        rest = rest.replace(part, "")
    left = rest.replace(" ", "")
    return rest != whole and len(left) <= _A_FEW and not any(letter.isalpha() for letter in left)
