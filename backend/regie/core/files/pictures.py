"""A small picture that comes as text within JSON: judged by its content, like every file, and kept in the database."""

import base64
import binascii
import hashlib
import io
from dataclasses import dataclass

from regie.core.api.errors import Invalid
from regie.core.files.kinds import kinds_of

LARGEST_PICTURE = 256_000
# That many bytes as base64, with room for the letters at its end.
LONGEST_TEXT = 400_000
# What every browser shows and nothing can run in.
_SHOWN = frozenset({"image/png", "image/jpeg", "image/webp"})


@dataclass(frozen=True, slots=True)
class Picture:
    mime: str
    content: bytes

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


def read_picture(text: str, field: str) -> Picture:
    """The picture that `text` is in base64; Invalid, naming the field, when it is none, broken or too large."""
    try:
        content = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise Invalid({field: "picture"}) from error
    mimes = [kind.mime for kind in kinds_of(io.BytesIO(content), len(content)) if kind.mime in _SHOWN]
    if not mimes or len(content) > LARGEST_PICTURE:
        raise Invalid({field: "picture"})
    return Picture(mimes[0], content)
