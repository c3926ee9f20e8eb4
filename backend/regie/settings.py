"""Reads settings from the configuration, once, into frozen groups."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from regie.configuration import ConfigurationError, is_database_url, is_web_address, read_environment
from regie.scale_settings import ScaleSettings, read_scale_settings
from regie.web_origins import find_origin_error, shared_domain

DEVELOPMENT_SECRET = "development-only-secret-that-production-refuses"  # noqa: S105 - refused beyond this machine
DEMO_PASSWORD = "a-long-demo-password"  # noqa: S105 - refused beyond this machine
MIN_SECRET_LENGTH = 32
DATABASE_WAIT_SECONDS = 60
GOOGLE_DISCOVERY_URL = "https://accounts.google.com/.well-known/openid-configuration"
# The production addresses of the services; sandboxes have others.
HUBSPOT_URL = "https://api.hubapi.com"
QUICKBOOKS_URL = "https://quickbooks.api.intuit.com"
QUICKBOOKS_TOKEN_URL = "https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer"  # noqa: S105 - an address
QUICKBOOKS_AUTHORIZE_URL = "https://appcenter.intuit.com/connect/oauth2"
QUICKBOOKS_REVOKE_URL = "https://developer.api.intuit.com/v2/oauth2/tokens/revoke"
BANK_OF_CANADA_URL = "https://www.bankofcanada.ca/valet"
ENVIRONMENTS = ("development", "demo", "production")
_HUBSPOT_PROPERTY = re.compile(r"[a-z][a-z0-9_]{0,99}")
# For tests.
MEMORY = "memory:///"
FILE_URL_PREFIXES = ("file:///", "s3://", MEMORY)


class SettingsError(Exception):
    """A setting is missing, wrong or unsafe; the message names it and the solution."""

    exit_code = 2


class DatabaseUnreachable(SettingsError):
    """A later start can succeed, which supervisors read from the exit code."""

    exit_code = 1


@dataclass(frozen=True, slots=True)
class WebSettings:
    environment: str
    origin: str
    # The origins of front ends that are served elsewhere on the same site.
    web_origins: tuple[str, ...]
    secret: str = field(repr=False)
    # Earlier secrets: stored values open with them until `regie reseal` has run.
    former_secrets: tuple[str, ...] = field(repr=False)
    port: int
    front_end: Path
    bug_project: str
    # The number of trusted reverse proxies, for X-Forwarded-For.
    proxies: int
    # Multiplies the rate limits.
    rate_factor: int

    @property
    def is_secure(self) -> bool:
        return self.origin.startswith("https://")

    @property
    def csrf_domain(self) -> str:
        """The domain of the CSRF cookie, which every front end must be able to read; empty for this host alone."""
        return shared_domain(self.origin, self.web_origins)


@dataclass(frozen=True, slots=True)
class LimitSettings:
    """Seconds that processes wait: for the database's statements and locks, and for a free thread or connection."""

    statement: float
    lock: float
    queue: float
    worker_statement: float
    migration_statement: float


@dataclass(frozen=True, slots=True)
class MetricsSettings:
    # Empty: no metrics.
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class ReportSettings:
    """Where errors and traces are sent; nothing is sent while an address is empty. A DSN contains a key."""

    sentry_dsn: str = field(repr=False)
    traces_url: str


@dataclass(frozen=True, slots=True)
class DemoSettings:
    password: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class TeamworkEnvironment:
    url: str
    key: str = field(repr=False)
    # Teamwork allows 150 per minute on small plans and 300 on large ones, for all integrations together.
    calls_per_minute: int


@dataclass(frozen=True, slots=True)
class HubspotEnvironment:
    url: str
    key: str = field(repr=False)
    version: str
    # The internal name of the deal property with the hourly rate; empty for none.
    rate_property: str


@dataclass(frozen=True, slots=True)
class QuickbooksEnvironment:
    url: str
    token_url: str
    authorize_url: str
    revoke_url: str
    client_id: str
    client_secret: str = field(repr=False)
    realm: str
    refresh_token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class BankOfCanadaEnvironment:
    """The API is public and needs no key."""

    url: str


