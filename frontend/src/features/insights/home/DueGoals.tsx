// The goals that end soon or have ended, with a link to all of them; nothing when there are none.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { GoalRow } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { useCurrentUser } from "../../../session/currentUser";
import { Section } from "../../../ui/layout/Section";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import uiClasses from "../../../ui/ui.module.css";
import classes from "./Home.module.css";
import { allGoals, goalsQuery, todayOf } from "./queries";
import { ShortList } from "./ShortList";

export function DueGoals() {
  const t = useTranslate();
  const user = useCurrentUser();
  const query = useQuery(goalsQuery(user));
  const total = query.data?.meta.total;
  // Most people have none: the page reserves no space for them.
  if (total === 0 || query.isPending) return null;
  const title = t("home.attention.goals");
  const all = total === undefined ? undefined : t("home.attention.see_all", { count: total });
  return (
    <Section title={title}>
      <ShortList query={query}>{(goal) => <DueGoal goal={goal} />}</ShortList>
      {all && (
        <Link {...allGoals(user)} className={classes.link} aria-label={`${all} (${title})`}>
          {all}
        </Link>
      )}
    </Section>
  );
}

function DueGoal({ goal }: { goal: GoalRow }) {
  const t = useTranslate();
  const locale = useLocale();
  const user = useCurrentUser();
  const { employee, period_end } = goal;
  const isMine = employee.api_id === user.employee?.api_id;
  const state = period_end < todayOf(user) ? "ended_on" : "ends_on";
  const date = t(`home.attention.${state}`, { date: formatDate(period_end, locale) });
  const checkIn = t("home.do.check_in");
  return (
    <>
      <div className={classes.text}>
        <Link
          to="/goals"
          search={{ open: goal.api_id, ...(isMine ? {} : { tab: "all" }) }}
          className={uiClasses.link}
        >
          {goal.title}
        </Link>
        <div className={classes.details}>{isMine ? date : `${employee.name} · ${date}`}</div>
      </div>
      <div className={classes.end}>
        {goal.can.includes("check_in") && (
          <ButtonLink
            to="/"
            search={(before) => ({ ...before, do: "check_in", of: goal.api_id })}
            resetScroll={false}
            size="compact-md"
            variant="default"
            aria-label={`${checkIn} (${goal.title})`}
          >
            {checkIn}
          </ButtonLink>
        )}
      </div>
    </>
  );
}
