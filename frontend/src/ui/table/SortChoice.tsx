// The sort order on a phone, where cards have no column headers.
import { useTranslate } from "../../i18n/translate";
import { NativeSelectField } from "../fields/NativeSelectField";
import type { ListDescription } from "./listDescription";
import type { ListState } from "./useListState";

export function SortChoice({ list, state }: { list: ListDescription; state: ListState }) {
  const t = useTranslate();
  const sortable = list.columns.flatMap(({ sort, label }) => (sort ? [{ sort, label }] : []));
  const options = sortable.flatMap(({ sort, label }) => [
    { value: sort, label: t("table.ascending", { column: t(label) }) },
    { value: `-${sort}`, label: t("table.descending", { column: t(label) }) },
  ]);
  return (
    <NativeSelectField
      label={t("table.sort")}
      value={state.search.sort ?? ""}
      choices={[{ value: "", label: t("table.usual_order") }, ...options]}
      onChange={(sort) => state.orderBy(sort || undefined)}
    />
  );
}
