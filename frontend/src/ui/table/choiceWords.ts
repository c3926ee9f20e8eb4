// What a filter's choices are called.
import { useTranslate } from "../../i18n/translate";
import { useEnumOptions } from "../../session/enumOptions";
import type { ChoiceFilter } from "./listDescription";

export function useChoiceWords() {
  const t = useTranslate();
  const { label } = useEnumOptions();
  return (filter: ChoiceFilter, value: string): string => {
    if ("enumName" in filter) return label(filter.enumName, value);
    const key = filter.words[value];
    return key === undefined ? value : t(key);
  };
}
