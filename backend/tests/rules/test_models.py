"""Tests that outputs have no optional keys, inputs refuse unknown fields, and enums have labels."""

from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import pytest
from pydantic import BaseModel, TypeAdapter
from typing_extensions import get_type_hints, is_typeddict

import regie
from regie.access.authorization import Access, Router
from regie.access.permissions import Role
from regie.core.api.wire import Input, Item, Page, Ref
from regie.core.money.amounts import CURRENCIES
from regie.domains.accounts.sessions import models as sessions
from regie.domains.administration.enum_options.queries import list_enum_options
from regie.domains.administration.months import schemas as months
from regie.domains.administration.operations import schemas as operations
from regie.domains.administration.personal_data import schemas as personal_data
from regie.domains.administration.search import schemas as search
from regie.domains.insights.awards import models as awards
from regie.domains.insights.client_overviews.schemas import TimelineKind
from regie.domains.insights.core_values import models as core_values
from regie.domains.insights.goals import models as goals
from regie.domains.insights.statistics import gap_schemas
from regie.domains.insights.statistics import schemas as statistics
from regie.domains.insights.term_previews.schemas import ChangedFigure
from regie.domains.insights.triage import models as triage
from regie.domains.insights.triage.schemas import CounterName
from regie.domains.integrations.connections import models as connections
from regie.domains.integrations.project_proposals import schemas as project_proposals
from regie.domains.integrations.sync.schemas import ListName
from regie.domains.money.client_reports import schemas as client_reports
from regie.domains.money.collections.schemas import MailProblem
from regie.domains.money.reminders import schemas as reminders
from regie.domains.people.notifications import models as notifications
from regie.domains.records.churns import models as churns
from regie.domains.records.clients import models as clients
from regie.domains.records.collections import models as collections
from regie.domains.records.dated_fields import schemas as dated_fields
from regie.domains.records.employees import models as employees
from regie.domains.records.exchange_rates import models as exchange_rates
from regie.domains.records.invoices import models as invoices
from regie.domains.records.options.queries import DEFAULTS
from regie.domains.records.payments import models as payments
from regie.domains.records.projects import models as projects
from regie.domains.records.retainers import models as retainers
from regie.domains.work.attachments import models as attachments
from regie.domains.work.churns import analysis_schemas as churn_analysis
from regie.domains.work.churns import schemas as churn_schemas
from regie.domains.work.churns.movement_schemas import CauseKind, MovementKind
from regie.domains.work.clients.schemas import HealthGap, HealthReasonKind
from regie.domains.work.oos_sales import figures as oos_sales
from regie.domains.work.projects import schemas as project_schemas
from regie.domains.work.terms import schemas as terms
from regie.domains.work.time_entries import schemas as time_entries
from regie.main import all_routes, api_routes
from tests.factories.world import World

pytestmark = pytest.mark.one_database

ROOT = Path(regie.__file__).parent
SCHEMAS = [
    import_module(f"regie.domains.{path.parts[-3]}.{path.parts[-2]}.schemas")
    for path in sorted(ROOT.glob("domains/*/*/schemas.py"))
]


def _model_types(base: type[BaseModel]) -> list[type[BaseModel]]:
    """Return all product models below `base`, with pydantic's generic specializations."""
    found = []
    for kind in base.__subclasses__():
        found += [kind, *_model_types(kind)]
    return [kind for kind in found if kind.__module__.startswith("regie.")]


def _outputs(annotation: Any) -> set[Any]:
    """Return the TypedDicts in an annotation, recursively."""
    base = get_origin(annotation) or annotation
    found = {base} if is_typeddict(base) else set()
    inner = [*get_args(annotation), *(get_type_hints(base, include_extras=True).values() if found else ())]
    return found.union(*(_outputs(one) for one in inner))


def _response_types() -> list[Any]:
    return [route.response_model for route in all_routes() if route.response_model is not None]


OUTPUTS = sorted(
    {kind for answer in _response_types() for kind in _outputs(answer)}, key=lambda kind: kind.__qualname__
)


