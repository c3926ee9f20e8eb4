"""Sets up an installation: writes the configuration, migrates the database and prints the owner's link."""

import os
import secrets
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import urlsplit

from regie.configuration import format_file
from regie.migrate import migrate_database
from regie.owner import OwnerDetails, print_owner_link
from regie.settings import SettingsError, load_settings, refuse_unsafe
from regie.startup import wait_for_database

_SECRET_BYTES = 48
_HEADER = "# Configuration of Régie; every setting is described in docs/operations.md.\n"


@dataclass(frozen=True, slots=True)
class Answers:
    """What `regie setup` needs to know; an empty `database_url` means SQLite in the data folder."""

    origin: str
    owner: OwnerDetails
    database_url: str = field(repr=False)
    data: Path
    file: Path


def set_up(answers: Answers) -> None:
    """Write a new configuration file and prepare the database; a second run keeps the file and continues."""
    if answers.file.exists():
        _print(f"{answers.file} exists and is used unchanged.")
    else:
        _write_configuration(answers)
        _print(f"Wrote {answers.file}. Store a copy of it with your backups: it contains the secret.")
    os.environ["REGIE_CONFIG"] = str(answers.file)
    settings = load_settings()
    refuse_unsafe(settings)
    # The database belongs to this account only.
    os.umask(0o077)
    wait_for_database(settings)
    migrate_database(settings)
    _print(f"The database is ready. Open this link to choose the password of {answers.owner.email}:\n")
    print_owner_link(settings, answers.owner, may_ask=sys.stdin.isatty())
    _print("\nNext: start `regie serve` and `regie worker`, then run `regie doctor`.")


def ask_missing(origin: str | None, owner: OwnerDetails, database_url: str | None, data: Path, file: Path) -> Answers:
    """Ask on the terminal for what the options leave open; an existing configuration needs the address only."""
    email = owner.email or _ask("Email address of the first super administrator", "--owner")
    if file.exists():
        return Answers(origin or "", replace(owner, email=email), database_url or "", data.resolve(), file.resolve())
    return Answers(
        origin=_origin(origin or _ask("Address that people type (https://regie.example.com)", "--origin")),
        owner=OwnerDetails(
            email,
            owner.first_name or _ask("First name", "--first-name"),
            owner.last_name or _ask("Last name", "--last-name"),
            owner.currency or _ask("The organization's currency, such as CAD", "--currency"),
        ),
        database_url=_ask_database() if database_url is None else database_url,
        data=data.resolve(),
        file=file.resolve(),
    )


def _ask_database() -> str:
    return _ask("PostgreSQL address, or nothing for SQLite", "--database-url", default="")


def _ask(question: str, option: str, default: str | None = None) -> str:
    if not sys.stdin.isatty():
        if default is not None:
            return default
        raise SettingsError(f"{option} is missing.")
    answer = input(f"{question}: ").strip()
    if not answer and default is None:
        raise SettingsError(f"{option} is missing.")
    return answer


def _origin(text: str) -> str:
    parts = urlsplit(text.strip().rstrip("/"))
    is_local = parts.hostname in ("localhost", "127.0.0.1")
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path or parts.query:
        raise SettingsError("--origin must be an address such as https://regie.example.com.")
    if parts.scheme == "http" and not is_local:
        raise SettingsError("--origin must start with https://: passwords would travel readable over http://.")
    return parts.geturl()


def _write_configuration(answers: Answers) -> None:
    parts = urlsplit(answers.origin)
    values = {
        "REGIE_ENV": "production" if parts.scheme == "https" else "development",
        "REGIE_ORIGIN": answers.origin,
        "REGIE_SECRET": secrets.token_urlsafe(_SECRET_BYTES),
        "REGIE_DATA": str(answers.data),
    }
    if parts.scheme == "http" and parts.port:
        values["REGIE_PORT"] = str(parts.port)
    if answers.database_url:
        values["REGIE_DATABASE_URL"] = answers.database_url
    if parts.scheme == "https":
        values["REGIE_PROXIES"] = "1"
    answers.file.parent.mkdir(parents=True, exist_ok=True)
    # Only the user of the service reads the secret; an existing file is never replaced.
    with os.fdopen(os.open(answers.file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(_HEADER + format_file(values))


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")
