// A list with selectable rows and the selection bar, when the user has bulk actions or may export.
import { lazy, type ReactNode, Suspense } from "react";
import { loadMessages, useTranslate } from "../../i18n/translate";
import { useCurrentUser } from "../../session/currentUser";
import { canAny } from "../../session/permissions";
import { canExport } from "../exports/canExport";
import type { FixedQuery, ListDescription } from "../table/listDescription";
import type { ListSearch } from "../table/listSearch";
import type { ApiRow } from "../table/tableModel";
import type { Bulk } from "./bulk";
import type { BarProps } from "./SelectionBar";
import type { Selection } from "./useSelection";

const SelectionBar = lazy(async () => {
  const [bar] = await Promise.all([import("./SelectionBar"), loadMessages("dialogs")]);
  return { default: bar.SelectionBar };
}) as unknown as <Item extends ApiRow>(props: BarProps<Item>) => ReactNode;

type Props<Item extends ApiRow> = {
  list: ListDescription;
  search: ListSearch;
  fixed: FixedQuery | undefined;
  total: number;
  bulk: Bulk<Item> | undefined;
  selection: Selection<Item>;
  children: (selection: Selection<Item> | undefined) => ReactNode;
};

export function SelectedRows<Item extends ApiRow>({ children, ...props }: Props<Item>) {
  const t = useTranslate();
  const user = useCurrentUser();
  const { list, selection, total } = props;
  const bulk = props.bulk && canAny(user, props.bulk.requires) ? props.bulk : undefined;
  const canExportRows = canExport(list, user);
  if (!bulk && !canExportRows) return children(undefined);
  const count = selection.all ? total : selection.rows.size;
  return (
    <>
      {children(selection)}
      <div className="regie-visually-hidden" aria-live="polite">
        {count > 0 && t("table.selected", { count })}
      </div>
      {count > 0 && (
        <Suspense fallback={null}>
          <SelectionBar {...props} bulk={bulk} canExport={canExportRows} />
        </Suspense>
      )}
    </>
  );
}