@pytest.mark.parametrize("output", OUTPUTS, ids=lambda output: output.__name__)
def test_output_has_no_optional_or_extra_keys(output: Any):
    assert output.__optional_keys__ == frozenset()
    assert TypeAdapter(output).json_schema()["additionalProperties"] is False


def test_outputs_were_found():
    assert len(OUTPUTS) > 150


@pytest.mark.parametrize("model", _model_types(Input), ids=lambda model: model.__name__)
def test_input_forbids_extra_fields(model: type[BaseModel]):
    assert model.model_config["extra"] == "forbid"


def _models_in(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for inner in get_args(annotation) for model in _models_in(inner)]


def test_every_route_parameter_is_an_input(world: World):
    for route in api_routes(world.app):
        taken = [*route.dependant.query_params, *route.dependant.body_params]
        for model in (model for field in taken for model in _models_in(field.field_info.annotation)):
            assert issubclass(model, Input), route.path


def test_route_without_declared_response_is_refused():
    router = Router("/planted", "planted")
    for answers in (Any, dict[str, Any], Item[Ref] | Page[Ref]):

        def planted() -> Any:
            return None

        planted.__annotations__["return"] = answers
        with pytest.raises(RuntimeError, match="does not declare what it returns"):
            router.get(requires=Access.SIGNED_IN)(planted)


