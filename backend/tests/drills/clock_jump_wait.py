"""Waits for the only connection of a pool while the drill moves the clock back; prints the result."""

import sys
import threading

from regie.core.db.database import Database
from regie.core.db.time_limits import TimeLimits


def main(url: str, pool_seconds: float, releases_after: float) -> None:
    database = Database(url, limits=TimeLimits(pool_seconds=pool_seconds), pool_size=1, max_overflow=0)
    results: list[str] = []

    def wait() -> None:
        try:
            with database.read():
                results.append("connected")
        except Exception as error:
            results.append(type(error).__name__)

    with database.read():
        waiting = threading.Thread(target=wait)
        waiting.start()
        # By now the wait has begun.
        waiting.join(1)
        sys.stdout.write("waiting\n")
        sys.stdout.flush()
        waiting.join(releases_after)
    waiting.join()
    sys.stdout.write(f"{results[0]}\n")


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), float(sys.argv[3]))
