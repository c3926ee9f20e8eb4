"""A token source that records the refused tokens."""


class FakeTokenSource:
    def __init__(self) -> None:
        self.current = "at-1"
        self.stale: list[str] = []

    def access_token(self) -> str:
        return self.current

    def refresh(self, stale_token: str) -> str:
        self.stale.append(stale_token)
        self.current = f"at-{len(self.stale) + 1}"
        return self.current
