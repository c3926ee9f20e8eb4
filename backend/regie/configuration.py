"""Reads the configuration: a file of `NAME=value` lines, and over it the environment of the process."""

import os
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

DEFAULT_FILE = "regie.env"
_FILE_SUFFIX = "_FILE"


class ConfigurationError(Exception):
    """A file of the configuration is missing or malformed; the message names it."""


def read_environment(environment: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return all variables: those of `REGIE_CONFIG`, or of `regie.env` in the current folder, then the process's own.

    `NAME_FILE` names a file that contains the value of `NAME`, such as a mounted secret.
    """
    own = dict(os.environ if environment is None else environment)
    named = own.get("REGIE_CONFIG")
    file = Path(named or DEFAULT_FILE)
    # Without a name, the file is read only where commands run: tests pass their own variables.
    from_file = read_file(file) if named or (environment is None and file.is_file()) else {}
    return _read_secret_files(from_file | own)


def read_file(file: Path) -> dict[str, str]:
    """Parse lines `NAME=value`; `#` starts a comment line, and quotes around a value are removed."""
    values: dict[str, str] = {}
    for number, line in enumerate(_read(file, "REGIE_CONFIG").splitlines(), 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        name, separator, value = text.removeprefix("export ").partition("=")
        if not separator or not name.strip().isidentifier():
            raise ConfigurationError(f"{file}, line {number}: write NAME=value.")
        values[name.strip()] = _unquote(value.strip())
    return values


def format_file(values: Mapping[str, str]) -> str:
    """Return the lines of a configuration file, for this module and for systemd."""
    return "".join(f'{name}="{value}"\n' for name, value in values.items())


def is_web_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def is_database_url(text: str) -> bool:
    # Imported here: some commands need no database.
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        return make_url(text).get_backend_name() in ("sqlite", "postgresql", "postgres")
    except (ArgumentError, ValueError):
        return False


def _unquote(value: str) -> str:
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'" else value


def _read_secret_files(values: dict[str, str]) -> dict[str, str]:
    read = dict(values)
    for name, path in values.items():
        target = name.removesuffix(_FILE_SUFFIX)
        if name.startswith("REGIE_") and target != name and path:
            if values.get(target):
                raise ConfigurationError(f"Set {target} or {name}, not both.")
            read[target] = _read(Path(path), name).strip()
    return read


def _read(file: Path, name: str) -> str:
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{name}: {file} cannot be read ({error}).") from None
