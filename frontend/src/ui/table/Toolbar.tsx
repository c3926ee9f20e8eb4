// Search, filters and columns of a list, in one row; on a phone the buttons show their icons only.
import type { FixedQuery } from "./listDescription";
import "@mantine/core/styles/Popover.css";
import { Button, Popover } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { useTranslate } from "../../i18n/translate";
import { ExportButton } from "../exports/ExportButton";
import { ViewsButton } from "../views/ViewsButton";
import { ColumnChooser } from "./ColumnChooser";
import { type ListDescription, sortKeys } from "./listDescription";
import { activeFilters } from "./listSearch";
import { SearchField } from "./SearchField";
import classes from "./Toolbar.module.css";
import type { ListState } from "./useListState";
import { usePhone } from "./usePhone";

const FilterPanel = lazy(() =>
  import("./FilterPanel").then((module) => ({ default: module.FilterPanel })),
);

type Props = {
  list: ListDescription;
  state: ListState;
  label: string;
  hasColumnChooser: boolean;
  fixed: FixedQuery | undefined;
  print: () => Promise<void>;
};

export function Toolbar({ list, state, label, hasColumnChooser, fixed, print }: Props) {
  const t = useTranslate();
  // Cards have no column headers to sort by.
  const hasSortChoice = usePhone() && sortKeys(list).length > 0;
  return (
    <div className={classes.bar}>
      {list.searchable !== false && (
        <SearchField
          label={t("table.search_in", { list: label })}
          value={state.search.q ?? ""}
          onSearch={state.searchFor}
        />
      )}
      {(list.filters.length > 0 || hasSortChoice) && (
        <FilterButton list={list} state={state} hasSortChoice={hasSortChoice} />
      )}
      <div className={classes.end}>
        {list.views && <ViewsButton list={list} name={list.views} state={state} />}
        <ExportButton list={list} search={state.search} fixed={fixed} print={print} />
        {hasColumnChooser && <ColumnChooser list={list} state={state} />}
      </div>
    </div>
  );
}

type FilterButtonProps = Pick<Props, "list" | "state"> & { hasSortChoice: boolean };

function FilterButton({ list, state, hasSortChoice }: FilterButtonProps) {
  const t = useTranslate();
  const count = activeFilters(list, state.search).length;
  return (
    <Popover position="bottom-start" withinPortal trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button variant="default" leftSection={<IconFilter size={16} aria-hidden />}>
          {count > 0 ? t("table.filters_active", { count }) : t("table.filters")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("table.filters")}>
        <Suspense fallback={null}>
          <FilterPanel list={list} state={state} hasSortChoice={hasSortChoice} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
