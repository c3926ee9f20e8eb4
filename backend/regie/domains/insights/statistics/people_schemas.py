"""Schemas of the list of people with their figures."""

from datetime import date
from typing import Annotated

from pydantic import Field

from regie.core.api.wire import ApiId, Currency, FromDay, ListQuery, Money, Output, Ref
from regie.domains.insights.statistics.schemas import MAX_IDS, AnalysisDays, EmployeeStatistics


class PeopleFiguresQuery(AnalysisDays, ListQuery):
    """People employed on one of the days; `to` defaults to today, or to `from` when that is later.

    `mine` keeps the caller and the people of their teams, `below_target` those whose utilization is below its target,
    `missing_time` those with missing hours.
    """

    team: Annotated[list[ApiId], Field(max_length=MAX_IDS)] = []
    mine: bool = False
    below_target: bool | None = None
    missing_time: bool | None = None


class PersonFigures(EmployeeStatistics):
    """`missing_hours` are the available hours of the days that are over which were not logged.

    They are null for people who log no time in Teamwork, and without permission for their hours.
    """

    api_id: ApiId
    job_title: str | None
    teams: list[Ref]
    missing_hours: str | None


class PeopleTotals(FromDay, Output):
    """The people from `from` to `as_of`, over all pages.

    `missing_hours` are those of the `missing_time` people; null without permission for any hours.
    `retained_mrr` has one amount per currency: amounts without a rate are in their own. It is null without permission.
    """

    as_of: date
    people: int
    below_target: int
    missing_time: int
    missing_hours: str | None
    retained_mrr: list[Money] | None
    currency: Currency
