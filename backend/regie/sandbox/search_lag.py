"""HubSpot's search index runs a little behind its records: for a moment it still holds the row as it was."""

from regie.sandbox.agency.rows import Deal, HubspotCompany

Indexed = Deal | HubspotCompany


class SearchLag:
    def __init__(self) -> None:
        self._pending: dict[tuple[str, int], tuple[int, Indexed | None]] = {}

    def note(self, kind: str, row_id: int, old: Indexed | None, visible_at: int) -> None:
        """The old row, or None for a new one, stays in the index until then."""
        kept = self._pending.get((kind, row_id))
        self._pending[(kind, row_id)] = (visible_at, kept[1] if kept else old)

    def behind(self, kind: str, now: int) -> dict[int, Indexed | None]:
        self._pending = {key: entry for key, entry in self._pending.items() if entry[0] > now}
        return {row_id: old for (of, row_id), (_, old) in self._pending.items() if of == kind}

    def clear(self) -> None:
        self._pending.clear()
