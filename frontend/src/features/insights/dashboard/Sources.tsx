// The outside services the figures come from: how old their data is, what is wrong, and a way to renew it.
import { useQuery } from "@tanstack/react-query";
import { useTranslate } from "../../../i18n/translate";
import { pollInterval } from "../../../session/connections";
import { Section } from "../../../ui/layout/Section";
import classes from "./Dashboard.module.css";
import { dashboardQuery } from "./dashboardQueries";
import type { DashboardQuery } from "./dashboardSearch";
import { Source } from "./Source";

export function Sources({ asked }: { asked: DashboardQuery }) {
  const t = useTranslate();
  const { data } = useQuery({
    ...dashboardQuery(asked),
    refetchInterval: ({ state }) => pollInterval(state.data?.sources),
  });
  if (!data?.sources.length) return null;
  return (
    <Section title={t("dashboard.sources.title")}>
      <ul className={classes.sources}>
        {data.sources.map((source) => (
          <Source key={source.service} source={source} />
        ))}
      </ul>
    </Section>
  );
}
