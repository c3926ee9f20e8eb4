"""Defines who may see and change who is responsible for a project from which day on."""

from datetime import date

from regie.access.permissions import Permission
from regie.core.api.errors import Invalid
from regie.domains.people.teams.models import Team
from regie.domains.records.dated_fields.actions import TermEditor
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.models import Project
from regie.domains.records.users.models import User
from regie.domains.work.projects.queries import managed_projects, visible_projects
from regie.domains.work.projects.references import pop_references


def _require_started(project: Project, day: date) -> None:
    if day < project.start_on:
        raise Invalid({"effective_from": "before_project"})


PROJECT_TERMS = TermEditor(
    Project,
    view=(Permission.PROJECTS_VIEW, visible_projects),
    edit=(Permission.PROJECTS_EDIT, managed_projects),
    resolve=pop_references,
    required=("account_manager",),
    require_day=_require_started,
    targets={"account_manager": User, "project_manager": Employee, "team": Team},
)
