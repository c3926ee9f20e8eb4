"""Statements for what belongs to one project: its people, fees, links and churn."""

from sqlalchemy import BigInteger, bindparam, literal_column, select, type_coerce

from regie.domains.records.employees.models import Employee
from regie.domains.records.mirrors.models import HubspotDeal, TeamworkProject
from regie.domains.records.projects.figures import CHURN_COLUMNS, OPEN_CHURN
from regie.domains.records.projects.models import Project, ProjectFee, ProjectMember, ProjectSeller

CHURN_STATEMENT = select(*CHURN_COLUMNS).select_from(OPEN_CHURN).where(Project.api_id == bindparam("api_id"))
PEOPLE_STATEMENT = (
    select(
        literal_column("'member'").label("part"),
        # Labeled, because SQLite orders a union only by labels.
        Employee.api_id.label("api_id"),
        Employee.name,
        literal_column("0").label("weight"),
        Employee.name_key.label("name_key"),
    )
    .join(ProjectMember, ProjectMember.employee_id == Employee.id)
    .join(Project, Project.id == ProjectMember.project_id)
    .where(Project.api_id == bindparam("api_id"))
    .union_all(
        select(
            literal_column("'seller'"),
            Employee.api_id,
            Employee.name,
            ProjectSeller.weight,
            Employee.name_key.label("name_key"),
        )
        .join(ProjectSeller, ProjectSeller.employee_id == Employee.id)
        .join(Project, Project.id == ProjectSeller.project_id)
        .where(Project.api_id == bindparam("api_id"))
    )
    .order_by("part", "name_key", "api_id")
)
FEES_STATEMENT = (
    select(
        type_coerce(ProjectFee.amount, BigInteger).label("amount"),
        ProjectFee.billing_interval,
        type_coerce(ProjectFee.interval_amount, BigInteger).label("interval_amount"),
        Project.currency,
        ProjectFee.starts_on,
        ProjectFee.reason,
    )
    .join(Project, Project.id == ProjectFee.project_id)
    .where(Project.api_id == bindparam("api_id"))
    .order_by(ProjectFee.starts_on)
)
LINKS_STATEMENT = (
    select(
        literal_column("'teamwork'").label("service"),
        Project.teamwork_project_id.label("external_id"),
        TeamworkProject.name,
        TeamworkProject.source_url.label("url"),
        TeamworkProject.synced_at,
        TeamworkProject.deleted_at,
    )
    .outerjoin(TeamworkProject, TeamworkProject.external_id == Project.teamwork_project_id)
    .where(Project.api_id == bindparam("api_id"), Project.teamwork_project_id.is_not(None))
    .union_all(
        select(
            literal_column("'hubspot'"),
            HubspotDeal.external_id,
            HubspotDeal.name,
            HubspotDeal.source_url,
            HubspotDeal.synced_at,
            HubspotDeal.deleted_at,
        )
        .join(Project, Project.deal_id == HubspotDeal.id)
        .where(Project.api_id == bindparam("api_id"))
    )
    .order_by("service")
)
