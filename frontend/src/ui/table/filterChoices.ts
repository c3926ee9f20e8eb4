// The options of a filter and their labels.
import { useTranslate } from "../../i18n/translate";
import { useEnumOptions } from "../../session/enumOptions";
import type { ChoiceFilter } from "./listDescription";

/** The values of a filter, in order. */
export function useFilterValues(filter: ChoiceFilter): readonly string[] {
  const { items } = useEnumOptions();
  if (!(filter.values instanceof RegExp)) return filter.values;
  return "enumName" in filter ? items(filter.enumName).map(({ value }) => value) : [];
}

export function useChoiceLabels() {
  const t = useTranslate();
  const { label } = useEnumOptions();
  return (filter: ChoiceFilter, value: string): string => {
    if ("enumName" in filter) return label(filter.enumName, value);
    const key = filter.labels[value];
    return key === undefined ? value : t(key);
  };
}
