"""Tests how long results of queries are cached, within which limit, and that one thread computes each."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from regie.core.db.query_cache import QueryCache, _Store
from regie.core.db.result_sizes import estimate_bytes

THREADS = 4


def test_result_is_computed_again_for_another_version():
    cache: QueryCache[str] = QueryCache(("clients",))
    assert cache.get_at_version(1, "key", lambda: "first") == "first"
    assert cache.get_at_version(1, "key", lambda: "second") == "first"
    assert cache.get_at_version(2, "key", lambda: "second") == "second"
    assert cache.get_at_version(None, "key", lambda: "third") == "third"


def test_caches_do_not_share_results():
    caches: list[QueryCache[str]] = [QueryCache(("clients",)), QueryCache(("clients",))]
    assert [cache.get_at_version(1, "key", lambda number=number: number) for number, cache in enumerate(caches)] == [
        0,
        1,
    ]


def test_least_recently_used_results_are_forgotten_first():
    size = estimate_bytes("x" * 1_000)
    store = _Store(max_bytes=3 * size)
    computed: list[str] = []

    def read(key: str) -> None:
        store.get(key, 1, lambda: computed.append(key) or "x" * 1_000)

    for key in ("a", "b", "c", "a", "d", "a", "b"):
        read(key)
    assert computed == ["a", "b", "c", "d", "b"]


def test_result_above_the_limit_leaves_the_others():
    size = estimate_bytes("x" * 1_000)
    store = _Store(max_bytes=3 * size)
    for key in ("a", "b"):
        store.get(key, 1, lambda: "x" * 1_000)
    assert store.get("large", 1, lambda: "x" * 10_000) == "x" * 10_000
    assert store.get("large", 1, lambda: "again") == "again"
    assert [store.get(key, 1, lambda: "lost") for key in ("a", "b")] == ["x" * 1_000] * 2


def test_large_results_count_with_what_they_contain():
    rows = [{"name": "Bouleau" * 20, "amount": number} for number in range(1_000)]
    assert 200_000 < estimate_bytes(rows) < 800_000


@pytest.fixture
def waiting(monkeypatch: pytest.MonkeyPatch) -> threading.Semaphore:
    """Count the threads that wait for another one's result."""
    found = threading.Semaphore(0)

    class Watched(Future[Any]):
        def exception(self, timeout: float | None = None) -> BaseException | None:
            found.release()
            return super().exception(timeout)

    monkeypatch.setattr("regie.core.db.query_cache.Future", Watched)
    return found


def _ask_at_once(compute: Callable[[], str]) -> list[Any]:
    store = _Store(max_bytes=1_000)

    def ask() -> Any:
        try:
            return store.get("key", 1, compute)
        except ValueError as error:
            return error

    with ThreadPoolExecutor(THREADS) as threads:
        return [found.result() for found in [threads.submit(ask) for _ in range(THREADS)]]


def test_threads_that_ask_at_once_compute_a_result_once(waiting: threading.Semaphore):
    calls: list[int] = []

    def compute() -> str:
        calls.append(1)
        assert all(waiting.acquire(timeout=10) for _ in range(THREADS - 1))
        return "result"

    assert _ask_at_once(compute) == ["result"] * THREADS
    assert len(calls) == 1


def test_failure_of_one_thread_is_not_that_of_the_others(waiting: threading.Semaphore):
    calls = iter(range(THREADS))

    def compute() -> str:
        if next(calls) == 0:
            assert all(waiting.acquire(timeout=10) for _ in range(THREADS - 1))
            raise ValueError
        return "result"

    found = _ask_at_once(compute)
    assert sum(isinstance(one, ValueError) for one in found) == 1
    assert found.count("result") == THREADS - 1


@pytest.mark.parametrize("value", [None, 5, "text", [], {}, (1, "a"), frozenset({2})])
def test_small_values_have_a_size(value: object):
    assert estimate_bytes(value) > 0
