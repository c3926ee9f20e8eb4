// The hours of the current period by day and person, stacked, with the line of the available hours.
import type { BurnDetail } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { addDecimals } from "../../../lib/money";
import { formatHours } from "../../../lib/numbers";
import { Bars } from "../../../ui/charts/Bars";
import { useBurnText } from "./burnText";
import { dayName } from "./periodNames";

type Person = NonNullable<BurnDetail["people"]>[number];
/** More people would be indistinguishable: the rest is combined. */
const MAX_PEOPLE = 5;
const HOURS_UNIT = { kind: "hours" } as const;

type Series = { name: string; hours: readonly string[] };

/** The people with the most hours; the rest, and those whose names the user may not see, are one. */
function toSeries(people: readonly Person[], others: string): Series[] {
  const named = people.filter(({ name }) => name !== null).slice(0, MAX_PEOPLE);
  const rest = people.filter((person) => !named.includes(person));
  const series = named.map(({ name, used_hours }) => ({ name: name ?? "", hours: used_hours }));
  const [first] = rest;
  if (first === undefined) return series;
  const hours = first.used_hours.map((_, day) =>
    addDecimals(rest.map(({ used_hours }) => used_hours[day] ?? "0")),
  );
  return [...series, { name: others, hours }];
}

export function PeopleChart({ burn, people }: { burn: BurnDetail; people: readonly Person[] }) {
  const t = useTranslate();
  const locale = useLocale();
  const { left, forecast } = useBurnText(burn);
  const series = toSeries(people, t("retainers.people.others"));
  const shown = series.length > 0 ? series : [{ name: t("retainers.daily.used"), hours: [] }];
  return (
    <Bars
      name="people"
      height={200}
      title={t("retainers.people.title")}
      help={t("retainers.people.help")}
      summary={`${[left, forecast].join(", ")}.`}
      source={t("retainers.daily.source", { date: formatDate(burn.as_of, locale) })}
      limit={shown.length}
      data={{
        rowKind: t("retainers.daily.day"),
        columns: [
          ...shown.map(({ name, hours }) => ({
            label: t("retainers.people.of", {
              name,
              hours: formatHours(hours.at(-1) ?? "0", locale),
            }),
            unit: HOURS_UNIT,
          })),
          { label: t("retainers.field.available"), unit: HOURS_UNIT },
        ],
        rows: burn.days.map(({ on }, day) => ({
          key: on,
          label: dayName(on, locale),
          short: String(Number(on.slice(8))),
          cells: [...shown.map(({ hours }) => hours[day] ?? null), burn.available_hours],
        })),
      }}
    />
  );
}
