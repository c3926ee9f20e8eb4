"""A clock that never waits."""

from regie.connectors.clock import Clock


class FalseTime:
    """Moves only when somebody sleeps, and remembers how long."""

    def __init__(self) -> None:
        self.now = 1_795_190_400.0
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds

    def clock(self) -> Clock:
        return Clock(monotonic=lambda: self.now, wall=lambda: self.now, sleep=self.sleep)
