// The active filters as removable chips, with a button that clears all.
import { Button, Group } from "@mantine/core";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatDate } from "../../lib/dates";
import { NamedCloseButton } from "../actions/NamedCloseButton";
import { useChoiceLabels } from "./filterChoices";
import {
  type DatesFilter,
  type FilterDescription,
  filterParameters,
  type ListDescription,
} from "./listDescription";
import { activeFilters, type ListSearch } from "./listSearch";
import { useReferenceName } from "./referenceName";
import classes from "./Toolbar.module.css";
import type { ListState } from "./useListState";

export function FilterChips({ list, state }: { list: ListDescription; state: ListState }) {
  const t = useTranslate();
  const active = activeFilters(list, state.search);
  return (
    <Group gap="xs" className={classes.chips} role="group" aria-label={t("table.active_filters")}>
      {active.map((filter) => (
        <FilterChip key={filter.id} filter={filter} state={state} />
      ))}
      <Button variant="subtle" size="compact-xs" onClick={state.clear}>
        {t("table.clear_all")}
      </Button>
    </Group>
  );
}

function FilterChip({ filter, state }: { filter: FilterDescription; state: ListState }) {
  const t = useTranslate();
  const text = useFilterText(filter, state.search);
  const remove = () =>
    state.filterBy(
      Object.fromEntries(filterParameters(filter).map((parameter) => [parameter, undefined])),
    );
  return (
    <span className={classes.chip}>
      {text}
      <NamedCloseButton
        size="xs"
        label={t("table.remove_filter", { filter: text })}
        onClick={remove}
      />
    </span>
  );
}

function useFilterText(filter: FilterDescription, search: ListSearch): string {
  const t = useTranslate();
  const valueLabel = useChoiceLabels();
  const dateRangeText = useDateRangeText();
  const value = String(search[filter.id] ?? "");
  const isReference = filter.kind === "reference";
  const name = useReferenceName(
    isReference ? filter.path : undefined,
    isReference ? value : undefined,
  );
  const label = t(filter.label);
  if (filter.kind === "toggle") return label;
  if (filter.kind === "dates") return dateRangeText(filter, label, search);
  if (filter.kind === "reference") {
    const shownName = name === null ? t("table.chip_hidden") : name;
    return t("common.label_and_value", { label, value: shownName ?? "…" });
  }
  const labels = value.split(",").map((item) => valueLabel(filter, item));
  return t("common.label_and_value", { label, value: labels.join(", ") });
}

function useDateRangeText() {
  const t = useTranslate();
  const locale = useLocale();
  return (filter: DatesFilter, label: string, search: ListSearch): string => {
    const [from, to] = [search[filter.from], search[filter.to]].map((iso) =>
      iso === undefined ? undefined : formatDate(String(iso), locale),
    );
    if (from && to) return t("table.chip_between", { label, from, to });
    return from
      ? t("table.chip_from", { label, from })
      : t("table.chip_to", { label, to: to ?? "" });
  };
}
