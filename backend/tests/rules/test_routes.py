"""Routes, the OpenAPI document and the permission matrix name the same calls; the public ones are few."""

import gc
from dataclasses import replace
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import pytest

from regie.access.authorization import Access
from regie.access.permissions import GRANTS, Permission, Role, Scope
from regie.access.rate_limits import Rate
from regie.calls import Calls
from regie.core.api.wire import ListQuery, Meta
from regie.core.lists.listing import Listing
from regie.main import DOMAINS, create_app, refuse_ungated, routes_of
from regie.settings import load_settings
from tests.access.matrix import COLUMNS, MATRIX
from tests.conftest import ORIGIN
from tests.factories.world import World, app_of

pytestmark = pytest.mark.one_database

# Who is not signed in may call these, and nothing else.
PUBLIC = {
    "GET /sanctum/csrf-cookie",
    "POST /login",
    "POST /logout",
    "POST /auth/email/codes",
    "POST /auth/google/attempts",
    "POST /auth/google/callbacks",
    "POST /auth/password/resets",
    "POST /auth/passwords",
    "POST /auth/second-factor",
    "POST /auth/second-factor/challenges",
    "DELETE /api/v1/impersonated-users",
}
# Outside services, which show no cookie but sign what they send.
FOR_SERVICES = {"POST /hooks/{service}", "POST /hooks/{service}/{event}"}
# A person without roles may also call these.
FOR_ALL_SIGNED_IN = {"GET /api/v1/me"}
# What somebody who must still set up their second factor may call, so that they can.
FOR_THOSE_WHO_ENROL = {
    "PUT /api/v1/me/password",
    "POST /api/v1/me/proofs",
    "GET /api/v1/me/second-factor",
    "PUT /api/v1/me/second-factor/totp",
    "PUT /api/v1/me/second-factor/totp/confirmation",
    "PUT /api/v1/me/second-factor/passkeys/challenge",
    "PUT /api/v1/me/second-factor/passkeys",
}
# Passwords, roles, tokens, settings, exports and what one has read: nobody does these in somebody else's name.
IN_PERSON = FOR_THOSE_WHO_ENROL | {
    "DELETE /api/v1/me/second-factor/totp",
    "PUT /api/v1/me/second-factor/recovery-codes",
    "DELETE /api/v1/me/second-factor/passkeys/{id}",
    "GET /api/v1/sessions",
    "DELETE /api/v1/sessions",
    "DELETE /api/v1/sessions/{id}",
    "POST /api/v1/users",
    "PATCH /api/v1/users/{id}",
    "DELETE /api/v1/users/{id}",
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
    "PATCH /api/v1/connections/{service}",
    "DELETE /api/v1/connections/{service}",
    "POST /api/v1/connections/quickbooks/authorizations",
    "POST /api/v1/connections/quickbooks/callbacks",
    "GET /api/v1/exports",
    "POST /api/v1/exports",
    "GET /api/v1/exports/{id}",
    "DELETE /api/v1/exports/{id}",
    "GET /api/v1/exports/{id}/file",
    "PATCH /api/v1/notifications/{id}",
    "POST /api/v1/notifications/reads",
    "PATCH /api/v1/me/notification-choices",
    # Thanks are one’s own words.
    "POST /api/v1/awards",
    "POST /api/v1/employees/{id}/core-values",
    "DELETE /api/v1/awards/{id}",
}


def _calls(world: World) -> dict[str, Any]:
    return {f"{method} {route.path}": route for route in routes_of(world.app) for method in route.methods}


def test_routes_document_and_matrix_name_the_same_calls(world: World):
    documented = {
        f"{method.upper()} {path}" for path, calls in world.app.openapi()["paths"].items() for method in calls
    }
    assert set(_calls(world)) == documented == set(MATRIX)


def test_the_public_list_is_literal(world: World):
    requires = {call: route.endpoint.auth.requires for call, route in _calls(world).items()}
    assert {call for call, need in requires.items() if need is Access.PUBLIC} == PUBLIC
    assert {call for call, need in requires.items() if need is Access.SERVICE} == FOR_SERVICES
    assert {call for call, need in requires.items() if need is Access.HAS_SESSION} == FOR_ALL_SIGNED_IN
    assert {call for call, need in requires.items() if need is Access.ENROLLING} == FOR_THOSE_WHO_ENROL


def test_what_is_done_in_person_is_literal(world: World):
    assert {call for call, route in _calls(world).items() if route.endpoint.auth.in_person} == IN_PERSON


