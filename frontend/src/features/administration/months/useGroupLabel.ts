// The labels of the groups of a figure: kinds of work, aging buckets, movements, churn.
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
};

export function useGroupLabel() {
  const t = useTranslate();
  const { label } = useEnumOptions();
  return (group: string): string => {
    const key = LABELS[group];
    if (key) return t(key);
    const [month = "", kind] = group.split(":");
    if (kind) return label("project_kind", kind);
    return /^\d{4}-\d\d$/.test(month) ? t("months.whole") : label("aging_bucket", group);
  };
}
