// A team's clients, active projects and goals with links to their lists, and its recurring fees.
import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import type { Money, Ref, TeamStatistics } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { listFilters } from "../../../ui/links/screenSearch";
import { MoneyText } from "../../../ui/money/MoneyText";
import classes from "../../../ui/ui.module.css";
import teamClasses from "./Teams.module.css";

const KINDS = ["fixed", "oos", "retainer"] as const;

type Props = { team: Ref; figures: TeamStatistics["figures"] };

export function TeamWork({ team, figures }: Props) {
  const t = useTranslate();
  const { clients, open_goals: goals, retained_mrr: mrr } = figures;
  return (
    <ul className={teamClasses.work} aria-label={t("team_page.work_of", { name: team.name })}>
      {clients && (
        <li>
          <Link
            to="/clients"
            search={listFilters("/clients", { team: team.api_id })}
            className={classes.link}
          >
            {t("team_page.count.clients", { count: Number(clients.value) })}
          </Link>
        </li>
      )}
      {KINDS.map((kind) => (
        <li key={kind}>
          <Link
            to={`/projects/${kind}`}
            search={listFilters("/projects", { team: team.api_id, status: "active" })}
            className={classes.link}
          >
            {t(`team_page.count.${kind}`, { count: Number(figures[`active_${kind}`]?.value ?? 0) })}
          </Link>
        </li>
      ))}
      {goals && (
        <li>
          <Link
            to="/goals"
            search={{
              tab: "all",
              ...listFilters("/employee-goals", { team: team.api_id, status: "active" }),
            }}
            className={classes.link}
          >
            {t("team_page.count.goals", { count: Number(goals.value) })}
          </Link>
        </li>
      )}
      {mrr?.money && mrr.money.length > 0 && <Fees amounts={mrr.money} />}
    </ul>
  );
}

/** One amount per currency: amounts in different currencies are never added. */
function Fees({ amounts }: { amounts: readonly Money[] }) {
  const t = useTranslate();
  return (
    <li>
      {amounts.map((money, index) => (
        <Fragment key={money.currency}>
          {index > 0 && " · "}
          <MoneyText money={money} />
        </Fragment>
      ))}{" "}
      <span className={classes.muted}>{t("team_page.mrr")}</span>
    </li>
  );
}
