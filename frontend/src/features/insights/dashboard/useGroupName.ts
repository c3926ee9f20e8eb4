// What the parts of a figure are called: months, kinds of work, how late invoices are, levels of danger.
import type { DashboardFigureName, EnumName } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { monthOfYear } from "../../../lib/dates";
import { useEnumOptions } from "../../../session/enumOptions";

const ENUMS: Partial<Record<DashboardFigureName, EnumName>> = {
  receivables: "aging_bucket",
  overdue: "aging_bucket",
  active_projects: "project_kind",
};

/** How far a retainer in danger is, and whether a loss was recorded. */
const OWN = ["high", "over", "recorded", "unrecorded"] as const;

export function useGroupName() {
  const t = useTranslate();
  const locale = useLocale();
  const { label } = useEnumOptions();
  /** `within` a month that is named already, its kind alone. */
  return (figure: DashboardFigureName, group: string, within?: string): string => {
    const [head = "", kind] = group.split(":");
    const isMonth = /^\d{4}-\d\d$/.test(head);
    const month = isMonth ? monthOfYear(`${head}-01`, locale) : head;
    const ofKind = kind && label("project_kind", kind);
    if (ofKind) return head === within ? ofKind : `${month} · ${ofKind}`;
    const own = OWN.find((name) => name === group);
    if (own) return t(`dashboard.group.${own}`);
    const enumName = ENUMS[figure];
    return enumName ? label(enumName, group) : month;
  };
}
