// The cells of the groups of a record's time entries: the name of a group opens its entries below the row.
import { Link, useSearch } from "@tanstack/react-router";
import type { TimeEntryGroup } from "../../../api/types";
import { changedSearch } from "../../../ui/links/screenSearch";
import type { CellsOf } from "../../../ui/table/tableModel";
import uiClasses from "../../../ui/ui.module.css";
import type { timeGroupsList } from "./timeEntriesList";
import { timeGroupCells } from "./timeEntryCells";
import { useGroupName } from "./useGroupName";

export const recordGroupCells: CellsOf<typeof timeGroupsList> = {
  ...timeGroupCells,
  group: (group) => <GroupToggle group={group} />,
};

export function GroupToggle({ group }: { group: TimeEntryGroup }) {
  const nameOf = useGroupName();
  const { open } = useSearch({ strict: false }) as { open?: string };
  const isOpen = open === group.api_id;
  return (
    <Link
      to="."
      search={changedSearch({ open: isOpen ? undefined : group.api_id })}
      replace
      resetScroll={false}
      aria-expanded={isOpen}
      className={uiClasses.link}
    >
      {nameOf(group)}
    </Link>
  );
}
