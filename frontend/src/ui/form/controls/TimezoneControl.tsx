// A time zone, found by typing part of its name.
import { useLocale } from "../../../i18n/locale";
import { timezoneName } from "../../../lib/timezoneName";
import { findTimezones, timezoneOffset } from "../../../lib/timezones";
import { SearchSelect, useSearchSelect } from "../../fields/SearchSelect";
import type { ControlProps } from "./control";

const MAX_OFFERED = 50;

export function TimezoneControl({
  inputName: _,
  value,
  onChange,
  ...control
}: ControlProps<string>) {
  const locale = useLocale();
  const search = useSearchSelect();
  const offered = search.opened ? findTimezones(search.typed ?? "").slice(0, MAX_OFFERED) : [];
  return (
    <SearchSelect
      {...control}
      search={search}
      value={value === "" ? null : { value, label: timezoneName(value) }}
      onChange={(zone) => onChange(zone ?? "")}
      options={offered.map((zone) => ({
        value: zone,
        label: `${timezoneName(zone)} (${timezoneOffset(zone, locale)})`,
      }))}
    />
  );
}
