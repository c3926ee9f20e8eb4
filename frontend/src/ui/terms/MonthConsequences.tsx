// What a change of a retainer would alter, before it is saved: movements of MRR, and the months whose figures move.
import { Stack, Text } from "@mantine/core";
import type { ProjectTerm, TermPreview } from "../../api/types";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatDate, monthOfYear } from "../../lib/dates";
import { formatMoney } from "../../lib/money";
import { formatHours } from "../../lib/numbers";
import { SmallRows } from "../details/SmallRows";
import { Consequences } from "./Consequences";

export type MonthConsequencesProps = {
  /** What is sent: another request is another preview. */
  request: object;
  read: () => Promise<{ data: TermPreview }>;
  name?: ProjectTerm["name"];
};

export function MonthConsequences({ request, read, name }: MonthConsequencesProps) {
  return (
    <Consequences request={request} read={read}>
      {(preview) => <MonthEffects name={name} preview={preview} />}
    </Consequences>
  );
}

type EffectsProps = {
  preview: TermPreview;
  /** The term that changes, if only one does. */
  name?: ProjectTerm["name"] | undefined;
};

function MonthEffects({ name, preview }: EffectsProps) {
  const t = useTranslate();
  const locale = useLocale();
  if (preview.months.length === 0) {
    const noFigure = name === "rollover" || name === "overage_rate" ? name : "none";
    return <Text size="sm">{t(`terms.consequences.${noFigure}`)}</Text>;
  }
  const change = (before: string, after: string) =>
    before === after ? before : t("terms.consequences.change", { before, after });
  const money = (before: TermPreview["months"][number]["mrr_before"], after: typeof before) =>
    change(formatMoney(before, locale), formatMoney(after, locale));
  return (
    <Stack gap="xs">
      {preview.movements.map((movement) => (
        <Text size="sm" key={movement.on}>
          {t(`terms.movement.${movement.kind}`, {
            day: formatDate(movement.on, locale),
            amount: formatMoney(movement.amount, locale),
          })}
        </Text>
      ))}
      <SmallRows
        label={t("terms.consequences.title")}
        heads={[
          { label: t("terms.consequences.month") },
          { label: t("terms.consequences.mrr"), align: "end" },
          { label: t("terms.consequences.revenue"), align: "end" },
          { label: t("terms.consequences.hours"), align: "end" },
        ]}
        rows={preview.months.map((month) => {
          const hours = [month.hours_before, month.hours_after].map((one) =>
            formatHours(one, locale),
          ) as [string, string];
          const figures = {
            mrr: money(month.mrr_before, month.mrr_after),
            revenue: money(month.revenue_before, month.revenue_after),
            hours: change(...hours),
          };
          const name = monthOfYear(month.month, locale);
          return {
            key: month.month,
            cells: [name, figures.mrr, figures.revenue, figures.hours],
            card: { head: name, lines: changedLines(month, figures, t) },
          };
        })}
      />
      {preview.continues && <Text size="sm">{t("terms.consequences.continues")}</Text>}
    </Stack>
  );
}

type Month = TermPreview["months"][number];
const FIGURES = ["mrr", "revenue", "hours"] as const;

/** On a phone: a line for each figure that changes. */
function changedLines(
  month: Month,
  figures: Record<(typeof FIGURES)[number], string>,
  t: ReturnType<typeof useTranslate>,
): string[] {
  const isChanged = {
    mrr: month.mrr_before.amount !== month.mrr_after.amount,
    revenue: month.revenue_before.amount !== month.revenue_after.amount,
    hours: month.hours_before !== month.hours_after,
  };
  return FIGURES.filter((figure) => isChanged[figure]).map((figure) =>
    t("terms.consequences.line", {
      figure: t(`terms.consequences.${figure}`),
      change: figures[figure],
    }),
  );
}