@dataclass(frozen=True, slots=True)
class MailEnvironment:
    # Empty: mail is written to `<data>/outbox`. Can contain a password, so it is never logged.
    smtp_url: str = field(repr=False)
    sender: str
    # Receives problem reports; empty: they are stored only.
    bug_report_address: str


@dataclass(frozen=True, slots=True)
class GoogleEnvironment:
    """Sign-in with Google is off while there is no client id."""

    discovery_url: str
    client_id: str
    client_secret: str = field(repr=False)

    @property
    def is_on(self) -> bool:
        return bool(self.client_id)


@dataclass(frozen=True, slots=True)
class SyncSettings:
    # 0: only on request.
    every_minutes: int


@dataclass(frozen=True, slots=True)
class FilesEnvironment:
    """Where attachments are stored: `file:///folder`, or `s3://bucket/prefix` of an S3-compatible service."""

    url: str
    endpoint: str
    region: str
    key_id: str
    secret: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class BackupSettings:
    # Days after which administrators see that the last backup is too old; 0 for no warning.
    max_age_days: int


@dataclass(frozen=True, slots=True)
class Settings:
    data: Path
    database_url: str = field(repr=False)
    jobs_url: str = field(repr=False)
    # How many seconds a start waits for an unreachable database.
    database_wait: int
    web: WebSettings
    limits: LimitSettings
    scale: ScaleSettings
    metrics: MetricsSettings
    reports: ReportSettings
    demo: DemoSettings
    teamwork: TeamworkEnvironment
    hubspot: HubspotEnvironment
    quickbooks: QuickbooksEnvironment
    bank_of_canada: BankOfCanadaEnvironment
    google: GoogleEnvironment
    sync: SyncSettings
    mail: MailEnvironment
    files: FilesEnvironment
    backup: BackupSettings


