// How fixed-price or out-of-scope work stands: a sentence, and time, hours, work and billing beside each other.
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Project } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { formatHours, formatPercent } from "../../../lib/numbers";
import { useToday } from "../../../session/today";
import { Bullet } from "../../../ui/charts/Bullet";
import { HelpIcon } from "../../../ui/display/HelpIcon";
import { StateSentence } from "../../../ui/layout/StateSentence";
import { listFilters } from "../../../ui/links/screenSearch";
import { useCanReadTime } from "../../../ui/links/TimeLink";
import uiClasses from "../../../ui/ui.module.css";
import classes from "./ProjectStanding.module.css";
import { elapsedShare } from "./projectState";
import { useStandingSentences } from "./useStandingSentences";

export function ProjectStanding({ project }: { project: Project }) {
  const t = useTranslate();
  const [first, ...others] = useStandingSentences(project);
  return (
    <section aria-label={t("project_page.standing")}>
      <StateSentence>
        <strong>{first}</strong> {others.join(" ")}
      </StateSentence>
      <dl className={classes.shares}>
        <TimeShare project={project} />
        <HoursShare project={project} />
        <DoneShare project={project} />
        <BilledShare project={project} />
      </dl>
    </section>
  );
}

type ShareProps = {
  label: string;
  help?: string;
  /** A percentage; null draws no bar, and `children` say what is missing. */
  share: string | null;
  /** What adds a bar, for users who may edit the project. */
  missing?: { project: Project; add: string };
  children: ReactNode;
};

function Share({ label, help, share, missing, children }: ShareProps) {
  const locale = useLocale();
  if (share === null)
    return (
      <div className={classes.share}>
        <dt className={classes.label}>{label}</dt>
        <dd className={classes.missing}>
          {children}
          {missing?.project.can.includes("edit") && (
            <>
              {" · "}
              <Link
                to="/projects/$id/edit"
                params={{ id: missing.project.api_id }}
                className={uiClasses.link}
              >
                {missing.add}
              </Link>
            </>
          )}
        </dd>
      </div>
    );
  const text = formatPercent(share, locale);
  return (
    <div className={classes.share}>
      <dt className={classes.label}>
        {label}
        {help && <HelpIcon label={label} text={help} />}
      </dt>
      <dd className={classes.bar}>
        <Bullet label={`${label} ${text}`} used={Number(share)} available={100} />
      </dd>
      <dd className={classes.percent}>{text}</dd>
      <dd className={classes.detail}>{children}</dd>
    </div>
  );
}

function TimeShare({ project }: { project: Project }) {
  const t = useTranslate();
  const locale = useLocale();
  const share = elapsedShare(project, useToday());
  const from = formatDate(project.start_on, locale);
  return (
    <Share
      label={t("project_page.time")}
      share={share === null ? null : String(share)}
      missing={{ project, add: t("project_page.add.end") }}
    >
      {project.end_on === null
        ? t("project_page.from", { from })
        : t("project_page.from_to", { from, to: formatDate(project.end_on, locale) })}
    </Share>
  );
}

function HoursShare({ project }: { project: Project }) {
  const t = useTranslate();
  const locale = useLocale();
  const canReadTime = useCanReadTime(project.can.includes("edit"));
  const { budget_hours: budget, hours_counted, hours_logged, counted_hours } = project;
  const text =
    budget === null
      ? t("project_page.hours_logged", { hours: formatHours(hours_logged, locale) })
      : t("projects.hours_of", {
          used: formatHours(hours_counted, locale),
          budget: formatHours(budget, locale),
        });
  const counted = budget !== null && counted_hours === "billable" ? { billable: true } : {};
  return (
    <Share
      label={t("project_page.hours")}
      share={project.budget_percent}
      missing={{ project, add: t("project_page.add.budget") }}
    >
      {canReadTime ? (
        <Link
          to="."
          search={{ tab: "time", period: "all", ...listFilters("/time-entries", counted) }}
          resetScroll={false}
          className={uiClasses.link}
        >
          {text}
        </Link>
      ) : (
        text
      )}
    </Share>
  );
}

function DoneShare({ project }: { project: Project }) {
  const t = useTranslate();
  const { percent_done } = project;
  return (
    <Share
      label={t("projects.field.percent_done")}
      help={t("projects.help.percent_done")}
      share={percent_done === null ? null : String(percent_done)}
      missing={{ project, add: t("project_page.add.estimate") }}
    >
      {percent_done === null ? t("project_page.no_estimate") : null}
    </Share>
  );
}

/** Only for callers who see the project's money. */
function BilledShare({ project: { amount, billed, billed_percent } }: { project: Project }) {
  const t = useTranslate();
  const locale = useLocale();
  if (!amount || !billed) return null;
  return (
    <Share label={t("project_page.billed")} share={billed_percent ?? null}>
      {t("project_page.billed_of", {
        billed: formatMoney(billed, locale),
        amount: formatMoney(amount, locale),
      })}
    </Share>
  );
}
