"""Writes the tables of docs/privacy.md from the declaration of personal data."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "backend"))

from regie.domains.records.personal_data.schemas import describe_personal_data  # noqa: E402

PAGE = ROOT / "docs" / "privacy.md"
BEGIN, END = "<!-- declared tables: begin -->", "<!-- declared tables: end -->"


def main() -> None:
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n\n{describe_personal_data()}\n\n{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
