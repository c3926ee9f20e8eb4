// The records behind a correction of a reopened month; each opens what the activity log says of it in that time.
import { Stack, Text } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { MonthDetails, MonthFigure } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { businessDay } from "../../../lib/dates";
import { useCurrentUser } from "../../../session/currentUser";
import { SideDrawer } from "../../../ui/dialogs/SideDrawer";
import { differenceText } from "../../../ui/figures/sumText";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { restatedBy, startOf } from "./restatedBy";
import { restatementCells } from "./restatementCells";
import { restatementsList } from "./restatementsList";
import { restatementsView } from "./restatementsView";

/** Shows the activity of a record between two days. */
export type RenderLog = (
  record: { api_id: string; kind: string },
  days: { from: string; to: string },
) => ReactNode;

type Props = {
  month: MonthDetails;
  figure: MonthFigure;
  renderLog: RenderLog;
  onClose: () => void;
};

export function CorrectionsDrawer({ month, figure, renderLog, onClose }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const { timezone } = useCurrentUser();
  const { currency } = restatementsView(useSearch({ strict: false }));
  const name = restatedBy(figure);
  const title = t("months.corrections.of", { figure: t(`months.figure.${figure.name}`) });
  const start = startOf(figure);
  const parts = {
    figure: t(`months.figure.${name}`),
    start: start === null ? "" : t(`months.figure.${start}`),
  };
  const dayOf = (at: string | undefined) => businessDay(new Date(at ?? month.starts_on), timezone);
  // Closings are listed newest first.
  const days = {
    from: dayOf(month.closings.at(-1)?.closed_at),
    to: dayOf(month.closings[0]?.closed_at),
  };
  return (
    <SideDrawer title={title} width="60rem" onClose={onClose}>
      <Stack gap="sm">
        {figure.correction && (
          <Text size="xl" fw={600}>
            {differenceText(figure.correction, figure.unit, t, locale)}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {t(start === null ? "months.corrections.lead" : "months.corrections.rate.lead", parts)}
        </Text>
        <ResourceTable
          list={restatementsList}
          cells={restatementCells}
          fixed={{
            month: month.api_id,
            figure: name,
            compared: "first_closing",
            ...(currency && { currency }),
          }}
          label={title}
          detail={{
            labelOf: ({ record }) =>
              t("months.corrections.log", { name: record?.name ?? t("dashboard.row.left") }),
            isOnCards: true,
            render: ({ record, kind }) =>
              record === null ? t("dashboard.row.left") : renderLog({ ...record, kind }, days),
          }}
          empty={{
            title: t("months.corrections.empty.title"),
            detail: t(
              start === null ? "months.corrections.empty.detail" : "months.corrections.rate.empty",
              parts,
            ),
          }}
        />
      </Stack>
    </SideDrawer>
  );
}
