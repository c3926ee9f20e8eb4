// The outside services the figures come from: how old their data is, what is wrong, and a way to renew it.
import { useQuery } from "@tanstack/react-query";
import type { Connection } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { Section } from "../../ui/Section";
import classes from "./Dashboard.module.css";
import { dashboardQuery } from "./dashboardQuery";
import { Source } from "./Source";

const WATCH_EVERY_MS = 3_000;

/** While a service is being read, its progress is asked for again and again; otherwise never. */
function watchInterval(sources: readonly Connection[] | undefined): number | false {
  return sources?.some(({ state }) => state === "running") ? WATCH_EVERY_MS : false;
}

export function Sources() {
  const t = useTranslate();
  const { data } = useQuery({
    ...dashboardQuery,
    refetchInterval: ({ state }) => watchInterval(state.data?.sources),
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
