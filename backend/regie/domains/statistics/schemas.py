"""Figures, over the wire."""

from datetime import date
from typing import Annotated, Literal, NotRequired

from pydantic import AfterValidator, ConfigDict, Field, StringConstraints, with_config
from typing_extensions import TypedDict

from regie.core.ids import is_api_id
from regie.core.wire import Currency, Day, Input, Money, Output, Ref
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


MOST_IDS = 100


def _refuse_wrong_ids(text: str) -> str:
    ids = text.split(",")
    if len(ids) > MOST_IDS or not all(is_api_id(api_id) for api_id in ids):
        raise ValueError("reference")
    return text


class StatisticsQuery(Input):
    """`id` is a comma-joined list of at most a hundred; without days it is the month so far."""

    id: Annotated[str, StringConstraints(max_length=MOST_IDS * 37), AfterValidator(_refuse_wrong_ids)]
    from_: Annotated[Day | None, Field(alias="from")] = None
    to: Day | None = None
    currency: Currency | None = None


class ProjectFigure(Output):
    """`value` is hours or per cent as a decimal, `money` an amount; both null: there is nothing to divide by."""

    unit: Literal["hours", "percent", "money"]
    formula: str
    value: str | None
    money: Money | None


class ProjectStatistics(Output):
    """One project from `from` to `as_of`; a figure that the caller may not see is absent.

    `missing_rate` names the pair of currencies whose rate would be needed for the currency asked for: amounts are then
    in the project's own.
    """

    project: Ref
    kind: Literal["fixed", "oos", "retainer"]
    from_: Annotated[date, Field(alias="from")]
    as_of: date
    currency: str
    missing_rate: str | None
    figures: dict[str, ProjectFigure]


class EmployeeFigure(Output):
    """`money` is one amount per currency, never added up; `rows` the list whose rows add up to the figure.

    `value` is hours, per cent or a number as a decimal; it and `money` both null: there is nothing to divide by.
    """

    unit: Literal["hours", "percent", "money", "count"]
    formula: str
    value: str | None
    money: list[Money] | None
    rows: str | None


class EmployeeStatistics(Output):
    """One person from `from` to `as_of`; a figure that the caller may not see of them is absent.

    `currency` is the one asked for, and `missing_rates` the pairs of currencies whose rates it would take: until they
    are kept, amounts are in the currencies of what they add up.
    """

    employee: Ref
    from_: Annotated[date, Field(alias="from")]
    as_of: date
    currency: str | None
    missing_rates: list[str]
    figures: dict[str, EmployeeFigure]


class TeamStatistics(Output):
    """One team from `from` to `as_of`, as the people in it now and the records that name it tell it.

    A figure that the caller may not see is absent; amounts are as those of one person are.
    """

    team: Ref
    from_: Annotated[date, Field(alias="from")]
    as_of: date
    currency: str | None
    missing_rates: list[str]
    figures: dict[str, EmployeeFigure]
