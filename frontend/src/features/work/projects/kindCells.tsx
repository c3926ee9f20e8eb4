// Cells that only some kinds of projects have: percentages, sellers, type and renewal.
import type { ProjectRow } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatPercent } from "../../../lib/numbers";
import { useEnumOptions } from "../../../session/enumOptions";
import { Absent } from "../../../ui/display/Absent";
import classes from "../../../ui/ui.module.css";

const FULL_PERCENT = 100;

/** Above 100% with a word, because colour alone is not accessible. */
export function PercentText({ percent }: { percent: string | null | undefined }) {
  const t = useTranslate();
  const locale = useLocale();
  if (percent === undefined) return <Absent reason="not_shown" />;
  if (percent === null) return <Absent />;
  const text = formatPercent(percent, locale);
  if (Number(percent) <= FULL_PERCENT) return <span className={classes.figure}>{text}</span>;
  return (
    <span className={classes.figure} style={{ color: "var(--regie-danger-text)" }}>
      {t("projects.column.over", { percent: text })}
    </span>
  );
}

export function SellersText({ project }: { project: ProjectRow }) {
  const t = useTranslate();
  if (project.seller === null) return <Absent />;
  const { name } = project.seller;
  const others = project.seller_count - 1;
  return others > 0 ? t("projects.column.and_others", { name, count: others }) : name;
}

export function OosTypeText({ value }: { value: string | null }) {
  const { label } = useEnumOptions();
  return value === null ? <Absent /> : label("oos_type", value);
}

export function BillingIntervalText({ value }: { value: string | null | undefined }) {
  const { label } = useEnumOptions();
  if (value === undefined) return <Absent reason="not_shown" />;
  return value === null ? <Absent /> : label("billing_interval", value);
}

export function RenewalText({ value }: { value: boolean | null }) {
  const t = useTranslate();
  if (value === null) return <Absent />;
  return t(value ? "projects.filter.by_itself" : "projects.filter.by_hand");
}
