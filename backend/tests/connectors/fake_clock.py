"""A clock that never waits."""

from regie.connectors.call_clock import CallClock


class FakeClock:
    """Advances only when `sleep` is called, and records each pause."""

    def __init__(self) -> None:
        self.now = 1_795_190_400.0
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds

    def clock(self) -> CallClock:
        return CallClock(monotonic=lambda: self.now, wall=lambda: self.now, sleep=self.sleep)
