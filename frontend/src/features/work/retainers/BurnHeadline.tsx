// The hours of the current period: what is left or over as the biggest text, the bar, and the forecast in words.
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Burn, Project } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { formatDecimal, formatHours, formatPercent } from "../../../lib/numbers";
import { useToday } from "../../../session/today";
import { LinkedText } from "../../../ui/links/LinkedText";
import { listFilters } from "../../../ui/links/screenSearch";
import uiClasses from "../../../ui/ui.module.css";
import { BurnBar } from "./BurnBar";
import { isUsedUp, useBurnText } from "./burnText";
import type { EntryFilters } from "./entryFilters";
import classes from "./Overview.module.css";
import { dayName, periodName } from "./periodNames";

type Props = { burn: Burn; entries: EntryFilters };

export function BurnHeadline({ burn, entries }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const { left, runsOut, forecast, shortLeft } = useBurnText(burn);
  return (
    <section className={classes.headline} aria-label={t("retainers.headline.title")}>
      <div className={classes.answer}>
        <strong data-over={Number(burn.left_hours) < 0 || undefined}>{shortLeft}</strong>
        <span>
          {t("retainers.headline.period", {
            period: periodName(burn.period, locale),
            share: formatPercent(burn.elapsed_percent, locale),
          })}
        </span>
      </div>
      <div className={classes.bar}>
        <HoursLink burn={burn} entries={entries} label={t("retainers.headline.why")}>
          <BurnBar burn={burn} label={[left, runsOut, forecast].join(" · ")} />
        </HoursLink>
        <p className={classes.sentence}>
          <UsedText burn={burn} entries={entries} /> <ForecastText burn={burn} />
        </p>
      </div>
    </section>
  );
}

/** Opens the hours of the period by person, for users who may read them. */
function HoursLink({
  burn,
  entries,
  label,
  children,
}: Props & { label?: string; children: ReactNode }) {
  if (entries === null) return children;
  const { starts_on, ends_on } = burn.period;
  const days = { worked_from: starts_on, worked_to: ends_on };
  return (
    <Link
      to="."
      search={{ tab: "time", ...listFilters("/time-entries", { ...days, ...entries }) }}
      resetScroll={false}
      title={label}
      className={label === undefined ? uiClasses.link : classes.barLink}
    >
      {children}
      {label !== undefined && <span className="regie-visually-hidden">{label}</span>}
    </Link>
  );
}

/** The hours used, with a link to where they come from, and where the available hours come from. */
function UsedText({ burn, entries }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const hours = (value: string) => formatHours(value, locale);
  const isUnknown = burn.level === "unknown";
  const isUnused = Number(burn.used_hours) === 0;
  const text = t(
    `retainers.headline.${isUnknown ? "used_of_unknown" : isUnused ? "unused" : "used"}`,
    {
      used: hours(burn.used_hours),
      available: hours(burn.available_hours),
      included: hours(burn.base_hours),
      carried: hours(burn.rollover_in),
    },
  );
  const link = (inner: string) => (
    <HoursLink burn={burn} entries={entries}>
      {inner}
    </HoursLink>
  );
  return <LinkedText text={text} parts={{ a: link }} />;
}

function ForecastText({ burn }: { burn: Burn }) {
  const t = useTranslate();
  const locale = useLocale();
  const { runs_out_on, pace, period, forecast_overage_hours, as_of } = burn;
  const texts = [];
  if (isUsedUp(burn) && runs_out_on !== null)
    texts.push(t("retainers.headline.ran_out", { day: dayName(runs_out_on, locale) }));
  if (pace !== null && Number(burn.used_hours) > 0 && as_of <= period.ends_on) {
    const isOver = Number(forecast_overage_hours) > 0;
    texts.push(
      t(isOver ? "retainers.headline.forecast_over" : "retainers.headline.forecast", {
        pace: formatDecimal(pace, locale, 2),
        forecast: formatHours(burn.forecast_hours, locale),
        over: formatHours(forecast_overage_hours, locale),
        day: dayName(period.ends_on, locale),
      }),
    );
    if (!isUsedUp(burn))
      texts.push(
        runs_out_on === null
          ? t("retainers.headline.lasts_all")
          : t("retainers.headline.lasts", { day: dayName(runs_out_on, locale) }),
      );
  }
  return <LinkedText text={texts.join(" ")} parts={{ b: (text) => <strong>{text}</strong> }} />;
}

/** A retainer without a current period: a draft, not started yet, or over. */
export function NoBurnHeadline({ project }: { project: Project }) {
  const t = useTranslate();
  const locale = useLocale();
  const today = useToday();
  const { status, start_on, end_on } = project;
  const start = { date: formatDate(start_on, locale) };
  const textOf = () => {
    if (status === "draft") return t("retainers.headline.draft", start);
    if (status === "active" || status === "on_hold")
      return t(`retainers.headline.${start_on > today ? "not_started" : "started"}`, start);
    if (end_on === null) return t("retainers.headline.over");
    return t("retainers.headline.ended", { date: formatDate(end_on, locale) });
  };
  return <p className={classes.sentence}>{textOf()}</p>;
}
