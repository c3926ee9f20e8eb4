"""Tests the routes against the OpenAPI document, the permission matrix, and lists of special routes."""

import gc
from dataclasses import replace
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import pytest

from regie.access.authorization import Access
from regie.access.permissions import GRANTS, Permission, Role, Scope
from regie.access.rate_limits import Rate
from regie.core.api.wire import ListQuery, Meta
from regie.core.lists.listing import Listing
from regie.main import DOMAINS, api_routes, create_app, require_route_auth
from regie.route_index import RouteIndex
from regie.settings import load_settings
from tests.access.matrix import COLUMNS, MATRIX
from tests.conftest import ORIGIN
from tests.factories.world import World, shared_app

pytestmark = pytest.mark.one_database

# Pages of private links to reports.
SHARED_REPORT_ROUTES = {f"POST /api/v1/shared-reports{part}" for part in ("", "/decisions", "/files")}
# Visitors can call only these.
PUBLIC_ROUTES = SHARED_REPORT_ROUTES | {
    "GET /sanctum/csrf-cookie",
    "POST /login",
    "POST /logout",
    "POST /auth/email/codes",
    "POST /auth/google/attempts",
    "POST /auth/google/callbacks",
    "POST /auth/password/resets",
    "POST /auth/owner-setups",
    "POST /auth/passwords",
    "POST /auth/second-factor",
    "POST /auth/second-factor/challenges",
    "DELETE /api/v1/impersonated-users",
}
# Webhooks of external services, which are signed instead of having a session.
SERVICE_ROUTES = {"POST /hooks/{service}", "POST /hooks/{service}/{event}"}
# Users without roles can also call these.
HAS_SESSION_ROUTES = {"GET /api/v1/me"}
# Users who must set up their second factor can call these to do so, and to report a problem with it.
ENROLLING_ROUTES = {
    "PUT /api/v1/me/password",
    "POST /api/v1/bug-reports",
    "POST /api/v1/me/reauthentications",
    "GET /api/v1/me/second-factor",
    "PUT /api/v1/me/second-factor/totp",
    "PUT /api/v1/me/second-factor/totp/confirmation",
    "PUT /api/v1/me/second-factor/passkeys/challenge",
    "PUT /api/v1/me/second-factor/passkeys",
}
# Passwords, roles, tokens, settings, exports and read notifications: refused while impersonating.
NO_IMPERSONATION_ROUTES = (ENROLLING_ROUTES - {"POST /api/v1/bug-reports"}) | {
    "GET /api/v1/quickbooks-invoice-file",
    "DELETE /api/v1/me/second-factor/totp",
    "PUT /api/v1/me/second-factor/recovery-codes",
    "DELETE /api/v1/me/second-factor/passkeys/{id}",
    "GET /api/v1/sessions",
    "DELETE /api/v1/sessions",
    "DELETE /api/v1/sessions/{id}",
    "POST /api/v1/users",
    "PATCH /api/v1/users/{id}",
    "DELETE /api/v1/users/{id}",
    "PUT /api/v1/users/{id}/profile",
    "PATCH /api/v1/users/{id}/profile",
    "PUT /api/v1/me/avatar",
    "DELETE /api/v1/me/avatar",
    "POST /api/v1/users/{id}/invitations",
    "DELETE /api/v1/users/{id}/sessions",
    "DELETE /api/v1/users/{id}/second-factor",
    "DELETE /api/v1/users/{id}/google-account",
    "DELETE /api/v1/me/google-account",
    "POST /api/v1/deactivated-users/{id}",
    "POST /api/v1/departed-employees/{id}",
    "DELETE /api/v1/deactivated-users/{id}",
    "DELETE /api/v1/departed-employees/{id}",
    "POST /api/v1/impersonated-users/{id}",
    "POST /api/v1/settings",
    "POST /api/v1/backups/confirmations",
    "POST /api/v1/sample-data/loadings",
    "POST /api/v1/sample-data/removals",
    "PATCH /api/v1/connections/{service}",
    "DELETE /api/v1/connections/{service}",
    "POST /api/v1/connections/quickbooks/authorizations",
    "POST /api/v1/connections/quickbooks/callbacks",
    "GET /api/v1/exports",
    "POST /api/v1/exports",
    "GET /api/v1/exports/{id}",
    "DELETE /api/v1/exports/{id}",
    "GET /api/v1/exports/{id}/file",
    "POST /api/v1/personal-data-exports",
    "POST /api/v1/me/personal-data-exports",
    "POST /api/v1/erasures",
    "PATCH /api/v1/notifications/{id}",
    "POST /api/v1/notifications/reads",
    "PATCH /api/v1/me/notification-settings",
    "POST /api/v1/projects/{id}/report-links",
    "POST /api/v1/months/{month}/closings",
    "POST /api/v1/months/{month}/reopenings",
    # Recognition is personal.
    "POST /api/v1/awards",
    "POST /api/v1/employees/{id}/core-values",
    "DELETE /api/v1/awards/{id}",
    # A mail to a client names the person who sends it.
    "POST /api/v1/clients/{id}/reminders",
}


