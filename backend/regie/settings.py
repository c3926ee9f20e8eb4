"""Reads settings from the configuration, once, into frozen groups."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from regie.configuration import ConfigurationError, read_environment
from regie.web_origins import find_origin_error, shared_domain

DEVELOPMENT_SECRET = "development-only-secret-that-production-refuses"  # noqa: S105 - refused by `serve` in production
MIN_SECRET_LENGTH = 32
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
    """A setting is missing or unsafe; the message names it and the solution."""


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
    """Where errors and traces are sent; nothing is sent while an address is empty. Both can contain a key."""

    sentry_dsn: str = field(repr=False)
    traces_url: str = field(repr=False)


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
    web: WebSettings
    limits: LimitSettings
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


def load_settings(environment: dict[str, str] | None = None) -> Settings:
    """Read all `REGIE_…` variables; paths default to `./var`."""
    try:
        env = read_environment(environment)
    except ConfigurationError as error:
        raise SettingsError(str(error)) from None

    def get(name: str, default: str = "") -> str:
        return env.get(f"REGIE_{name}", default)

    data = Path(get("DATA", "var")).resolve()
    port = int(get("PORT", "8000"))
    origin = get("ORIGIN", f"http://localhost:{port}").rstrip("/")
    host = urlsplit(origin).hostname or "localhost"
    database_url = get("DATABASE_URL") or f"sqlite:///{data / 'regie.sqlite'}"
    is_sqlite = database_url.startswith("sqlite")
    return Settings(
        data=data,
        database_url=database_url,
        jobs_url=get("JOBS_URL") or (f"sqlite:///{data / 'jobs.sqlite'}" if is_sqlite else database_url),
        web=_load_web(get, origin, port),
        limits=_read_limits(get),
        metrics=MetricsSettings(token=get("METRICS_TOKEN")),
        reports=ReportSettings(get("SENTRY_DSN"), get("TRACES_URL")),
        demo=DemoSettings(password=get("DEMO_PASSWORD", "a-long-demo-password")),
        teamwork=TeamworkEnvironment(
            get("TEAMWORK_URL"), get("TEAMWORK_KEY"), int(get("TEAMWORK_CALLS_PER_MINUTE", "140"))
        ),
        hubspot=HubspotEnvironment(
            get("HUBSPOT_URL") or HUBSPOT_URL,
            get("HUBSPOT_KEY"),
            get("HUBSPOT_VERSION", "2026-09"),
            get("HUBSPOT_RATE_PROPERTY", "hourly_rate"),
        ),
        quickbooks=_read_quickbooks(get),
        bank_of_canada=BankOfCanadaEnvironment(get("BANK_OF_CANADA_URL") or BANK_OF_CANADA_URL),
        google=GoogleEnvironment(
            get("GOOGLE_DISCOVERY_URL") or GOOGLE_DISCOVERY_URL, get("GOOGLE_CLIENT_ID"), get("GOOGLE_CLIENT_SECRET")
        ),
        sync=SyncSettings(every_minutes=int(get("SYNC_MINUTES", "15"))),
        mail=MailEnvironment(get("SMTP_URL"), get("MAIL_FROM") or f"no-reply@{host}", get("BUG_REPORT_ADDRESS")),
        files=_read_files(get, data),
        backup=BackupSettings(int(get("BACKUP_WARNING_DAYS") or (2 if get("ENV") == "production" else 0))),
    )


def _load_web(get: Callable[..., str], origin: str, port: int) -> WebSettings:
    return WebSettings(
        environment=get("ENV", "development"),
        origin=origin,
        web_origins=tuple(part.strip().rstrip("/") for part in get("WEB_ORIGINS").split(",") if part.strip()),
        secret=get("SECRET", DEVELOPMENT_SECRET),
        former_secrets=tuple(part.strip() for part in get("FORMER_SECRETS").split(",") if part.strip()),
        port=port,
        front_end=Path(get("FRONT_END") or _default_front_end()),
        bug_project=get("BUG_PROJECT"),
        proxies=int(get("PROXIES", "0")),
        rate_factor=int(get("RATE_FACTOR", "1")),
    )


def _read_quickbooks(get: Callable[[str], str]) -> QuickbooksEnvironment:
    return QuickbooksEnvironment(
        get("QUICKBOOKS_URL") or QUICKBOOKS_URL,
        get("QUICKBOOKS_TOKEN_URL") or QUICKBOOKS_TOKEN_URL,
        get("QUICKBOOKS_AUTHORIZE_URL") or QUICKBOOKS_AUTHORIZE_URL,
        get("QUICKBOOKS_REVOKE_URL") or QUICKBOOKS_REVOKE_URL,
        get("QUICKBOOKS_CLIENT_ID"),
        get("QUICKBOOKS_CLIENT_SECRET"),
        get("QUICKBOOKS_REALM"),
        get("QUICKBOOKS_REFRESH_TOKEN"),
    )


def _read_limits(get: Callable[[str, str], str]) -> LimitSettings:
    return LimitSettings(
        statement=float(get("STATEMENT_SECONDS", "5")),
        lock=float(get("LOCK_SECONDS", "3")),
        queue=float(get("QUEUE_SECONDS", "1")),
        worker_statement=float(get("WORKER_STATEMENT_SECONDS", "300")),
        migration_statement=float(get("MIGRATION_STATEMENT_SECONDS", "3600")),
    )


def _read_files(get: Callable[[str], str], data: Path) -> FilesEnvironment:
    return FilesEnvironment(
        get("FILES_URL") or (data / "files").as_uri(),
        get("FILES_ENDPOINT"),
        get("FILES_REGION"),
        get("FILES_KEY_ID"),
        get("FILES_SECRET"),
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
