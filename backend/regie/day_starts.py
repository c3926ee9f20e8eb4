"""Builds what begins with a day, for the web process and the worker."""

from regie.access.day_start import DayStart
from regie.domains.people.teams.actions import DueMemberships
from regie.domains.records.dated_fields.actions import DueTerms
from regie.domains.records.settings.queries import read_time_zone
from regie.domains.work.churns.endings import UnrecordedEnds
from regie.domains.work.projects.actions import DueAmendments, DueEnds, DueStates


def build_day_start() -> DayStart:
    parts = (DueTerms(), DueMemberships(), DueEnds(), DueStates(), DueAmendments(), UnrecordedEnds())
    return DayStart(read_time_zone, parts)