# The uses of each enum, by the name of its labels.
VALUES_BY_ENUM = {
    "project_kind": [projects.KINDS],
    "project_status": [projects.STATUSES],
    "oos_decision": [projects.DECISIONS],
    "oos_approval": [projects.APPROVALS],
    "retainer_burn": [projects.BURN_LEVELS],
    "project_deadline": [projects.DEADLINES],
    "oos_status": [oos_sales.STATUSES],
    "churn_state": [churns.STATES],
    "churn_scope": [churns.SCOPES],
    "goal_measure": [goals.MEASURES],
    "goal_metric": [goals.METRICS],
    "goal_direction": [goals.DIRECTIONS],
    "goal_status": [goals.STATUSES],
    "goal_pace": [goals.PACES],
    "goal_visibility": [goals.VISIBILITIES],
    "client_status": [clients.STATUSES],
    "client_health": [clients.HEALTHS],
    "client_note_kind": [clients.NOTE_KINDS],
    "matter_kind": [triage.KINDS],
    "invoice_status": [invoices.STATUSES],
    "collection_state": [collections.STATES],
    "contact_kind": [collections.KINDS],
    "reminder_level": [collections.LEVELS],
    "mail_state": [collections.MAIL_STATES],
    "payment_status": [payments.STATUSES],
    "attachment_category": [attachments.CATEGORIES],
    "attachment_sensitivity": [attachments.SENSITIVITIES],
    "core_value_icon": [core_values.ICONS],
    "core_value_colour": [core_values.COLOURS],
    "award_visibility": [awards.VISIBILITIES],
    "service": [clients.SERVICES, connections.SERVICES],
    "retainer_period_status": [retainers.STATUSES],
    "employee_status": [employees.STATUSES],
    "metric_scope": [employees.METRIC_SCOPES],
    "metric_permission": [employees.METRIC_PERMISSIONS],
    "notification_channel": [notifications.CHANNELS],
    "sign_in_method": [sessions.METHODS],
    "sign_in_cause": [sessions.CAUSES],
    "currency": [CURRENCIES],
    "rate_source": [exchange_rates.SOURCES],
}
# Filters and available actions, which no screen displays as values.
NEVER_DISPLAYED = [
    # The views of the triage list, which tabs name.
    {"open", "mine", "snoozed", "old_deals", "uninvoiced"},
    {"organization", "connections", "people", "clients", "projects", "payments", "invitations"},
    # The state of the sample data, and what was added to it, which the notice describes.
    {"none", "loading", "failed", "loaded", "removing"},
    {"not_empty", "interrupted", "failed", "added"},
    {"clients", "projects", "employees", "teams", "client_notes", "attachments"},
    # The lists that the home page counts, which its links name.
    set(get_args(CounterName)),
    {"exclude", "only", "include"},
    # The state and the format of a file, which screens describe in sentences.
    {"waiting", "running", "ready", "failed"},
    {"csv", "xlsx"},
    {"csv", "xlsx", "zip"},
    {"pdf", "xlsx"},
    # Whose personal data are exported or erased.
    {"user", "employee", "contact"},
    set(get_args(personal_data.MentionTable)),
    # The figures that a preview of terms compares, which its form names.
    set(get_args(ChangedFigure)),
    # What ties a project to its client, which its form says in sentences.
    set(get_args(project_schemas.ClientFixedBy)),
    # Why a client is at a level of health, which its page says in sentences.
    set(get_args(HealthReasonKind)),
    # Which reasons a person does not see, which the same page says in one sentence.
    set(get_args(HealthGap)),
    # Why MRR moved, which lists and packs say in sentences.
    set(get_args(CauseKind)),
    # The kinds of a client's timeline, each a sentence, and the actions on a note.
    set(get_args(TimelineKind)),
    {"edit", "complete", "delete"},
    # The organization's own lists of options.
    {"churn_reason", "industry", "oos_type"},
    {"edit", "confirm", "reject", "void", "win_back"},
    # Where a service was configured: the screen describes it in a sentence.
    {"environment", "person"},
    {"edit", "edit_billing", "archive", "unarchive", "delete"},
    {"edit", "edit_billing", "archive", "unarchive", "delete", "begin_ledger", "state_opening"},
    {"edit", "archive", "unarchive", "delete"},
    {"adjust", "lock", "unlock"},
    {"edit", "activate", "check_in", "close", "reopen", "delete"},
    {"edit", "delete"},
    {"edit", "edit_contact", "depart", "return", "delete"},
    {"revoke"},
    {"received", "given"},
    # The lists of the outside services, which the screen of connections names.
    set(get_args(ListName)),
    # The kind, format and state of an import, which its page describes in sentences.
    {"first_closing", "today"},
    {"clients", "employees", "projects", "terms", "payments", "costs", "churns", "teams", "goals"},
    {"csv", "xlsx"},
    {"queued", "checked", "refused", "applying", "applied", "outdated"},
    {"follow_up", "link"},
    {"follow_up"},
    {"due", "planned", "none", "mine"},
    # The unit of a figure: it is displayed as its format.
    {"hours", "percent", "money"},
    {"hours", "percent", "money", "count"},
    {"ar_aging"},
    {"days_to_pay"},
    # Why a reminder is left out or its mail failed: the dialog and the log have a sentence for each.
    set(get_args(reminders.Reason)),
    set(get_args(MailProblem)),
    {"oos_ratio"},
    # Kinds of search results and contributions, names and groups of figures: the search palette, the dashboard and
    # the churn analysis have their own labels.
    set(get_args(search.Kind)),
    {"project", "invoice", "credit", "deal", "employee", "goal", "award", "client"},
    set(get_args(statistics.FigureName)),
    set(get_args(statistics.RecordFigure)),
    # What time entries are grouped by, and by what they are unmatched: their list has its own labels.
    set(get_args(time_entries.Grouping)),
    set(get_args(time_entries.Unmatched)),
    set(get_args(MovementKind)),
    set(get_args(churn_schemas.Tenure)),
    set(get_args(statistics.HistoryName)),
    set(get_args(churn_analysis.DrillDownTarget)),
    # The page of operations has a sentence for each.
    set(get_args(operations.QueueName)),
    set(get_args(operations.FailureKind)),
    set(get_args(operations.RetryableKind)),
    set(get_args(operations.FailureAction)),
    set(get_args(operations.IssueCode)),
    {"web", "worker"},
    {"data", "files"},
    # States, actions, open points and restatements of months: their pages have their own labels.
    set(get_args(months.MonthState)),
    set(get_args(months.MonthAction)),
    set(get_args(months.OpenPointName)),
    set(get_args(statistics.RestatedFigure)),
    set(get_args(statistics.ChurnRate)),
    set(get_args(statistics.RestatementCause)),
    # The names of dated terms: each has its own dialog.
    set(get_args(terms.TermName)),
    # Names, states and actions of dated terms: their timeline has its own labels.
    set(get_args(dated_fields.TermName)),
    set(get_args(dated_fields.TermState)),
    set(get_args(dated_fields.TermAction)),
    # What a project to create was concluded from, what it lacks, and where a rule applies: the page has its own labels.
    set(get_args(project_proposals.EvidenceKey)),
    set(get_args(project_proposals.MissingField)),
    set(get_args(project_proposals.RuleSource)),
    set(get_args(project_proposals.RunAction)),
    set(get_args(project_proposals.RunStatus)),
    # What figures leave out: the dashboard has a sentence for each.
    set(get_args(gap_schemas.GapName)),
    # States of private links and of the work on their pages: both have a sentence for each.
    set(get_args(client_reports.LinkState)),
    set(get_args(client_reports.WorkState)),
    # What fixes the currency of a project: its form has a sentence for each.
    set(get_args(project_schemas.FixedBy)),
    # What is to be invoiced, and figures with targets: their pages have their own labels.
    {"late", "soon", "later", "again", "extra_work", "hours_over"},
    {"schedule", "skip"},
    {"revenue", "margin", "mrr", "oos_sold", "lost_retainers"},
    {"money", "count"},
    {"edit"},
    # The owner of an attachment: screens show the name of the record.
    {"project", "client", "employee"},
    {"edit", "ready", "plan", "link", "unlink", "skip", "write_off", "reopen", "delete"},
    {
        "edit", "edit_profile", "invite", "deactivate", "reactivate", "delete", "impersonate", "reset_two_factor",
        "end_sessions", "unlink_google",
    },
]  # fmt: skip


