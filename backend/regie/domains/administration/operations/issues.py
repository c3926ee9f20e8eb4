"""Finds what needs attention, the most urgent first."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from regie.domains.administration.backups.schemas import BackupStatus
from regie.domains.administration.operations.schemas import Failure, Issue, IssueCode, Process, QueueStatus, Storage
from regie.domains.integrations.sync.schemas import Connection

# Work waits for seconds while a worker runs; a large import or export occupies its queue for minutes.
QUEUE_DELAYED_AFTER = timedelta(minutes=10)


def find_issues(
    processes: Sequence[Process],
    queues: Sequence[QueueStatus],
    failures: Sequence[Failure],
    failures_total: int,
    storage: Storage,
    backup: BackupStatus,
    services: Sequence[Connection],
    now: datetime,
) -> list[Issue]:
    copy = backup["restored_copy"]
    workers = list(_workers(processes))
    issues = [
        *workers,
        *([_issue("restored_copy", at=copy["backup_at"])] if copy else []),
        *(_issue("low_disk_space", subject=disk["content"]) for disk in storage["disks"] if disk["is_low"]),
        *_backups(backup),
    ]
    # Without a worker, and on a restored copy, services and queues only show the same cause again.
    if not copy and not any(issue["code"] == "no_worker" for issue in workers):
        issues += [*_services(services), *_queues(queues, now)]
    return [*issues, *_failures(failures, failures_total)]


def _issue(
    code: IssueCode, *, subject: str | None = None, at: datetime | None = None, count: int | None = None
) -> Issue:
    return {"code": code, "subject": subject, "at": at, "count": count}


def _workers(processes: Sequence[Process]) -> Iterator[Issue]:
    workers = [process for process in processes if process["kind"] == "worker"]
    running = [worker for worker in workers if worker["is_running"]]
    if not running:
        yield _issue("no_worker", at=max((worker["seen_at"] for worker in workers), default=None))
    releases = {process["release"] for process in processes if process["kind"] == "web"}
    yield from (
        _issue("other_release", subject=worker["host"]) for worker in running if worker["release"] not in releases
    )


def _services(services: Sequence[Connection]) -> Iterator[Issue]:
    for service in services:
        if service["state"] in ("needs_attention", "stale"):
            yield _issue("service_failing", subject=service["service"], at=service["last_success_at"])


def _queues(queues: Sequence[QueueStatus], now: datetime) -> Iterator[Issue]:
    for queue in queues:
        if queue["oldest_at"] is not None and now - queue["oldest_at"] > QUEUE_DELAYED_AFTER:
            yield _issue("queue_delayed", subject=queue["name"], at=queue["oldest_at"], count=queue["waiting"])


def _backups(backup: BackupStatus) -> Iterator[Issue]:
    if backup["is_overdue"]:
        yield _issue("backup_overdue", at=backup["last_success_at"])
    elif (last := backup["last"]) and last["outcome"] == "failed":
        yield _issue("backup_failed", at=last["finished_at"])
    if (verified := backup["last_verification"]) and verified["outcome"] == "failed":
        yield _issue("backup_damaged", subject=verified["backup_name"], at=verified["verified_at"])


def _failures(failures: Sequence[Failure], total: int) -> Iterator[Issue]:
    """Failed synchronizations are issues of their services."""
    others = total - sum(failure["kind"] == "synchronization" for failure in failures)
    if others:
        yield _issue("failures", count=others)
