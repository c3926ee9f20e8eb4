"""Imitates the delay of HubSpot's search index, which holds a row's old version for a moment."""

from regie.sandbox.agency.rows import HubspotRecord as Indexed


class SearchLag:
    def __init__(self) -> None:
        self._pending: dict[tuple[str, int], tuple[int, Indexed | None]] = {}

    def record(self, kind: str, row_id: int, old: Indexed | None, visible_at: int) -> None:
        """Leave the old row, or None for a new one, in the index until `visible_at`."""
        pending = self._pending.get((kind, row_id))
        self._pending[(kind, row_id)] = (visible_at, pending[1] if pending else old)

    def stale_rows(self, kind: str, now: int) -> dict[int, Indexed | None]:
        self._pending = {key: entry for key, entry in self._pending.items() if entry[0] > now}
        return {row_id: old for (row_kind, row_id), (_, old) in self._pending.items() if row_kind == kind}

    def clear(self) -> None:
        self._pending.clear()
