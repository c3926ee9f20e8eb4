"""Hashes and checks passwords with argon2id; unknown accounts take as long as known ones."""

import re
import threading
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from regie.core.api.errors import FieldError, Invalid
from regie.core.text.folding import fold

_HASHER = PasswordHasher()
# Hashing is expensive on purpose: without a limit, anonymous requests could exhaust the machine.
_HASHING_SLOTS = threading.BoundedSemaphore(2)
# NIST SP 800-63B-4: fifteen characters for a password alone, eight with a second factor.
MIN_LENGTH_ALONE, MIN_LENGTH_WITH_SECOND_FACTOR, MAX_PASSWORD_LENGTH = 15, 8, 1_000
_MIN_PERSONAL_WORD_LENGTH = 4
_MAX_EXTRA_CHARACTERS = 3


def hash_password(password: str) -> str:
    with _HASHING_SLOTS:
        return _HASHER.hash(password)


def matches_password(password: str, password_hash: str | None) -> bool:
    with _HASHING_SLOTS:
        try:
            return _HASHER.verify(password_hash or _dummy_hash(), password) and password_hash is not None
        except (Argon2Error, InvalidHashError):
            return False


@cache
def _dummy_hash() -> str:
    """Verified for unknown accounts, so that they take as long; no user can type this password."""
    return _HASHER.hash("\0 unknown account \0")


def is_sufficient_alone(length: int | None) -> bool:
    """Return whether a password of this length suffices without a second factor."""
    return (length or 0) >= MIN_LENGTH_ALONE


def require_strong_password(password: str, *, two_factor: bool, personal: tuple[str, ...] = ()) -> None:
    """Raise Invalid for a password that is short, breached, or made of its owner's personal data."""
    min_length = MIN_LENGTH_WITH_SECOND_FACTOR if two_factor else MIN_LENGTH_ALONE
    if len(password) < min_length:
        raise Invalid({"password": FieldError("min", length=min_length)})
    folded = fold(password)
    is_breached = any(_consists_of([part], folded) for part in _breached_prefixes(folded))
    if is_breached or _consists_of(_personal_words(personal), folded):
        raise Invalid({"password": "breached"})


@cache
def _breached_passwords() -> frozenset[str]:
    # Imported on first use, not at every start: the list is long.
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    return frozenset(FREQUENCY_LISTS["passwords"])


def _breached_prefixes(folded: str) -> list[str]:
    """Return the breached passwords that it begins with: repeating one does not make it stronger."""
    breached = _breached_passwords()
    return [folded[:length] for length in range(1, len(folded) + 1) if folded[:length] in breached]


def _personal_words(personal: tuple[str, ...]) -> list[str]:
    words = [word for text in personal for word in re.findall(r"\w+", fold(text))]
    return [word for word in words if len(word) >= _MIN_PERSONAL_WORD_LENGTH]


def _consists_of(parts: list[str], whole: str) -> bool:
    """Return whether `whole` is made of these parts, in any number, and at most a few digits or signs."""
    rest = whole
    for part in sorted(parts, key=len, reverse=True):
        rest = rest.replace(part, "")
    extra = rest.replace(" ", "")
    return rest != whole and len(extra) <= _MAX_EXTRA_CHARACTERS and not any(char.isalpha() for char in extra)
