"""Ending and giving back a person's access, over the wire."""

from typing import Annotated

from regie.core.wire import ApiId, Input, Optionally, Output


class Holdings(Output):
    """How much a person looks after that is still open."""

    clients: int
    projects: int


class Deactivation(Input):
    """`hand_over_to` becomes the account manager of the person's open clients and projects."""

    hand_over_to: Annotated[ApiId | None, Optionally] = None
