"""Reads a small picture sent as base64 in JSON, checked by content and stored in the database."""

import base64
import binascii
import hashlib
import io
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field, StringConstraints

from regie.core.api.errors import Invalid
from regie.core.files.kinds import detect_kinds

MAX_PICTURE_BYTES = 256_000
# As much as a body can hold, so that a larger picture gets the message about pictures.
PictureText = Annotated[
    str,
    StringConstraints(min_length=1, max_length=1_000_000),
    Field(json_schema_extra={"contentEncoding": "base64"}),
]
# Formats that every browser displays and that cannot contain scripts.
_ALLOWED = frozenset({"image/png", "image/jpeg", "image/webp"})


@dataclass(frozen=True, slots=True)
class Picture:
    mime: str
    content: bytes

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


def read_picture(text: str, field: str) -> Picture:
    """Decode a base64 picture; raise Invalid for `field` when it is no picture, broken or too large."""
    try:
        content = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise Invalid({field: "picture"}) from error
    mimes = [kind.mime for kind in detect_kinds(io.BytesIO(content), len(content)) if kind.mime in _ALLOWED]
    if not mimes or len(content) > MAX_PICTURE_BYTES:
        raise Invalid({field: "picture"})
    return Picture(mimes[0], content)