# What is not simply a read (GET) or a write (everything else).
OF_A_RATE_OF_ITS_OWN = {
    Rate.SIGN_IN: {
        "POST /login",
        "POST /logout",
        "POST /auth/google/attempts",
        "POST /auth/google/callbacks",
        "POST /auth/passwords",
        "POST /auth/second-factor",
        "POST /auth/second-factor/challenges",
        "DELETE /api/v1/impersonated-users",
        "PUT /api/v1/me/password",
        "POST /api/v1/me/proofs",
    },
    Rate.MAIL: {
        "POST /auth/email/codes",
        "POST /auth/password/resets",
        "POST /api/v1/users",
        "POST /api/v1/users/{id}/invitations",
    },
    Rate.EXPORT: {
        "POST /api/v1/exports",
        "GET /api/v1/exports/{id}/file",
        "POST /api/v1/imports/clients",
        "POST /api/v1/imports/employees",
        "POST /api/v1/imports/{id}/checks",
        "POST /api/v1/imports/{id}/applications",
        "GET /api/v1/imports/{id}/errors",
    },
}


def test_every_call_has_a_rate(world: World):
    rates = {call: route.endpoint.auth.rate for call, route in _calls(world).items()}
    special = {call: rate for rate, calls in OF_A_RATE_OF_ITS_OWN.items() for call in calls}
    usual = {call: Rate.READ if call.startswith("GET ") else Rate.WRITE for call in rates}
    assert rates == usual | special


def test_a_route_without_a_rate_stops_the_start(world: World, monkeypatch: pytest.MonkeyPatch):
    """All applications of the process share the routes: what is planted is taken out again."""
    app = create_app(load_settings({"REGIE_ORIGIN": ORIGIN}), database=world.database)
    for auth in (None, replace(routes_of(app)[0].endpoint.auth, rate=None)):
        monkeypatch.setattr(routes_of(app)[0].endpoint, "auth", auth)
        with pytest.raises(RuntimeError, match="does not say what it needs"):
            refuse_ungated(app)


def test_besides_calls_only_the_front_end_answers(world: World):
    others = [route for route in world.app.router.routes if not isinstance(route, Calls)]
    assert [getattr(route, "path", None) for route in others] == ["/{path:path}"]


def test_the_matrix_lets_visitors_and_people_without_roles_call_nothing_else():
    for call, rows in MATRIX.items():
        for cells in rows.values():
            of = dict(zip(COLUMNS, cells, strict=True))
            if call not in PUBLIC | FOR_SERVICES:
                assert of["visitor"] == 401, call
            if call not in PUBLIC | FOR_SERVICES | FOR_ALL_SIGNED_IN:
                assert of["none"] == 403, call


def test_every_domain_with_routes_is_served(world: World):
    tags = {tag for route in routes_of(world.app) for tag in route.tags}
    assert len(tags) == len(DOMAINS)


def test_every_permission_is_needed_somewhere_and_granted_to_somebody(world: World):
    """A permission that no route, view or action asks for would promise what nothing keeps."""
    granted = {permission for grants in GRANTS.values() for permission in grants}
    assert granted == set(Permission)
    assert set(GRANTS) == set(Role)
    for role, grants in GRANTS.items():
        assert all(isinstance(scope, Scope) for scope in grants.values()), role


def test_no_role_holds_more_than_the_super_administrator():
    for role, grants in GRANTS.items():
        assert all(GRANTS[Role.SUPER_ADMIN][permission] >= scope for permission, scope in grants.items()), role


# Worked out in memory, in one order that test_grouping.py of matching holds against any order of the records.
WORKED_OUT = {"/api/v1/matches", "/api/v1/match-candidates", "/api/v1/retainer-burns", "/api/v1/mrr-movements"}
# Whose block also says what all their rows add up to, per currency.
ADDED_UP = {"/api/v1/projects-payments"}
LISTS = [call.removeprefix("GET ") for call, rows in MATRIX.items() if "sees" in rows]


@pytest.mark.parametrize("path", LISTS)
def test_every_list_answers_the_same_block_about_its_page(world: World, path: str):
    answer = world.browser("super_admin").get(f"{path}?per_page=1").json()
    assert set(answer) == {"data", "meta"}
    expected = {"current_page", "from", "last_page", "per_page", "to", "total"}
    assert expected == get_type_hints(Meta).keys()
    assert set(answer["meta"]) == expected | ({"totals"} if path in ADDED_UP else set())
    assert world.browser("super_admin").get(path).json()["meta"]["per_page"] == 10


def _data_of(answer: Any) -> Any:
    """The type of an answer's `data`."""
    hint = get_type_hints(get_origin(answer) or answer).get("data") if answer is not None else None
    return get_args(answer)[0] if isinstance(hint, TypeVar) else hint