def _routes_by_call(world: World) -> dict[str, Any]:
    return {f"{method} {route.path}": route for route in api_routes(world.app) for method in route.methods}


def test_routes_document_and_matrix_are_the_same(world: World):
    documented = {
        f"{method.upper()} {path}" for path, calls in world.app.openapi()["paths"].items() for method in calls
    }
    assert set(_routes_by_call(world)) == documented == set(MATRIX)


def test_special_routes_are_listed(world: World):
    requires = {call: route.endpoint.auth.requires for call, route in _routes_by_call(world).items()}
    assert {call for call, requirement in requires.items() if requirement is Access.PUBLIC} == PUBLIC_ROUTES
    assert {call for call, requirement in requires.items() if requirement is Access.SERVICE} == SERVICE_ROUTES
    assert {call for call, requirement in requires.items() if requirement is Access.HAS_SESSION} == HAS_SESSION_ROUTES
    assert {call for call, requirement in requires.items() if requirement is Access.ENROLLING} == ENROLLING_ROUTES


def test_routes_without_impersonation_are_listed(world: World):
    assert {
        call for call, route in _routes_by_call(world).items() if route.endpoint.auth.forbids_impersonation
    } == NO_IMPERSONATION_ROUTES


# Rates other than READ (GET) and WRITE (other methods).
SPECIAL_RATES = {
    Rate.SIGN_IN: SHARED_REPORT_ROUTES
    | {
        "POST /login",
        "POST /logout",
        "POST /auth/google/attempts",
        "POST /auth/google/callbacks",
        "POST /auth/owner-setups",
        "POST /auth/passwords",
        "POST /auth/second-factor",
        "POST /auth/second-factor/challenges",
        "DELETE /api/v1/impersonated-users",
        "PUT /api/v1/me/password",
        "POST /api/v1/me/reauthentications",
    },
    Rate.MAIL: {
        "POST /api/v1/bug-reports",
        "POST /auth/email/codes",
        "POST /auth/password/resets",
        "POST /api/v1/users",
        "POST /api/v1/users/{id}/invitations",
    },
    Rate.EXPORT: {
        "POST /api/v1/exports",
        "POST /api/v1/personal-data-exports",
        "POST /api/v1/me/personal-data-exports",
        "GET /api/v1/exports/{id}/file",
        "POST /api/v1/imports/clients",
        "POST /api/v1/imports/employees",
        "POST /api/v1/imports/projects",
        "POST /api/v1/imports/terms",
        "POST /api/v1/imports/payments",
        "POST /api/v1/imports/churns",
        *(f"POST /api/v1/imports/{kind}" for kind in ("costs", "teams", "goals")),
        "POST /api/v1/imports/{id}/checks",
        "POST /api/v1/imports/{id}/applications",
        "GET /api/v1/imports/{id}/errors",
    },
}


def test_every_route_has_a_rate(world: World):
    rates = {call: route.endpoint.auth.rate for call, route in _routes_by_call(world).items()}
    special = {call: rate for rate, calls in SPECIAL_RATES.items() for call in calls}
    default = {call: Rate.READ if call.startswith("GET ") else Rate.WRITE for call in rates}
    assert rates == default | special


def test_route_without_authorization_or_rate_stops_the_start(world: World, monkeypatch: pytest.MonkeyPatch):
    """Restore the route afterwards: all applications of the process share it."""
    app = create_app(load_settings({"REGIE_ORIGIN": ORIGIN}), database=world.database)
    for auth in (None, replace(api_routes(app)[0].endpoint.auth, rate=None)):
        monkeypatch.setattr(api_routes(app)[0].endpoint, "auth", auth)
        with pytest.raises(RuntimeError, match="does not declare what it requires"):
            require_route_auth(app)


def test_other_routes_are_the_health_checks_and_the_front_end(world: World):
    others = [route for route in world.app.router.routes if not isinstance(route, RouteIndex)]
    assert [getattr(route, "path", None) for route in others] == ["/health/live", "/health/ready", "/{path:path}"]


def test_matrix_refuses_all_other_routes_to_visitors_and_users_without_roles():
    for call, rows in MATRIX.items():
        for cells in rows.values():
            statuses = dict(zip(COLUMNS, cells, strict=True))
            if call not in PUBLIC_ROUTES | SERVICE_ROUTES:
                assert statuses["visitor"] == 401, call
            if call not in PUBLIC_ROUTES | SERVICE_ROUTES | HAS_SESSION_ROUTES:
                assert statuses["none"] == 403, call


