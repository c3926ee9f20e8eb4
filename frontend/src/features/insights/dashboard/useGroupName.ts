// The names of a figure's groups: months, kinds of work, aging buckets, levels.
import type { DashboardFigureName, EnumName } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { monthOfYear } from "../../../lib/dates";
import { useEnumOptions } from "../../../session/enumOptions";

const ENUMS: Partial<Record<DashboardFigureName, EnumName>> = {
  receivables: "aging_bucket",
  overdue: "aging_bucket",
  active_projects: "project_kind",
  invoiced: "project_kind",
};

/** Groups with their own labels: levels of hours used, recorded churn, invoices without a project, and what is not applied to invoices. */
const LABELLED_GROUPS = [
  "high",
  "over",
  "recorded",
  "unrecorded",
  "unlinked",
  "unapplied",
] as const;

export function useGroupName() {
  const t = useTranslate();
  const locale = useLocale();
  const { label } = useEnumOptions();
  /** Within the month `within`, a group's name is its kind alone. */
  return (figure: DashboardFigureName, group: string, within?: string): string => {
    const [topGroup = "", kind] = group.split(":");
    const isMonth = /^\d{4}-\d\d$/.test(topGroup);
    const month = isMonth ? monthOfYear(`${topGroup}-01`, locale) : topGroup;
    const kindLabel = kind && label("project_kind", kind);
    if (kindLabel) return topGroup === within ? kindLabel : `${month} · ${kindLabel}`;
    const labelled = LABELLED_GROUPS.find((name) => name === group);
    if (labelled) return t(`dashboard.group.${labelled}`);
    const enumName = ENUMS[figure];
    return enumName ? label(enumName, group) : month;
  };
}