def test_every_collection_that_answers_rows_is_a_page_of_the_matrix(world: World):
    """What answers `{"data": [...]}` has pages, but for the three services' connections and one's own browsers."""
    lists = set()
    for call, route in _calls(world).items():
        if get_origin(_data_of(route.response_model)) is list:
            lists.add(call.removeprefix("GET "))
    lists.add("/api/v1/clients/{id}/quickbooks-invoices")
    # A schedule is made whole, and the few likeliest invoices are proposed.
    lists -= {"POST /api/v1/projects-payments/schedules", "/api/v1/projects-payments/{id}/invoice-suggestions"}
    # Figures of the records that the caller names, at most a hundred.
    lists -= {f"/api/v1/{named}-statistics" for named in ("projects", "employees", "teams")}
    lists -= {f"/api/v1/{owner}/{{id}}/attachments" for owner in ("projects", "clients", "employees")}
    # A few of each kind of record, and what one figure of the dashboard is made of, which has a row in the matrix each.
    lists -= {"/api/v1/search", "/api/v1/dashboard-rows"}
    # What each client owed: sums of the list of receivables.
    lists -= {"/api/v1/receivables-by-client"}
    # What became of the rows of one file.
    lists -= {"/api/v1/imports/{id}/rows"}
    # Whole, since they are few and their order is what is edited.
    lists -= {"/api/v1/enum-options/{enum}"}
    lists -= {"/api/v1/employees/{id}/core-values", "/api/v1/employees/{id}/employee-goals"}
    assert lists == {*LISTS, "/api/v1/connections", "/api/v1/sessions", "/api/v1/clients/{id}/quickbooks-invoices"}


def _listings() -> list[Listing]:
    # The sandbox, built in this process by other tests, freezes what the collector knows.
    gc.unfreeze()
    return [thing for thing in gc.get_objects() if isinstance(thing, Listing)]


def test_every_order_ends_in_the_key(world: World):
    """Rows that are equal in what they are sorted by keep one order over all pages."""
    for path in LISTS:
        assert world.browser("super_admin").get(path).status_code == 200
    listings = _listings()
    assert len(listings) >= len(set(LISTS) - WORKED_OUT)
    for listing in listings:
        for statements in listing._statements.values():
            for ordered in (statements.page, statements.all_ids, statements.chosen):
                last = list(ordered._order_by_clauses)[-1]
                assert listing.key.key in str(last), str(last)
        assert listing.default_sort.removeprefix("-") in listing.sorts


@pytest.mark.parametrize("path", sorted(WORKED_OUT))
def test_what_is_worked_out_has_that_one_order_only(world: World, path: str):
    """Held by tests/domains/integrations/matching/test_grouping.py; any other order would be held by nothing."""
    assert path in LISTS
    for order in ("created_at", "name,-name", "-name"):
        assert world.browser("super_admin").get(f"{path}?sort={order}").status_code == 422


def _strings_and_numbers(schema: dict[str, Any], schemas: dict[str, Any], path: str) -> list[str]:
    """The paths of what has no bound in a schema of something that callers send."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return _strings_and_numbers(schemas[name], schemas, f"{path}/{name}")
    found = []
    for kind in ("anyOf", "oneOf", "allOf"):
        for number, inner in enumerate(schema.get(kind, [])):
            found += _strings_and_numbers(inner, schemas, f"{path}/{number}")
    for name, inner in schema.get("properties", {}).items():
        found += _strings_and_numbers(inner, schemas, f"{path}/{name}")
    match schema.get("type"):
        case "string" if not ({"maxLength", "enum", "const"} & set(schema) or _is_bounded_text(schema)):
            found.append(path)
        case "integer" | "number" if not (_least(schema) and _greatest(schema)):
            found.append(path)
        case "array":
            found += [] if "maxItems" in schema else [path]
            found += _strings_and_numbers(schema["items"], schemas, f"{path}[]")
        case "object" if "additionalProperties" not in schema or schema["additionalProperties"] is not False:
            found.append(path)
    return found


def _is_bounded_text(schema: dict[str, Any]) -> bool:
    pattern = schema.get("pattern", "")
    return schema.get("format") == "date" or bool(pattern and "*" not in pattern and "+" not in pattern)


def _least(schema: dict[str, Any]) -> bool:
    return "minimum" in schema or "exclusiveMinimum" in schema


def _greatest(schema: dict[str, Any]) -> bool:
    return "maximum" in schema or "exclusiveMaximum" in schema


def test_everything_that_callers_send_is_bounded(world: World):
    """An id in a path is compared with a pattern instead: an odd one is simply not found."""
    document = app_of(world.database).openapi()
    schemas = document["components"]["schemas"]
    unbounded = []
    for path, calls in document["paths"].items():
        for method, call in calls.items():
            for parameter in call.get("parameters", []):
                if parameter["in"] != "path":
                    where = f"{method} {path}?{parameter['name']}"
                    unbounded += _strings_and_numbers(parameter["schema"], schemas, where)
            for body in call.get("requestBody", {}).get("content", {}).values():
                unbounded += _strings_and_numbers(body["schema"], schemas, f"{method} {path}")
    assert unbounded == []


def test_a_missing_bound_is_noticed():
    """The control: each kind of unbounded thing is found."""
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
    assert _strings_and_numbers(planted, {}, "") == ["/text", "/pattern", "/number", "/list"]


def test_every_lists_query_is_the_common_one(world: World):
    for call, route in _calls(world).items():
        if call.removeprefix("GET ") in LISTS:
            queries = [field.field_info.annotation for field in route.dependant.query_params]
            assert len(queries) == 1, call
            assert issubclass(queries[0], ListQuery), call
