"""The agency of the sandbox in tests."""

from dataclasses import replace
from datetime import UTC, datetime

from regie.sandbox.agency.build import Agency, build_agency
from regie.sandbox.agency.scale import demo_scale


def build_test_agency(now: int) -> Agency:
    """Build the agency of the demo with only its last time entries: five pages of them are enough."""
    demo = demo_scale(datetime.fromtimestamp(now / 1000, UTC).toordinal())
    return build_agency(replace(demo, max_entries=2_500), 7, now)
