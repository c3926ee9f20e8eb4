"""Builds the settings of external services and the file store from the environment, for all processes."""

from regie.connectors.settings import ExchangeRatesSettings, HubspotSettings, QuickbooksSettings, TeamworkSettings
from regie.core.db.database import Database
from regie.core.db.time_limits import TimeLimits
from regie.core.files.store import FilesSettings, FileStore
from regie.domains.integrations.connections.queries import Environment
from regie.settings import Settings


def integration_environment(settings: Settings) -> Environment:
    teamwork, hubspot, quickbooks = settings.teamwork, settings.hubspot, settings.quickbooks
    return Environment(
        teamwork=TeamworkSettings(teamwork.url, teamwork.key, teamwork.calls_per_minute),
        hubspot=HubspotSettings(hubspot.url, hubspot.key, hubspot.version, rate_property=hubspot.rate_property),
        quickbooks=QuickbooksSettings(
            base_url=quickbooks.url,
            token_url=quickbooks.token_url,
            authorize_url=quickbooks.authorize_url,
            revoke_url=quickbooks.revoke_url,
            client_id=quickbooks.client_id,
            client_secret=quickbooks.client_secret,
            realm=quickbooks.realm,
        ),
        origin=settings.web.origin,
        every_minutes=settings.sync.every_minutes,
        refresh_token=quickbooks.refresh_token,
        secret=settings.web.secret,
        former_secrets=settings.web.former_secrets,
    )


def exchange_rate_settings(settings: Settings) -> ExchangeRatesSettings:
    return ExchangeRatesSettings(settings.bank_of_canada.url)


def web_time_limits(settings: Settings) -> TimeLimits:
    """Together below ten seconds: a request waits for a thread, a connection, and a statement at worst."""
    limits = settings.limits
    return TimeLimits(
        statement_seconds=limits.statement,
        lock_seconds=limits.lock,
        pool_seconds=limits.queue,
        connect_seconds=2,
        network_seconds=5,
    )


def worker_time_limits(settings: Settings) -> TimeLimits:
    return TimeLimits(statement_seconds=settings.limits.worker_statement)


def open_worker_database(settings: Settings) -> Database:
    scale = settings.scale
    return Database(
        settings.database_url,
        limits=worker_time_limits(settings),
        pool_size=scale.worker_pool_size,
        max_overflow=scale.pool_overflow,
        has_small_cache=True,
    )


def open_web_database(settings: Settings) -> Database:
    scale = settings.scale
    return Database(
        settings.database_url,
        limits=web_time_limits(settings),
        pool_size=scale.pool_size,
        max_overflow=scale.pool_overflow,
        replica_url=scale.read_url,
    )


def migration_time_limits(settings: Settings) -> TimeLimits:
    """A migration waits a minute for its locks, so that it does not block requests behind it for longer."""
    return TimeLimits(statement_seconds=settings.limits.migration_statement, lock_seconds=60)


def open_file_store(settings: Settings) -> FileStore:
    files = settings.files
    return FileStore(FilesSettings(files.url, files.endpoint, files.region, files.key_id, files.secret))


def start_error_reports(settings: Settings, process: str) -> None:
    """Send unexpected errors if the settings say where to; call it after the logs are configured."""
    if settings.reports.sentry_dsn:
        from regie.error_reports import ErrorReports, report_logged_errors

        report_logged_errors(ErrorReports(settings.reports.sentry_dsn, settings.web.environment, process))
