"""Figures, over the wire."""

from datetime import date
from typing import NotRequired

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict

from regie.core.wire import Money, Output
from regie.domains.sync.schemas import Connection


class ActiveProjects(Output):
    fixed: int
    oos: int
    retainer: int


@with_config(ConfigDict(extra="forbid"))
class Figures(TypedDict):
    """Money is one entry per currency, never added up; a figure that the caller may not see is absent."""

    mrr: NotRequired[list[Money]]
    outstanding: NotRequired[list[Money]]
    overdue: NotRequired[list[Money]]
    overdue_invoices: NotRequired[int]
    active_projects: ActiveProjects
    active_clients: int


class Dashboard(Output):
    """`sources` is empty for those who may not see connections; `currency` is the caller's own."""

    as_of: date
    currency: str
    figures: Figures
    sources: list[Connection]
