// What a change of a retainer would alter, before it is saved: movements of MRR, and the months whose figures move.
import { Stack, Text } from "@mantine/core";
import type { ProjectTerm, TermPreview } from "../../api/types";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatDate, monthOfYear } from "../../lib/dates";
import { formatMoney } from "../../lib/money";
import { formatHours } from "../../lib/numbers";
import { SmallTable } from "../details/SmallTable";
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
      <SmallTable
        label={t("terms.consequences.title")}
        heads={[
          { label: t("terms.consequences.month") },
          { label: t("terms.consequences.mrr"), align: "end" },
          { label: t("terms.consequences.revenue"), align: "end" },
          { label: t("terms.consequences.hours"), align: "end" },
        ]}
        rows={preview.months.map((month) => ({
          key: month.month,
          cells: [
            monthOfYear(month.month, locale),
            money(month.mrr_before, month.mrr_after),
            money(month.revenue_before, month.revenue_after),
            change(formatHours(month.hours_before, locale), formatHours(month.hours_after, locale)),
          ],
        }))}
      />
      {preview.continues && <Text size="sm">{t("terms.consequences.continues")}</Text>}
    </Stack>
  );
}
