// The labels and the order of the groups of a figure: kinds of work, aging buckets, movements, churn.
import type { MonthFigure } from "../../../api/types";
import type { MessageKey } from "../../../i18n/keys";
import { useTranslate } from "../../../i18n/translate";
import { useEnumOptions } from "../../../session/enumOptions";

const LABELS: Readonly<Record<string, MessageKey>> = {
  new: "churns.movements.new",
  expansion: "churns.movements.expansion",
  reactivation: "churns.movements.reactivation",
  contraction: "churns.movements.contraction",
  churn: "churns.movements.churn",
  recorded: "dashboard.group.recorded",
  unrecorded: "dashboard.group.unrecorded",
  unapplied: "dashboard.group.unapplied",
  unlinked: "dashboard.group.unlinked",
};

function useGroupLabel() {
  const t = useTranslate();
  const { label } = useEnumOptions();
  return (group: string): string => {
    const [month = "", kind] = group.split(":");
    const key = LABELS[kind ?? group];
    if (key) return t(key);
    if (kind) return label("project_kind", kind);
    return /^\d{4}-\d\d$/.test(month) ? t("months.whole") : label("aging_bucket", group);
  };
}

/** The groups in the order of their options; a single one for the whole month would repeat the figure. */
export function useGroups() {
  const groupLabel = useGroupLabel();
  const { items } = useEnumOptions();
  const names = [
    ...items("aging_bucket").map(({ value }) => value),
    ...items("project_kind").map(({ value }) => value),
    ...Object.keys(LABELS),
  ];
  const rank = (name: string) => names.indexOf(name.split(":").at(-1) ?? "");
  return ({ groups }: MonthFigure) =>
    groups
      .filter(({ name }) => groups.length > 1 || names.includes(name.split(":").at(-1) ?? ""))
      .map((group) => ({ ...group, label: groupLabel(group.name) }))
      .sort((one, other) => rank(one.name) - rank(other.name));
}
