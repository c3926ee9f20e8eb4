// The services that the figures come from: the age of their data, problems, and a button to synchronize.
import { useQuery } from "@tanstack/react-query";
import { useTranslate } from "../../../i18n/translate";
import { pollInterval } from "../../../session/connections";
import { Section } from "../../../ui/layout/Section";
import classes from "./Dashboard.module.css";
import { dashboardQuery } from "./dashboardQueries";
import type { DashboardQuery } from "./dashboardSearch";
import { Source } from "./Source";

export function Sources({ query }: { query: DashboardQuery }) {
  const t = useTranslate();
  const { data } = useQuery({
    ...dashboardQuery(query),
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
