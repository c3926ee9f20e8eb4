// The server's enumerations, with labels in the page's language.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "../api/client";
import type { EnumName, EnumOption } from "../api/types";
import { type Locale, useLocale } from "../i18n/locale";

/** Loaded once after sign-in. */
export const enumOptionsQuery = queryOptions({
  queryKey: ["enum-options"],
  queryFn: async ({ signal }) => (await api.get("/enum-options", { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

function enumLabel(option: EnumOption, locale: Locale): string {
  return locale === "fr-ca" ? option.name_fr : option.name_en;
}

export function useEnumOptions() {
  const locale = useLocale();
  const { data = {}, isLoading } = useQuery(enumOptionsQuery);
  const toOption = (option: EnumOption) => ({
    value: option.value,
    label: enumLabel(option, locale),
  });
  const items = (name: EnumName) => (data[name] ?? []).map(toOption);
  /** The options of a form: active ones, and those that the record already has. */
  const selectable = (name: EnumName, current: readonly string[]) => {
    const known = (data[name] ?? []).map(({ value }) => value);
    const unknown = current.filter((value) => value && !known.includes(value));
    return [
      ...(data[name] ?? [])
        .filter(({ is_active, value }) => is_active || current.includes(value))
        .map(toOption),
      ...unknown.map((value) => ({ value, label: value })),
    ];
  };
  const label = (name: EnumName, value: string) =>
    items(name).find((item) => item.value === value)?.label ?? value;
  return { items, selectable, label, isLoading };
}
