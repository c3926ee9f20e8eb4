// The heading of a group of the burn list: its name, how many retainers it has, and what they use too much.
import { IconCircleCheck, IconEye, IconFlame, IconQuestionMark } from "@tabler/icons-react";
import type { Burn } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatHours, formatInteger } from "../../../lib/numbers";
import { useListState } from "../../../ui/table/useListState";
import { burnsList } from "./burnsList";
import { type Group, groupOf, totalsOf, useBurnTotals } from "./burnTotals";
import { dayName } from "./periodNames";
import classes from "./Retainers.module.css";

const ICONS = { over: IconFlame, watch: IconEye, ok: IconCircleCheck, unknown: IconQuestionMark };

export function GroupHeading({ burn }: { burn: Burn }) {
  const t = useTranslate();
  const locale = useLocale();
  const group = groupOf(burn);
  const Icon = ICONS[group];
  const count = useGroupCount(group);
  return (
    <h2 className={classes.group} data-group={group}>
      <Icon size={16} aria-hidden />
      {t(`retainers.group.${group}`)}
      {count !== undefined && <span>{formatInteger(count, locale)}</span>}
      <GroupText group={group} day={burn.period.ends_on} />
    </h2>
  );
}

/** The retainers of the group in the whole list: those of its levels that a filter shows. */
function useGroupCount(group: Group): number | undefined {
  const { data } = useBurnTotals();
  const { search } = useListState(burnsList);
  if (data === undefined) return undefined;
  const shown = search.level === undefined ? undefined : String(search.level).split(",");
  const levels = data.levels.filter(({ level }) => shown === undefined || shown.includes(level));
  const { retainers, runsOut } = totalsOf({ ...data, levels }, group);
  return search.runs_out === undefined ? retainers : runsOut;
}

function GroupText({ group, day }: { group: Group; day: string }) {
  const t = useTranslate();
  const locale = useLocale();
  const { data } = useBurnTotals();
  if (data === undefined || group === "ok" || group === "unknown") return null;
  const { runsOut, overHours, forecastOverHours } = totalsOf(data, group);
  if (group === "watch" && runsOut === 0) return null;
  return (
    <span className={classes.muted}>
      {t(`retainers.group.${group}_text`, {
        count: runsOut,
        over: formatHours(overHours, locale),
        forecast: formatHours(forecastOverHours, locale),
        day: dayName(day, locale),
      })}
    </span>
  );
}
