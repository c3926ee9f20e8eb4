// What only one kind's lists show: shares of hours, who sold extra work, how a retainer renews.
import type { ProjectRow } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatPercent } from "../../../lib/numbers";
import { useEnumOptions } from "../../../session/enumOptions";
import { Absent } from "../../../ui/display/Absent";
import classes from "../../../ui/ui.module.css";

const WHOLE = 100;

/** In words too where it is more than all: colour alone says nothing to some. */
export function PercentText({ percent }: { percent: string | null | undefined }) {
  const t = useTranslate();
  const locale = useLocale();
  if (percent === undefined) return <Absent reason="not_shown" />;
  if (percent === null) return <Absent />;
  const words = formatPercent(percent, locale);
  if (Number(percent) <= WHOLE) return <span className={classes.figure}>{words}</span>;
  return (
    <span className={classes.figure} style={{ color: "var(--regie-danger-text)" }}>
      {t("projects.column.over", { percent: words })}
    </span>
  );
}

export function Sellers({ project }: { project: ProjectRow }) {
  const t = useTranslate();
  if (project.seller === null) return <Absent />;
  const { name } = project.seller;
  const others = project.seller_count - 1;
  return others > 0 ? t("projects.column.and_others", { name, count: others }) : name;
}

export function OosType({ value }: { value: string | null }) {
  const { label } = useEnumOptions();
  return value === null ? <Absent /> : label("oos_type", value);
}

export function YesNo({ value }: { value: boolean | null }) {
  const t = useTranslate();
  if (value === null) return <Absent />;
  return t(value ? "projects.filter.by_itself" : "projects.filter.by_hand");
}