def test_every_domain_with_routes_is_served(world: World):
    tags = {tag for route in api_routes(world.app) for tag in route.tags}
    assert len(tags) == len(DOMAINS)


def test_every_permission_is_granted_to_a_role(world: World):
    granted = {permission for grants in GRANTS.values() for permission in grants}
    assert granted == set(Permission)
    assert set(GRANTS) == set(Role)
    for role, grants in GRANTS.items():
        assert all(isinstance(scope, Scope) for scope in grants.values()), role


def test_no_role_has_more_permissions_than_the_super_administrator():
    for role, grants in GRANTS.items():
        assert all(GRANTS[Role.SUPER_ADMIN][permission] >= scope for permission, scope in grants.items()), role


# Calculated in memory with one fixed order, which test_grouping.py of matching tests.
FIXED_ORDER_LISTS = {
    f"/api/v1/{noun}" for noun in ("matches", "match-candidates", "months", "retainer-burns", "mrr-movements")
}
# Groups are calculated in memory too, and sorted there.
CALCULATED_LISTS = {*FIXED_ORDER_LISTS, "/api/v1/time-entry-groups", "/api/v1/clients-to-invoice"}
# Without ids, they page the list of their records.
STATISTICS_LISTS = {f"/api/v1/{noun}-statistics" for noun in ("projects", "employees", "teams")}
# Their metadata also contains totals per currency.
LISTS_WITH_TOTALS = {"/api/v1/projects-payments"}
LISTS = [call.removeprefix("GET ") for call, rows in MATRIX.items() if "sees" in rows]


@pytest.mark.parametrize("path", LISTS)
def test_every_list_has_the_same_page_metadata(world: World, path: str):
    answer = world.browser("super_admin").get(f"{path}?per_page=1").json()
    assert set(answer) == {"data", "meta"}
    expected = {"current_page", "from", "last_page", "per_page", "to", "total"}
    assert expected == get_type_hints(Meta).keys()
    assert set(answer["meta"]) == expected | ({"totals"} if path in LISTS_WITH_TOTALS else set())
    assert world.browser("super_admin").get(path).json()["meta"]["per_page"] == 10


def _data_type(answer: Any) -> Any:
    """Return the type of a response's `data`."""
    hint = get_type_hints(get_origin(answer) or answer).get("data") if answer is not None else None
    return get_args(answer)[0] if isinstance(hint, TypeVar) else hint


def test_every_collection_is_a_paged_list_of_the_matrix(world: World):
    """Exceptions are listed below, with the reason."""
    lists = set()
    for call, route in _routes_by_call(world).items():
        if get_origin(_data_type(route.response_model)) is list:
            lists.add(call.removeprefix("GET "))
    lists.add("/api/v1/clients/{id}/quickbooks-invoices")
    # A schedule is created completely, and only a few invoices are suggested.
    lists -= {"POST /api/v1/projects-payments/schedules", "/api/v1/projects-payments/{id}/invoice-suggestions"}
    # The invoices of a payment, the payments of an invoice, and proposals, which have their own matrix row.
    allocations = {f"/api/v1/{noun}/{{id}}/allocations" for noun in ("invoices", "projects-payments")}
    lists -= {"/api/v1/reconciliation-proposals", *allocations}
    lists -= {f"/api/v1/{owner}/{{id}}/attachments" for owner in ("projects", "clients", "employees")}
    # A few results of each kind, the rows of a figure, and sums per client, which have their own matrix rows.
    lists -= {"/api/v1/search", "/api/v1/dashboard-rows", "/api/v1/figure-rows", "/api/v1/month-restatements"}
    lists -= {"/api/v1/receivables-by-client"}
    # The figures of people, each with its rights, and sums for callers who see everything: their own tests.
    lists -= {"/api/v1/people-figures", "/api/v1/margins", "/api/v1/margin-rows"}
    # The few users who can receive month-end packs, or take care of a matter; they have their own matrix rows.
    lists -= {"/api/v1/settings/month-pack-candidates", "/api/v1/triage-assignees"}
    # The rows of one import.
    lists -= {"/api/v1/imports/{id}/rows"}
    # Complete, because they are few and users edit their order.
    lists -= {"/api/v1/enum-options/{enum}"}
    # The terms of one record, in a fixed order.
    lists -= {f"/api/v1/{noun}/{{id}}/responsibility-terms" for noun in ("clients", "projects")}
    lists -= {"/api/v1/employees/{id}/employment-terms"}
    # What belongs to one client, and the caller's own next steps.
    lists -= {"/api/v1/clients/{id}/notes", "/api/v1/clients/{id}/contacts", "/api/v1/client-next-steps"}
    lists -= {"/api/v1/clients/{id}/collection-entries"}
    lists -= {"/api/v1/employees/{id}/core-values", "/api/v1/employees/{id}/employee-goals"}
    assert lists == {
        *LISTS,
        "/api/v1/connections",
        "/api/v1/synchronizations",
        "/api/v1/sessions",
        "/api/v1/clients/{id}/quickbooks-invoices",
    }


