"""What pydantic refuses, as the catalogue's reasons by field."""

import re
from typing import Any

from regie.core.api.errors import FieldError

# pydantic's kinds of error that have words of their own; the others are "not valid".
_WORDS = {
    "missing": "required",
    "extra_forbidden": "unknown",
    "string_too_long": "max",
    "too_long": "max_items",
    "string_too_short": "required",
    "literal_error": "choice",
    "enum": "choice",
    "int_parsing": "integer",
    "int_type": "integer",
    "int_from_float": "integer",
    "int_parsing_size": "integer",
    "greater_than_equal": "at_least",
    "less_than_equal": "at_most",
    "date_from_datetime_parsing": "date",
    "date_parsing": "date",
    "date_type": "date",
    "json_invalid": "json",
}
# pydantic names what it expected in English, each value in quotes.
_QUOTED = re.compile("'([^']*)'")
_NOTHING = object()
_OWN_WORDS = frozenset(
    "text unseen unseen_in_lines date reference amount currency email url timezone domain rising rate".split()
)


def read_fields(errors: Any, *, within: int = 1) -> dict[str, FieldError]:
    """pydantic's errors, by field path below its first `within` parts; the first error of a field counts."""
    fields: dict[str, FieldError] = {}
    for error in errors:
        # Where it was found comes first: the body, the query or the path.
        path = [str(part) for part in error["loc"][within:]]
        # Where in the text a body stops being JSON is no field's name.
        name = "body" if error["type"] == "json_invalid" else ".".join(path) or "body"
        fields.setdefault(name, _read_error(error))
    return fields


def _read_error(error: Any) -> FieldError:
    kind, context = error["type"], error.get("ctx", {})
    if error.get("input", _NOTHING) is None and kind != "extra_forbidden":
        return FieldError("required")
    if kind == "value_error":
        word = str(context.get("error", ""))
        return FieldError(word if word in _OWN_WORDS else "invalid")
    if kind == "string_too_long":
        return FieldError("max", length=context["max_length"])
    if kind == "too_long":
        return FieldError("max_items", length=context["max_length"])
    if kind in ("greater_than_equal", "less_than_equal"):
        limit = context.get("ge", context.get("le"))
        word = _WORDS[kind]
        # A number is given as it is, a day as text.
        return FieldError(f"{word}_day", day=limit) if isinstance(limit, str) else FieldError(word, limit=limit)
    if kind in ("literal_error", "enum"):
        return FieldError("choice", allowed=", ".join(_QUOTED.findall(str(context["expected"]))))
    return FieldError(_WORDS.get(kind, "invalid"))
