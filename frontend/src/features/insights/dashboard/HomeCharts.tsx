// The home page's charts: monthly recurring revenue of twelve months, and receivables by age.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Dashboard } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import uiClasses from "../../../ui/ui.module.css";
import classes from "./Dashboard.module.css";
import { historyQuery, isEmpty } from "./historyQuery";
import { MrrChart } from "./MrrChart";
import { ReceivablesChart } from "./ReceivablesChart";

export function HomeCharts({ dashboard }: { dashboard: Dashboard }) {
  const { mrr, receivables } = dashboard.figures;
  return (
    <div className={classes.charts}>
      {mrr && <MrrPanel dashboard={dashboard} figure={mrr} />}
      {receivables &&
        (receivables.count > 0 ? (
          <ReceivablesChart dashboard={dashboard} figure={receivables} page="/dashboard" />
        ) : (
          <EmptyChart name="receivables" />
        ))}
    </div>
  );
}

type Props = Pick<Parameters<typeof MrrChart>[0], "dashboard" | "figure">;

function MrrPanel(props: Props) {
  const { data, isError, refetch } = useQuery(historyQuery(useCurrentUser()));
  const months = data?.figures.mrr;
  if (months === undefined) {
    return isError ? (
      <LoadFailure retry={refetch} />
    ) : (
      <Skeleton className={classes.chart} aria-busy="true" />
    );
  }
  return isEmpty(months) ? <EmptyChart name="mrr" /> : <MrrChart {...props} months={months} />;
}

/** Shown instead of an empty chart. */
function EmptyChart({ name }: { name: "mrr" | "receivables" }) {
  const t = useTranslate();
  const title = name === "mrr" ? t("home.history.mrr") : t("dashboard.by_age");
  return (
    <section className={uiClasses.card} aria-label={title}>
      <Text fw={600} size="sm" component="h3" m={0}>
        {title}
      </Text>
      <Text size="sm" c="dimmed">
        {t(`home.history.no_${name}`)}
      </Text>
    </section>
  );
}