def _literals(annotation: Any) -> list[frozenset[str]]:
    if get_origin(annotation) is Literal:
        return [frozenset(get_args(annotation))]
    if get_origin(annotation) is Annotated:
        return _literals(get_args(annotation)[0])
    return [found for inner in get_args(annotation) for found in _literals(inner)]


def _used_literals() -> set[frozenset[str]]:
    hints = [*(field.annotation for model in _model_types(Input) for field in model.model_fields.values())]
    hints += [hint for output in OUTPUTS for hint in get_type_hints(output).values()]
    return {values for hint in hints for values in _literals(hint)}


def test_enum_values_and_labels_match():
    options = {name: frozenset(item["value"] for item in items) for name, items in list_enum_options().items()}
    for name, uses in VALUES_BY_ENUM.items():
        for values in uses:
            assert set(values) == options[name], name
    shown = {values for values in _used_literals() if values not in NEVER_DISPLAYED}
    without_labels = [set(values) for values in shown if not any(values <= option for option in options.values())]
    assert without_labels == []
    # Schemas do not restrict roles, the lists of the organization, and states of the models above.
    unused = {name for name, option in options.items() if not any(values <= option for values in shown)}
    assert unused <= {*VALUES_BY_ENUM, *DEFAULTS, "role", "aging_bucket", "retainer_warning"}


def test_every_role_has_a_label():
    assert {item["value"] for item in list_enum_options()["role"]} == set(Role)


def test_every_enum_value_has_a_unique_label_in_both_languages():
    for name, items in list_enum_options().items():
        values = [item["value"] for item in items]
        assert len(set(values)) == len(values), name
        for item in items:
            assert item["name_en"].strip(), item
            assert item["name_fr"].strip(), item
        for language in ("name_en", "name_fr"):
            words = [item[language] for item in items]
            assert len(set(words)) == len(words), name


def test_schemas_were_found():
    assert len(SCHEMAS) >= 8
