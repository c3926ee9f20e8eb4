// What a term would change, before it is saved: movements of MRR, and the months whose figures move.
import { Stack, Text } from "@mantine/core";
import { api } from "../../../api/client";
import type { ProjectTerm, TermPreview } from "../../../api/types";
import type { Body } from "../../../api/wire";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate, monthOfYear } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { formatHours } from "../../../lib/numbers";
import { SmallTable } from "../../../ui/details/SmallTable";
import { Consequences as TermConsequences } from "../../../ui/terms/Consequences";

type Request =
  | { path: "/projects/{id}/term-previews"; body: Body<"/projects/{id}/term-previews", "post"> }
  | {
      path: "/projects/{id}/term-removal-previews";
      body: Body<"/projects/{id}/term-removal-previews", "post">;
    };

function readPreview(id: string, request: Request) {
  const options = { params: { id }, expect: "any" } as const;
  return request.path === "/projects/{id}/term-previews"
    ? api.post(request.path, request.body, options)
    : api.post(request.path, request.body, options);
}

export function Consequences({ id, request }: { id: string; request: Request }) {
  return (
    <TermConsequences request={{ id, ...request }} read={() => readPreview(id, request)}>
      {(preview) => <Preview name={request.body.name} preview={preview} />}
    </TermConsequences>
  );
}

function Preview({ name, preview }: { name: ProjectTerm["name"]; preview: TermPreview }) {
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
