// A list whose rows can be picked, with the bar of what is picked: both only where the reader can do something with them.
import { lazy, type ReactNode, Suspense } from "react";
import { useTranslate } from "../../i18n/translate";
import { useCurrentUser } from "../../session/currentUser";
import { mayAny } from "../../session/permissions";
import { mayExport } from "../exports/mayExport";
import type { FixedQuery, ListDescription } from "../table/listDescription";
import type { ListSearch } from "../table/listSearch";
import classes from "../table/Table.module.css";
import type { Listed } from "../table/tableModel";
import type { Bulk } from "./bulk";
import type { BarProps } from "./SelectionBar";
import type { Selection } from "./useSelection";

const SelectionBar = lazy(async () => ({
  default: (await import("./SelectionBar")).SelectionBar,
})) as unknown as <Item extends Listed>(props: BarProps<Item>) => ReactNode;

type Props<Item extends Listed> = {
  list: ListDescription;
  search: ListSearch;
  fixed: FixedQuery | undefined;
  total: number;
  bulk: Bulk<Item> | undefined;
  selection: Selection<Item>;
  children: (selection: Selection<Item> | undefined) => ReactNode;
};

export function SelectedRows<Item extends Listed>({ children, ...props }: Props<Item>) {
  const t = useTranslate();
  const user = useCurrentUser();
  const { list, selection, total } = props;
  const bulk = props.bulk && mayAny(user, props.bulk.needs) ? props.bulk : undefined;
  const exports = mayExport(list, user);
  if (!bulk && !exports) return children(undefined);
  const count = selection.all ? total : selection.rows.size;
  return (
    <>
      {children(selection)}
      <div className={classes.unseen} aria-live="polite">
        {count > 0 && t("table.picked", { count })}
      </div>
      {count > 0 && (
        <Suspense fallback={null}>
          <SelectionBar {...props} bulk={bulk} exports={exports} />
        </Suspense>
      )}
    </>
  );
}
