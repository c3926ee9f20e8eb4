// The undone losses of a retainer, folded: an end that is moved several times leaves one each time.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { pageQuery } from "../../../api/queries";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { SmallRows } from "../../../ui/details/SmallRows";
import { RelativeText } from "../../../ui/display/DateText";
import { lazyComponent } from "../../../ui/lazyComponent";
import { MoneyText } from "../../../ui/money/MoneyText";
import classes from "./Churns.module.css";
import { EnumLabel, RecorderText } from "./churnCells";

const ChurnDrawer = lazyComponent(async () => (await import("./ChurnDrawer")).ChurnDrawer);
const MAX_EVENTS = 100;

export function VoidedChurns({ project }: { project: string }) {
  const t = useTranslate();
  const locale = useLocale();
  const [opened, setOpened] = useState<string | null>(null);
  const query = { project, state: "voided", per_page: MAX_EVENTS, sort: "-created_at" } as const;
  const { data } = useQuery(pageQuery("/churn-events", { query }));
  if (!data?.meta.total) return null;
  return (
    <details className={classes.voided}>
      <summary>{t("churns.voided.count", { count: data.meta.total })}</summary>
      <SmallRows
        label={t("churns.voided.title")}
        heads={[
          { label: t("churns.field.effective_on") },
          { label: t("churns.field.mrr_lost"), align: "end" },
          { label: t("churns.field.reason") },
          { label: t("churns.field.recorded_by") },
          { label: t("churns.field.created_at") },
        ]}
        rows={data.data.map((event) => ({
          key: event.api_id,
          cells: [
            <Button
              key="day"
              size="compact-sm"
              variant="subtle"
              onClick={() => setOpened(event.api_id)}
            >
              {formatDate(event.effective_on, locale)}
            </Button>,
            <MoneyText key="mrr" money={event.mrr_lost} />,
            <EnumLabel key="reason" enumName="churn_reason" value={event.reason} />,
            <RecorderText key="recorder" event={event} />,
            <RelativeText key="at" at={event.created_at} />,
          ],
        }))}
      />
      {opened !== null && <ChurnDrawer id={opened} onClose={() => setOpened(null)} />}
    </details>
  );
}
