"""Teams, over the wire."""

from regie.core.wire import Output


class TeamRow(Output):
    api_id: str
    name: str
