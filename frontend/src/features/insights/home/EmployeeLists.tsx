// The employee's projects with what is left, their goals, and the recognition they received; each part stands alone.
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { rowsQuery } from "../../../api/queries";
import type { GoalRow, ProjectRow } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { type Translate, useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { formatHours, formatPercent } from "../../../lib/numbers";
import { shortName } from "../../../lib/shortName";
import { useEnumOptions } from "../../../session/enumOptions";
import { Section } from "../../../ui/layout/Section";
import uiClasses from "../../../ui/ui.module.css";
import classes from "./Home.module.css";
import { ManagedProjects } from "./ManagedProjects";
import { ShortList } from "./ShortList";

const MAX_PROJECTS = 8;
const MAX_GOALS = 4;
const MAX_AWARDS = 3;
const PERCENT = 100;

/** Those with the fewest hours left first. */
export function MyProjects() {
  const t = useTranslate();
  const locale = useLocale();
  const query = useQuery(
    rowsQuery("/projects", { status: ["active"], sort: "left_hours", per_page: MAX_PROJECTS }),
  );
  const total = query.data?.meta.total;
  return (
    <Section title={t("home.projects.title")}>
      <ManagedProjects />
      {total === 0 && <Text c="dimmed">{t("home.projects.none")}</Text>}
      <ShortList query={query}>
        {(project) => (
          <>
            <div className={classes.text}>
              <Link
                to="/projects/$id/view"
                params={{ id: project.api_id }}
                className={uiClasses.link}
              >
                {shortName(project.name, project.client)}
              </Link>
              <div className={classes.details}>{project.client.name}</div>
            </div>
            <div className={classes.end}>{leftOf(project, t, locale)}</div>
          </>
        )}
      </ShortList>
      {total !== undefined && total > MAX_PROJECTS && (
        <Link to="/projects" className={classes.link}>
          {t("home.projects.all", { count: total })}
        </Link>
      )}
    </Section>
  );
}

/** The hours left of a retainer's month or of a budget; nothing where there is neither. */
function leftOf(project: ProjectRow, t: Translate, locale: string) {
  const { left_hours, budget_hours, hours_counted } = project;
  const left =
    left_hours !== null
      ? Number(left_hours)
      : budget_hours !== null
        ? Number(budget_hours) - Number(hours_counted)
        : null;
  if (left === null) return null;
  const hours = formatHours(Math.abs(left).toFixed(2), locale);
  return left < 0 ? (
    <Text size="sm" fw={600} c="var(--regie-danger-text)">
      {t("home.projects.over", { hours })}
    </Text>
  ) : (
    <Text size="sm">{t("home.projects.left", { hours })}</Text>
  );
}

export function MyGoalsList({ employee }: { employee: string }) {
  const t = useTranslate();
  const locale = useLocale();
  const query = useQuery(
    rowsQuery("/employee-goals", {
      employee: [employee],
      status: "active",
      sort: "period_end",
      per_page: MAX_GOALS,
    }),
  );
  return (
    <Section title={t("home.goals.title")}>
      {query.data?.meta.total === 0 && <Text c="dimmed">{t("home.goals.none")}</Text>}
      <ShortList query={query}>
        {(goal) => (
          <>
            <div className={classes.text}>
              <Link to="/goals" search={{ open: goal.api_id }} className={uiClasses.link}>
                {goal.title}
              </Link>
              <div className={classes.details}>
                {t("home.attention.ends_on", { date: formatDate(goal.period_end, locale) })}
              </div>
            </div>
            <div className={classes.end}>
              {goal.attainment !== null &&
                formatPercent(String(Math.round(Number(goal.attainment) * PERCENT)), locale)}
              {goal.pace_status && <Pace value={goal.pace_status} />}
            </div>
          </>
        )}
      </ShortList>
    </Section>
  );
}

function Pace({ value }: { value: NonNullable<GoalRow["pace_status"]> }) {
  const { label } = useEnumOptions();
  return <Text size="sm">{label("goal_pace", value)}</Text>;
}

export function MyRecognition({ employee }: { employee: string }) {
  const t = useTranslate();
  const locale = useLocale();
  const query = useQuery(
    rowsQuery("/awards", { receiver: [employee], sort: "-awarded_on", per_page: MAX_AWARDS }),
  );
  return (
    <Section title={t("home.recognition.title")}>
      {query.data?.meta.total === 0 && <Text c="dimmed">{t("home.recognition.none")}</Text>}
      <ShortList query={query}>
        {(award) => (
          <div className={classes.text}>
            <div className={classes.details}>
              <strong>{award.giver.name}</strong> · {formatDate(award.awarded_on, locale)}
            </div>
            {award.message}
          </div>
        )}
      </ShortList>
      <Link to="/recognition" className={classes.link}>
        {t("home.recognition.give")}
      </Link>
    </Section>
  );
}
