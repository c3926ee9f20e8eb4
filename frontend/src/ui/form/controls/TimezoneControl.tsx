// Selects a time zone by part of its name.
import { useLocale } from "../../../i18n/locale";
import { timezoneName } from "../../../lib/timezoneName";
import { findTimezones, timezoneOffset } from "../../../lib/timezones";
import { SearchSelect, useSearchSelect } from "../../fields/SearchSelect";
import type { ControlProps } from "./control";

const MAX_OPTIONS = 50;

export function TimezoneControl({
  inputName: _,
  value,
  onChange,
  ...control
}: ControlProps<string>) {
  const locale = useLocale();
  const search = useSearchSelect();
  const zones = search.opened ? findTimezones(search.typed ?? "").slice(0, MAX_OPTIONS) : [];
  return (
    <SearchSelect
      {...control}
      search={search}
      value={value === "" ? null : { value, label: timezoneName(value) }}
      onChange={(zone) => onChange(zone ?? "")}
      options={zones.map((zone) => ({
        value: zone,
        label: `${timezoneName(zone)} (${timezoneOffset(zone, locale)})`,
      }))}
    />
  );
}