def _listings() -> list[Listing]:
    # The sandbox, which other tests start in this process, freezes the garbage collector.
    gc.unfreeze()
    return [thing for thing in gc.get_objects() if isinstance(thing, Listing)]


def test_every_order_ends_with_the_key(world: World):
    """Equal rows have the same order on all pages."""
    for path in LISTS:
        assert world.browser("super_admin").get(path).status_code == 200
    listings = _listings()
    assert len(listings) >= len(set(LISTS) - CALCULATED_LISTS - STATISTICS_LISTS)
    for listing in listings:
        for statements in listing._statements.values():
            for ordered in (statements.page, statements.all_ids, statements.by_ids):
                last = list(ordered._order_by_clauses)[-1]
                # A computed key has no name.
                assert (listing.key.key or str(listing.key)) in str(last), str(last)
        assert listing.default_sort.removeprefix("-") in listing.sorts


@pytest.mark.parametrize("path", sorted(FIXED_ORDER_LISTS))
def test_calculated_list_accepts_its_own_order_only(world: World, path: str):
    """tests/domains/integrations/matching/test_grouping.py tests that order."""
    assert path in LISTS
    for order in ("created_at", "name,-name", "-name"):
        assert world.browser("super_admin").get(f"{path}?sort={order}").status_code == 422


def _find_unbounded(schema: dict[str, Any], schemas: dict[str, Any], path: str) -> list[str]:
    """Return the paths without limits in the schema of a request."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return _find_unbounded(schemas[name], schemas, f"{path}/{name}")
    found = []
    for kind in ("anyOf", "oneOf", "allOf"):
        for number, inner in enumerate(schema.get(kind, [])):
            found += _find_unbounded(inner, schemas, f"{path}/{number}")
    for name, inner in schema.get("properties", {}).items():
        found += _find_unbounded(inner, schemas, f"{path}/{name}")
    match schema.get("type"):
        case "string" if not ({"maxLength", "enum", "const"} & set(schema) or _is_bounded_text(schema)):
            found.append(path)
        case "integer" | "number" if not (_has_minimum(schema) and _has_maximum(schema)):
            found.append(path)
        case "array":
            found += [] if "maxItems" in schema else [path]
            found += _find_unbounded(schema["items"], schemas, f"{path}[]")
        case "object" if "additionalProperties" not in schema or schema["additionalProperties"] is not False:
            found.append(path)
    return found


def _is_bounded_text(schema: dict[str, Any]) -> bool:
    pattern = schema.get("pattern", "")
    return schema.get("format") == "date" or bool(pattern and "*" not in pattern and "+" not in pattern)


def _has_minimum(schema: dict[str, Any]) -> bool:
    return "minimum" in schema or "exclusiveMinimum" in schema


def _has_maximum(schema: dict[str, Any]) -> bool:
    return "maximum" in schema or "exclusiveMaximum" in schema


def test_every_request_field_is_bounded(world: World):
    """Ids in paths are excluded: a malformed id is not found."""
    document = shared_app(world.database).openapi()
    schemas = document["components"]["schemas"]
    unbounded = []
    for path, calls in document["paths"].items():
        for method, call in calls.items():
            for parameter in call.get("parameters", []):
                if parameter["in"] != "path":
                    where = f"{method} {path}?{parameter['name']}"
                    unbounded += _find_unbounded(parameter["schema"], schemas, where)
            for body in call.get("requestBody", {}).get("content", {}).values():
                unbounded += _find_unbounded(body["schema"], schemas, f"{method} {path}")
    assert unbounded == []


def test_missing_bounds_are_detected():
    planted = {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "text": {"type": "string"},
            "pattern": {"type": "string", "pattern": "^a+$"},
            "number": {"type": "integer", "minimum": 1},
            "list": {"type": "array", "items": {"type": "string", "maxLength": 1}},
            "fine": {"type": "string", "maxLength": 1},
        },
    }
    assert _find_unbounded(planted, {}, "") == ["/text", "/pattern", "/number", "/list"]


def test_every_list_uses_the_common_query(world: World):
    for call, route in _routes_by_call(world).items():
        if call.removeprefix("GET ") in LISTS:
            queries = [field.field_info.annotation for field in route.dependant.query_params]
            assert len(queries) == 1, call
            assert issubclass(queries[0], ListQuery), call
