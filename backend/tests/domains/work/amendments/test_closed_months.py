"""A closed month refuses amendments that count in it, and their approval."""

from regie.core.db.database import Database
from tests.conftest import NOON
from tests.domains.work.amendments.amendment_api import add_amendment, amend, approve, decide, make_fixed, make_sale
from tests.factories.months import make_closed_month
from tests.factories.people import make_user
from tests.factories.world import assert_unchanged, build_world


def test_closed_month_refuses_amendments_and_their_approval(database: Database):
    world = build_world(database)
    admin = world.browser("admin")
    project = make_sale(world)
    pending = add_amendment(admin, project, "500.00", "2026-10-20")["api_id"]
    recent = add_amendment(admin, project, "70.00", "2026-11-05")["api_id"]
    approval = approve(admin, project, add_amendment(admin, project, "30.00", "2026-10-25")["api_id"])
    fixed = make_fixed(world)
    with world.database.write() as session:
        make_closed_month(session, make_user(session, roles=["admin"]).id, "2026-10", closed_at=NOON)
    with assert_unchanged(world.database):
        for refused in (
            amend(admin, project, "10.00", "2026-10-31"),
            decide(admin, project, pending),
            decide(admin, project, recent, decided_on="2026-10-31"),
            admin.delete(f"/api/v1/oos-approvals/{approval}"),
            admin.patch(f"/api/v1/oos-approvals/{approval}", {"decision": "declined"}),
            admin.patch(f"/api/v1/projects/{project}", {"sold_on": "2026-10-03"}),
            admin.patch(f"/api/v1/projects/{project}", {"currency": "USD"}),
        ):
            is_amended = refused.status_code == 422 and set(refused.json()["errors"]) == {"currency"}
            assert is_amended or (refused.status_code, refused.json()["code"]) == (409, "month_closed"), refused.text
    approve(admin, project, recent)
    assert admin.delete(f"/api/v1/project-amendments/{pending}").status_code == 204
    # No published figure depends on a fixed price.
    assert amend(admin, fixed, "10.00", "2026-10-31").status_code == 201
