"""Translates pydantic's errors into field errors of the catalogue."""

import re
from datetime import date
from typing import Any

from regie.core.api.errors import FieldError

# Error types of pydantic that have their own message; the others are "invalid".
_KEYS = {
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
# pydantic lists the expected values in English, in quotes.
_QUOTED = re.compile("'([^']*)'")
_MISSING = object()
# Messages of ValueErrors that are catalogue keys.
_VALIDATOR_KEYS = frozenset(
    "text invisible invisible_in_lines placeholder date reference amount currency email url timezone domain rising "
    "rate".split()
)


def read_fields(errors: Any, *, within: int = 1) -> dict[str, FieldError]:
    """Return the first error of each field, by its path without the first `within` parts (body, query or path)."""
    fields: dict[str, FieldError] = {}
    for error in errors:
        path = [str(part) for part in error["loc"][within:]]
        # Invalid JSON has a position instead of a field.
        name = "body" if error["type"] == "json_invalid" else ".".join(path) or "body"
        fields.setdefault(name, _read_error(error))
    return fields


def _read_error(error: Any) -> FieldError:
    kind, context = error["type"], error.get("ctx", {})
    if error.get("input", _MISSING) is None and kind != "extra_forbidden":
        return FieldError("required")
    if kind == "value_error":
        key = str(context.get("error", ""))
        return FieldError(key if key in _VALIDATOR_KEYS else "invalid")
    if kind == "string_too_long":
        return FieldError("max", length=context["max_length"])
    if kind == "too_long":
        return FieldError("max_items", length=context["max_length"])
    if kind in ("greater_than_equal", "less_than_equal"):
        limit = context.get("ge", context.get("le"))
        key = _KEYS[kind]
        # Limits of dates are text.
        if isinstance(limit, str):
            return FieldError(f"{key}_day", day=date.fromisoformat(limit))
        return FieldError(key, limit=limit)
    if kind in ("literal_error", "enum"):
        return FieldError("choice", allowed=", ".join(_QUOTED.findall(str(context["expected"]))))
    return FieldError(_KEYS.get(kind, "invalid"))