class _Variables:
    """Reads `REGIE_…` variables; empty ones count as missing, and wrong values raise SettingsError."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment

    def text(self, name: str, default: str = "") -> str:
        return self._environment.get(f"REGIE_{name}") or default

    def number(self, name: str, default: int, *, minimum: int = 0, maximum: int = 1_000_000) -> int:
        text = self.text(name, str(default)).strip()
        if text.isascii() and text.isdecimal() and len(text) < 10 and minimum <= int(text) <= maximum:
            return int(text)
        raise SettingsError(f"REGIE_{name} must be a whole number from {minimum} to {maximum}, not “{text}”.")

    def seconds(self, name: str, default: float) -> float:
        text = self.text(name, str(default)).strip()
        if re.fullmatch(r"\d{1,6}(\.\d{1,3})?", text) and float(text) > 0:
            return float(text)
        raise SettingsError(f"REGIE_{name} must be a number of seconds above 0, such as 2.5, not “{text}”.")

    def parts(self, name: str) -> tuple[str, ...]:
        return tuple(part.strip() for part in self.text(name).split(",") if part.strip())

    def web_address(self, name: str, default: str = "") -> str:
        text = self.text(name, default)
        if text and not is_web_address(text):
            raise SettingsError(f"REGIE_{name} must be an address such as https://service.example.")
        return text

    def address_without_key(self, name: str) -> str:
        text = self.web_address(name)
        if "@" in text or "?" in text:
            raise SettingsError(f"REGIE_{name} must not contain a key: libraries log addresses. Set a header instead.")
        return text

    def origin(self, default: str) -> str:
        text = self.web_address("ORIGIN", default).rstrip("/")
        if text.count("/") != 2 or "@" in text:
            raise SettingsError("REGIE_ORIGIN must be scheme and host only, such as https://regie.example.")
        return text

    def database_url(self, name: str, default: str) -> str:
        """The message never repeats the value, which contains a password."""
        text = self.text(name, default)
        if not is_database_url(text):
            raise SettingsError(
                f"REGIE_{name} must be postgresql://user:password@host:5432/database or sqlite:////folder/file."
            )
        return text

    def postgres_url(self, name: str) -> str:
        text = self.text(name)
        if text and not (is_database_url(text) and text.startswith("postgres")):
            raise SettingsError(f"REGIE_{name} must be postgresql://user:password@host:5432/database.")
        if text and not self.text("DATABASE_URL").startswith("postgres"):
            raise SettingsError(f"REGIE_{name} needs PostgreSQL in REGIE_DATABASE_URL.")
        return text


def load_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """Read all `REGIE_…` variables; paths default to `./var`."""
    try:
        env = _Variables(read_environment(environment))
    except ConfigurationError as error:
        raise SettingsError(str(error)) from None
    data = Path(env.text("DATA", "var")).resolve()
    port = env.number("PORT", 8000, minimum=1, maximum=65535)
    origin = env.origin(f"http://localhost:{port}")
    database_url = env.database_url("DATABASE_URL", f"sqlite:///{data / 'regie.sqlite'}")
    is_sqlite = database_url.startswith("sqlite")
    return Settings(
        data=data,
        database_url=database_url,
        jobs_url=env.database_url("JOBS_URL", f"sqlite:///{data / 'jobs.sqlite'}" if is_sqlite else database_url),
        database_wait=env.number("DATABASE_WAIT", DATABASE_WAIT_SECONDS),
        web=_read_web(env, origin, port),
        limits=_read_limits(env),
        scale=read_scale_settings(env),
        metrics=MetricsSettings(token=env.text("METRICS_TOKEN")),
        reports=ReportSettings(env.text("SENTRY_DSN"), env.address_without_key("TRACES_URL")),
        demo=DemoSettings(password=env.text("DEMO_PASSWORD", DEMO_PASSWORD)),
        teamwork=TeamworkEnvironment(
            env.web_address("TEAMWORK_URL"),
            env.text("TEAMWORK_KEY"),
            env.number("TEAMWORK_CALLS_PER_MINUTE", 140, minimum=1),
        ),
        hubspot=HubspotEnvironment(
            env.web_address("HUBSPOT_URL", HUBSPOT_URL),
            env.text("HUBSPOT_KEY"),
            env.text("HUBSPOT_VERSION", "2026-09"),
            env.text("HUBSPOT_RATE_PROPERTY", "hourly_rate"),
        ),
        quickbooks=_quickbooks_environment(env),
        bank_of_canada=BankOfCanadaEnvironment(env.web_address("BANK_OF_CANADA_URL", BANK_OF_CANADA_URL)),
        google=GoogleEnvironment(
            env.web_address("GOOGLE_DISCOVERY_URL", GOOGLE_DISCOVERY_URL),
            env.text("GOOGLE_CLIENT_ID"),
            env.text("GOOGLE_CLIENT_SECRET"),
        ),
        sync=SyncSettings(every_minutes=env.number("SYNC_MINUTES", 15)),
        mail=_read_mail(env, urlsplit(origin).hostname or "localhost"),
        files=_read_files(env, data),
        backup=BackupSettings(env.number("BACKUP_WARNING_DAYS", 2 if env.text("ENV") == "production" else 0)),
    )


def _read_web(env: _Variables, origin: str, port: int) -> WebSettings:
    return WebSettings(
        environment=env.text("ENV", "development"),
        origin=origin,
        web_origins=tuple(part.rstrip("/") for part in env.parts("WEB_ORIGINS")),
        secret=env.text("SECRET", DEVELOPMENT_SECRET),
        former_secrets=env.parts("FORMER_SECRETS"),
        port=port,
        front_end=Path(env.text("FRONT_END") or _default_front_end()),
        bug_project=env.text("BUG_PROJECT"),
        proxies=env.number("PROXIES", 0),
        rate_factor=env.number("RATE_FACTOR", 1, minimum=1),
    )


def _read_limits(env: _Variables) -> LimitSettings:
    return LimitSettings(
        statement=env.seconds("STATEMENT_SECONDS", 5),
        lock=env.seconds("LOCK_SECONDS", 3),
        queue=env.seconds("QUEUE_SECONDS", 1),
        worker_statement=env.seconds("WORKER_STATEMENT_SECONDS", 300),
        migration_statement=env.seconds("MIGRATION_STATEMENT_SECONDS", 3600),
    )


def _read_mail(env: _Variables, host: str) -> MailEnvironment:
    return MailEnvironment(
        env.text("SMTP_URL"), env.text("MAIL_FROM", f"no-reply@{host}"), env.text("BUG_REPORT_ADDRESS")
    )


def _read_files(env: _Variables, data: Path) -> FilesEnvironment:
    return FilesEnvironment(
        env.text("FILES_URL", (data / "files").as_uri()),
        env.web_address("FILES_ENDPOINT"),
        env.text("FILES_REGION"),
        env.text("FILES_KEY_ID"),
        env.text("FILES_SECRET"),
    )


def _quickbooks_environment(env: _Variables) -> QuickbooksEnvironment:
    return QuickbooksEnvironment(
        env.web_address("QUICKBOOKS_URL", QUICKBOOKS_URL),
        env.web_address("QUICKBOOKS_TOKEN_URL", QUICKBOOKS_TOKEN_URL),
        env.web_address("QUICKBOOKS_AUTHORIZE_URL", QUICKBOOKS_AUTHORIZE_URL),
        env.web_address("QUICKBOOKS_REVOKE_URL", QUICKBOOKS_REVOKE_URL),
        env.text("QUICKBOOKS_CLIENT_ID"),
        env.text("QUICKBOOKS_CLIENT_SECRET"),
        env.text("QUICKBOOKS_REALM"),
        env.text("QUICKBOOKS_REFRESH_TOKEN"),
    )


def _default_front_end() -> Path:
    """The front end inside the installed package, or the one that a clone builds."""
    packaged = Path(__file__).parent / "front_end"
    return packaged if packaged.is_dir() else Path(__file__).parents[2] / "frontend" / "dist"


def refuse_unsafe(settings: Settings) -> None:
    """Raise SettingsError for unsafe settings and for an unknown environment."""
    if settings.web.environment not in ENVIRONMENTS:
        raise SettingsError(f"REGIE_ENV must be one of {', '.join(ENVIRONMENTS)}.")
    if problem := find_origin_error(settings.web.origin, settings.web.web_origins):
        raise SettingsError(problem)
    if not settings.files.url.startswith(FILE_URL_PREFIXES):
        raise SettingsError("REGIE_FILES_URL must be file:///folder or s3://bucket/prefix.")
    if settings.hubspot.rate_property and not _HUBSPOT_PROPERTY.fullmatch(settings.hubspot.rate_property):
        raise SettingsError(
            "REGIE_HUBSPOT_RATE_PROPERTY must be the internal name of a deal property at HubSpot: "
            "lower-case letters, digits and underscores."
        )
    if settings.web.environment != "production":
        return
    if settings.web.secret == DEVELOPMENT_SECRET or len(settings.web.secret) < MIN_SECRET_LENGTH:
        raise SettingsError(
            f"REGIE_SECRET must be set to at least {MIN_SECRET_LENGTH} random characters in production."
        )
    if settings.metrics.token and len(settings.metrics.token) < MIN_SECRET_LENGTH:
        raise SettingsError(f"REGIE_METRICS_TOKEN must have at least {MIN_SECRET_LENGTH} characters in production.")
    if not settings.web.is_secure:
        raise SettingsError("REGIE_ORIGIN must start with https:// in production.")
    if settings.google.is_on and not settings.google.discovery_url.startswith("https://"):
        raise SettingsError("REGIE_GOOGLE_DISCOVERY_URL must start with https:// in production.")
    if settings.files.url.startswith(MEMORY):
        raise SettingsError("REGIE_FILES_URL must not be memory:/// in production: a restart loses all files.")
